/** The first reading of a CSV file: what its columns are, by all of it. */
import type { FileHandle } from 'node:fs/promises';
import { CsvColumns, type ColumnsMapping } from './csv-columns.ts';
import { pieceBytes, readPieces } from './import-files.ts';
import { LineReader, rowsFormat } from './read-lines.ts';

/**
 * The columns of a file with their types; undefined when it was stopped.
 * @param onPiece called with the bytes read so far; false stops
 * @throws {ApiError} `validation_error` for a header that does not fit the mapping
 */
export async function judgeColumns(
  upload: FileHandle,
  mapping: ColumnsMapping & { readonly delimiter: string },
  onPiece: (bytes: number) => boolean,
): Promise<CsvColumns | undefined> {
  let columns: CsvColumns | undefined;
  const reader = new LineReader(
    rowsFormat(mapping.delimiter, (header) => {
      columns = new CsvColumns(header, mapping);
      return (row) => row;
    }),
  );
  const judge = (lines: ReturnType<typeof reader.push>) => {
    for (const each of lines) if ('item' in each) columns?.judge(each.item, each.line);
  };
  let read = 0;
  for await (const piece of readPieces(upload, pieceBytes)) {
    if (!onPiece(read)) return undefined;
    judge(reader.push(piece));
    read += piece.length;
  }
  judge(reader.end());
  const found = columns ?? new CsvColumns([], { null_texts: [] });
  found.decide();
  return found;
}
