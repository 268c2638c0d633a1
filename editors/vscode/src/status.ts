/** The status bar's item: what the last run came to, and by a click all that one may want to do. */

import * as vscode from "vscode";
import { duration, summary, type Result, type RunEvent, type Status } from "./protocol";

export class StatusItem implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("pyflow.status", vscode.StatusBarAlignment.Right, 90);
  private readonly runs = new Map<string, RunEvent>();

  constructor() {
    this.item.name = "PyFlow";
    this.item.command = "pyflow.ui.menu";
  }

  onRun(event: RunEvent): void {
    const uri = event.uri ?? "";
    const known = this.runs.get(uri);
    // A run that waits behind another is not shown before it starts.
    if (event.state === "queued" && known !== undefined && known.state !== "finished") {
      return;
    }
    if (event.state === "finished" && known !== undefined && known.runId !== event.runId && known.state !== "finished") {
      return;
    }
    this.runs.set(uri, event);
  }

  isRunning(uri: string): boolean {
    const run = this.runs.get(uri);
    return run !== undefined && run.state !== "finished";
  }

  last(uri: string): Result | undefined {
    return this.runs.get(uri)?.result;
  }

  /** Draws the state of a document; without one the item is hidden. */
  show(uri: string | undefined, status: Status | undefined): void {
    if (uri === undefined) {
      this.item.hide();
      return;
    }
    const run = this.runs.get(uri);
    const result = run?.result;
    this.item.backgroundColor = undefined;
    if (run !== undefined && run.state !== "finished") {
      this.item.text = "$(sync~spin) PyFlow";
    } else if (result === undefined) {
      this.item.text = "$(play) PyFlow";
    } else if (result.status === "ok") {
      this.item.text = `$(check) PyFlow ${duration(result.durationMs)}`;
    } else {
      this.item.text = `$(error) PyFlow ${summary(result)}`;
    }
    this.item.tooltip = describe(status);
    this.item.show();
  }

  broken(why: string): void {
    this.item.text = "$(warning) PyFlow";
    this.item.tooltip = why;
    this.item.backgroundColor = new vscode.ThemeColor("statusBarItem.warningBackground");
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}

/** Interpreter and isolation in words. */
export function describe(status: Status | undefined): string {
  if (status === undefined) {
    return "PyFlow";
  }
  const lines: string[] = [];
  if (status.interpreter) {
    lines.push(`Python ${status.interpreter.version ?? ""} ${status.interpreter.path}`.replace("  ", " "));
    lines.push(status.interpreter.reason);
  } else if (status.problem) {
    lines.push(status.problem);
  }
  if (status.sandbox) {
    const missing = status.sandbox.missing?.length ? `, missing: ${status.sandbox.missing.join(", ")}` : "";
    lines.push(`Isolation: ${status.sandbox.profile} (${status.sandbox.tier}${missing})`);
  }
  return lines.join("\n");
}
