/** The server's own messages. Fields that are not used here are left out. */

export interface Result {
  readonly kind: "file" | "cell" | "selection";
  readonly status: string;
  readonly limit?: string | null;
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  readonly durationMs: number;
  readonly result?: {
    readonly repr: string;
    readonly type: string;
    readonly data?: Readonly<Record<string, string>> | null;
  } | null;
  readonly exception?: { readonly type: string; readonly message: string } | null;
  readonly sandbox?: { readonly profile: string; readonly tier: string; readonly missing?: readonly string[] };
}

export interface RunEvent {
  readonly runId: string;
  readonly uri?: string | null;
  readonly state: "queued" | "started" | "finished";
  readonly result?: Result;
}

export interface OutputEvent {
  readonly runId: string;
  readonly uri?: string | null;
  readonly stream: string;
  readonly text: string;
  readonly dropped?: number;
}

export interface DisplayEvent {
  readonly runId: string;
  readonly uri?: string | null;
  readonly data: Readonly<Record<string, string>>;
}

export interface InputRequest {
  readonly runId: string;
  readonly uri?: string | null;
  readonly prompt: string;
  readonly password: boolean;
}

export interface Variable {
  readonly name: string;
  readonly type: string;
  readonly repr: string;
  readonly size?: unknown;
}

export interface Status {
  readonly interpreter?: { readonly path: string; readonly version?: string | null; readonly reason: string } | null;
  readonly problem?: string;
  readonly sandbox?: { readonly profile: string; readonly tier: string; readonly missing?: readonly string[] };
  readonly model?: string;
  readonly sessions?: readonly { readonly uri?: string; readonly state: string; readonly variables: number }[];
}

/** The end of a run in a few words. */
export function summary(result: Result): string {
  switch (result.status) {
    case "ok":
      return "ok";
    case "error":
      return result.exception?.type ?? "error";
    case "exit":
      return `exit ${result.exitCode ?? ""}`.trim();
    case "limit":
      return `limit: ${result.limit ?? "?"}`;
    case "died":
      return result.signal ? `died: ${result.signal}` : "died";
    default:
      return result.status;
  }
}

/** Seconds and milliseconds, as one reads them. */
export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
