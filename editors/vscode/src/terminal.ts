/** What is written to a document's output: text as a terminal takes it, bounded until someone looks at it. */

/** Characters kept before the terminal is open; it keeps its own scrollback after that. */
const KEPT = 1_000_000;
const RESET = "\u001b[0m";
export const CLEAR = "\u001b[2J\u001b[3J\u001b[H";

export function forTerminal(text: string): string {
  return text.replace(/\r?\n/g, "\r\n");
}

/** A line of ours between the program's: dim, or red. */
export function note(text: string, bad: boolean): string {
  return `${RESET}\u001b[${bad ? 31 : 2}m${text}${RESET}`;
}

/** Text that waits for a terminal. The oldest goes first. */
export class Waiting {
  private parts: string[] = [];
  private size = 0;

  push(text: string): void {
    if (text.startsWith(CLEAR)) {
      this.parts = [];
      this.size = 0;
    }
    this.parts.push(text);
    this.size += text.length;
    while (this.size > KEPT && this.parts.length > 1) {
      this.size -= (this.parts.shift() as string).length;
    }
  }

  take(): string {
    const text = this.parts.join("");
    this.parts = [];
    this.size = 0;
    return text.slice(-KEPT);
  }
}
