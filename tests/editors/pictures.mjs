// Screens of terminals (text with escape sequences) as PNGs, and VS Code's own: pictures.mjs FROM TO

import fs from "node:fs";
import path from "node:path";

const { chromium } = await import(process.env.PLAYWRIGHT);
const [from, to] = process.argv.slice(2);
const BASE = ["#1b1d23", "#e06c75", "#8fbf6a", "#d9b36c", "#6aa3e0", "#c083d6", "#5fb8c0", "#c8ccd4",
  "#6b7280", "#ef8891", "#a6d385", "#e6c78a", "#8bbcf0", "#d3a2e4", "#82d0d6", "#ffffff"];
const TEXT = "#d5d9e0";
const BACK = "#15171c";

function palette(index) {
  if (index < 16) return BASE[index];
  if (index > 231) {
    const grey = 8 + 10 * (index - 232);
    return `rgb(${grey},${grey},${grey})`;
  }
  const level = (value) => (value === 0 ? 0 : 55 + 40 * value);
  const at = index - 16;
  return `rgb(${level(Math.floor(at / 36))},${level(Math.floor(at / 6) % 6)},${level(at % 6)})`;
}

function styled(style, codes) {
  const next = { ...style };
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at];
    if (code === 0) for (const key of Object.keys(next)) delete next[key];
    else if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 3) next.italic = true;
    else if (code === 4) next.underline = true;
    else if (code === 7) next.reverse = true;
    else if (code === 22) { next.bold = false; next.dim = false; }
    else if (code === 23) next.italic = false;
    else if (code === 24) next.underline = false;
    else if (code === 27) next.reverse = false;
    else if (code >= 30 && code <= 37) next.fg = BASE[code - 30];
    else if (code >= 90 && code <= 97) next.fg = BASE[code - 82];
    else if (code === 39) delete next.fg;
    else if (code >= 40 && code <= 47) next.bg = BASE[code - 40];
    else if (code >= 100 && code <= 107) next.bg = BASE[code - 92];
    else if (code === 49) delete next.bg;
    else if (code === 38 || code === 48) {
      const key = code === 38 ? "fg" : "bg";
      if (codes[at + 1] === 5) { next[key] = palette(codes[at + 2]); at += 2; }
      else if (codes[at + 1] === 2) { next[key] = `rgb(${codes.slice(at + 2, at + 5).join(",")})`; at += 4; }
    }
  }
  return next;
}

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

function html(screen) {
  let style = {};
  let body = "";
  for (const part of screen.trimEnd().split(/(\u001b\[[0-9;:]*m)/)) {
    const codes = /^\u001b\[([0-9;:]*)m$/.exec(part);
    if (codes) {
      // 4:3 is a curly underline, 58 its colour: both are drawn as an underline.
      const plain = codes[1].replace(/4:\d/g, (curly) => (curly === "4:0" ? "24" : "4")).replace(/58[;:][0-9;:]*/g, "");
      style = styled(style, (plain || "0").split(/[;:]/).filter(Boolean).map(Number));
      continue;
    }
    let [fg, bg] = [style.fg ?? TEXT, style.bg ?? "transparent"];
    if (style.reverse) [fg, bg] = [style.bg ?? BACK, style.fg ?? TEXT];
    const css = [`color:${fg}`, `background:${bg}`, style.bold && "font-weight:bold", style.italic && "font-style:italic",
      style.dim && "opacity:.7", style.underline && "text-decoration:underline wavy 1px"].filter(Boolean).join(";");
    body += `<span style="${css}">${escaped(part.replace(/\u001b[^m]*$/, ""))}</span>`;
  }
  return `<body style="margin:0;background:${BACK}"><pre style="margin:0;padding:10px;display:inline-block;` +
    `font:13px/17px 'DejaVu Sans Mono',monospace;color:${TEXT}">${body}</pre></body>`;
}

fs.mkdirSync(to, { recursive: true });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });
const page = await browser.newPage({ viewport: { width: 1000, height: 720 } });
for (const name of fs.readdirSync(from).filter((file) => file.endsWith(".ansi"))) {
  await page.setContent(html(fs.readFileSync(path.join(from, name), "utf8")));
  await page.locator("pre").screenshot({ path: path.join(to, name.replace(".ansi", ".png")) });
}
await browser.close();
for (const name of ["error", "cells", "preview"]) {
  fs.copyFileSync(path.join(from, "vscode", `${name}.png`), path.join(to, `vscode-${name}.png`));
}
console.log(fs.readdirSync(to).map((name) => `${name} ${Math.round(fs.statSync(path.join(to, name)).size / 1024)} kB`).join("\n"));
