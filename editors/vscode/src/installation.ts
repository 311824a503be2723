/** What the user is shown where no server can be started: a sentence, and the command that installs it. Pure. */
import * as path from "node:path";
import { isPython, type Lack, type Place } from "./command";

/** True once an index has a release. Until then the bare name installs nothing, and the user names a checkout. */
export const RELEASED: boolean = false;

const REQUIREMENT = RELEASED ? "devlint[lsp]" : "path/to/devlint[lsp]";

/** One sentence that says what is missing, and where. */
export function sentence(lack: Lack): string {
  switch (lack.reason) {
    case "not on PATH":
      return "devlint is not installed: no Python is selected, and there is no devlint on PATH.";
    case "no such file":
      return `The setting devlint.path names ${lack.executable}, which is not there.`;
    case "no devlint":
      return `devlint is not installed in ${lack.executable}.`;
    case "no pygls":
      return `The language server of devlint needs pygls, which is not installed beside ${lack.executable}.`;
    case "does not run":
      return `${lack.executable} does not run.`;
  }
}

/** The command that installs what is missing; undefined where installing helps nothing. */
export function installCommand(lack: Lack, place: Place): string | undefined {
  if (lack.reason === "no such file" || lack.reason === "does not run") {
    return undefined;
  }
  const python = pythonOf(lack.executable, place) ?? (place.platform === "win32" ? "py" : "python3");
  return `${quoted(python, place.platform)} -m pip install "${REQUIREMENT}"`;
}

/** The Python that a program is, or that lies beside it. */
function pythonOf(executable: string, place: Place): string | undefined {
  if (executable === "" || isPython(executable)) {
    return executable || undefined;
  }
  const { dirname, join } = place.platform === "win32" ? path.win32 : path.posix;
  const beside = join(dirname(executable), place.platform === "win32" ? "python.exe" : "python");
  return place.isFile(beside) ? beside : undefined;
}

/** A path as the usual shell of a platform reads it: PowerShell calls a quoted one with `&`. */
function quoted(file: string, platform: NodeJS.Platform): string {
  if (/^[\w./\\:+-]+$/.test(file)) {
    return file;
  }
  return platform === "win32" ? `& "${file}"` : `'${file.replaceAll("'", "'\\''")}'`;
}
