/** How CSV files are read: their columns with their types, and the names of the copies that are made of them. */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { pathKey, pathParts, targetsOfHeader } from '../../../shared/columns/column-path.ts';
import { jsonValueOf } from '../../../shared/contract/json.ts';
import { csvDelimiters } from '../../../shared/contract/sources.ts';
import { canonicalJson } from '../../../shared/ledger/canonical-json.ts';

const endings = ['.csv', '.csv.gz'] as const;

export function isCsv(path: string): boolean {
  return endings.some((ending) => path.toLowerCase().endsWith(ending));
}

const csvTypes = ['number', 'boolean', 'string'] as const;
export type CsvType = (typeof csvTypes)[number];

/** How CSV files of one header are read: kept with the dataset, so that a column keeps its type. */
export const csvShapeSchema = z.object({
  delimiter: z.enum(csvDelimiters),
  /** In the order of the header. */
  columns: z.array(z.object({ header: z.string(), type: z.enum(csvTypes) })),
});
export type CsvShape = z.infer<typeof csvShapeSchema>;

/** A column of the table: where its cells go in a row, and its type. */
export interface CsvColumn {
  /** Names from the outside in. */
  readonly path: readonly string[];
  /** The same as one text. */
  readonly target: string;
  readonly type: CsvType;
}

export function csvColumns({ columns }: CsvShape): CsvColumn[] {
  const targets = targetsOfHeader(columns.map(({ header }) => header));
  return columns.map(({ type }, at) => {
    const path = pathParts(targets[at] ?? '');
    return { path, target: pathKey(path), type };
  });
}

/** The folder of the copies below that of a workspace's sources. */
export const preparedFolder = 'prepared';

/** Names the copy of a file: equal content and shape, equal name. */
export function copyName(sha256: string, shape: CsvShape): string {
  return `${hash('sha256', canonicalJson(jsonValueOf({ sha256, shape })), 'hex')}.parquet`;
}
