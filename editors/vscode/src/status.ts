/** The item in the status bar, shown while Python is. */
import * as vscode from "vscode";
import { look, type State } from "./state";

const PAUSE = 300; // milliseconds: a check that is done sooner is not shown

export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("devlint", vscode.StatusBarAlignment.Right, 100);
  private readonly listener = vscode.window.onDidChangeVisibleTextEditors(() => this.place());
  private timer: NodeJS.Timeout | undefined;

  constructor() {
    this.item.name = "devlint";
    this.place();
  }

  /** Show a state, a check after a pause. */
  show(state: State): void {
    clearTimeout(this.timer);
    if (state.kind === "checking") {
      this.timer = setTimeout(() => this.set(state), PAUSE);
    } else {
      this.set(state);
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listener.dispose();
    this.item.dispose();
  }

  private set(state: State): void {
    const shown = look(state);
    this.item.text = shown.text;
    this.item.tooltip = shown.tooltip;
    this.item.command = shown.command;
    this.item.backgroundColor = shown.isWarning ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
  }

  private place(): void {
    if (vscode.window.visibleTextEditors.some((one) => one.document.languageId === "python")) {
      this.item.show();
    } else {
      this.item.hide();
    }
  }
}
