/** The interpreter that is chosen in the Python extension, where that is installed. It is never needed. */

import * as vscode from "vscode";

interface PythonApi {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string } | undefined;
    readonly onDidChangeActiveEnvironmentPath?: vscode.Event<unknown>;
  };
}

export class PythonExtension implements vscode.Disposable {
  private listener: vscode.Disposable | undefined;

  private constructor(private readonly api: PythonApi | undefined) {}

  static async find(changed: () => void): Promise<PythonExtension> {
    const extension = vscode.extensions.getExtension<PythonApi>("ms-python.python");
    let api: PythonApi | undefined;
    try {
      api = await extension?.activate();
    } catch {
      api = undefined;
    }
    const found = new PythonExtension(api);
    found.listener = api?.environments?.onDidChangeActiveEnvironmentPath?.(changed);
    return found;
  }

  /** The path of the environment or interpreter, for a file or folder. */
  interpreter(resource: vscode.Uri | undefined): string | undefined {
    // Without the extension, or where nothing was chosen, the server finds one.
    const path = this.api?.environments?.getActiveEnvironmentPath(resource)?.path;
    return path === undefined || path === "" || path === "python" ? undefined : path;
  }

  dispose(): void {
    this.listener?.dispose();
  }
}
