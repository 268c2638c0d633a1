/** A terminal for each document's output: colours and carriage returns are the terminal's own, frames are links. */

import * as path from "node:path";
import * as vscode from "vscode";
import { frames } from "./links";
import { duration, summary, type OutputEvent, type RunEvent } from "./protocol";
import { CLEAR, Waiting, forTerminal, note } from "./terminal";

class Output implements vscode.Pseudoterminal {
  private readonly writes = new vscode.EventEmitter<string>();
  readonly onDidWrite = this.writes.event;
  private readonly waiting = new Waiting();
  private isOpen = false;
  /** The kind of the run before, which says whether the next one starts on an empty screen. */
  before: "file" | "cell" | "selection" | undefined;
  fresh = false;
  terminal: vscode.Terminal | undefined;

  constructor(private readonly interrupt: () => void) {}

  open(): void {
    this.isOpen = true;
    this.writes.fire(this.waiting.take());
  }

  close(): void {
    this.isOpen = false;
    this.terminal = undefined;
  }

  handleInput(data: string): void {
    if (data === "\u0003") {
      this.interrupt();
    }
  }

  write(text: string): void {
    if (this.isOpen) {
      this.writes.fire(text);
    } else {
      this.waiting.push(text);
    }
  }

  /** A run's first text. What a file's run left goes; after a cell's run it follows. */
  begin(): void {
    if (this.fresh) {
      this.fresh = false;
      this.write(this.before === "file" ? CLEAR : "");
    }
  }
}

export class Outputs implements vscode.Disposable, vscode.TerminalLinkProvider<vscode.TerminalLink & { target: vscode.Location }> {
  private readonly outputs = new Map<string, Output>();
  private readonly registration = vscode.window.registerTerminalLinkProvider(this);

  constructor(private readonly interrupt: (uri: string) => void) {}

  private of(uri: string): Output {
    let output = this.outputs.get(uri);
    if (output === undefined) {
      output = new Output(() => this.interrupt(uri));
      this.outputs.set(uri, output);
    }
    return output;
  }

  /** Shows a document's output; the cursor stays unless it is asked for. */
  show(uri: string, focus: boolean): void {
    const output = this.of(uri);
    if (output.terminal === undefined) {
      const name = uri === "" ? "code" : path.posix.basename(vscode.Uri.parse(uri).path);
      output.terminal = vscode.window.createTerminal({
        name: `PyFlow: ${name}`,
        pty: output,
        iconPath: new vscode.ThemeIcon("output"),
        isTransient: true,
      });
    }
    output.terminal.show(!focus);
  }

  onOutput(event: OutputEvent): void {
    const uri = event.uri ?? "";
    const output = this.of(uri);
    output.begin();
    output.write(forTerminal(event.text));
    if ((event.dropped ?? 0) > 0) {
      output.write(note(`… ${event.dropped} bytes left out …\r\n`, false));
    }
    if (output.terminal === undefined && vscode.workspace.getConfiguration("pyflow").get("ui.showOutput") === "auto") {
      this.show(uri, false);
    }
  }

  /** What the user typed, behind the question. */
  echo(uri: string, text: string): void {
    this.of(uri).write(forTerminal(`${text}\n`));
  }

  onRun(event: RunEvent): void {
    const output = this.of(event.uri ?? "");
    if (event.state === "started") {
      output.fresh = true;
    } else if (event.state === "finished" && event.result !== undefined) {
      output.begin();
      const result = event.result;
      output.before = result.kind;
      if (result.kind !== "file" && result.result) {
        output.write(`⇒ ${forTerminal(result.result.repr)}\r\n`);
      }
      output.write(note(`── ${summary(result)} · ${duration(result.durationMs)} ──\r\n`, result.status !== "ok"));
    }
  }

  provideTerminalLinks(context: vscode.TerminalLinkContext): (vscode.TerminalLink & { target: vscode.Location })[] {
    if (![...this.outputs.values()].some((output) => output.terminal === context.terminal)) {
      return [];
    }
    return frames(context.line).map((frame) => ({
      startIndex: frame.start,
      length: frame.length,
      tooltip: "Go to the frame",
      target: new vscode.Location(vscode.Uri.file(frame.file), new vscode.Position(Math.max(frame.line - 1, 0), 0)),
    }));
  }

  async handleTerminalLink(link: vscode.TerminalLink & { target: vscode.Location }): Promise<void> {
    const range = new vscode.Range(link.target.range.start, link.target.range.start);
    await vscode.window.showTextDocument(link.target.uri, { selection: range });
  }

  dispose(): void {
    this.registration.dispose();
    for (const output of this.outputs.values()) {
      output.terminal?.dispose();
    }
  }
}
