/** What of the user's settings is sent: only what was set, for the server has defaults of its own by who asks. */

/** The layers of one setting, as `WorkspaceConfiguration.inspect` gives them. */
export interface Layers {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** The value that counts. In a workspace that is not trusted, guarded settings come from the user's own alone. */
export function chosen(layers: Layers | undefined, guarded: boolean, trusted: boolean): unknown {
  if (layers === undefined) {
    return undefined;
  }
  if (guarded && !trusted) {
    return layers.globalValue;
  }
  return layers.workspaceFolderValue ?? layers.workspaceValue ?? layers.globalValue;
}

/** An object of objects, from dotted names: {"run.timeoutMs": 5} is {run: {timeoutMs: 5}}. */
export function nested(values: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, value] of values) {
    if (value === undefined || value === null || value === "") {
      continue;
    }
    const parts = name.split(".");
    const last = parts.pop() as string;
    let at = root;
    for (const part of parts) {
      at = (at[part] ??= {}) as Record<string, unknown>;
    }
    at[last] = value;
  }
  return root;
}
