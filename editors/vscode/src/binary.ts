/** Where the server's program is, and in words why it can't be used. */

import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";

export interface Found {
  readonly command: string;
  /** Where it comes from, for messages. */
  readonly origin: "setting" | "bundled" | "path";
}

export interface Place {
  /** The setting `pyflow.server.path`; empty when it is not set. */
  readonly setting: string;
  readonly extensionFolder: string;
  readonly platform: NodeJS.Platform;
  /** The variable PATH. */
  readonly path: string;
  isExecutable(file: string): boolean;
}

/** The first that is there: the setting's, the one in this extension, the one on PATH. */
export function find(place: Place): Found | undefined {
  if (place.setting) {
    return { command: place.setting, origin: "setting" };
  }
  const name = place.platform === "win32" ? "pyflow.exe" : "pyflow";
  const bundled = path.join(place.extensionFolder, "server", name);
  if (place.isExecutable(bundled)) {
    return { command: bundled, origin: "bundled" };
  }
  const folders = place.path.split(place.platform === "win32" ? ";" : ":").filter(Boolean);
  const onPath = folders.map((folder) => path.join(folder, name)).find((file) => place.isExecutable(file));
  return onPath === undefined ? undefined : { command: onPath, origin: "path" };
}

export function isExecutable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Starts the program to see that it does; undefined when it does, else why not. */
export function probe(found: Found, platform: string, timeoutMs = 10_000): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = execFile(found.command, ["--version"], { timeout: timeoutMs }, (error, _out, said) => {
      resolve(error === null ? undefined : explain(found, { ...error, message: said || error.message }, platform));
    });
    child.stdin?.end();
  });
}

/** What starting a program ends with. */
export interface Fault {
  readonly message: string;
  readonly code?: string | number | null;
}

export function explain(found: Found, error: Fault, platform: string): string {
  const where = found.origin === "setting" ? `${found.command} (the setting pyflow.server.path)` : found.command;
  switch (error.code) {
    case "ENOENT":
      return `There is no program ${where}, or the loader that it needs is missing.`;
    case "EACCES":
      return `${where} is not executable.`;
    case "ENOEXEC":
    case "UNKNOWN":
      return `${where} is not built for this machine (${platform}). Install the extension for ${platform}.`;
    default:
      return `${where} does not start: ${error.message.trim().split("\n")[0]}`;
  }
}

export function missing(platform: string): string {
  return (
    `PyFlow's program is not in this extension and not on PATH. Install the extension for ${platform}, ` +
    "put pyflow on PATH, or name it in the setting pyflow.server.path."
  );
}
