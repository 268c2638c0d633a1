/** The parts that need no editor. */

import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { test } from "node:test";
import { explain, find, isExecutable, missing, probe, type Place } from "../src/binary";
import { hasCells, isMarker, nextMarker } from "../src/cells";
import { applied } from "../src/edits";
import { figure, page } from "../src/html";
import { frames } from "../src/links";
import { duration, summary, type Result } from "../src/protocol";
import { chosen, nested } from "../src/settings";
import { CLEAR, Waiting, forTerminal } from "../src/terminal";

const document = (...lines: string[]) => ({ lineCount: lines.length, lineAt: (line: number) => ({ text: lines[line] ?? "" }) });

test("markers of all tools are known", () => {
  for (const line of ["# %%", "#%% title", "  # %%%", "# In[3]:", "# In[ ]", "# <codecell>", "#<markdowncell>"]) {
    assert.ok(isMarker(line), line);
  }
  for (const line of ["x = 1 # %%", "# 5 %%", "# In[3]: x", "print('# %%')", "#"]) {
    assert.ok(!isMarker(line), line);
  }
});

test("the next cell is found", () => {
  const text = document("import os", "# %% a", "1", "# %% b", "2");
  assert.equal(nextMarker(text, 0), 1);
  assert.equal(nextMarker(text, 1), 3);
  assert.equal(nextMarker(text, 3), undefined);
  assert.ok(hasCells(text));
  assert.ok(!hasCells(document("a", "b")));
});

test("the program is the setting's, the extension's, or the one on PATH", () => {
  const there = new Set<string>();
  const place = (setting: string): Place => ({
    setting,
    extensionFolder: "/ext",
    platform: "linux",
    path: "/bin::/usr/bin",
    isExecutable: (file) => there.has(file),
  });
  assert.equal(find(place("")), undefined);
  there.add("/usr/bin/pyflow");
  assert.deepEqual(find(place("")), { command: "/usr/bin/pyflow", origin: "path" });
  there.add("/ext/server/pyflow");
  assert.deepEqual(find(place("")), { command: "/ext/server/pyflow", origin: "bundled" });
  assert.deepEqual(find(place("/own")), { command: "/own", origin: "setting" });
  assert.deepEqual(find({ ...place(""), platform: "win32", path: "C:\\bin" }), undefined);
});

test("a program that can't be started is explained", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pyflow-test-"));
  const file = path.join(folder, "pyflow");
  const found = { command: file, origin: "bundled" } as const;
  assert.match((await probe(found, "linux-x64")) ?? "", /There is no program/);
  // Another machine's program: a header that this one does not know.
  fs.writeFileSync(file, Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, ...new Array<number>(8).fill(0), 2, 0, 0xb7, 0]));
  assert.ok(!isExecutable(file));
  assert.match((await probe(found, "linux-x64")) ?? "", /not executable/);
  fs.chmodSync(file, 0o755);
  assert.ok(isExecutable(file));
  assert.match((await probe(found, "linux-x64")) ?? "", /not built for this machine \(linux-x64\)|does not start/);
  fs.writeFileSync(file, "#!/bin/sh\nexit 0\n");
  assert.equal(await probe(found, "linux-x64"), undefined);
  const setting = explain({ command: "/own", origin: "setting" }, Object.assign(new Error(), { code: "ENOENT" }), "x");
  assert.match(setting, /pyflow\.server\.path/);
  assert.match(missing("linux-arm64"), /linux-arm64/);
  fs.rmSync(folder, { recursive: true });
});

test("only what was set is sent", () => {
  const layers = { globalValue: 1, workspaceValue: 2, workspaceFolderValue: undefined };
  assert.equal(chosen(layers, false, false), 2);
  assert.equal(chosen(layers, true, true), 2);
  assert.equal(chosen(layers, true, false), 1);
  assert.equal(chosen({ workspaceValue: "evil" }, true, false), undefined);
  assert.equal(chosen({ globalValue: false, workspaceValue: undefined }, false, true), false);
  const values = new Map<string, unknown>([["run.timeoutMs", 0], ["run.maxOutputBytes", undefined], ["interpreter", ""], ["verify", "off"]]);
  assert.deepEqual(nested(values), { run: { timeoutMs: 0 }, verify: "off" });
});

test("an edited text is as the edits say", () => {
  const text = "ab\ncd\n";
  const source = {
    getText: () => text,
    offsetAt: ({ line, character }: { line: number; character: number }) => line * 3 + character,
  };
  const at = (line: number, from: number, to: number, newText: string) => ({
    range: { start: { line, character: from }, end: { line, character: to } },
    newText,
  });
  assert.equal(applied(source, [at(1, 0, 1, "X"), at(0, 1, 1, "-"), at(0, 1, 1, "+")]), "a-+b\nXd\n");
  assert.equal(applied(source, []), text);
});

test("frames are found", () => {
  const line = '  File "/tmp/a b/é.py", line 12, in area';
  assert.deepEqual(frames(line), [{ start: 2, length: 29, file: "/tmp/a b/é.py", line: 12 }]);
  assert.deepEqual(frames("nothing here, line 3"), []);
});

test("what a program shows can't run in the panel", () => {
  assert.equal(figure({ "image/png": "aGk=\n", "text/plain": "x" }), '<img src="data:image/png;base64,aGk=">');
  assert.ok(!figure({ "image/png": '"><script>', "text/plain": "<b>" }).includes("<script>"));
  assert.equal(figure({ "text/plain": "<b>&" }), "<pre>&lt;b&gt;&amp;</pre>");
  assert.match(figure({ "image/svg+xml": "<svg onload='x()'/>" }), /^<img src="data:image\/svg\+xml;base64,[A-Za-z0-9+/=]+">$/);
  const html = page([{ title: "<i>", html: figure({ "text/html": "<table></table>" }) }]);
  assert.match(html, /default-src 'none'/);
  assert.ok(html.includes("&lt;i&gt;") && !html.includes("script-src"));
});

test("text waits for its terminal, but not without bound", () => {
  const waiting = new Waiting();
  for (let index = 0; index < 300; index++) {
    waiting.push(`${index}:${"x".repeat(10_000)}`);
  }
  const text = waiting.take();
  assert.ok(text.length <= 1_000_000 && text.endsWith("x") && text.includes("299:"));
  assert.equal(waiting.take(), "");
  waiting.push("old");
  waiting.push(`${CLEAR}new`);
  assert.equal(waiting.take(), `${CLEAR}new`);
  assert.equal(forTerminal("a\nb\r\nc\rd"), "a\r\nb\r\nc\rd");
});

test("ends in words", () => {
  const result = (more: Partial<Result>): Result => ({ kind: "file", status: "ok", durationMs: 1, ...more });
  assert.equal(summary(result({})), "ok");
  assert.equal(summary(result({ status: "error", exception: { type: "KeyError", message: "" } })), "KeyError");
  assert.equal(summary(result({ status: "exit", exitCode: 3 })), "exit 3");
  assert.equal(summary(result({ status: "died", signal: "SIGSEGV" })), "died: SIGSEGV");
  assert.equal(duration(12.4), "12 ms");
  assert.equal(duration(1250), "1.3 s");
});
