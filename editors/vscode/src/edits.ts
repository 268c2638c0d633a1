/** A text after an edit, for the preview of a fix. */

export interface Place {
  readonly line: number;
  readonly character: number;
}

export interface Edit {
  readonly range: { readonly start: Place; readonly end: Place };
  readonly newText: string;
}

export interface Text {
  getText(): string;
  offsetAt(place: Place): number;
}

/** Edits are positions in the text as it is; none overlaps another. */
export function applied(text: Text, edits: readonly Edit[]): string {
  const all = edits.map((edit, index) => ({
    from: text.offsetAt(edit.range.start),
    to: text.offsetAt(edit.range.end),
    newText: edit.newText,
    index,
  }));
  all.sort((a, b) => a.from - b.from || a.index - b.index);
  const whole = text.getText();
  let at = 0;
  let result = "";
  for (const edit of all) {
    result += whole.slice(at, edit.from) + edit.newText;
    at = edit.to;
  }
  return result + whole.slice(at);
}
