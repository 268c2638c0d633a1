/** The variables of the active document's session. */

import * as vscode from "vscode";
import type { Variable } from "./protocol";

const MOST = 1000;

export class Variables implements vscode.TreeDataProvider<Variable>, vscode.Disposable {
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changes.event;
  private readonly view = vscode.window.createTreeView("pyflow.variables", { treeDataProvider: this });

  constructor(private readonly ask: () => Promise<readonly Variable[] | undefined>) {}

  refresh(): void {
    this.changes.fire();
  }

  getTreeItem(variable: Variable): vscode.TreeItem {
    const item = new vscode.TreeItem(variable.name);
    item.description = `${variable.type}  ${variable.repr.replace(/\s+/g, " ")}`;
    item.tooltip = new vscode.MarkdownString().appendCodeblock(variable.repr, "python");
    item.iconPath = new vscode.ThemeIcon("symbol-variable");
    item.contextValue = "variable";
    return item;
  }

  async getChildren(parent?: Variable): Promise<Variable[]> {
    // Asked for only while it can be seen.
    if (parent !== undefined || !this.view.visible) {
      return [];
    }
    return [...((await this.ask()) ?? [])].slice(0, MOST);
  }

  dispose(): void {
    this.view.dispose();
    this.changes.dispose();
  }
}
