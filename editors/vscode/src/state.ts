/** What the status bar says. Pure. */
import type { Lack } from "./command";
import { sentence } from "./installation";

export type State =
  | { readonly kind: "starting" }
  | { readonly kind: "ready" | "checking"; readonly executable: string; readonly version: string }
  | { readonly kind: "missing"; readonly lack: Lack }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "untrusted" };

/** What is shown of a state; `command` is what a click does. */
export interface Look {
  readonly text: string;
  readonly tooltip: string;
  readonly command: string;
  readonly isWarning: boolean;
}

const LOG = "devlint.showLog";

/** How the status bar shows a state. */
export function look(state: State): Look {
  switch (state.kind) {
    case "starting":
      return { text: "$(loading~spin) devlint", tooltip: "devlint is starting", command: LOG, isWarning: false };
    case "ready":
    case "checking": {
      const icon = state.kind === "ready" ? "$(check)" : "$(sync~spin)";
      const what = state.kind === "ready" ? "is running" : "is checking";
      const tooltip = `devlint ${state.version} ${what}\n${state.executable}`;
      return { text: `${icon} devlint`, tooltip, command: LOG, isWarning: false };
    }
    case "missing": {
      const isWrong = state.lack.reason === "no such file" || state.lack.reason === "does not run";
      const text = isWrong ? "$(warning) devlint: not found" : "$(warning) devlint: not installed";
      return { text, tooltip: sentence(state.lack), command: "devlint.showMissing", isWarning: true };
    }
    case "failed":
      return { text: "$(error) devlint: failed", tooltip: state.message, command: LOG, isWarning: true };
    case "untrusted":
      return {
        text: "$(shield) devlint: off",
        tooltip: "devlint starts no program until the workspace is trusted",
        command: "workbench.trust.manage",
        isWarning: false,
      };
  }
}
