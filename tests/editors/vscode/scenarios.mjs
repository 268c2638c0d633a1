// VS Code with the packed extension against the real server, driven as a person would: keys, clicks, what is seen.

import fs from "node:fs";
import path from "node:path";

const { chromium } = await import(process.env.PLAYWRIGHT);
const [url, folder, out] = process.argv.slice(2);
let passed = Number(process.env.UNIT_PASSED || 0);
let failed = Number(process.env.UNIT_FAILED || 1);

const SHAPES = `import math


def area(radius):
    return math.pi * radious ** 2


print("before", "\\033[32mgreen\\033[0m")
print(area(2))
`;
const CELLS = `# %% first
base = 40
base + 2

# %% second
total = base * 2
total

# %% endless
import time
for step in range(1000):
    time.sleep(0.05)

# %% asks
name = input("Who? ")
print("hello", name)

# %% table
class Table:
    def _repr_html_(self):
        return "<table><tr><td>seven</td></tr></table>"
Table()
`;
fs.writeFileSync(path.join(folder, "shapes.py"), SHAPES);
fs.writeFileSync(path.join(folder, "cells.py"), CELLS);
fs.writeFileSync(path.join(folder, "crash.py"), "1 / 0\n");
fs.writeFileSync(path.join(folder, "pyproject.toml"), "[project]\nname = 'x'\n");

/** Sets something for the workspace, by its file. */
function setting(name, value) {
  fs.mkdirSync(path.join(folder, ".vscode"), { recursive: true });
  fs.writeFileSync(path.join(folder, ".vscode", "settings.json"), JSON.stringify({ [name]: value }));
}

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });
const page = await browser.newPage({ viewport: { width: 1100, height: 760 } });
page.setDefaultTimeout(20000);

function check(name, good, detail = "") {
  good ? passed++ : failed++;
  console.log(`${good ? "ok  " : "FAIL"} vscode: ${name}${good || detail === "" ? "" : `\n     ${detail}`}`);
  return good;
}

/** Waits until a function in the page gives something true. */
async function wait(name, condition, argument, timeout = 20000) {
  try {
    await page.waitForFunction(condition, argument, { timeout, polling: 50 });
    return check(name, true);
  } catch (error) {
    await shot(`failed-${failed + 1}`);
    return check(name, false, String(error).split("\n")[0]);
  }
}

const shot = (name) => page.screenshot({ path: path.join(out, `${name}.png`) });
const plain = "(selector) => [...document.querySelectorAll(selector)].map((e) => e.textContent).join('\\n').replace(/\\u00a0/g, ' ')";
const has = (name, selector, text, timeout) =>
  wait(name, `(() => (${plain})(${JSON.stringify(selector)}).includes(${JSON.stringify(text)}))()`, undefined, timeout);
const lacks = (name, selector, text) =>
  wait(name, `(() => !(${plain})(${JSON.stringify(selector)}).includes(${JSON.stringify(text)}))()`);
const editorHas = (name, text) => has(name, ".editor-group-container.active .view-lines", text);
const status = (name, text) => has(name, ".part.statusbar", text);
const terminalHas = (name, text) => has(name, ".xterm-rows", text);

async function command(title) {
  await page.keyboard.press("F1");
  await page.waitForSelector(".quick-input-widget input");
  await page.keyboard.type(title);
  await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: title }).first().waitFor();
  await page.keyboard.press("Enter");
}

async function open(file) {
  await page.keyboard.press("Control+P");
  await page.waitForSelector(".quick-input-widget input");
  await page.keyboard.type(file);
  await page.locator(".quick-input-list .monaco-list-row.focused", { hasText: file }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.waitForFunction((name) => document.querySelector(".tab.active")?.textContent.includes(name), file);
}

async function focusEditor() {
  const box = await page.locator(".editor-group-container.active .editor-instance").first().boundingBox();
  await page.mouse.click(box.x + box.width * 0.7, box.y + box.height * 0.8);
  await page.waitForFunction(() => document.activeElement?.closest(".editor-instance"));
}

async function go(line, column = 1) {
  await page.keyboard.press("Control+G");
  await page.waitForSelector(".quick-input-widget input");
  await page.keyboard.type(`${line}:${column}`);
  await page.keyboard.press("Enter");
  await page.waitForFunction((text) => document.querySelector(".part.statusbar")?.textContent.includes(text), `Ln ${line}, Col ${column}`);
}

/** Where a text of the editor stands on the screen. */
const boxOf = (text) =>
  page.evaluate((wanted) => {
    for (const line of document.querySelectorAll(".editor-group-container.active .view-line")) {
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const at = node.textContent.replace(/\u00a0/g, " ").indexOf(wanted);
        if (at >= 0) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + wanted.length);
          const { x, y, width, height } = range.getBoundingClientRect();
          return { x, y, width, height };
        }
      }
    }
    return null;
  }, text);

async function crashAndFix() {
  await open("shapes.py");
  await has("the lens is there", ".codelens-decoration", "Run file", 60000);
  // Typed and not saved: the program that runs has 3 where the disk has 2.
  await go(9, 13);
  await page.keyboard.press("Backspace");
  await page.keyboard.type("3");
  await editorHas("edited, not saved", "print(area(3))");
  await page.locator(".editor-actions a[aria-label^='Run File']").click();
  await wait("the error is marked", () => document.querySelector(".squiggly-error"));
  await status("the status bar says what", "NameError");
  const squiggle = await page.locator(".squiggly-error").first().boundingBox();
  const name = await boxOf("radious");
  check(
    "exact to the character",
    name && squiggle && Math.abs(squiggle.x - name.x) < 2 && Math.abs(squiggle.width - name.width) < 3,
    JSON.stringify({ squiggle, name }),
  );
  await terminalHas("the output is shown", "before green");
  await terminalHas("with its frames", "line 5, in area");
  check("and its colours", await page.evaluate(() =>
    [...document.querySelectorAll(".xterm-rows span")].some((s) => s.textContent.includes("green") && s.className.includes("xterm-fg-2"))));
  await page.mouse.move(name.x + 10, name.y + 8);
  await has("hover tells the value at the crash, the unsaved one", ".monaco-hover", "value was 3");
  await shot("error");
  await page.mouse.move(700, 30);
  await go(5);
  await page.keyboard.press("Control+.");
  const fix = page.locator(".action-widget .monaco-list-row", { hasText: "Change 'radious' to 'radius'" });
  await fix.waitFor();
  await shot("fixes");
  await fix.click();
  await editorHas("a verified fix changes the text at once", "return math.pi * radius ** 2");
  check("nothing was saved", fs.readFileSync(path.join(folder, "shapes.py"), "utf8") === SHAPES);
  await page.locator(".codelens-decoration a", { hasText: "Run file" }).click();
  await terminalHas("run again by the lens it is clean", "28.27");
  await wait("no error is left", () => !document.querySelector(".squiggly-error"));
  await page.keyboard.press("Escape");
}

async function frames() {
  await go(5, 28);
  await page.keyboard.type("x");
  await command("PyFlow: Run File");
  await terminalHas("the next run starts on an empty screen", "line 5, in area");
  const row = page.locator(".xterm-rows > div", { hasText: "line 5, in area" }).first();
  const box = await row.boundingBox();
  await go(1);
  await page.mouse.move(box.x + 60, box.y + box.height / 2);
  await page.waitForTimeout(700);
  await page.keyboard.down("Control");
  await page.mouse.move(box.x + 64, box.y + box.height / 2);
  await page.waitForTimeout(300);
  await page.mouse.click(box.x + 64, box.y + box.height / 2);
  await page.keyboard.up("Control");
  await status("a frame in the output is a link", "Ln 5");
  // The file is noticed in its own time; what has a preview says so by its dots.
  setting("pyflow.ui.previewFixes", "always");
  const action = page.locator(".action-widget .monaco-list-row", { hasText: "Change 'radiusx' to 'radius'" });
  for (let attempt = 0; attempt < 40; attempt++) {
    await page.keyboard.press("Control+.");
    await action.waitFor();
    if ((await action.innerText()).includes("…")) break;
    await page.keyboard.press("Escape");
    await page.waitForTimeout(500);
    if (attempt % 10 === 9) setting("pyflow.ui.previewFixes", "always");
  }
  await action.click();
  await has("a fix can be shown as a difference first", ".monaco-diff-editor .modified .view-lines", "math.pi * radius ** 2");
  await page.waitForTimeout(500);
  await shot("preview");
  await page.locator(".notification-toast a.monaco-button", { hasText: "Apply" }).click();
  await lacks("and then applied", ".view-lines", "radiusx");
  await page.keyboard.press("Control+Z");
  await editorHas("and taken back by undo", "radiusx");
  await command("PyFlow: Clear Results");
  await wait("results can be cleared", () => !document.querySelector(".squiggly-error"));
}

async function cells() {
  await open("cells.py");
  await has("cells have lenses", ".codelens-decoration", "Run cell");
  await go(3);
  await page.waitForTimeout(400);
  await page.keyboard.press("Shift+Enter");
  await editorHas("Shift+Enter runs a cell and shows its value", "⇒ 42");
  await status("and goes to the next", "Ln 6");
  await page.keyboard.press("Control+Enter");
  await editorHas("Ctrl+Enter runs the next, which knows the first", "⇒ 80");
  await status("and stays", "Ln 6");
  await shot("cells");
  await command("PyFlow: Focus on Variables View");
  await has("variables are listed", ".part.panel .monaco-list-rows", "base");
  await has("with their values", ".part.panel .monaco-list-rows", "40");
  await shot("variables");
  await focusEditor();
  await go(3, 9);
  await page.keyboard.type(" + 1");
  await lacks("a stale value goes", ".view-lines", "⇒ 42");
  await go(11);
  await page.keyboard.press("Control+Enter");
  const stop = page.locator(".editor-actions a[aria-label^='Stop']");
  await stop.waitFor();
  check("an endless cell runs", true);
  await page.waitForTimeout(500);
  await stop.click();
  await status("it can be stopped", "interrupted");
  await go(7);
  await page.keyboard.press("Control+Enter");
  await editorHas("the session is kept", "⇒ 80");
  await go(15);
  await page.keyboard.press("Control+Enter");
  await has("a program's question is asked", ".quick-input-widget", "Who?");
  await page.waitForTimeout(200);
  await shot("input");
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await command("PyFlow: Show Output");
  await terminalHas("and the answer arrives", "hello Ada");
  await wait("the output has the keys", () => document.activeElement?.closest(".terminal-wrapper"));
}

async function shown() {
  await focusEditor();
  await go(20);
  await page.keyboard.press("Control+Enter");
  const found = await page.waitForSelector("iframe.webview.ready", { timeout: 20000 }).then(() => true, () => false);
  let text = "";
  for (let attempt = 0; found && attempt < 40 && !text.includes("seven"); attempt++) {
    for (const frame of page.frames()) {
      text += await frame.evaluate(() => document.body?.innerText ?? "").catch(() => "");
    }
    await page.waitForTimeout(250);
  }
  check("a table is shown in the panel", text.includes("seven"), text.slice(0, 300));
  await shot("table");
}

async function menu() {
  await page.locator(".statusbar-item", { hasText: "PyFlow" }).first().click();
  await has("the status bar has the menu", ".quick-input-list", "Restart session");
  await has("it says which Python runs", ".quick-input-list", "Python 3");
  await shot("menu");
  await page.keyboard.press("Escape");
  await command("PyFlow: Restart Server");
  await page.waitForTimeout(500);
  await open("shapes.py");
  await command("PyFlow: Run File");
  await status("after a restart of the server it runs again", "NameError");
}

/** From the key to the squiggle, as the screen shows it: the median of five. */
async function speed() {
  await open("crash.py");
  const times = [];
  for (let round = 0; round < 6; round++) {
    await page.waitForTimeout(1000);
    await command("PyFlow: Clear Results");
    await page.waitForFunction(() => !document.querySelector(".squiggly-error"));
    await page.locator(".view-line").first().click();
    await page.evaluate(() => {
      window.pyflowTimes = {};
      const seen = new MutationObserver(() => {
        if (document.querySelector(".squiggly-error") && !window.pyflowTimes.end) {
          window.pyflowTimes.end = performance.now();
        }
      });
      seen.observe(document.body, { subtree: true, childList: true, attributes: true });
      window.addEventListener("keydown", (event) => {
        if (event.key === "Enter") window.pyflowTimes.start ??= performance.now();
      }, { capture: true });
    });
    await page.keyboard.press("Shift+Enter");
    await page.waitForFunction(() => window.pyflowTimes.end);
    times.push(await page.evaluate(() => window.pyflowTimes.end - window.pyflowTimes.start));
  }
  times.shift();
  times.sort((a, b) => a - b);
  check(`from the key to the squiggle: ${Math.round(times[2])} ms (median of ${times.length})`, times[2] < 5000);
}

/** Everything that carries this run's mark, by the kernel's word. */
function alive() {
  const mark = `PYFLOW_TEST_MARK=${process.env.PYFLOW_TEST_MARK}`;
  return fs.readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return false;
    try {
      const command = fs.readFileSync(`/proc/${name}/cmdline`, "utf8");
      return fs.readFileSync(`/proc/${name}/environ`, "utf8").includes(mark) && /pyflow\0lsp|python/.test(command);
    } catch {
      return false;
    }
  });
}

async function quit() {
  await open("cells.py");
  await go(11);
  await page.keyboard.press("Control+Enter");
  await page.locator(".editor-actions a[aria-label^='Stop']").waitFor();
  check("a run is under way", alive().length > 0);
  await browser.close();
  process.kill(-Number(process.env.SERVER_GROUP), "SIGTERM");
  const end = Date.now() + 10000;
  while (alive().length > 0 && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  check("quitting ends all of it", alive().length === 0, alive().join(" "));
}

try {
  await page.goto(`${url}/?folder=${encodeURIComponent(folder)}`, { timeout: 60000 });
  await page.waitForSelector(".explorer-folders-view .monaco-list-row", { timeout: 90000 });
  await crashAndFix();
  await frames();
  await cells();
  await shown();
  await menu();
  await speed();
  await quit();
} catch (error) {
  await shot("failure").catch(() => undefined);
  check("the scenarios run through", false, String(error.stack).split("\n").slice(0, 6).join("\n     "));
}
await browser.close().catch(() => undefined);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
