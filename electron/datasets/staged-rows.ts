/** Rows of an import in a file, between the thread that checks them and the one that writes them. */

const cell = '\t';

/** A row as it is inserted. */
export interface StagedRow {
  readonly recordId: string;
  readonly bytes: number;
  /** JSON text: no tab and no line feed in it. */
  readonly text: string;
}

export function stageRow({ recordId, bytes, text }: StagedRow): string {
  return `${recordId}${cell}${bytes}${cell}${text}\n`;
}

/** The row of a line without its line feed. */
export function unstageRow(line: string): StagedRow {
  const first = line.indexOf(cell);
  const second = line.indexOf(cell, first + 1);
  if (first < 0 || second < 0) throw new Error('The staged rows of an import are damaged.');
  return {
    recordId: line.slice(0, first),
    bytes: Number(line.slice(first + 1, second)),
    text: line.slice(second + 1),
  };
}
