/** Recorded figures as they are kept: the row of each, with its filter and counts from its entry. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../shared/contract/errors.ts';
import {
  figureMeasures,
  figureResultSchema,
  type Figure,
  type FigureMeasure,
  type FigureSummary,
  type ListFiguresQuery,
} from '../../shared/contract/figures.ts';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { limits } from '../../shared/contract/limits.ts';
import { bases, type Basis } from '../../shared/contract/oversight.ts';
import type { ProjectedRow } from '../ledger/model-entries.ts';
import { everyField, figureSources, fieldsOf } from '../../shared/oversight/figure-fields.ts';
import { FigureLosses } from './figure-losses.ts';
import { documentOrUndefined } from './profile-store.ts';
import { unpackPositions } from './figure-positions.ts';

const narrowed = `(@model_id IS NULL OR f.model_id = @model_id)
    AND (@measure IS NULL OR f.measure = @measure)`;
const columns = `f.seq, f.id, f.model_id, f.profile_id, f.measure, f.basis, f.ledger_size, f.count,
    f.ids_root, f.actor_id, f.actor_role, f.created_at, 'sha256:' || lower(hex(f.hash)) AS hash,
    (SELECT count(*) FROM profiles AS o JOIN profiles AS p
       ON o.model_id = p.model_id AND o.number <= p.number
     WHERE p.profile_id = f.profile_id) AS profile_n`;

/** Every statement, by name, so that a test can read the plan of each. */
export const figureStatements = {
  insert: `INSERT INTO figures (seq, id, model_id, profile_id, measure, basis, ledger_size, count,
      ids_root, actor_id, actor_role, created_at, hash, positions)
    VALUES (@seq, @id, @model_id, @profile_id, @measure, @basis, @ledger_size, @count,
      @ids_root, @actor_id, @actor_role, @created_at, unhex(@hash), @positions)`,
  newest: `SELECT ${columns} FROM figures AS f WHERE ${narrowed}
    ORDER BY f.seq DESC LIMIT @limit OFFSET @offset`,
  oldest: `SELECT ${columns} FROM figures AS f WHERE ${narrowed}
    ORDER BY f.seq LIMIT @limit OFFSET @offset`,
  count: `SELECT count(*) FROM figures AS f WHERE ${narrowed}`,
  byId: `SELECT ${columns} FROM figures AS f WHERE f.id = ?`,
  positions: 'SELECT positions FROM figures WHERE id = ?',
  idAt: 'SELECT id FROM records WHERE position = ?',
  value: 'SELECT value FROM payloads WHERE seq = ? AND field = ?',
  document: 'SELECT document FROM profiles WHERE profile_id = ?',
  lastPosition: 'SELECT coalesce(max(position), 0) FROM records',
} as const;

interface FigureRow {
  readonly seq: number;
  readonly id: string;
  readonly model_id: string;
  readonly profile_id: string;
  readonly measure: string;
  readonly basis: string;
  readonly ledger_size: number;
  readonly count: number;
  readonly ids_root: string;
  readonly actor_id: string;
  readonly actor_role: string;
  readonly created_at: string;
  readonly hash: string;
  readonly profile_n: number;
}

interface Narrowing {
  readonly model_id: string | null;
  readonly measure: string | null;
}

/** Over one connection. */
export class FigureStore {
  readonly #database: Database;
  readonly #byId: Statement<[string], FigureRow>;
  readonly #positions: Statement<[string], Buffer>;
  readonly #value: Statement<[number, string], string>;
  readonly #document: Statement<[string], string>;

  constructor(database: Database) {
    const sql = figureStatements;
    this.#database = database;
    this.#byId = database.prepare(sql.byId);
    this.#positions = database.prepare<[string], Buffer>(sql.positions).pluck();
    this.#value = database.prepare<[number, string], string>(sql.value).pluck();
    this.#document = database.prepare<[string], string>(sql.document).pluck();
  }

  add(row: ProjectedRow, positions: Buffer): void {
    this.#database.prepare(figureStatements.insert).run({ ...row, positions });
  }

  page({ model_id: modelId, measure, order, limit, offset }: ListFiguresQuery): {
    readonly rows: FigureSummary[];
    readonly total: number;
  } {
    const by: Narrowing = { model_id: modelId ?? null, measure: measure ?? null };
    const sql = order === 'created_at' ? figureStatements.oldest : figureStatements.newest;
    const rows = this.#database
      .prepare<[Narrowing & { limit: number; offset: number }], FigureRow>(sql)
      .all({ ...by, limit, offset });
    const total = this.#database
      .prepare<[Narrowing], number>(figureStatements.count)
      .pluck()
      .get(by);
    return { rows: rows.map(summaryOf), total: total ?? 0 };
  }

  /** @throws {ApiError} `not_found` */
  require(id: string): Figure {
    const figure = this.find(id);
    if (figure === undefined) throw new ApiError('not_found', `There is no recorded figure ${id}.`);
    return figure;
  }

  find(id: string): Figure | undefined {
    const row = this.#byId.get(id);
    if (row === undefined) return undefined;
    const summary = summaryOf(row);
    const told = jsonOrUndefined(this.#value.get(row.seq, 'result') ?? '');
    const result = figureResultSchema.safeParse(told).data ?? null;
    const records = this.#database.prepare<[], number>(figureStatements.lastPosition).pluck().get();
    return {
      ...summary,
      where: this.#value.get(row.seq, 'where') ?? null,
      result,
      erased_since: this.#lostSince({ ...summary, result }),
      is_full_offered: (records ?? 0) <= limits.figures.fullBundle,
    };
  }

  /** Positions of the decisions of a figure, rising. */
  positions(id: string): Iterable<number> {
    return unpackPositions(this.#positions.get(id) ?? Buffer.alloc(0));
  }

  /** Decisions of a figure that lost values that it was counted from. */
  #lostSince({
    figure_id: id,
    profile_id: profileId,
    ledger_size: size,
    measure,
    basis,
    result,
  }: FigureSummary & Pick<Figure, 'result'>): number {
    const losses = new FigureLosses(this.#database, size);
    const { positions } = losses;
    const document = documentOrUndefined(this.#document.get(profileId) ?? '');
    if (positions.size === 0 || document === undefined) return 0;
    // Once its counts are gone nobody can tell which fields they were by: each of the profile counts.
    const fields = result === null ? everyField(document) : fieldsOf(result);
    const sources = { ...figureSources({ measure, basis, document }, fields), size };
    let count = 0;
    for (const position of this.positions(id)) {
      if (positions.has(position) && losses.hasLost(position, sources)) count += 1;
    }
    return count;
  }
}

function summaryOf(row: FigureRow): FigureSummary {
  return {
    figure_id: row.id,
    model_id: row.model_id,
    profile_id: row.profile_id,
    profile_n: row.profile_n,
    measure: measureOf(row.measure),
    basis: basisOf(row.basis),
    created_at: row.created_at,
    actor: { id: row.actor_id, role: row.actor_role },
    count: row.count,
    ids_root: row.ids_root,
    ledger_size: row.ledger_size,
    sequence: row.seq,
    hash: row.hash,
  };
}

/** A measure by its name; another name was altered, and verification tells of it. */
export function measureOf(text: string): FigureMeasure {
  return figureMeasures.find((each) => each === text) ?? 'outcomes';
}

/** The same of a basis. */
function basisOf(text: string): Basis {
  return bases.find((each) => each === text) ?? 'model';
}
