/** The commands on what stands at the cursor. */
import * as vscode from "vscode";
import { ExecuteCommandRequest, type LanguageClient } from "vscode-languageclient/node";

/** Make all safe repairs of the file that is edited. */
export async function fixFile(): Promise<void> {
  await vscode.commands.executeCommand("editor.action.codeAction", { kind: "source.fixAll.devlint", apply: "first" });
}

/** Show the page of the rule that has a finding at the cursor, or else on its line. */
export async function explainRule(client: LanguageClient | undefined): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (client === undefined || editor === undefined) {
    return;
  }
  const at = editor.selection.active;
  const known = vscode.languages
    .getDiagnostics(editor.document.uri)
    .filter((one) => one.source === "devlint" && /^[A-Z]{3}\d{3}$/.test(String(codeOf(one))));
  const here = known.filter((one) => one.range.contains(at));
  const onLine = known.filter((one) => one.range.start.line <= at.line && at.line <= one.range.end.line);
  const codes = [...new Set((here.length > 0 ? here : onLine).map((one) => String(codeOf(one))))];
  const code = codes.length > 1 ? await vscode.window.showQuickPick(codes, { title: "Which rule?" }) : codes[0];
  if (code !== undefined) {
    await client.sendRequest(ExecuteCommandRequest.type, { command: "devlint.explain", arguments: [code] });
  } else if (codes.length === 0) {
    void vscode.window.showInformationMessage("devlint reports nothing on this line.");
  }
}

function codeOf(found: vscode.Diagnostic): string | number | undefined {
  return typeof found.code === "object" ? found.code.value : found.code;
}
