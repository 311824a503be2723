/** The language server: it is found, started, watched and stopped here. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  State as ClientState,
  type ClientCapabilities,
  type LanguageClientOptions,
  type StaticFeature,
} from "vscode-languageclient/node";
import { find, lackOf, type Command } from "./command";
import { interpreter, place, probe } from "./machine";
import type { State } from "./state";

const RESTARTS = 3; // in a row, of a server that dies
const QUICK = 60_000; // milliseconds within which deaths are in a row
const PATIENCE = 2_000; // milliseconds for the last words of a server that did not start
const LONGEST_SAID = 10_000; // characters of standard error that are kept

/** Says to the server that this client knows `devlint/status`. */
const STATUS: StaticFeature = {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    capabilities.experimental = { ...capabilities.experimental, devlint: { status: true } };
  },
  initialize: () => undefined,
  getState: () => ({ kind: "static" }),
  clear: () => undefined,
};

/** A client that says what goes wrong in the log and in the status bar, and opens no window for it. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

export class Server implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<State>();
  readonly onDidChangeState = this.changed.event;
  state: State = { kind: "starting" };
  client: LanguageClient | undefined;
  private last: Promise<void> = Promise.resolve();
  private deaths: number[] = [];
  private interpreter: string | undefined;

  /** `folder` is where programs run: none of the workspace's, since Python imports from the folder it runs in. */
  constructor(
    private readonly log: vscode.OutputChannel,
    private readonly folder: string,
  ) {}

  /** Stop the server that runs, and start the one that is to. Calls are done one after the other. */
  restart(): Promise<void> {
    this.deaths = [];
    this.last = this.last.then(() => this.stop()).then(() => this.start());
    return this.last;
  }

  /** Start the server of another interpreter, where that is selected now and the setting names none. */
  async interpreterChanged(): Promise<void> {
    const setting = vscode.workspace.getConfiguration("devlint").get<string>("path", "");
    if (setting.trim() === "" && (await interpreter()) !== this.interpreter) {
      await this.restart();
    }
  }

  dispose(): Promise<void> {
    this.last = this.last.then(() => this.stop());
    this.changed.dispose();
    return this.last;
  }

  private set(state: State): void {
    this.state = state;
    this.changed.fire(state);
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.dispose().catch((error: unknown) => this.log.appendLine(`while stopping: ${String(error)}`));
  }

  private async start(): Promise<void> {
    if (!vscode.workspace.isTrusted) {
      this.set({ kind: "untrusted" });
      return;
    }
    this.set({ kind: "starting" });
    const setting = vscode.workspace.getConfiguration("devlint").get<string>("path", "");
    this.interpreter = setting.trim() === "" ? await interpreter() : undefined;
    const found = await find(setting, this.interpreter, place(), (python) => probe(python, this.folder));
    if ("lack" in found) {
      this.set({ kind: "missing", lack: found.lack });
      return;
    }
    await this.connect(found.command);
  }

  private async connect(command: Command): Promise<void> {
    this.log.appendLine(`starting ${[command.executable, ...command.args].join(" ")}`);
    let said = "";
    let isUp = false;
    let ended: Promise<unknown> = Promise.resolve();
    const run = async (): Promise<ChildProcess> => {
      const child = spawn(command.executable, command.args, { cwd: this.folder });
      await once(child, "spawn"); // raises where the program cannot be run
      ended = once(child, "close"); // and all that it said has come
      child.stderr.on("data", (data: Buffer) => (said = (said + data.toString()).slice(-LONGEST_SAID)));
      return child;
    };
    const options = this.options(() => isUp && client === this.client);
    const client: LanguageClient = new QuietClient("devlint", "devlint", run, options);
    client.registerFeature(STATUS);
    const running = (kind: "checking" | "ready") => {
      if (client === this.client) {
        const version = client.initializeResult?.serverInfo?.version ?? "";
        this.set({ kind, executable: command.executable, version: version.replace(/^v/, "") });
      }
    };
    client.onNotification("devlint/status", (status: { state: "checking" | "ready" }) => running(status.state));
    client.onDidChangeState((change) => change.newState === ClientState.Running && running("ready"));
    this.client = client;
    try {
      await client.start();
      isUp = true;
    } catch (error) {
      this.client = undefined;
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
      const lack = lackOf(command.executable, said);
      const message = said.trim().split("\n").pop() || String(error);
      this.set(lack ? { kind: "missing", lack } : { kind: "failed", message: `the server did not start: ${message}` });
    }
  }

  /** `hasStarted` is whether the client is the one in use, and has spoken with a server before. */
  private options(hasStarted: () => boolean): LanguageClientOptions {
    const python = ["file", "untitled", "vscode-notebook-cell"].map((scheme) => ({ scheme, language: "python" }));
    return {
      documentSelector: python,
      outputChannel: this.log,
      synchronize: { configurationSection: "devlint" },
      initializationOptions: () => vscode.workspace.getConfiguration("devlint"),
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          const now = Date.now();
          this.deaths = [...this.deaths.filter((then) => now - then < QUICK), now];
          if (!hasStarted()) {
            return { action: CloseAction.DoNotRestart, handled: true };
          }
          const isEnough = this.deaths.length > RESTARTS;
          this.set(isEnough ? { kind: "failed", message: "the server ended again and again" } : { kind: "starting" });
          return { action: isEnough ? CloseAction.DoNotRestart : CloseAction.Restart, handled: true };
        },
      },
      middleware: {
        window: {
          showDocument: async (params, next) => {
            const uri = vscode.Uri.parse(params.uri);
            if (!uri.path.endsWith(".md")) {
              const done = await next(params, new vscode.CancellationTokenSource().token);
              return "success" in done ? done : { success: false };
            }
            await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
            return { success: true };
          },
        },
      },
    };
  }
}
