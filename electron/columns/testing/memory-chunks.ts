/** Chunks of documents in memory, of as many rows as a test wants, with a column for whatever can be one. */
import type { JsonObject } from '../../../shared/contract/json.ts';
import { ChunkBuilder } from '../chunk-builder.ts';
import { withoutColumn, type FoundColumn, type ReadableChunk } from '../columns-reader.ts';
import { decodeColumn } from '../encode-column.ts';

/** @param rows of each chunk; the last rows, if they are fewer, have none */
export function memoryChunks(documents: readonly JsonObject[], rows: number): ReadableChunk[] {
  const chunks: ReadableChunk[] = [];
  for (let at = 0; at + rows <= documents.length; at += rows) {
    const builder = new ChunkBuilder(() => Number.POSITIVE_INFINITY);
    for (const document of documents.slice(at, at + rows)) builder.add(document, 0);
    chunks.push(memoryChunk(builder, at + 1));
  }
  return chunks;
}

function memoryChunk(builder: ChunkBuilder, first: number): ReadableChunk {
  const { rows, columns, others, isOpen } = builder.build();
  const column = (path: string): FoundColumn => {
    const encoded = columns.get(path);
    if (encoded !== undefined) return decodeColumn(encoded, rows);
    if (isOpen || others.includes(path)) return undefined;
    return withoutColumn(path, column);
  };
  return { first, rows, column };
}
