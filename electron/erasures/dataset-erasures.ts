/** The routes that erase rows of datasets, and tell what was erased. */
import type { Database, Statement } from 'better-sqlite3';
import type {
  CreateDatasetErasure,
  DatasetErasure,
  DeclaredDatasetErasure,
} from '../../shared/contract/dataset-erasures.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt, faultOf } from '../../shared/contract/faults.ts';
import { isJsonObject, jsonOrUndefined } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { entryOrUndefined, otherEntry, otherMembers } from '../../shared/ledger/entries.ts';
import {
  rowErasureMembers,
  rowErasureOrUndefined,
  rowErasureType,
  type RowErasureScope,
} from '../../shared/ledger/row-erasures.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import type { WriteContext } from '../area.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import { DatasetsStore, type StoredDataset } from '../datasets/datasets-store.ts';
import { PoliciesStore } from '../datasets/policies-store.ts';
import { rowSeq } from '../datasets/row-position.ts';
import { commitmentsTo } from '../ledger/commitments.ts';
import type { EntrySigning } from '../ledger/entry-signing.ts';
import type { Journal } from '../ledger/journal.ts';
import { takeKeys } from '../proof/erased-datasets.ts';
import type { LineSealer } from '../proof/sealer.ts';
import { entityOf } from '../policies/view.ts';
import type { Act } from '../proof/signed-acts.ts';
import { decodeRuns, encodeRuns, runsOf, type Run } from '../receipts/runs.ts';
import { RowRecipients } from './row-recipients.ts';
import { RowEraser, type Erasing } from './row-eraser.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const datasetErasureStatements = {
  rows: 'SELECT position, json(document) AS text FROM dataset_rows WHERE position >> 36 = ?',
  acts: `SELECT erasure_id, group_concat(seq) AS seqs FROM row_erasures
    WHERE dataset = ? GROUP BY erasure_id ORDER BY max(seq) DESC LIMIT ? OFFSET ?`,
  count: 'SELECT count(DISTINCT erasure_id) FROM row_erasures WHERE dataset = ?',
  entry: 'SELECT bytes FROM entries WHERE seq = ?',
  reason: `SELECT value FROM payloads WHERE seq = ? AND field = 'reason'`,
  erased: 'SELECT position FROM tombstones WHERE seq = ? ORDER BY position',
} as const;

/** Runs, and bytes of them, that one entry names: with all else it stays below what an entry may have. */
const mostRuns = 10_000;
const mostBytes = 24 * 1_024;
const saltBytes = 16;

export interface RowErasingMeans {
  readonly database: Database;
  readonly datasets: DatasetsStore;
  readonly policies: PoliciesStore;
  readonly random: RandomBytes;
  readonly sealer: LineSealer;
}

/** An erasure as it is declared. */
interface Declaration {
  readonly legal_basis: string;
  readonly actor: Actor;
  /** Undefined where it was erased itself, before it is declared again. */
  readonly reason: string | undefined;
  readonly scope?: RowErasureScope | undefined;
  /** Signs one entry; undefined where nobody signs. */
  readonly signing?: (() => EntrySigning) | undefined;
}

/** Who erases, and what signs each entry. */
export type ErasedBy = Pick<Declaration, 'actor' | 'signing'>;

/** Over the writer's connection; the caller holds the journal's transaction. */
export class DatasetErasures {
  readonly #means: RowErasingMeans;
  readonly #eraser: RowEraser;
  readonly #recipients: RowRecipients;
  readonly #rows: Statement<[number], { position: number; text: string }>;
  readonly #insert: Statement<[number, string, number, string, number]>;

  constructor(means: RowErasingMeans) {
    this.#means = means;
    const { database } = means;
    this.#eraser = new RowEraser(database, means.datasets);
    this.#recipients = new RowRecipients(database);
    this.#rows = database.prepare(datasetErasureStatements.rows);
    this.#insert = database.prepare(
      'INSERT INTO row_erasures (seq, erasure_id, dataset, scope, count) VALUES (?, ?, ?, ?, ?)',
    );
  }

  /** @throws {ApiError} `validation_error`, `conflict` where nothing is left to erase */
  erase(
    { journal, createId, now }: Act,
    dataset: StoredDataset,
    body: CreateDatasetErasure,
    by: ErasedBy,
  ): DeclaredDatasetErasure {
    const erasing = this.#erasing(dataset, body, now);
    // Of a dataset without a row there is still the key.
    const isThere = erasing.isWhole
      ? !dataset.isErased
      : this.#eraser.count(dataset, erasing.runs) > 0;
    if (!isThere) {
      throw new ApiError('conflict', 'There is no row to erase.', {
        details: { dataset_id: dataset.datasetId },
      });
    }
    const recipients = this.#recipients.of(dataset.number, erasing.runs);
    const id = createId('ers');
    const { legal_basis, reason, scope } = body;
    const count = this.declare(journal, id, erasing, { legal_basis, reason, scope, ...by });
    return { erasure_id: id, count, recipients };
  }

  /** Declares the erasure of rows, and takes them. @returns how many went */
  declare(journal: Journal, id: string, erasing: Erasing, declared: Declaration): number {
    const { dataset, isWhole } = erasing;
    // A row that goes leaves its leaf in a batch, and so does a receipt whose key goes.
    this.#means.sealer.seal({ table: 'dataset_rows', dataset: dataset.number });
    if (isWhole) this.#means.sealer.seal({ table: 'session_usage' });
    this.#eraser.takeNames(erasing);
    let erased = 0;
    for (const runs of isWhole ? [erasing.runs] : chunksOf(erasing.runs)) {
      const count = this.#eraser.count(dataset, runs);
      if (count === 0 && !isWhole) continue;
      const seq = this.#append(journal, { id, runs, count, dataset }, declared);
      this.#insert.run(seq, id, dataset.number, declared.scope ?? 'rows', count);
      this.#eraser.take(dataset, runs, seq);
      erased += count;
    }
    if (isWhole) takeKeys(this.#means.database, dataset.number);
    this.#eraser.keepPaths(dataset);
    this.#eraser.keepColumns(erasing);
    return erased;
  }

  #append(
    journal: Journal,
    part: {
      readonly id: string;
      readonly runs: readonly Run[];
      readonly count: number;
      readonly dataset: StoredDataset;
    },
    { legal_basis: legalBasis, actor, reason, scope = 'rows', signing: sign }: Declaration,
  ): number {
    const { id, runs, count, dataset } = part;
    const signing = sign?.();
    const salt = () =>
      signing?.salt() ?? Buffer.from(this.#means.random(saltBytes)).toString('base64url');
    const values =
      reason === undefined ? [] : [{ field: 'reason', salt: salt(), value: canonicalJson(reason) }];
    const rows = scope === 'dataset' ? undefined : encodeRuns(seqsOf(runs)).toString('hex');
    const { datasetId } = dataset;
    const erasure = { id, datasetId, scope, rows, count, legalBasis, actor };
    const entry = { type: rowErasureType, commitments: commitmentsTo(values) } as const;
    const unsigned = otherMembers({ ...entry, members: rowErasureMembers(erasure) });
    const members = rowErasureMembers({ ...erasure, ...signing?.sign(unsigned, values) });
    const { seq } = journal.appendEntry(
      (place) => otherEntry({ ...entry, ...place, members }),
      values,
    );
    return seq;
  }

  #erasing(dataset: StoredDataset, body: CreateDatasetErasure, now: string): Erasing {
    const { record_ids: ids, entity } = body;
    if (ids !== undefined) return { dataset, runs: this.#runsOfIds(dataset, ids), isWhole: false };
    if (entity !== undefined) {
      const runs = this.#runsOfEntity(dataset, entity, now);
      return { dataset, runs, entity, isWhole: false };
    }
    return { dataset, runs: wholeOf(dataset), isWhole: true };
  }

  #runsOfIds(dataset: StoredDataset, ids: readonly string[]): Run[] {
    const { datasets } = this.#means;
    const seqs = ids.map((id) => datasets.row(dataset.number, id, dataset.recordCount)?.seq);
    const faults = seqs.flatMap((seq, index) =>
      seq === undefined ? [{ field: `record_ids.${index}`, ...faultOf('not_of_dataset') }] : [],
    );
    if (faults.length > 0) throw validationError(faults.slice(0, 100));
    return runsOf(seqs.filter((seq) => seq !== undefined));
  }

  #runsOfEntity(dataset: StoredDataset, entity: boolean | number | string, now: string): Run[] {
    const field = this.#means.policies.inForce(dataset, now)?.policy.entity ?? null;
    if (field === null) throw validationError([faultAt('entity', 'no_entity_field')]);
    const seqs: number[] = [];
    for (const { position, text } of this.#rows.iterate(dataset.number)) {
      const document = jsonOrUndefined(text);
      if (isJsonObject(document) && entityOf(field, document) === entity)
        seqs.push(rowSeq(position));
    }
    if (seqs.length === 0) throw validationError([faultAt('entity', 'not_of_dataset')]);
    return runsOf(seqs);
  }
}

/** An erasure of rows as the replaced ledger declared it. */
export interface EarlierRowErasure {
  readonly id: string;
  readonly dataset_id: string;
  readonly scope: RowErasureScope;
  /** Hex of runs. */
  readonly rows: string;
  readonly legal_basis: string;
  readonly reason?: string | undefined;
  readonly actor: Actor;
}

/** Erases rows again in a restored ledger. The caller holds the journal's transaction. */
export function rowEraserAgain(
  { database, random, sealer }: Pick<WriteContext, 'database' | 'random' | 'sealer'>,
  journal: Journal,
): (erasure: EarlierRowErasure) => void {
  const datasets = new DatasetsStore(database);
  const policies = new PoliciesStore(database);
  const erasures = new DatasetErasures({ database, datasets, policies, random, sealer });
  return ({ id, dataset_id: datasetId, scope, rows, ...declared }) => {
    const dataset = datasets.find(datasetId);
    const isWhole = scope === 'dataset';
    if (dataset === undefined || (isWhole && dataset.isErased)) return;
    const runs = isWhole ? wholeOf(dataset) : decodeRuns(Buffer.from(rows, 'hex'));
    erasures.declare(
      journal,
      id,
      { dataset, runs, isWhole },
      { ...declared, reason: declared.reason, ...(isWhole && { scope }) },
    );
  };
}

/** Every row that a dataset ever had. */
function wholeOf({ recordCount }: StoredDataset): Run[] {
  return recordCount === 0 ? [] : [{ from: 1, to: recordCount }];
}

function* seqsOf(runs: readonly Run[]): Generator<number> {
  for (const { from, to } of runs) for (let seq = from; seq <= to; seq += 1) yield seq;
}

/** As many runs together as one entry names. */
function chunksOf(runs: readonly Run[]): Run[][] {
  const chunks: Run[][] = [];
  let bytes = 0;
  for (const run of runs) {
    const last = chunks.at(-1);
    // A number beyond seven bits takes one more byte for each seven.
    bytes += (Math.ceil(Math.log2(run.to + 1) / 7) + 1) * 2;
    if (last === undefined || last.length === mostRuns || bytes > mostBytes) {
      chunks.push([run]);
      bytes = 0;
    } else last.push(run);
  }
  return chunks;
}

/** Erasures of rows as they are told, over a reader's connection. */
export class ToldErasures {
  readonly #recipients: RowRecipients;
  readonly #acts: Statement<[number, number, number], { erasure_id: string; seqs: string }>;
  readonly #count: Statement<[number], number>;
  readonly #entry: Statement<[number], string>;
  readonly #reason: Statement<[number], string>;
  readonly #erased: Statement<[number], number>;

  constructor(database: Database) {
    const sql = datasetErasureStatements;
    this.#recipients = new RowRecipients(database);
    this.#acts = database.prepare(sql.acts);
    this.#count = database.prepare<[number], number>(sql.count).pluck();
    this.#entry = database.prepare<[number], string>(sql.entry).pluck();
    this.#reason = database.prepare<[number], string>(sql.reason).pluck();
    this.#erased = database.prepare<[number], number>(sql.erased).pluck();
  }

  /** A page, newest first, and how many there are. */
  ofDataset(
    dataset: number,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): { data: DatasetErasure[]; total: number } {
    const data = this.#acts
      .all(dataset, limit, offset)
      .flatMap(({ erasure_id: id, seqs: text }) => {
        const seqs = text
          .split(',')
          .map(Number)
          .toSorted((one, other) => one - other);
        const told = this.#told(dataset, seqs);
        return told === undefined ? [] : [{ erasure_id: id, seqs, ...told }];
      });
    return { data, total: this.#count.get(dataset) ?? 0 };
  }

  #told(dataset: number, seqs: readonly number[]) {
    const [first = 0] = seqs;
    const entry = entryOrUndefined(this.#entry.get(first) ?? '');
    const erasure = rowErasureOrUndefined(entry);
    if (entry === undefined || erasure === undefined) return undefined;
    const { scope, legalBasis, actor, signature } = erasure;
    const erased = seqs.flatMap((seq) => this.#erased.all(seq).map(rowSeq));
    const reason = jsonOrUndefined(this.#reason.get(first) ?? '');
    return {
      created_at: entry.createdAt,
      scope,
      count: erased.length,
      legal_basis: legalBasis,
      reason: typeof reason === 'string' ? reason : null,
      actor,
      signature: signature ?? null,
      recipients: this.#recipients.of(dataset, runsOf(erased)),
    };
  }
}
