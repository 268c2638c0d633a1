/** Figures and tables that programs show, in a panel beside the editor. */

import * as path from "node:path";
import * as vscode from "vscode";
import { figure, page, type Shown } from "./html";
import type { DisplayEvent, RunEvent } from "./protocol";

/** Older ones go. */
const MOST = 50;

export class Figures implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private items: Shown[] = [];

  /** The value of a run, if it is more than text. */
  onRun(event: RunEvent): void {
    const data = event.result?.result?.data;
    if (data && Object.keys(data).some((mime) => mime !== "text/plain")) {
      this.onDisplay({ runId: event.runId, uri: event.uri, data });
    }
  }

  onDisplay(event: DisplayEvent): void {
    const name = event.uri ? path.posix.basename(vscode.Uri.parse(event.uri).path) : "code";
    const time = new Date().toLocaleTimeString();
    this.items = [{ title: `${name} · ${time}`, html: figure(event.data) }, ...this.items].slice(0, MOST);
    if (this.panel === undefined) {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.panel = vscode.window.createWebviewPanel("pyflow.figures", "PyFlow: figures", column, {
        enableScripts: false,
        localResourceRoots: [],
      });
      this.panel.onDidDispose(() => {
        this.panel = undefined;
        this.items = [];
      });
    }
    this.panel.webview.html = page(this.items);
  }

  dispose(): void {
    this.panel?.dispose();
  }
}
