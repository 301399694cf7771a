/** Breaks long text into lines of a fixed number of cells, so that a megabyte can be drawn in part. */

/** Cells that a character takes in a monospaced font: 0 combining, 2 for wide scripts and emoji. */
export function cellsOf(codePoint: number): 0 | 1 | 2 {
  if (codePoint < 0x300) return 1;
  if (
    (codePoint <= 0x36f && codePoint >= 0x300) ||
    (codePoint >= 0x20d0 && codePoint <= 0x20ff) ||
    (codePoint >= 0xfe00 && codePoint <= 0xfe0f)
  ) {
    return 0;
  }
  if (
    (codePoint >= 0x1100 && codePoint <= 0x115f) ||
    (codePoint >= 0x2e80 && codePoint <= 0xa4cf) ||
    (codePoint >= 0xac00 && codePoint <= 0xd7a3) ||
    (codePoint >= 0xf900 && codePoint <= 0xfaff) ||
    (codePoint >= 0xfe30 && codePoint <= 0xfe6f) ||
    (codePoint >= 0xff00 && codePoint <= 0xff60) ||
    codePoint >= 0x1f000
  ) {
    return 2;
  }
  return 1;
}

/** Offsets at which lines of at most `columns` cells start; a surrogate pair is never split. */
export function lineStarts(text: string, columns: number): Int32Array {
  const width = Math.max(2, columns);
  let starts = new Int32Array(Math.ceil(text.length / width) + 16);
  let lines = 1;
  let cells = 0;
  let at = 0;
  while (at < text.length) {
    const codePoint = text.codePointAt(at) ?? 0;
    const taken = cellsOf(codePoint);
    if (cells + taken > width) {
      if (lines === starts.length) {
        const larger = new Int32Array(lines * 2);
        larger.set(starts);
        starts = larger;
      }
      starts[lines] = at;
      lines += 1;
      cells = 0;
    }
    cells += taken;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return starts.slice(0, lines);
}

/** The line that holds a text offset. */
export function lineOf(starts: Int32Array, offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
