/** Frames of tracebacks in the output. */

export interface FrameLink {
  readonly start: number;
  readonly length: number;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

const FRAME = /File "([^"]+)", line (\d+)/g;

export function frames(line: string): FrameLink[] {
  return [...line.matchAll(FRAME)].map((match) => ({
    start: match.index,
    length: match[0].length,
    file: match[1] as string,
    line: Number(match[2]),
  }));
}
