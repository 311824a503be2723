/** The devices view: a panel beside the editor that draws where the values of the function at the cursor are. */
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { LanguageClient } from "vscode-languageclient/node";
import { page, paragraph, type Message } from "./devicesPage";

const PAUSE = 150; // milliseconds after the last move of the cursor, or the last key

/** The answer of the server to `devlint/lanes`. */
interface Lanes {
  readonly title: string;
  readonly table: string;
  readonly style: string;
  readonly script?: string;
  readonly rows: readonly { readonly uri: string; readonly line: number }[];
}

export class DevicesView implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private listeners: vscode.Disposable[] = [];
  private timer: NodeJS.Timeout | undefined;
  private asking: vscode.CancellationTokenSource | undefined;
  private shown: Lanes | undefined;
  private editor: vscode.TextEditor | undefined;
  private isStale = false;

  constructor(private readonly client: () => LanguageClient | undefined) {}

  /** Open the view beside the editor, which keeps the focus. */
  show(): void {
    if (this.panel === undefined) {
      this.open();
    } else {
      this.panel.reveal(undefined, true);
      void this.draw();
    }
  }

  dispose(): void {
    this.panel?.dispose();
  }

  /** Draw again: the server has checked what was typed. */
  refresh(): void {
    this.isStale = false;
    if (this.panel !== undefined) {
      this.later();
    }
  }

  private open(): void {
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const panel = vscode.window.createWebviewPanel("devlint.devices", "Devices", column, {
      enableScripts: true,
      localResourceRoots: [],
    });
    this.panel = panel;
    this.listeners = [
      panel.onDidDispose(() => this.close()),
      panel.webview.onDidReceiveMessage((said: { row?: number }) => {
        if (said.row === undefined) {
          this.shown = undefined; // the page is loaded anew each time that the panel comes to the front
          void this.draw();
        } else {
          void this.go(said.row);
        }
      }),
      vscode.window.onDidChangeTextEditorSelection((event) => isPython(event.textEditor) && this.moved()),
      vscode.window.onDidChangeActiveTextEditor((editor) => isPython(editor) && this.moved()),
      vscode.workspace.onDidChangeTextDocument((event) => {
        this.isStale ||= event.document.languageId === "python" && event.contentChanges.length > 0;
      }),
    ];
    panel.webview.html = page(randomBytes(16).toString("hex")); // it says when it is ready
  }

  private close(): void {
    this.listeners.forEach((one) => one.dispose());
    clearTimeout(this.timer);
    this.asking?.cancel();
    this.panel = this.shown = this.editor = undefined;
  }

  /** The cursor is elsewhere. While one types, diagnostics come first: `refresh` follows them. */
  private moved(): void {
    if (!this.isStale) {
      this.later();
    }
  }

  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.draw(), PAUSE);
  }

  private async draw(): Promise<void> {
    const [editor, client] = [this.current(), this.client()];
    if (this.panel === undefined || !this.panel.visible) {
      return;
    }
    if (editor === undefined || client === undefined) {
      this.say(client ? "The devices of a function are shown when the cursor is in one." : "devlint does not run.");
      return;
    }
    this.asking?.cancel();
    const asking = (this.asking = new vscode.CancellationTokenSource());
    const uri = client.code2ProtocolConverter.asUri(editor.document.uri);
    const position = client.code2ProtocolConverter.asPosition(editor.selection.active);
    let found: Lanes | null;
    try {
      found = await client.sendRequest<Lanes | null>("devlint/lanes", { textDocument: { uri }, position }, asking.token);
    } catch {
      return; // another question took its place, or the server ended; its log says so
    }
    if (asking.token.isCancellationRequested || this.panel === undefined) {
      return;
    }
    if (found === null) {
      this.say("This file cannot be analysed as it is.");
      return;
    }
    const row = found.rows.findIndex((one) => one.uri === uri && one.line === position.line);
    const isSame = this.shown?.table === found.table && this.shown.title === found.title && found.table !== "";
    this.shown = found;
    this.panel.title = `Devices: ${found.title.replace(/^def /, "")}`;
    if (isSame) {
      this.send({ kind: "row", row });
    } else if (found.table !== "") {
      this.send({ kind: "drawing", html: found.table, style: found.style, script: found.script, row });
    } else {
      this.say(`The device of no value is known ${found.title.replace(/^def /, "in ")}.`);
    }
  }

  /** The editor that is drawn: the active one, or where that has no Python, as the panel, the last one or another. */
  private current(): vscode.TextEditor | undefined {
    const shown = vscode.window.visibleTextEditors;
    if (isPython(vscode.window.activeTextEditor)) {
      this.editor = vscode.window.activeTextEditor;
    } else if (this.editor === undefined || !shown.includes(this.editor)) {
      this.editor = shown.find(isPython) ?? this.editor;
    }
    return this.editor;
  }

  private say(words: string): void {
    this.send({ kind: "drawing", html: paragraph(words), style: this.shown?.style ?? "", row: -1 });
    this.shown = undefined;
  }

  private send(message: Message): void {
    void this.panel?.webview.postMessage(message);
  }

  /** Put the cursor on the line of a row. */
  private async go(row: number): Promise<void> {
    const [place, editor] = [this.shown?.rows[row], this.current()];
    if (place === undefined || editor === undefined) {
      return;
    }
    const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === vscode.Uri.parse(place.uri).toString());
    if (document === undefined) {
      return;
    }
    const at = new vscode.Position(place.line, document.lineAt(place.line).firstNonWhitespaceCharacterIndex);
    const selection = new vscode.Range(at, at);
    if (document.uri.scheme === "vscode-notebook-cell") {
      const cell = vscode.window.visibleTextEditors.find((one) => one.document === document);
      if (cell !== undefined) {
        cell.selection = new vscode.Selection(at, at);
        cell.revealRange(selection);
      }
    } else {
      await vscode.window.showTextDocument(document, { viewColumn: editor.viewColumn, selection });
    }
  }
}

function isPython(editor: vscode.TextEditor | undefined): boolean {
  return editor?.document.languageId === "python";
}
