/** Cell markers, for keys and for going to the next cell. The server has the last word on what is run. */

const MARKER = /^\s*#\s*(%%|<codecell>|<markdowncell>|In\[[\d ]*\]\s*:?\s*$)/;
/** Lines that are looked at: the answer must come between two keys. */
const MOST_LINES = 50_000;

export interface Lines {
  readonly lineCount: number;
  lineAt(line: number): { readonly text: string };
}

export function isMarker(line: string): boolean {
  return MARKER.test(line);
}

export function hasCells(document: Lines): boolean {
  return nextMarker(document, -1) !== undefined;
}

/** The line of the first marker below a line. */
export function nextMarker(document: Lines, below: number): number | undefined {
  const end = Math.min(document.lineCount, MOST_LINES);
  for (let line = below + 1; line < end; line++) {
    if (isMarker(document.lineAt(line).text)) {
      return line;
    }
  }
  return undefined;
}
