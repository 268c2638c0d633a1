/** The page of figures and tables. What a program shows is hostile: no script runs and nothing is fetched. */

const IMAGES = ["image/png", "image/jpeg", "image/gif"];
const BASE64 = /^[A-Za-z0-9+/=\s]*$/;

export function escaped(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (char) => names[char] as string);
}

/** One shown value: the richest form that can be drawn. */
export function figure(data: Readonly<Record<string, string>>): string {
  for (const mime of IMAGES) {
    const text = data[mime];
    if (text !== undefined && BASE64.test(text)) {
      return `<img src="data:${mime};base64,${text.replace(/\s/g, "")}">`;
    }
  }
  const svg = data["image/svg+xml"];
  if (svg !== undefined) {
    // As an image a drawing can't run scripts or load anything.
    return `<img src="data:image/svg+xml;base64,${Buffer.from(svg, "utf8").toString("base64")}">`;
  }
  if (data["text/html"] !== undefined) {
    return `<div class="html">${data["text/html"]}</div>`;
  }
  return `<pre>${escaped(data["text/plain"] ?? "")}</pre>`;
}

export interface Shown {
  readonly title: string;
  readonly html: string;
}

export function page(items: readonly Shown[]): string {
  const body = items.map((item) => `<section><h2>${escaped(item.title)}</h2>${item.html}</section>`).join("\n");
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>
section { border-bottom: 1px solid var(--vscode-panel-border); padding: 0.5em 0; overflow-x: auto; }
h2 { font-size: 0.9em; font-weight: normal; opacity: 0.7; margin: 0 0 0.5em; }
img { max-width: 100%; background: white; }
table { border-collapse: collapse; }
td, th { border: 1px solid var(--vscode-panel-border); padding: 0.2em 0.6em; text-align: right; }
</style></head>
<body>${body}</body></html>`;
}
