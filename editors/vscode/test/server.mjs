// Scenes of test/run.mjs in which the server is found, started, or missing: each opens VS Code on a folder of its own.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createVSIX } from "@vscode/vsce";
import { NET, servers, shown, until, write } from "./stage.mjs";

/** The server is started again by the command and after its death, up to a limit; the log is opened. */
export async function life(stage) {
  write(stage.folder, { "net.py": NET, "pyproject.toml": "" });
  await shown(stage, { settings: { "devlint.path": stage.python } }, async (workbench, page) => {
    await workbench.file("net.py", 11);
    await workbench.squiggles().first().waitFor();
    const [first] = servers(workbench);
    await workbench.command("devlint: Restart");
    await until("another server", () => servers(workbench).length === 1 && servers(workbench)[0] !== first);
    await workbench.squiggles().first().waitFor();
    stage.said("the command starts another server, and ends the one before");

    const [second] = servers(workbench);
    process.kill(Number(second), "SIGKILL");
    await until("another server", () => servers(workbench).length === 1 && servers(workbench)[0] !== second);
    await workbench.squiggles().first().waitFor();
    await until("the state", () => workbench.isReady());
    stage.said("a server that dies is started again");

    for (let n = 0; n < 3; n++) {
      await until("a server", async () => servers(workbench).length === 1 && (await workbench.isReady()));
      process.kill(Number(servers(workbench)[0]), "SIGKILL");
      await until("its end", async () => !(await workbench.isReady()));
    }
    await until("the failure", async () => (await workbench.status().textContent()).trim() === "devlint: failed");
    await page.screenshot({ path: stage.picture("failed-server") });
    stage.said("one that dies again and again is said to have failed");

    await workbench.command("devlint: Restart");
    await workbench.squiggles().first().waitFor();
    await workbench.command("devlint: Show Log");
    await page.locator(".part.panel select", { hasText: "devlint" }).first().waitFor();
    stage.said("the log is opened"); // it is empty here: what writes it is native, and not built without scripts
  });
}

/** Where devlint is missing, one notice says how to install it. */
export async function missing(stage) {
  write(stage.folder, { "net.py": NET });
  const environment = { ...process.env, PATH: "/usr/bin:/bin" };
  await shown(stage, { settings: {}, environment }, async (workbench, page) => {
    await workbench.file("net.py");
    const notice = workbench.notification("devlint is not installed");
    await notice.waitFor();
    assert.match(await notice.textContent(), /python3 -m pip install "path\/to\/devlint\[lsp\]"/);
    assert.equal((await workbench.status().textContent()).trim(), "devlint: not installed");
    await page.screenshot({ path: stage.picture("missing") });
    await notice.getByRole("button", { name: "Install in Terminal" }).click();
    await page.locator(".terminal-wrapper.active, .terminal.xterm").first().waitFor();
    await workbench.notification("press Enter there").waitFor();
    await pause(2000);
    await page.screenshot({ path: stage.picture("missing-terminal") });
    stage.said("the notice has the command, and writes it into a terminal");

    await workbench.command("devlint: Restart");
    await pause(3000);
    assert.equal(await workbench.notification("devlint is not installed").count(), 0);
    await workbench.status().click();
    await workbench.notification("devlint is not installed").waitFor();
    stage.said("it is shown once, and again for a click on the status bar");

    workbench.set({ "devlint.path": join(stage.folder, "none/bin/devlint") });
    await workbench.notification("which is not there").waitFor();
    stage.said("a setting that names no file is said");

    workbench.set({ "devlint.path": join(stage.folder, "net.py") });
    await until("the failure", async () => (await workbench.status().textContent()).trim() === "devlint: failed");
    stage.said("so is one that names no program");

    const script = join(stage.folder, "devlint");
    writeFileSync(script, "#!/bin/sh\necho 'devlint: error: the language server needs pygls' >&2\nexit 2\n", { mode: 0o755 });
    workbench.set({ "devlint.path": script });
    await workbench.notification("needs pygls").waitFor();
    stage.said("and one that has no language server");
  });
}

/** A workspace that is not trusted: no program is started, until it is. */
export async function untrusted(stage) {
  write(stage.folder, { "net.py": NET, ".vscode/settings.json": JSON.stringify({ "devlint.path": stage.python }) });
  const settings = {
    "devlint.path": stage.python,
    "security.workspace.trust.enabled": true,
    "security.workspace.trust.startupPrompt": "never",
  };
  await shown(stage, { settings }, async (workbench, page) => {
    await workbench.file("net.py", 11);
    await until("the state", async () => (await workbench.status().textContent()).trim() === "devlint: off");
    await pause(5000);
    assert.deepEqual(servers(workbench), []);
    assert.equal(await workbench.squiggles().count(), 0);
    await page.screenshot({ path: stage.picture("untrusted") });
    stage.said("no server is started, and the status bar says so");

    await workbench.status().click();
    await page.locator(".workspace-trust-editor").getByRole("button", { name: "Trust", exact: true }).first().click();
    await page.keyboard.press("Escape");
    await workbench.squiggles().first().waitFor();
    stage.said("it is started once the workspace is trusted");
  });
}

/** The interpreter that the Python extension has selected; an extension that speaks its API stands in for it. */
export async function interpreter(stage) {
  const made = join(stage.folder, ".python");
  const manifest = {
    name: "python", publisher: "ms-python", version: "2026.1.0", license: "MIT", main: "main.js", activationEvents: [], files: ["main.js"],
    engines: { vscode: "^1.91.0" },
  };
  const main = `exports.activate = () => ({ environments: {
    getActiveEnvironmentPath: () => ({ path: ${JSON.stringify(stage.python)} }),
    resolveEnvironment: async ({ path }) => ({ executable: { uri: require("vscode").Uri.file(path) } }),
    onDidChangeActiveEnvironmentPath: () => ({ dispose() {} }),
  } });`;
  write(made, { "package.json": JSON.stringify(manifest), "main.js": main, "README.md": "# stands in\n", LICENSE: "-" });
  const python = join(made, "python.vsix");
  await createVSIX({ cwd: made, packagePath: python, allowMissingRepository: true, dependencies: false });
  write(stage.folder, { "net.py": NET, "devlint/__init__.py": "raise SystemExit('of the workspace')\n" });
  const environment = { ...process.env, PATH: "/usr/bin:/bin" };
  await shown(stage, { settings: {}, environment, vsixes: [stage.vsix, python] }, async (workbench) => {
    await workbench.file("net.py", 11);
    await workbench.squiggles().first().waitFor();
    stage.said("its interpreter runs the server, and a folder devlint of the workspace is not what it imports");
  });
}
