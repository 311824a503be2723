/**
 * Which command starts the language server, and what is missing where there is none. Pure: what it needs to know of the
 * machine it is given, so that the tests need no VS Code.
 *
 *     await find(".venv/bin/python", undefined, place, probe)     { command: { executable: "/p/.venv/bin/python", ... } }
 */
import * as path from "node:path";

/** What can be started. */
export interface Command {
  readonly executable: string;
  readonly args: readonly string[];
}

/** What is known of the machine; `folder` is the first folder of the workspace. */
export interface Place {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly folder: string | undefined;
  isFile(file: string): boolean;
}

/** What a Python has: all that the server needs, no devlint, devlint without pygls, or nothing that runs. */
export type Probed = "ready" | "no devlint" | "no pygls" | "does not run";

/** Why no server can be started; `executable` is what was tried, where there was something to try. */
export interface Lack {
  readonly reason: "not on PATH" | "no such file" | Exclude<Probed, "ready">;
  readonly executable: string;
}

export type Found = { readonly command: Command } | { readonly lack: Lack };

/** What a Python is asked to run, to say what it has. Nothing is imported, and the current folder is not looked into. */
export const PROBE =
  "import sys; sys.path[:] = [p for p in sys.path if p]; from importlib.util import find_spec; " +
  "print('no devlint' if find_spec('devlint') is None else 'no pygls' if find_spec('pygls') is None else 'ready')";

/** The paths of a platform, whatever the tests run on. */
function paths(place: Place): path.PlatformPath {
  return place.platform === "win32" ? path.win32 : path.posix;
}

/** True if a program is a Python by its name. */
export function isPython(executable: string): boolean {
  return /^(python|pypy)[\d.]*w?(\.exe)?$/i.test(executable.split(/[\\/]/).pop() ?? "");
}

/** How a Python, or the command `devlint`, starts the server. */
export function serverCommand(executable: string): Command {
  return { executable, args: isPython(executable) ? ["-m", "devlint", "server"] : ["server"] };
}

/** The program `name` on PATH; undefined where there is none. Relative entries of PATH depend on a folder, and are left out. */
export function onPath(name: string, place: Place): string | undefined {
  const { delimiter, isAbsolute, join } = paths(place);
  const search = Object.entries(place.environment).find(([key]) => key.toUpperCase() === "PATH")?.[1] ?? "";
  const endings = place.platform === "win32" && !/\.exe$/i.test(name) ? [".exe"] : [""];
  for (const folder of search.split(delimiter).filter(isAbsolute)) {
    for (const ending of endings) {
      const file = join(folder, name + ending);
      if (place.isFile(file)) {
        return file;
      }
    }
  }
  return undefined;
}

/** The setting `devlint.path` with its variables replaced; a path that is relative begins at the first folder. */
export function expanded(setting: string, place: Place): string {
  const { join, isAbsolute } = paths(place);
  const replaced = setting
    .trim()
    .replace(/^~(?=[\\/]|$)/, () => place.home)
    .replace(/\$\{(workspaceFolder|userHome|env:([^}]+))\}/g, (_, which: string, name: string | undefined) =>
      which === "workspaceFolder" ? (place.folder ?? "") : which === "userHome" ? place.home : (place.environment[name ?? ""] ?? ""),
    );
  const isName = !/[\\/]/.test(replaced);
  return isName || isAbsolute(replaced) || place.folder === undefined ? replaced : join(place.folder, replaced);
}

/**
 * The command that starts the server: the one of the setting, else the interpreter if it has devlint, else `devlint` on
 * PATH. Where no one is ready, what the first of them lacks. `probe` says what a Python has.
 */
export async function find(
  setting: string,
  interpreter: string | undefined,
  place: Place,
  probe: (python: string) => Promise<Probed>,
): Promise<Found> {
  if (setting.trim() !== "") {
    const wanted = expanded(setting, place);
    const executable = /[\\/]/.test(wanted) ? wanted : onPath(wanted, place);
    if (executable === undefined || !place.isFile(executable)) {
      return { lack: { reason: "no such file", executable: wanted } };
    }
    return tried(executable, probe);
  }
  const ofInterpreter = interpreter === undefined ? undefined : await tried(interpreter, probe);
  if (ofInterpreter !== undefined && "command" in ofInterpreter) {
    return ofInterpreter;
  }
  const command = onPath("devlint", place);
  return command === undefined
    ? (ofInterpreter ?? { lack: { reason: "not on PATH", executable: "" } })
    : { command: serverCommand(command) };
}

async function tried(executable: string, probe: (python: string) => Promise<Probed>): Promise<Found> {
  const has = isPython(executable) ? await probe(executable) : "ready";
  return has === "ready" ? { command: serverCommand(executable) } : { lack: { reason: has, executable } };
}

/** What a server lacks that ended at once, by what it wrote to standard error; undefined where that says nothing of it. */
export function lackOf(executable: string, stderr: string): Lack | undefined {
  if (/language server needs pygls/.test(stderr)) {
    return { reason: "no pygls", executable };
  }
  return /No module named '?devlint/.test(stderr) ? { reason: "no devlint", executable } : undefined;
}
