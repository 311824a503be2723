/** The notice that no server can be started, and what can be done about it. */
import * as vscode from "vscode";
import type { Lack } from "./command";
import { installCommand, RELEASED, sentence } from "./installation";
import { place } from "./machine";

const COPY = "Copy the Command";
const TERMINAL = "Install in Terminal";
const SETTING = "Open the Setting";

export class MissingNotice {
  private readonly shown = new Set<string>();

  /** Show the notice. One that was shown before is shown again only where it `isAskedFor`. */
  async show(lack: Lack, isAskedFor: boolean): Promise<void> {
    const what = sentence(lack);
    if (this.shown.has(what) && !isAskedFor) {
      return;
    }
    this.shown.add(what);
    const command = installCommand(lack, place());
    if (command === undefined) {
      if ((await vscode.window.showWarningMessage(what, SETTING)) === SETTING) {
        await vscode.commands.executeCommand("workbench.action.openSettings", "devlint.path");
      }
      return;
    }
    const chosen = await vscode.window.showWarningMessage(`${what} To install it${RELEASED ? "" : " from a checkout"}: ${command}`, TERMINAL, COPY);
    if (chosen === COPY) {
      await vscode.env.clipboard.writeText(command);
    } else if (chosen === TERMINAL) {
      const terminal = vscode.window.createTerminal("devlint");
      terminal.show();
      terminal.sendText(command, false); // the user sees it, and presses Enter
      const restart = "Restart devlint";
      const first = RELEASED ? "Press Enter in the terminal" : "Put the path of your checkout into the terminal and press Enter there";
      const said = `${first} to install devlint, and restart it here when that is done.`;
      if ((await vscode.window.showInformationMessage(said, restart)) === restart) {
        await vscode.commands.executeCommand("devlint.restart");
      }
    }
  }
}
