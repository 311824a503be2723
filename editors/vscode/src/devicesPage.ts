/** The page of the devices view: what the server draws, in the colours of the editor. Pure. */

/** What the page is sent: a drawing, or the row of the cursor. */
export type Message =
  | {
      readonly kind: "drawing";
      readonly html: string;
      readonly style: string;
      readonly script?: string;
      readonly row: number;
    }
  | { readonly kind: "row"; readonly row: number };

/** The colours of the drawing, which has its own outside of an editor, and the room there is in a panel. */
const THEME = `
:root { --lanes-back: var(--vscode-editor-background); --lanes-ink: var(--vscode-editor-foreground);
  --lanes-soft: var(--vscode-descriptionForeground); --lanes-panel: var(--vscode-editorWidget-background);
  --lanes-rule: var(--vscode-panel-border, var(--vscode-editorGroup-border)); --lanes-scheme: light; }
:root:has(.vscode-dark, .vscode-high-contrast) { --lanes-scheme: dark; }
body { padding: 0.5rem 1rem 2rem; background: var(--lanes-back); color: var(--lanes-ink);
  font: var(--vscode-font-size)/1.5 var(--vscode-font-family); }
.soft { color: var(--lanes-soft); }
.listing { margin: 0.5rem 0; }
.listing code, .lanes .source, .lanes .value { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); }
.lanes td.source, .lanes .said .words { min-width: 11rem; }
.lanes tr[data-line] { cursor: pointer; }
.lanes tr.at:not(.found) { background: var(--vscode-list-inactiveSelectionBackground); }
.lanes tr.at th.number { color: var(--lanes-ink); font-weight: 600; box-shadow: inset 3px 0 var(--vscode-focusBorder); }
.lanes tr[data-line]:hover { outline: 1px solid var(--vscode-focusBorder); outline-offset: -1px; }
`;

const SCRIPT = `
const NONCE = document.currentScript.nonce;
const editor = acquireVsCodeApi();
const rows = () => [...document.querySelectorAll(".lanes tr[data-line]")];
/** Take away what all lines are indented by, and say a line as a whole where there is no room for it. */
function indent() {
  const sources = [...document.querySelectorAll("td.source")];
  const texts = sources.map((one) => one.firstChild?.nodeType === Node.TEXT_NODE ? one.firstChild : null);
  const depths = texts.filter((one) => one?.data.trim()).map((one) => one.data.search(/[^ ]/));
  const least = Math.min(...depths);
  texts.forEach((one, index) => {
    if (one) {
      one.data = one.data.slice(least);
      sources[index].title = one.data.trim();
    }
  });
}
/** Run the script of the lanes, once: it works on what is drawn later, too. */
let hasRun = false;
function run(script) {
  if (hasRun || !script) return;
  hasRun = true;
  const one = document.createElement("script");
  one.nonce = NONCE;
  one.textContent = script;
  document.body.append(one);
}
function mark(row) {
  rows().forEach((one, index) => one.classList.toggle("at", index === row));
  rows()[row]?.scrollIntoView({ block: "nearest" });
}
addEventListener("message", ({ data }) => {
  if (data.kind === "drawing") {
    document.getElementById("style").textContent = data.style;
    document.querySelector("main").innerHTML = data.html;
    indent();
    run(data.script);
  }
  mark(data.row);
});
addEventListener("click", (event) => {
  const row = rows().indexOf(event.target.closest("tr[data-line]"));
  if (row >= 0) editor.postMessage({ row });
});
editor.postMessage({ isReady: true });
`;

/** The page before anything is drawn. It loads nothing, and runs the script with the `nonce` alone. */
export function page(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<style id="style"></style>
<style>${THEME}</style>
</head>
<body>
<main></main>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>`;
}

/** A sentence as the page shows it. */
export function paragraph(words: string): string {
  const text = words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return `<p class="soft">${text}</p>`;
}
