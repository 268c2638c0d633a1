/** The language client: how the server is started, what it is told, and what it tells. */

import * as vscode from "vscode";
import {
  DidChangeConfigurationNotification,
  LanguageClient,
  State,
  type ClientCapabilities,
  type LanguageClientOptions,
  type StaticFeature,
} from "vscode-languageclient/node";
import { find, isExecutable, missing, probe } from "./binary";
import type { Fixes } from "./fixes";
import type { DisplayEvent, InputRequest, OutputEvent, RunEvent } from "./protocol";
import type { PythonExtension } from "./python";
import { chosen, nested } from "./settings";

/** Announces the server's own messages, each of which is handled here. */
const announcement: StaticFeature = {
  fillClientCapabilities(capabilities: ClientCapabilities): void {
    capabilities.experimental = {
      ...(capabilities.experimental as object | undefined),
      pyflow: { run: true, output: true, display: true, input: true },
    };
  },
  initialize: () => undefined,
  getState: () => ({ kind: "static" }),
  clear: () => undefined,
};

export interface Heard {
  onRun(event: RunEvent): void;
  onOutput(event: OutputEvent): void;
  onDisplay(event: DisplayEvent): void;
  onAnswer(request: InputRequest, text: string | undefined): void;
}

/** Names of the server's settings and whether they are guarded, from this extension's own manifest. */
function keys(context: vscode.ExtensionContext): Map<string, boolean> {
  const manifest = context.extension.packageJSON as {
    contributes: { configuration: { id: string; properties: Record<string, unknown> }[] };
    capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } };
  };
  const guarded = new Set(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations);
  const server = manifest.contributes.configuration.find((part) => part.id === "pyflow.server");
  return new Map(Object.keys(server?.properties ?? {}).map((name) => [name, guarded.has(name)]));
}

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  readonly log = vscode.window.createOutputChannel("PyFlow log", { log: true });
  private readonly keys: Map<string, boolean>;
  python: PythonExtension | undefined;
  /** Starts and stops follow one another. */
  private queue: Promise<void> = Promise.resolve();
  /** Why it does not run, in words. */
  problem: string | undefined;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly heard: Heard,
    private readonly fixes: Fixes,
    private readonly stateChanged: () => void,
  ) {
    this.keys = keys(context);
  }

  get isRunning(): boolean {
    return this.client?.state === State.Running;
  }

  start(): Promise<void> {
    return this.next(() => this.startNow());
  }

  restart(): Promise<void> {
    return this.next(async () => {
      await this.stopNow();
      await this.startNow();
    });
  }

  stop(): Promise<void> {
    return this.next(() => this.stopNow());
  }

  private next(step: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(step).catch((error: unknown) => this.failed(String(error)));
    return this.queue;
  }

  /** Asks the server to do a command. Undefined when it can't: then the user has been told. */
  async command<T>(name: string, argument: object): Promise<T | undefined> {
    if (this.client === undefined || !this.isRunning) {
      void this.tell(this.problem ?? "PyFlow's server is not running.");
      return undefined;
    }
    const known = this.client.initializeResult?.capabilities.executeCommandProvider?.commands ?? [];
    if (!known.includes(`pyflow.${name}`)) {
      void vscode.window.showWarningMessage(`This server has no pyflow.${name}: no model is set up, or it is too old.`);
      return undefined;
    }
    try {
      return await this.client.sendRequest<T>("workspace/executeCommand", {
        command: `pyflow.${name}`,
        arguments: [argument],
      });
    } catch (error) {
      // The server has shown it.
      this.log.warn(`pyflow.${name}: ${String(error)}`);
      return undefined;
    }
  }

  private async startNow(): Promise<void> {
    const platform = `${process.platform}-${process.arch}`;
    const found = find({
      // Of the user's own settings: a workspace does not choose what is started.
      setting: vscode.workspace.getConfiguration("pyflow").inspect<string>("server.path")?.globalValue ?? "",
      extensionFolder: this.context.extensionPath,
      platform: process.platform,
      path: process.env["PATH"] ?? "",
      isExecutable,
    });
    if (found === undefined) {
      return this.failed(missing(platform));
    }
    const wrong = await probe(found, platform);
    if (wrong !== undefined) {
      return this.failed(wrong);
    }
    this.log.info(`starting ${found.command} (${found.origin})`);
    const client = new LanguageClient(
      "pyflow",
      "PyFlow",
      { command: found.command, args: ["lsp"] },
      this.options(),
    );
    client.registerFeature(announcement);
    client.onNotification("pyflow/run", (event: RunEvent) => this.heard.onRun(event));
    client.onNotification("pyflow/output", (event: OutputEvent) => this.heard.onOutput(event));
    client.onNotification("pyflow/display", (event: DisplayEvent) => this.heard.onDisplay(event));
    client.onRequest("pyflow/input", (request: InputRequest, token) => this.input(request, token));
    client.onDidChangeState(() => this.stateChanged());
    this.client = client;
    await client.start();
    this.problem = undefined;
    this.stateChanged();
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await client?.dispose();
  }

  private async failed(why: string): Promise<void> {
    this.problem = why;
    this.log.error(why);
    this.stateChanged();
    await this.tell(why);
  }

  private async tell(why: string): Promise<void> {
    const answer = await vscode.window.showErrorMessage(why, "Settings", "Log");
    if (answer === "Settings") {
      await vscode.commands.executeCommand("workbench.action.openSettings", "pyflow.server.path");
    } else if (answer === "Log") {
      this.log.show();
    }
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: [{ language: "python" }],
      outputChannel: this.log,
      initializationOptions: {
        ...(this.settings(undefined) as object),
        trusted: vscode.workspace.isTrusted,
      },
      middleware: {
        provideCodeActions: async (document, range, context, token, next) => {
          const actions = await next(document, range, context, token);
          return actions && this.fixes.offered(actions);
        },
        workspace: {
          configuration: async (params, token, next) => {
            const answers = await next(params, token);
            return Array.isArray(answers)
              ? params.items.map((item, index) =>
                  item.section === "pyflow" ? this.settings(item.scopeUri) : (answers[index] as unknown),
                )
              : answers;
          },
          // What would be sent has all defaults in it; the server asks for what was set.
          didChangeConfiguration: () => this.settingsChanged(),
        },
      },
    };
  }

  /** Tells the server to ask anew. */
  async settingsChanged(): Promise<void> {
    if (this.client !== undefined && this.isRunning) {
      await this.client.sendNotification(DidChangeConfigurationNotification.type, { settings: null });
    }
  }

  /** What was set for a document, and the Python extension's interpreter unless another was set. */
  private settings(scope: string | undefined): unknown {
    const uri = scope === undefined ? undefined : vscode.Uri.parse(scope);
    const resource = uri ?? vscode.workspace.workspaceFolders?.[0]?.uri;
    const configuration = vscode.workspace.getConfiguration(undefined, resource);
    const trusted = vscode.workspace.isTrusted;
    const values = new Map<string, unknown>();
    for (const [name, guarded] of this.keys) {
      values.set(name.slice("pyflow.".length), chosen(configuration.inspect(name), guarded, trusted));
    }
    if (trusted && !values.get("interpreter")) {
      values.set("interpreter", this.python?.interpreter(resource));
    }
    return nested(values);
  }

  /** `input()` of a program: closed by Escape it is the end of the input. */
  private async input(request: InputRequest, token: vscode.CancellationToken): Promise<{ text: string } | null> {
    const options = { prompt: request.prompt, password: request.password, ignoreFocusOut: true, title: "input()" };
    const text = await vscode.window.showInputBox(options, token);
    if (!token.isCancellationRequested) {
      this.heard.onAnswer(request, text);
    }
    return text === undefined ? null : { text };
  }

  dispose(): void {
    void this.stop();
    this.log.dispose();
  }
}
