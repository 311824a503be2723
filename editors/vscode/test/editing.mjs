// Scenes of test/run.mjs in which a user writes: each opens VS Code on a folder of its own.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CELLS, KEYS, NET, REPAIRED, TRAIN, big, notebook, shown, until, write } from "./stage.mjs";

/** Findings, hovers, repairs, inlay hints, the page of a rule, and the devices view, in a file. */
export async function file(stage) {
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
export async function devices(stage) {
  write(stage.folder, { "train.py": TRAIN, "pyproject.toml": "", "n.ipynb": notebook(CELLS) });
  const settings = { "devlint.path": stage.python, "workbench.activityBar.location": "hidden" };
  await shown(stage, { settings, size: { width: 1180, height: 600 } }, async (workbench, page) => {
    await workbench.file("train.py", 20);
    await workbench.command("View: Close Primary Side Bar");
    await workbench.squiggles().first().waitFor();
    await workbench.command("devlint: Show Devices");
    const view = workbench.webview();
    await view.locator(".lanes tbody tr.at", { hasText: "weights = torch.ones(classes)" }).waitFor();
    assert.ok((await view.locator("h3").textContent()).trim().startsWith("def train"));
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
    await page.locator(".editor-group-container.active .tab.active", { hasText: "Devices: " }).waitFor();
    await workbench.file("pyproject.toml");
    await page.locator(".tab:not(.active)", { hasText: "Devices: " }).click(); // the file has taken its place
    await view.locator("h3", { hasText: "def forward" }).waitFor();
    stage.said("it is drawn again when it comes to the front");

    await page.locator(".view-line", { hasText: "loss.backward" }).click();
    await workbench.command("Preferences: Toggle between Light/Dark Themes");
    await workbench.line(20);
    await view.locator("h3", { hasText: "def train" }).waitFor();
    await page.screenshot({ path: stage.picture("devices-dark") });

    const numbers = view.locator(".number button");
    await numbers.first().focus();
    await page.keyboard.press("ArrowDown");
    assert.equal(await numbers.nth(1).evaluate((one) => one === document.activeElement), true);
    await page.keyboard.press("Enter");
    await page.locator(".statusbar-item", { hasText: "Ln 18" }).waitFor();
    assert.match(await view.locator("table.lanes").ariaSnapshot(), /cell "weights: made on CPU\."/);
    stage.said("so do keys, and a screen reader hears where values are");

    await workbench.line(3);
    await view.locator("p.soft", { hasText: "The device of no value is known outside of functions." }).waitFor();
    await page.screenshot({ path: stage.picture("devices-none") });
  });
}

/** Findings, hovers, repairs and the devices view in the cells of a notebook. */
export async function cells(stage) {
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
export async function typing(stage) {
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
