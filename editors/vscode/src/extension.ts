/** The extension: it starts the language server of devlint, and shows what VS Code has no place for by itself. */
import * as vscode from "vscode";
import { explainRule, fixFile } from "./commands";
import { DevicesView } from "./devices";
import { watchInterpreter } from "./machine";
import { MissingNotice } from "./missing";
import { Server } from "./server";
import { Status } from "./status";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel("devlint");
  const running = (server = new Server(log, context.extensionPath));
  const status = new Status();
  const notice = new MissingNotice();
  const devices = new DevicesView(() => running.client);
  const command = (name: string, act: () => unknown) => vscode.commands.registerCommand(`devlint.${name}`, act);

  context.subscriptions.push(
    log,
    status,
    devices,
    command("restart", () => running.restart()),
    command("showLog", () => log.show()),
    command("fixFile", fixFile),
    command("explainRule", () => explainRule(running.client)),
    command("showDevices", () => devices.show()),
    command("showMissing", () => running.state.kind === "missing" && notice.show(running.state.lack, true)),
    running.onDidChangeState((state) => {
      status.show(state);
      if (state.kind === "missing") {
        void notice.show(state.lack, false);
      } else if (state.kind === "ready") {
        devices.refresh();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => running.restart()),
    vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("devlint.path") && running.restart()),
  );
  status.show(running.state);
  await running.restart();
  if (vscode.workspace.isTrusted) {
    const watching = await watchInterpreter(() => void running.interpreterChanged());
    context.subscriptions.push(...(watching ? [watching] : []));
  }
}

export async function deactivate(): Promise<void> {
  await server?.dispose();
}
