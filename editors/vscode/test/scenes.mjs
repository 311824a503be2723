// The scenes of test/run.mjs: each opens VS Code on a folder of its own, and does what a user does.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createVSIX } from "@vscode/vsce";
import { open } from "./workbench.mjs";

const NET = `import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        mask = torch.ones(3)
        return self.fc(x) * mask
`;
const REPAIRED = NET.replace("torch.ones(3)", "torch.ones(3, device=self.fc.weight.device)");
const TRAIN = `import torch
import torch.nn.functional as F
from torch import nn


class Classifier(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.body = nn.Linear(512, 64)
        self.head = nn.Linear(64, classes)

    def forward(self, x):
        noise = torch.randn(64)
        return self.head(F.relu(self.body(x)) + noise)


def train(loader, classes):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = Classifier(classes).to(device)
    weights = torch.ones(classes)
    for x, y in loader:
        x, y = x.to(device), y.to(device)
        logits = model(x)
        loss = F.cross_entropy(logits, y, weight=weights)
        loss.backward()
`;
const CELLS = ["import torch\n\nx = torch.ones(2).cuda()", "y = torch.ones(2)\nx + y"];
const BIG_LINES = 1000;
const KEYS = 20;

function notebook(cells) {
  const made = cells.map((source) => ({ cell_type: "code", source, metadata: {}, outputs: [], execution_count: null }));
  const metadata = { kernelspec: { name: "python3", display_name: "Python 3", language: "python" } };
  return JSON.stringify({ cells: made, metadata, nbformat: 4, nbformat_minor: 5 });
}

/** A file of many functions, the last of which has a bug once the comment in its second line is none. */
function big() {
  const one = (n) => [`def scaled_${n}(x: torch.Tensor):`, "    y = x.float() * 2", "    return y / y.norm()", "", ""];
  const rows = ["import torch", "", ""];
  for (let n = 0; rows.length < BIG_LINES - 5; n++) {
    rows.push(...one(n));
  }
  rows.push("def masked(x: torch.Tensor):", "    mask = torch.ones(3)", "    return x #* mask");
  return `${rows.join("\n")}\n`;
}

function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Waits until something holds. */
async function until(what, holds, patience = 60_000) {
  for (const end = Date.now() + patience; Date.now() < end; await pause(50)) {
    if (await holds()) {
      return;
    }
  }
  throw new Error(`did not come: ${what}`);
}

/** The processes that run the server for a workbench: the descendants of its process with these words in their command. */
function servers(workbench) {
  const parents = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      parents.set(pid, readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ")[1]);
    } catch {
      continue; // it has ended
    }
  }
  const isBelow = (pid) => pid === String(workbench.pid) || (parents.has(pid) && isBelow(parents.get(pid)));
  return [...parents.keys()].filter((pid) => {
    const command = () => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    try {
      return isBelow(pid) && command().includes("devlint") && command().includes("server");
    } catch {
      return false;
    }
  });
}

/** Open VS Code for a scene; where the scene fails, a picture shows how it was. */
async function shown(stage, options, act) {
  const workbench = await open({ codeServer: stage.codeServer, vsixes: [stage.vsix], folder: stage.folder, ...options });
  try {
    await act(workbench, workbench.page);
  } catch (error) {
    await workbench.page.screenshot({ path: stage.picture("failed") });
    throw error;
  } finally {
    await workbench.close();
  }
}

/** Findings, hovers, repairs, inlay hints, the page of a rule, and the devices view, in a file. */
async function file(stage) {
  write(stage.folder, { "net.py": NET, "train.py": TRAIN, "pyproject.toml": "" });
  const settings = {
    "devlint.path": stage.python,
    "editor.codeActionsOnSave": { "source.fixAll.devlint": "explicit" },
  };
  await shown(stage, { settings }, async (workbench, page) => {
    const onDisk = () => readFileSync(join(stage.folder, "net.py"), "utf8");
    await workbench.file("net.py", 11);
    await workbench.squiggles().first().waitFor();
    assert.equal(await workbench.squiggles().count(), 1);
    await until("the state", () => workbench.isReady());
    stage.said("a finding is underlined, and the status bar says that devlint runs");

    await workbench.squiggles().first().hover({ force: true });
    const hover = page.locator(".monaco-hover:not(.hidden)", { hasText: "factory-without-device" }).first();
    await hover.waitFor();
    const said = (await hover.textContent()).replaceAll("\u00a0", " ");
    for (const words of ["mask", "DEV102", "torch.ones(3): tensor, CPU", "net.py(12, 1"]) {
      assert.ok(said.includes(words), `${words} is missing in ${said}`);
    }
    const corner = await page.locator(".editor-group-container").boundingBox();
    const clip = { x: corner.x, y: corner.y, width: corner.width, height: 480 };
    await page.screenshot({ path: stage.picture("hover"), clip });
    await page.keyboard.press("Escape");
    stage.said("its hover has the message, the related place, where the value is, and the page of the rule");

    await page.keyboard.press("End");
    const action = await workbench.quickFix("Use `device=");
    const titles = (await page.locator(".action-widget .monaco-list-row").allTextContents()).map((one) => one.trim());
    assert.ok(titles.some((one) => one.includes("safe fix")) && titles.some((one) => one.includes("Ignore DEV102")));
    await page.screenshot({ path: stage.picture("quick-fix"), clip });
    await action.click();
    await until("the repair", async () => (await workbench.lines()).join("\n").includes("device=self.fc.weight.device"));
    await until("no squiggle", async () => (await workbench.squiggles().count()) === 0);
    stage.said("a quick fix repairs it, and the finding goes");

    await page.keyboard.press("Control+Z");
    await workbench.squiggles().first().waitFor();
    await workbench.command("devlint: Make All Safe Repairs");
    await until("the repair", async () => (await workbench.lines()).join("\n").includes("device=self.fc.weight.device"));
    stage.said("the command repairs the file");

    await page.keyboard.press("Control+Z");
    await workbench.squiggles().first().waitFor();
    assert.equal(onDisk(), NET);
    await page.keyboard.press("Control+S");
    await until("the file that is saved", () => onDisk() === REPAIRED);
    stage.said("saving repairs the file");

    await page.keyboard.press("Control+Z");
    await workbench.squiggles().first().waitFor();
    workbench.set({ ...settings, "devlint.inlayHints": true });
    await until("an inlay hint", async () => (await workbench.lines()).some((one) => one.includes("mask: CPU")));
    stage.said("inlay hints come as soon as the setting is changed");
    workbench.set(settings);
    await until("no inlay hint", async () => !(await workbench.lines()).some((one) => one.includes("mask: CPU")));

    await workbench.line(11);
    await workbench.command("devlint: Explain the Rule");
    await page.locator(".tab", { hasText: "DEV102.md" }).waitFor();
    const rule = workbench.webview().locator("h1");
    await rule.waitFor();
    assert.match(await rule.textContent(), /^DEV102 factory-without-device/);
    stage.said("the page of the rule is shown beside");
    await workbench.command("View: Close All Editors");
  });
}

/** The devices view: it is drawn, follows the cursor and what is typed, and a click goes to the line. */
async function devices(stage) {
  write(stage.folder, { "train.py": TRAIN, "pyproject.toml": "", "n.ipynb": notebook(CELLS) });
  const settings = { "devlint.path": stage.python, "workbench.activityBar.location": "hidden" };
  await shown(stage, { settings, size: { width: 1180, height: 600 } }, async (workbench, page) => {
    await workbench.file("train.py", 20);
    await workbench.command("View: Close Primary Side Bar");
    await workbench.squiggles().first().waitFor();
    await workbench.command("devlint: Show Devices");
    const view = workbench.webview();
    await view.locator(".lanes tbody tr.at", { hasText: "weights = torch.ones(classes)" }).waitFor();
    assert.equal((await view.locator("h3").textContent()).trim(), "def train");
    assert.ok((await view.locator("tr.crossing").count()) > 0);
    await page.screenshot({ path: stage.picture("devices") });
    stage.said("the view draws the function at the cursor, and marks its line");

    await workbench.line(13);
    await view.locator("h3", { hasText: "def forward" }).waitFor();
    await view.locator(".lanes tbody tr.at", { hasText: "noise = torch.randn(64)" }).waitFor();
    stage.said("it follows the cursor into another function");

    await view.locator(".lanes tbody tr", { hasText: "return self.head" }).click();
    await page.locator(".statusbar-item", { hasText: "Ln 14" }).waitFor();
    stage.said("a click on a row goes to its line");

    await workbench.line(13);
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type(", device=x.device", { delay: 20 });
    await until("a drawing of what is typed", async () => (await view.locator("tr.crossing").count()) === 0);
    stage.said("it follows what is typed");

    await view.locator("h3").click();
    await workbench.file("pyproject.toml");
    await page.locator(".tab:not(.active)", { hasText: "Devices: forward" }).click(); // the file has taken its place
    await view.locator("h3", { hasText: "def forward" }).waitFor();
    stage.said("it is drawn again when it comes to the front");

    await workbench.command("Preferences: Toggle between Light/Dark Themes");
    await workbench.line(20);
    await view.locator("h3", { hasText: "def train" }).waitFor();
    await page.screenshot({ path: stage.picture("devices-dark") });
    await workbench.line(3);
    await view.locator("p.soft", { hasText: "The device of no value is known outside of functions." }).waitFor();
    await page.screenshot({ path: stage.picture("devices-none") });
  });
}

/** Findings, hovers, repairs and the devices view in the cells of a notebook. */
async function cells(stage) {
  write(stage.folder, { "n.ipynb": notebook(CELLS), "pyproject.toml": "" });
  await shown(stage, { settings: { "devlint.path": stage.python } }, async (workbench, page) => {
    await workbench.file("n.ipynb");
    const cell = page.locator(".notebook-editor .monaco-editor", { hasText: "y = torch.ones(2" }).first();
    await cell.waitFor();
    await cell.locator(".squiggly-error").first().waitFor();
    assert.equal(await workbench.squiggles().count(), 1);
    stage.said("a finding is underlined in its cell, and nowhere else");

    await cell.locator(".squiggly-error").first().hover({ force: true });
    const hover = page.locator(".monaco-hover:not(.hidden)", { hasText: "DEV101" }).first();
    await hover.waitFor();
    await page.screenshot({ path: stage.picture("notebook") });
    await page.keyboard.press("Escape");
    stage.said("it has a hover");

    await cell.locator(".view-line").first().click();
    await page.keyboard.press("End");
    const action = await workbench.quickFix("device=");
    await action.click();
    await until("no squiggle", async () => (await workbench.squiggles().count()) === 0);
    assert.match((await cell.textContent()).replaceAll("\u00a0", " "), /y = torch\.ones\(2, device=/);
    stage.said("a quick fix repairs it");

    await cell.locator(".view-line").first().click();
    await workbench.command("devlint: Show Devices");
    const view = workbench.webview();
    await view.locator(".lanes tbody tr.at", { hasText: "y = torch.ones(2, device=" }).waitFor();
    stage.said("the devices view draws the cell");
  });
}

/** How long it takes from a key to the squiggle, in a file of 1,000 lines. */
async function typing(stage) {
  write(stage.folder, { "big.py": big(), "pyproject.toml": "" });
  await shown(stage, { settings: { "devlint.path": stage.python } }, async (workbench, page) => {
    const rows = big().split("\n");
    await workbench.file("big.py", rows.length - 1);
    await until("the state", () => workbench.isReady());
    await page.keyboard.press("End");
    for (let n = 0; n < "* mask".length; n++) {
      await page.keyboard.press("ArrowLeft");
    }
    const times = [];
    for (let n = 0; n < KEYS; n++) {
      await page.evaluate(() => {
        window.devlintTime = new Promise((resolve, reject) => {
          let begin;
          setTimeout(() => reject(new Error("no squiggle")), 60_000);
          addEventListener("keydown", () => (begin = performance.now()), { capture: true, once: true });
          const isShown = () => document.querySelector(".monaco-editor .squiggly-warning") !== null;
          const watcher = new MutationObserver(() => {
            if (begin !== undefined && isShown()) {
              watcher.disconnect();
              resolve(performance.now() - begin);
            }
          });
          watcher.observe(document.body, { childList: true, subtree: true, attributes: true });
        });
      });
      await page.keyboard.press("Backspace");
      times.push(await page.evaluate(() => window.devlintTime));
      await page.keyboard.type("#");
      await until("no squiggle", async () => (await workbench.squiggles("warning").count()) === 0);
    }
    times.sort((one, other) => one - other);
    const median = (times[KEYS / 2 - 1] + times[KEYS / 2]) / 2;
    stage.said(`${rows.length - 1} lines, ${KEYS} keys: median ${Math.round(median)} ms from key to squiggle, ` +
      `${Math.round(times[0])} to ${Math.round(times[KEYS - 1])} ms, of which 150 ms are the pause before a check`);
  });
}

/** The server is started again by the command and after its death, and the log says so. */
async function life(stage) {
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
async function missing(stage) {
  write(stage.folder, { "net.py": NET });
  const environment = { ...process.env, PATH: "/usr/bin:/bin" };
  await shown(stage, { settings: {}, environment }, async (workbench, page) => {
    await workbench.file("net.py");
    const notice = workbench.notification("devlint is not installed");
    await notice.waitFor();
    assert.match(await notice.textContent(), /python3 -m pip install "devlint\[lsp\]"/);
    assert.equal((await workbench.status().textContent()).trim(), "devlint: not installed");
    await page.screenshot({ path: stage.picture("missing") });
    await notice.getByRole("button", { name: "Install in Terminal" }).click();
    await page.locator(".terminal-wrapper.active, .terminal.xterm").first().waitFor();
    await workbench.notification("Press Enter in the terminal").waitFor();
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
async function untrusted(stage) {
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
async function interpreter(stage) {
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

export const scenes = { file, devices, cells, typing, life, missing, untrusted, interpreter };
