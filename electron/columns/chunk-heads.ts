/** The first row of a chunk in the table: what its rows hold besides its columns. */
import { z } from 'zod';
import type { BuiltChunk } from './chunk-builder.ts';

/** Stands in place of a path. */
export const headPath = '';

/** Which paths of a chunk are no columns. */
export interface ChunkHead {
  /** The paths are not known: there are no columns. */
  readonly isOpen: boolean;
  /** Paths with values that are no column. */
  readonly others: ReadonlySet<string>;
}

const headSchema = z.object({ open: z.boolean(), others: z.array(z.string()) });

export function writeHead({ isOpen, others }: BuiltChunk): Buffer {
  return Buffer.from(JSON.stringify({ open: isOpen, others: isOpen ? [] : others }));
}

export function readHead(data: Buffer): ChunkHead {
  const { open, others } = headSchema.parse(JSON.parse(data.toString()));
  return { isOpen: open, others: new Set(others) };
}
