/** What the machine is asked: which files there are, what a Python has, which one the Python extension has selected. */
import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { homedir } from "node:os";
import * as vscode from "vscode";
import { PROBE, type Place, type Probed } from "./command";

const PATIENCE = 20_000; // milliseconds for a Python to say what it has

/** What is known of this machine. */
export function place(): Place {
  return {
    platform: process.platform,
    environment: process.env,
    home: homedir(),
    folder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
    isFile: (file) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false,
  };
}

/** What `python` has. It runs in `folder`, which is none of the workspace's. */
export function probe(python: string, folder: string): Promise<Probed> {
  return new Promise((resolve) => {
    execFile(python, ["-c", PROBE], { cwd: folder, timeout: PATIENCE }, (error, stdout) => {
      const said = stdout.trim();
      resolve(said === "ready" || said === "no devlint" || said === "no pygls" ? said : error ? "does not run" : "no devlint");
    });
  });
}

/** The part of the Python extension's API that is used. */
interface Environments {
  getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
  resolveEnvironment(environment: { readonly path: string }): Promise<{ executable: { uri?: vscode.Uri } } | undefined>;
  onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
}

async function environments(): Promise<Environments | undefined> {
  const extension = vscode.extensions.getExtension<{ environments?: Environments }>("ms-python.python");
  try {
    return (await extension?.activate())?.environments;
  } catch {
    return undefined; // it is the other extension's to say what is wrong with it
  }
}

/** The interpreter that the Python extension has selected for the first folder; undefined where there is none. */
export async function interpreter(): Promise<string | undefined> {
  try {
    const known = await environments();
    const active = known?.getActiveEnvironmentPath(vscode.workspace.workspaceFolders?.[0]?.uri);
    return active && (await known?.resolveEnvironment(active))?.executable.uri?.fsPath;
  } catch {
    return undefined;
  }
}

/** Calls `changed` when another interpreter is selected. */
export async function watchInterpreter(changed: () => void): Promise<vscode.Disposable | undefined> {
  return (await environments())?.onDidChangeActiveEnvironmentPath(changed);
}
