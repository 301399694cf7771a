/** What the last analysis of each dataset found, and the rows that it reads. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import {
  analysisFindingsSchema,
  askAnalysisSchema,
  type AnalysisFindings,
  type AskedAnalysis,
  type DatasetAnalysis,
} from '../../shared/contract/analysis.ts';
import type { JobsStore } from '../jobs/jobs-store.ts';
import type { StoredDataset } from './datasets-store.ts';
import { rowPosition } from './row-position.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const analysisStatements = {
  rows: `SELECT position, json(document) AS text FROM dataset_rows
    WHERE position > ? AND position <= ? ORDER BY position`,
} as const;

interface TextRow {
  readonly position: number;
  readonly text: string;
}

const keptSchema = z.object({
  // Of the dataset, so that it is none of another one that has its id in a ledger that was restored.
  key_id: z.string(),
  analysed_at: z.string(),
  asked: askAnalysisSchema,
  findings: analysisFindingsSchema,
});

/** Analyses are kept beside the ledger: they are no facts, and can be made again. */
export class AnalysisStore {
  readonly #jobs: JobsStore;

  constructor(jobs: JobsStore) {
    this.#jobs = jobs;
  }

  /** The analysis of a dataset; undefined where there is none yet. */
  show(dataset: StoredDataset): DatasetAnalysis | undefined {
    const { datasetId, recordCount, erasedCount, rowsElsewhere, key } = dataset;
    const { data: kept } = keptSchema.safeParse(this.#jobs.report(analysisSubject(datasetId)));
    if (kept === undefined || kept.key_id !== key.id) return undefined;
    const { analysed_at, asked, findings } = kept;
    const there = rowsElsewhere ?? recordCount - erasedCount;
    const is_current = (findings.of_records ?? findings.records) === there;
    return { ...findings, dataset_id: datasetId, analysed_at, is_current, asked };
  }

  /** Keeps an analysis in place of the one before. */
  keep(
    { datasetId, key }: StoredDataset,
    analysis: {
      readonly asked: AskedAnalysis;
      readonly findings: AnalysisFindings;
      readonly analysed_at: string;
    },
  ): void {
    this.#jobs.keepReport(analysisSubject(datasetId), { key_id: key.id, ...analysis });
  }
}

/** Under which it is kept what the last analysis of a dataset found. */
export function analysisSubject(datasetId: string): string {
  return `dataset_analysis/${datasetId}`;
}

/** Rows read at a time, by the characters of them. */
const charactersPerSlice = 256 * 1024;

/** The rows of a dataset in order, a slice after another: between two slices the connection is free. */
export class RowSlices {
  readonly #rows: Statement<[number, number], TextRow>;
  readonly #last: number;
  #after: number;

  /** @param recordCount rows that there are */
  constructor(database: Database, dataset: number, recordCount: number) {
    this.#rows = database.prepare(analysisStatements.rows);
    this.#after = rowPosition(dataset, 0);
    this.#last = rowPosition(dataset, recordCount);
  }

  /** The next slice; empty behind the last row. */
  next(): TextRow[] {
    const slice: TextRow[] = [];
    let characters = 0;
    for (const row of this.#rows.iterate(this.#after, this.#last)) {
      slice.push(row);
      this.#after = row.position;
      characters += row.text.length;
      if (characters >= charactersPerSlice) break;
    }
    return slice;
  }
}
