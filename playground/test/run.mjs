// npm test -- OUT [SCREENSHOTS]: the built page in headless Chromium, as a person uses it. Prints what it took.
// CHROMIUM names another browser than /usr/bin/chromium, PYTHON the Python that has devlint, ONLY the checks to run.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./serve.mjs";

const [out, pictures] = process.argv.slice(2);
if (!out) throw new Error("npm test -- OUT: the folder that tools/playground.py wrote");
if (pictures) mkdirSync(pictures, { recursive: true });
const server = await serve(out);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});
const results = { passed: 0, failed: 0 };

async function check(name, work, options = {}) {
  if (!name.includes(process.env.ONLY ?? "")) return;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const strange = [];
  page.on("pageerror", (error) => strange.push(`error: ${error.message.slice(0, 300)}`));
  page.on("console", (message) => message.type() === "error" && strange.push(`console: ${message.text().slice(0, 300)}`));
  page.on("request", (request) => {
    if (!/^(data|blob|file):/.test(request.url()) && new URL(request.url()).origin !== server.origin) strange.push(`third party: ${request.url()}`);
  });
  try {
    await work(page, context);
    assert.deepEqual(strange, []);
    results.passed++;
    console.log(`ok    ${name}`);
  } catch (error) {
    results.failed++;
    console.log(`FAIL  ${name}\n      ${String(error.stack).slice(0, 1500)}`);
    if (pictures) await page.screenshot({ path: join(pictures, `failed-${results.failed}.png`) });
  } finally {
    await context.close();
  }
}

const entries = (page) => page.locator("#findings li");
const isChecked = (page) =>
  page.waitForFunction(() => document.body.dataset.state === "checked", null, { polling: 5, timeout: 120_000 });
const picture = (page, name) => pictures && page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

async function fill(page, text) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}

// What axe-core calls serious or critical, on a wide and a narrow window.
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
async function isAccessible(page) {
  for (const width of [1280, 400]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(AXE);
    const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
    const grave = found.violations.filter((one) => one.impact === "serious" || one.impact === "critical");
    assert.deepEqual(grave.flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.html.slice(0, 200)}`)), []);
  }
}

// Writes the HTML page of the examples; its address.
function report() {
  const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  const file = join(mkdtempSync(join(tmpdir(), "devlint-")), "report.html");
  const given = ["check", "--isolated", "--exit-zero", "-q", "--level", "hint", "--output-format", `html:${file}`, "playground/examples"];
  execFileSync(process.env.PYTHON ?? "python", ["-m", "devlint", ...given], { cwd: root });
  return `file://${file}`;
}

const BUG = "import torch\n\nx = torch.ones(3).cuda()\ny = torch.ones(3)\n";

await check("the page opens with an example and its finding", async (page) => {
  const begin = performance.now();
  await page.goto(server.origin);
  await entries(page).first().waitFor({ timeout: 120_000 });
  console.log(`      first finding after ${((performance.now() - begin) / 1000).toFixed(2)} s`);
  assert.match(await entries(page).first().innerText(), /DEV301/);
  assert.equal(await page.locator(".cm-lintRange-error").count() > 0, true);
  await page.locator("#lanes table.lanes").waitFor();
  assert.match(await page.locator("#lanes th.head").allInnerTexts().then(String), /CPU,cuda/);
  assert.match(await page.locator("#without").innerText(), /DEV701, .*DEV804/);
  assert.match(await page.locator("#version").innerText(), /^devlint \d/);
  await picture(page, "light");
});

await check("a bug that is typed is found, and goes when it is mended", async (page) => {
  await page.goto(server.origin);
  await isChecked(page);
  await fill(page, BUG);
  await page.keyboard.type("print(x + y)");
  await entries(page).filter({ hasText: "DEV101" }).waitFor();
  await page.locator("#lanes tr.crossing, #lanes tr.found").first().waitFor();
  await entries(page).first().locator("button").first().click();
  assert.equal(await page.evaluate(() => document.querySelector(".cm-activeLine").textContent), "y = torch.ones(3)");
  await page.keyboard.press("End");
  await page.keyboard.type(".cuda()");
  await page.locator("#findings .none").waitFor();
  assert.equal(await page.locator("#lanes").isHidden(), true);
});

await check("keys are answered", async (page) => {
  await page.goto(server.origin);
  await isChecked(page);
  await fill(page, "import torch\n\ndef f(x: torch.Tensor):\n    mask = torch.ones(3)\n    return x * mask\n\nname = ");
  await isChecked(page);
  const times = [];
  for (const key of "abcdefghijklmnopqrst") {
    const begin = performance.now();
    await page.keyboard.press(key);
    await isChecked(page);
    times.push(performance.now() - begin);
  }
  console.log(`      from key to answer: median ${median(times).toFixed(0)} ms of ${times.length} keys`);
});

await check("a link holds the program", async (page, context) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(server.origin);
  await isChecked(page);
  await fill(page, `${BUG}print(x + y)  # é 🙂 </script>\n`);
  await page.locator("#level").selectOption("error");
  await page.locator("#share").click();
  await page.waitForFunction(() => /link/.test(document.getElementById("status").value));
  const address = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(address, page.url());
  const other = await context.newPage();
  await other.goto(address);
  await entries(other).filter({ hasText: "DEV101" }).waitFor({ timeout: 120_000 });
  assert.match(await other.locator(".cm-content").innerText(), /# é 🙂 <\/script>/);
  assert.equal(await other.locator("#level").inputValue(), "error");
});

await check("a damaged link is said to be one", async (page) => {
  await page.goto(`${server.origin}/#p=abc`);
  await isChecked(page);
  assert.match(await page.locator(".cm-content").innerText(), /could not be read/);
});

await check("what a program says is text", async (page) => {
  await page.goto(server.origin);
  await isChecked(page);
  const hostile = '<img src=x onerror="document.title=1">';
  await fill(page, `import torch\n\ndef f(x: torch.Tensor):\n    y = torch.ones(3)  # ${hostile}\n    return x * y  # ${hostile}\n`);
  const source = page.locator("#lanes tr.found .source");
  await source.filter({ hasText: hostile }).waitFor();
  assert.equal(await page.locator("#lanes img, #findings img").count(), 0);
});

await check("syntax that is wrong is a finding, and an unfinished line no end", async (page) => {
  await page.goto(server.origin);
  await isChecked(page);
  await fill(page, "import torch\nx = (");
  await entries(page).filter({ hasText: "invalid-syntax" }).waitFor();
  await fill(page, `${BUG}z = x + y\n`);
  await entries(page).filter({ hasText: "DEV101" }).waitFor();
});

await check("each example gives what its comment says", async (page) => {
  const { examples } = await (await fetch(`${server.origin}/examples.json`)).json();
  assert.equal(examples.length, 20);
  await page.goto(server.origin);
  await isChecked(page);
  for (const { name, findings } of examples) {
    await page.locator("#example").selectOption("");
    await page.locator("#example").selectOption(name);
    await isChecked(page);
    const shown = await entries(page).evaluateAll((all) => all.map((one) => [
      Number(one.querySelector(".place").textContent.split(":")[0]), one.querySelector(".rule").textContent.split(" ")[0]]));
    assert.deepEqual(shown, findings, name);
  }
});

await check("a rule has its page, and j goes to a finding", async (page) => {
  await page.goto(server.origin);
  await isChecked(page);
  await page.locator("#findings .rule").first().click();
  await page.locator("dialog[open]").waitFor();
  assert.match(await page.locator("dialog pre").innerText(), /What it does/);
  await page.keyboard.press("Escape");
  await page.locator("#lanes table.lanes").waitFor();
  await page.locator("footer").click();
  await page.keyboard.press("j");
  assert.equal(await page.locator("#lanes .finding.current").count(), 1);
  await page.locator("#lanes tr.found .number").click();
  assert.match(await page.evaluate(() => document.querySelector(".cm-activeLine").textContent), /model.head/);
});

await check("the lanes are heard as a table, and walked by keys", async (page) => {
  await page.goto(server.origin);
  await isChecked(page);
  const table = page.locator("#lanes table.lanes").first();
  await table.waitFor();
  const heard = await table.ariaSnapshot();
  assert.match(heard, /columnheader "Devices"/);
  assert.doesNotMatch(heard, /columnheader "CPU"/);
  assert.match(heard, /cell "[^"]*(made on|moved from) [^"]*\."/);
  const [first, second] = [table.locator(".number button").nth(0), table.locator(".number button").nth(1)];
  await page.locator("#lanes .scroll").first().focus();
  await page.keyboard.press("Tab");
  assert.equal(await first.evaluate((one) => one === document.activeElement), true);
  await page.keyboard.press("ArrowDown");
  assert.equal(await second.evaluate((one) => one === document.activeElement && one.tabIndex === 0), true);
  const line = Number(await second.textContent());
  await page.keyboard.press("Enter");
  const text = await table.locator(`tr[data-line="${line}"] .source`).textContent();
  assert.equal(await page.evaluate(() => document.querySelector(".cm-activeLine").textContent), text);
});

for (const [name, options] of [
  ["dark", { colorScheme: "dark" }],
  ["phone", { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
]) {
  await check(`it fits: ${name}`, async (page) => {
    await page.goto(server.origin);
    await page.locator("#lanes table.lanes").waitFor({ timeout: 120_000 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await picture(page, name);
  }, options);
}

await check("the page of a run is filtered and walked by keys", async (page) => {
  await page.goto(report());
  const shown = page.locator(".finding:visible");
  assert.equal(await shown.count(), 19);
  await page.keyboard.press("/");
  await page.keyboard.type("half");
  await page.locator(".filters output", { hasText: "2 of 19" }).waitFor({ timeout: 10_000 });
  assert.equal(await shown.count(), 2);
  assert.equal(await page.locator("nav li:visible").count(), 2);
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  assert.equal(await page.locator(".finding.current").getAttribute("data-code"), "DEV113");
  await page.keyboard.press("k");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.code), "DEV105");
  await page.locator("label.choice", { hasText: "DEV105" }).click();
  assert.equal(await shown.count(), 1);
  await page.locator("label.choice", { hasText: "DEV105" }).click();
  await page.locator(".filters input[type=search]").fill("");
  assert.equal(await shown.count(), 19);
  await page.locator("label.choice", { hasText: /^\s*error/ }).click();
  assert.deepEqual(new Set(await shown.evaluateAll((all) => all.map((one) => one.dataset.level))), new Set(["error"]));
  await picture(page, "report");
});

for (const colorScheme of ["light", "dark"]) {
  const options = { colorScheme, bypassCSP: true }; // axe-core is a script that the pages do not name
  await check(`the playground and its lanes are accessible, ${colorScheme}`, async (page) => {
    await page.goto(server.origin);
    await page.locator("#lanes table.lanes").waitFor({ timeout: 120_000 });
    await isAccessible(page);
  }, options);
  await check(`the page of a run is accessible, ${colorScheme}`, async (page) => {
    await page.goto(report());
    await page.locator(".finding").first().waitFor();
    await isAccessible(page);
  }, options);
}

await browser.close();
server.close();
console.log(`${results.passed} passed, ${results.failed} failed`);
process.exitCode = results.failed ? 1 : 0;
