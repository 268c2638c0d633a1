/** The extension's own commands. Those of the server (`pyflow.*`) are registered by the language client. */

import * as vscode from "vscode";
import { hasCells, nextMarker } from "./cells";
import type { Outputs } from "./output";
import type { Server } from "./server";

export interface Parts {
  readonly server: Server;
  readonly outputs: Outputs;
}

/** The active Python editor, or undefined after saying that there is none. */
function editor(): vscode.TextEditor | undefined {
  const active = vscode.window.activeTextEditor;
  if (active?.document.languageId === "python") {
    return active;
  }
  void vscode.window.showInformationMessage("PyFlow runs Python files: open one first.");
  return undefined;
}

function position(active: vscode.TextEditor): object {
  return { line: active.selection.active.line, character: active.selection.active.character };
}

function uriOf(active: vscode.TextEditor): string {
  return active.document.uri.toString();
}

/** Goes below the next cell's marker; from the last cell nowhere. */
function advance(active: vscode.TextEditor): void {
  const marker = nextMarker(active.document, active.selection.active.line);
  if (marker !== undefined) {
    const line = Math.min(marker + 1, active.document.lineCount - 1);
    active.selection = new vscode.Selection(line, 0, line, 0);
    active.revealRange(active.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }
}

async function showMarkdown(text: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: "markdown", content: text });
  await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
}

async function ask(parts: Parts, active: vscode.TextEditor): Promise<void> {
  const question = await vscode.window.showInputBox({ prompt: "Ask about the last error" });
  if (question) {
    const answer = await parts.server.command<{ markdown: string }>("ask", { uri: uriOf(active), question });
    if (answer) {
      await showMarkdown(answer.markdown);
    }
  }
}

interface Entry extends vscode.QuickPickItem {
  readonly command?: string;
}

async function menu(description: string): Promise<void> {
  const entry = (label: string, command: string, detail?: string): Entry => ({ label, command, detail });
  const entries: Entry[] = [
    entry("$(play) Run file", "pyflow.ui.runFile"),
    entry("$(debug-stop) Stop", "pyflow.ui.stop"),
    entry("$(debug-restart) Restart session", "pyflow.ui.restartSession", "All names of the session are lost"),
    entry("$(output) Show output", "pyflow.ui.showOutput"),
    entry("$(symbol-variable) Show variables", "pyflow.variables.focus"),
    { label: description.split("\n")[0] ?? "", kind: vscode.QuickPickItemKind.Separator },
    entry("$(symbol-misc) Choose the interpreter", "pyflow.ui.interpreterSetting", description),
    entry("$(shield) Isolation", "pyflow.ui.sandboxSetting"),
    entry("$(list-flat) Show the log", "pyflow.ui.showLog"),
    entry("$(refresh) Restart the server", "pyflow.ui.restartServer"),
  ];
  const picked = await vscode.window.showQuickPick(entries, { title: "PyFlow" });
  if (picked?.command) {
    await vscode.commands.executeCommand(picked.command);
  }
}

/** Registers all of them. `describe` says what runs the active document. */
export function register(parts: Parts, describe: () => Promise<string>): vscode.Disposable[] {
  const { server, outputs } = parts;
  const onEditor = (act: (active: vscode.TextEditor) => unknown) => () => {
    const active = editor();
    return active && act(active);
  };
  const atCursor = (name: string) => (active: vscode.TextEditor) =>
    server.command(name, { uri: uriOf(active), position: position(active) });
  const plainly = (name: string) => (active: vscode.TextEditor) => server.command(name, { uri: uriOf(active) });
  const selection = (active: vscode.TextEditor) =>
    server.command("runSelection", {
      uri: uriOf(active),
      range: { start: active.selection.start, end: active.selection.end },
    });
  const setting = (name: string) => () => vscode.commands.executeCommand("workbench.action.openSettings", name);

  const commands: Record<string, () => unknown> = {
    runFile: onEditor(plainly("runFile")),
    runCell: onEditor(atCursor("runCell")),
    runCellAndAdvance: onEditor((active) => {
      const started = atCursor("runCell")(active);
      advance(active);
      return started;
    }),
    runAbove: onEditor(atCursor("runCellsAbove")),
    runAllCells: onEditor(plainly("runAllCells")),
    runSelection: onEditor(selection),
    stop: onEditor(plainly("interrupt")),
    restartSession: onEditor(plainly("restartSession")),
    clearResults: onEditor(plainly("clearResults")),
    showOutput: onEditor((active) => outputs.show(uriOf(active), true)),
    explain: onEditor(async (active) => {
      const answer = await atCursor("explain")(active);
      const markdown = (answer as { markdown?: string } | undefined)?.markdown;
      if (markdown) {
        await showMarkdown(markdown);
      }
    }),
    fix: onEditor(() => vscode.commands.executeCommand("editor.action.quickFix")),
    ask: onEditor((active) => ask(parts, active)),
    menu: async () => menu(await describe()),
    interpreterSetting: setting("pyflow.interpreter"),
    sandboxSetting: setting("pyflow.sandbox"),
    showLog: () => server.log.show(),
    restartServer: () => server.restart(),
  };
  return Object.entries(commands).map(([name, act]) => vscode.commands.registerCommand(`pyflow.ui.${name}`, act));
}

/** What the keybindings and buttons go by. */
export function setContexts(active: vscode.TextEditor | undefined, running: boolean): void {
  const isPython = active?.document.languageId === "python";
  const set = (name: string, value: boolean) => void vscode.commands.executeCommand("setContext", `pyflow.${name}`, value);
  set("hasCells", isPython && hasCells(active.document));
  set("running", isPython && running);
}
