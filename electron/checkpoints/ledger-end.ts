/** Whether a database file itself shows that the end of its journal is gone. */
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';

/** True when something is stored for entries at or beyond `size`, the end of the journal. */
export function endIsCut(database: ReaderDatabase | WriterDatabase, size: number): boolean {
  const number = (sql: string): number => {
    try {
      return Number(database.prepare(sql).pluck().get() ?? 0);
    } catch {
      // What cannot be read shows nothing; verification names it.
      return 0;
    }
  };
  const leafTiles = number('SELECT coalesce(max(position) + 1, 0) FROM tiles WHERE level = 0');
  const lastRecord = number('SELECT coalesce(max(seq), 0) FROM records');
  const lastPayload = number('SELECT coalesce(max(seq), 0) FROM payloads');
  const lastCard = number('SELECT coalesce(max(seq), 0) FROM models');
  const positions = number('SELECT coalesce(max(position), 0) FROM records');
  const searchable = number('SELECT coalesce(max(id), 0) FROM records_search_docsize');
  return (
    leafTiles * 256 > size ||
    Math.max(lastRecord, lastPayload, lastCard) >= size ||
    searchable > positions
  );
}
