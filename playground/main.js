// The page: what is typed goes to the worker, what it finds to the editor, the list and the lanes.
import { editor as makeEditor } from "./editor.js";
import { packed, unpacked } from "./link.js";

const $ = (id) => document.getElementById(id);
const [example, level, status] = [$("example"), $("level"), $("status")];
const worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
const waiting = new Map();
let asked = 0;

worker.addEventListener("message", ({ data }) => {
  const { resolve, reject } = waiting.get(data.id ?? 0);
  waiting.delete(data.id ?? 0);
  if (data.error) reject(new Error(data.error));
  else resolve(data);
});
worker.addEventListener("error", () => failed(new Error("Python could not be loaded")));
const started = new Promise((resolve, reject) => waiting.set(0, { resolve, reject }));

function ask(call, ...given) {
  const id = ++asked;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, call, given });
  });
}

function failed(error) {
  status.value = `Not checked: ${error.message.trim().split("\n").at(-1)}`;
  status.className = "error";
}

// One text is checked at a time, and of what is typed meanwhile the last. Lanes are drawn when nothing waits.
let isBusy = false, isStale = false;
async function check() {
  isStale = true;
  if (isBusy) return;
  isBusy = true;
  try {
    while (isStale) {
      isStale = false;
      const text = editor.text;
      const { answer, milliseconds } = await ask("findings", text, level.value);
      if (editor.text === text) show(JSON.parse(answer), milliseconds);
      await new Promise((resolve) => setTimeout(resolve)); // keys that were pressed come first
      if (isStale) continue;
      const drawn = await ask("lanes");
      if (!isStale) draw(drawn.answer);
    }
  } catch (error) {
    failed(error);
  } finally {
    isBusy = false;
  }
}

function show({ findings, hidden }, milliseconds) {
  editor.show(findings);
  const entries = findings.map((one) => {
    const entry = document.createElement("li");
    entry.className = one.level;
    const jump = document.createElement("button");
    jump.type = "button";
    jump.append(part("place", `${one.line}:${one.column}`), part("level", one.level), ...prose(one.message));
    jump.addEventListener("click", () => editor.jump(one.line, one.column));
    const rule = document.createElement(one.url ? "a" : "button");
    rule.className = "rule";
    rule.textContent = `${one.code} ${one.name}`.trim();
    if (one.url) Object.assign(rule, { href: one.url, target: "_blank", rel: "noopener" });
    else if (one.code) Object.assign(rule, { type: "button", onclick: () => explain(one.code) });
    entry.append(jump, rule);
    return entry;
  });
  $("findings").querySelector("ol").replaceChildren(...entries);
  const none = $("findings").querySelector(".none");
  none.hidden = entries.length > 0;
  none.textContent = hidden ? `Nothing at this level; ${hidden} below it.` : "Nothing found.";
  status.className = "";
  status.value = `Checked in ${milliseconds.toFixed(0)} ms`;
  document.body.dataset.state = "checked";
}

function draw(html) {
  // What devlint/page/markup.py writes: all that comes from the program is escaped there, and the page runs no inline script.
  $("lanes").querySelector("div").innerHTML = html;
  $("lanes").hidden = !html;
}

function part(kind, text) {
  const one = document.createElement("span");
  one.className = kind;
  one.textContent = text;
  return one;
}

function prose(message) {
  return message.split("`").map((text, n) => {
    const one = document.createElement(n % 2 ? "code" : "span");
    one.textContent = text;
    return one;
  });
}

async function explain(code) {
  $("rule").querySelector("pre").textContent = (await ask("page", code)).answer;
  $("rule").showModal();
}

let soon = 0;
function changed() {
  document.body.dataset.state = "waiting";
  check();
  example.value = examples.find((one) => one.text === editor.text)?.name ?? "";
  clearTimeout(soon);
  soon = setTimeout(remember, 400);
}

async function remember() {
  const address = new URL(location.href);
  address.hash = await packed({ text: editor.text, level: level.value });
  history.replaceState(null, "", address);
  return address.href;
}

async function open() {
  const named = new URLSearchParams(location.hash.slice(1)).get("example");
  try {
    const program = await unpacked(location.hash);
    if (program && levels.includes(program.level)) level.value = program.level;
    editor.text = program?.text ?? (examples.find((one) => one.name === named) ?? examples[0]).text;
  } catch (error) {
    editor.text = `# This link could not be read: ${error.message.split("\n")[0]}\n`;
  }
}

const editor = makeEditor($("editor"), changed);
const { examples, levels } = await (await fetch("examples.json")).json();
for (const one of examples) example.append(new Option(one.title, one.name));
for (const one of levels) level.append(new Option(one === "error" ? "errors" : `${one}s and above`, one));
level.value = levels.at(-1);
example.addEventListener("change", () => {
  const chosen = examples.find((one) => one.name === example.value);
  if (chosen) editor.text = chosen.text;
});
level.addEventListener("change", changed);
addEventListener("hashchange", open);
addEventListener("lanes-line", ({ detail }) => editor.jump(detail.line));
$("share").addEventListener("click", async () => {
  const address = await remember();
  try {
    await navigator.clipboard.writeText(address);
    status.value = "The link is copied";
  } catch {
    status.value = "The link is in the address bar";
  }
});
await open();
started.then(({ answer }) => {
  const { version, without } = JSON.parse(answer);
  $("version").textContent = `devlint ${version}, in Pyodide.`;
  $("without").hidden = !without.length;
  $("without").textContent = `Without LibCST, which this page does not have, these rules take no part: ${without.join(", ")}. They are off unless a configuration names them. Repairs need it, too: use devlint check --fix.`;
}, failed);
