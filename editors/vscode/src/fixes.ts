/** A fix is shown as a difference before it is applied, unless a trial run has shown that it works. */

import * as vscode from "vscode";
import { applied } from "./edits";

const SCHEME = "pyflow-fix";

interface Pending {
  readonly edit: vscode.WorkspaceEdit;
  readonly versions: ReadonlyMap<string, number>;
}

export class Fixes implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly pending = new Map<string, Pending>();
  private readonly parts: vscode.Disposable[];
  private count = 0;

  constructor() {
    this.parts = [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument((document) => this.forget(document.uri.toString())),
      vscode.commands.registerCommand("pyflow.ui.previewFix", (title: string, edit: vscode.WorkspaceEdit) =>
        this.preview(title, edit),
      ),
      vscode.commands.registerCommand("pyflow.ui.applyFix", () => this.applyActive()),
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  /** Actions as they are offered: those that want a look first open the preview. */
  offered(actions: readonly (vscode.Command | vscode.CodeAction)[]): (vscode.Command | vscode.CodeAction)[] {
    const when = vscode.workspace.getConfiguration("pyflow").get<string>("ui.previewFixes");
    return actions.map((action) => {
      const isFix = action instanceof vscode.CodeAction && action.edit !== undefined;
      if (!isFix || when === "never" || (when === "unverified" && verified(action))) {
        return action;
      }
      const shown = new vscode.CodeAction(`${action.title}…`, action.kind);
      shown.diagnostics = action.diagnostics;
      shown.isPreferred = action.isPreferred;
      shown.command = { title: action.title, command: "pyflow.ui.previewFix", arguments: [action.title, action.edit] };
      return shown;
    });
  }

  private async preview(title: string, edit: vscode.WorkspaceEdit): Promise<void> {
    const [first] = edit.entries();
    if (first === undefined) {
      return;
    }
    const [uri, edits] = first;
    const document = await vscode.workspace.openTextDocument(uri);
    this.count += 1;
    const after = vscode.Uri.from({ scheme: SCHEME, path: uri.path, query: String(this.count) });
    this.texts.set(after.toString(), applied(document, edits));
    const versions = new Map<string, number>();
    for (const [file] of edit.entries()) {
      versions.set(file.toString(), (await vscode.workspace.openTextDocument(file)).version);
    }
    this.pending.set(after.toString(), { edit, versions });
    await vscode.commands.executeCommand("vscode.diff", uri, after, title, { preview: true });
    const files = edit.size > 1 ? ` (in ${edit.size} files)` : "";
    const answer = await vscode.window.showInformationMessage(`${title}${files}?`, "Apply", "Discard");
    if (answer === "Apply") {
      await this.apply(after.toString());
    }
    if (answer !== undefined) {
      await close(after);
    }
  }

  private async applyActive(): Promise<void> {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    if (input instanceof vscode.TabInputTextDiff && input.modified.scheme === SCHEME) {
      await this.apply(input.modified.toString());
      await close(input.modified);
    }
  }

  private async apply(key: string): Promise<void> {
    const pending = this.pending.get(key);
    this.forget(key);
    if (pending === undefined) {
      return;
    }
    for (const [file, version] of pending.versions) {
      if ((await vscode.workspace.openTextDocument(vscode.Uri.parse(file))).version !== version) {
        void vscode.window.showWarningMessage("The text has changed since. Run it again for a fix of the present text.");
        return;
      }
    }
    if (!(await vscode.workspace.applyEdit(pending.edit))) {
      void vscode.window.showErrorMessage("The fix could not be applied.");
    }
  }

  private forget(key: string): void {
    this.texts.delete(key);
    this.pending.delete(key);
  }

  dispose(): void {
    vscode.Disposable.from(...this.parts).dispose();
  }
}

/** What the server says of the trial run, kept by the client with the action. */
function verified(action: vscode.CodeAction): boolean {
  const data = (action as { data?: { verified?: string } }).data;
  return data?.verified === "yes";
}

async function close(modified: vscode.Uri): Promise<void> {
  for (const group of vscode.window.tabGroups.all) {
    for (const tab of group.tabs) {
      if (tab.input instanceof vscode.TabInputTextDiff && tab.input.modified.toString() === modified.toString()) {
        await vscode.window.tabGroups.close(tab);
      }
    }
  }
}
