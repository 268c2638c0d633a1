/** PyFlow for VS Code: starts the language server and shows what it tells. */

import * as vscode from "vscode";
import { register, setContexts } from "./commands";
import { Figures } from "./figures";
import { Fixes } from "./fixes";
import { Outputs } from "./output";
import type { Status, Variable } from "./protocol";
import { PythonExtension } from "./python";
import { Server } from "./server";
import { StatusItem, describe } from "./status";
import { Variables } from "./variables";

/** How long after the last key the markers are looked for again, in milliseconds. */
const CALM = 300;

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const item = new StatusItem();
  const figures = new Figures();
  const fixes = new Fixes();
  const outputs = new Outputs((uri) => void server?.command("interrupt", { uri }));
  const activeUri = () => {
    const active = vscode.window.activeTextEditor;
    return active?.document.languageId === "python" ? active.document.uri.toString() : undefined;
  };
  const status = async (): Promise<Status | undefined> => {
    const uri = activeUri();
    return uri !== undefined && server?.isRunning ? server.command<Status>("status", { uri }) : undefined;
  };
  const variables = new Variables(async () => {
    const uri = activeUri();
    return uri !== undefined && server?.isRunning ? server.command<Variable[]>("variables", { uri }) : [];
  });
  let known: Status | undefined;
  const draw = () => {
    const uri = activeUri();
    if (server?.problem !== undefined) {
      item.broken(server.problem);
    } else {
      item.show(uri, known);
    }
    setContexts(vscode.window.activeTextEditor, uri !== undefined && item.isRunning(uri));
  };
  const refresh = async () => {
    draw();
    known = await status();
    draw();
    variables.refresh();
  };

  server = new Server(
    context,
    {
      onRun: (event) => {
        item.onRun(event);
        outputs.onRun(event);
        figures.onRun(event);
        if (event.state === "finished") {
          void refresh();
        } else {
          draw();
        }
      },
      onOutput: (event) => outputs.onOutput(event),
      onDisplay: (event) => figures.onDisplay(event),
      onAnswer: (request, text) => outputs.echo(request.uri ?? "", request.password ? "" : (text ?? "")),
    },
    fixes,
    () => void refresh(),
  );

  let timer: NodeJS.Timeout | undefined;
  context.subscriptions.push(
    item,
    figures,
    fixes,
    outputs,
    variables,
    server,
    ...register({ server, outputs }, async () => describe(await status())),
    vscode.commands.registerCommand("pyflow.ui.refreshVariables", () => variables.refresh()),
    vscode.window.onDidChangeActiveTextEditor(() => void refresh()),
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document === vscode.window.activeTextEditor?.document) {
        clearTimeout(timer);
        timer = setTimeout(draw, CALM);
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void server?.restart()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("pyflow.server.path")) {
        void server?.restart();
      }
    }),
  );
  const python = await PythonExtension.find(() => void server?.settingsChanged());
  server.python = python;
  context.subscriptions.push(python);
  await server.start();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
