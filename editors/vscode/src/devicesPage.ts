/** The page of the devices view: what the server draws, in the colours of the editor. Pure. */

/** What the page is sent: a drawing, or the row of the cursor. */
export type Message =
  | { readonly kind: "drawing"; readonly html: string; readonly style: string; readonly row: number }
  | { readonly kind: "row"; readonly row: number };

/** The colours of the drawing, which has its own outside of an editor, and the room there is in a panel. */
const THEME = `
:root { color-scheme: normal; --back: var(--vscode-editor-background); --text: var(--vscode-editor-foreground);
  --soft: var(--vscode-descriptionForeground); --line: var(--vscode-panel-border, var(--vscode-editorGroup-border));
  --panel: var(--vscode-editorWidget-background); --error: var(--vscode-editorError-foreground);
  --warning: var(--vscode-editorWarning-foreground); --hint: var(--vscode-textLink-foreground);
  --lane: var(--vscode-charts-green); --cross: var(--vscode-editorError-foreground);
  --hit: var(--vscode-inputValidation-errorBackground, transparent); }
body { max-width: none; padding: 0.5rem 1rem 2rem; background: var(--back); color: var(--text);
  font: var(--vscode-font-size)/1.5 var(--vscode-font-family); }
code, pre, td.source, .value { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size); }
h3 { margin-top: 0.5rem; }
.scroll { border-color: var(--line); }
.lanes th, .lanes td { padding: 0 0.4rem; }
.lanes thead th { padding: 0.3rem 0.4rem; white-space: normal; vertical-align: bottom; }
.lanes thead th:nth-child(n + 3) { text-align: center; }
.lanes td.source { max-width: 0; width: 45%; overflow: hidden; text-overflow: ellipsis; }
.lanes td.lane { min-width: 5.5rem; white-space: normal; }
.lanes .value { margin: 1px; padding: 0 0.4rem; white-space: nowrap; }
.lanes tbody tr { cursor: pointer; }
.lanes tbody tr.at:not(.found) { background: var(--vscode-list-inactiveSelectionBackground); }
.lanes tbody tr.at th.number { color: var(--text); font-weight: 600; box-shadow: inset 3px 0 var(--vscode-focusBorder); }
.lanes tbody tr:hover { outline: 1px solid var(--vscode-focusBorder); outline-offset: -1px; }
`;

const SCRIPT = `
const editor = acquireVsCodeApi();
const rows = () => [...document.querySelectorAll(".lanes tbody tr")];
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
function mark(row) {
  rows().forEach((one, index) => one.classList.toggle("at", index === row));
  rows()[row]?.scrollIntoView({ block: "nearest" });
}
addEventListener("message", ({ data }) => {
  if (data.kind === "drawing") {
    document.getElementById("style").textContent = data.style;
    document.querySelector("main").innerHTML = data.html;
    indent();
  }
  mark(data.row);
});
addEventListener("click", (event) => {
  const row = rows().indexOf(event.target.closest("tr"));
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
