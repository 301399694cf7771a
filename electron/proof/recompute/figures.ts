/** Recorded figures counted again, from the records that each was counted over, as they were at its entry. */
import type { Database, Statement } from 'better-sqlite3';
import { ApiError } from '../../../shared/contract/errors.ts';
import { figureResultSchema, type FigureResult } from '../../../shared/contract/figures.ts';
import { jsonOrUndefined } from '../../../shared/contract/json.ts';
import { canonicalJson } from '../../../shared/ledger/canonical-json.ts';
import { GrowingTree } from '../../../shared/ledger/growing-tree.ts';
import { leafHash } from '../../../shared/ledger/merkle.ts';
import { hexBytes } from '../../../shared/ledger/subjects.ts';
import {
  fieldsOf,
  figureSources,
  type FigureDecision,
} from '../../../shared/oversight/figure-fields.ts';
import { recountOf, type FigureRecount } from '../../../shared/oversight/figure-recount.ts';
import { ProfileReader } from '../../../shared/oversight/profile-reader.ts';
import { sha256, sha256Into } from '../../ledger/sha256.ts';
import { DecisionSource, type RecordPlace } from '../../oversight/decision-source.ts';
import { decisionTexts, notReviewed } from '../../oversight/decision-texts.ts';
import { DecidedRows, type DecidedRow } from '../../oversight/figure-decided-rows.ts';
import { FigureLosses, type FigureSources } from '../../oversight/figure-losses.ts';
import { measureOf } from '../../oversight/figure-store.ts';
import { unpackPositions } from '../../oversight/figure-positions.ts';
import { documentOrUndefined } from '../../oversight/profile-store.ts';
import { maskedRows, rowMask } from '../../oversight/row-mask.ts';
import { readWhere, type Where } from '../../oversight/where.ts';
import { headOf } from '../head-of-lines.ts';
import type { RowFinding } from '../row-finding.ts';

type Report = (finding: RowFinding) => void;

/** Every statement, by name, so that a test can read the plan of each. */
export const figureCheckStatements = {
  figures: `SELECT f.seq, f.model_id, f.profile_id, f.measure, f.basis, f.ledger_size, f.count, f.ids_root,
      f.positions,
      (SELECT value FROM payloads WHERE seq = f.seq AND field = 'result') AS result,
      (SELECT value FROM payloads WHERE seq = f.seq AND field = 'where') AS filter
    FROM figures AS f WHERE f.seq > ? ORDER BY f.seq LIMIT 1`,
  decisions: 'SELECT coalesce(sum(count), 0) FROM figures',
  document: 'SELECT document FROM profiles WHERE profile_id = ?',
  hash: 'SELECT lower(hex(hash)) FROM records WHERE position = ?',
  value: `SELECT value FROM payloads WHERE seq = ? AND field = 'transaction_id'`,
} as const;

/** Counts the decisions that figures are counted from. */
export const countFigureDecisions = figureCheckStatements.decisions;

/** Result of the check, beside its findings. */
export interface FiguresChecked {
  readonly figures: number;
  /** Decisions that lost values since they were counted: they are not counted again. */
  readonly lost: number;
}

interface FigureRow {
  readonly seq: number;
  readonly model_id: string;
  readonly profile_id: string;
  readonly measure: string;
  readonly basis: string;
  readonly ledger_size: number;
  readonly count: number;
  readonly ids_root: string;
  readonly positions: Buffer;
  readonly result: string | null;
  readonly filter: string | null;
}

/** Records that are read at a time. */
const atOnce = 256;

/** Counts every figure again; yields after each record. */
export function* checkFigures(database: Database, report: Report): Generator<void, FiguresChecked> {
  const next = database.prepare<[number], FigureRow>(figureCheckStatements.figures);
  let [figures, lost, last] = [0, 0, -1];
  for (let row = next.get(last); row !== undefined; row = next.get(last)) {
    // A number beyond those that can be told apart: the row has no entry, which is told elsewhere.
    if (row.seq <= last) break;
    last = row.seq;
    const check = FigureCheck.of(database, row, report);
    if (check === undefined) continue;
    yield* check.run();
    figures += 1;
    lost += check.lost;
  }
  return { figures, lost };
}

class FigureCheck {
  lost = 0;
  readonly #row: FigureRow;
  readonly #report: Report;
  readonly #source: DecisionSource;
  readonly #reader: ProfileReader;
  readonly #recount: FigureRecount;
  readonly #where: Where;
  readonly #result: FigureResult;
  readonly #sources: FigureSources;
  readonly #losses: FigureLosses;
  readonly #rows: DecidedRows;
  readonly #transaction: Statement<[number], string>;
  readonly #hash: Statement<[number], string>;
  readonly #tree = new GrowingTree(sha256Into);
  readonly #members: Iterator<number>;
  #next: number | undefined;
  /** The first record that is in it and does not meet its filter, or the other way round. */
  #stray: RecordPlace | undefined;
  #meeting = 0;

  /** Undefined for a figure whose values are gone or none: that is told of, and nothing can be counted. */
  static of(database: Database, row: FigureRow, report: Report): FigureCheck | undefined {
    const document = documentOrUndefined(
      database
        .prepare<[string], string>(figureCheckStatements.document)
        .pluck()
        .get(row.profile_id) ?? '',
    );
    const result = figureResultSchema.safeParse(jsonOrUndefined(row.result ?? ''));
    const where = row.filter === null ? undefined : filterOf(row.filter);
    const tell = (column: string, actual: string | null) =>
      report({ ...about(row), column, expected: null, actual });
    if (document === undefined) tell('profile_id', row.profile_id);
    // A value that is not there is found missing with its entry.
    if (!result.success && row.result !== null) tell('result', row.result);
    if (where === undefined && row.filter !== null) tell('where', row.filter);
    if (document === undefined || !result.success || where === undefined) return undefined;
    return new FigureCheck(database, row, { report, document, result: result.data, where });
  }

  private constructor(
    database: Database,
    row: FigureRow,
    given: {
      readonly report: Report;
      readonly document: NonNullable<ReturnType<typeof documentOrUndefined>>;
      readonly result: FigureResult;
      readonly where: Where;
    },
  ) {
    const { report, document, result, where } = given;
    this.#row = row;
    this.#report = report;
    this.#where = where;
    this.#result = result;
    this.#source = new DecisionSource(database);
    this.#reader = new ProfileReader(document);
    const order = {
      measure: measureOf(row.measure),
      basis: row.basis === 'effect' ? ('effect' as const) : ('model' as const),
      document,
    };
    this.#recount = recountOf(order, result);
    const fields = [...fieldsOf(result), ...where.fields];
    const measure = where.fields.has('decided_at') ? 'drift' : order.measure;
    const { members } = figureSources({ ...order, measure }, fields);
    const effects = figureSources(order, fields).effects || where.fields.has('effect_class');
    const needsTransaction = where.fields.has('transaction_id') ? ['transaction_id'] : [];
    this.#sources = {
      members: new Set([...members, ...needsTransaction]),
      effects,
      size: row.ledger_size,
    };
    this.#losses = new FigureLosses(database, row.ledger_size);
    this.#rows = new DecidedRows(document);
    this.#transaction = database.prepare<[number], string>(figureCheckStatements.value).pluck();
    this.#hash = database.prepare<[number], string>(figureCheckStatements.hash).pluck();
    this.#members = unpackPositions(row.positions)[Symbol.iterator]();
    this.#advance();
  }

  *run(): Generator<void> {
    const { model_id: modelId, ledger_size: size } = this.#row;
    const cards = this.#source.cardsOf(modelId);
    let after = 0;
    for (;;) {
      const found = this.#source.ofModel(modelId, after, Number.MAX_SAFE_INTEGER, atOnce);
      const places = found.filter(({ seq }) => seq < size);
      this.#take(places.map((place) => this.#decided(place, cards)));
      for (const _place of places) yield;
      const last = found.at(-1);
      if (last === undefined || found.length < atOnce || places.length < found.length) break;
      after = last.position;
    }
    this.#finish();
  }

  #take(decided: readonly (DecidedRow & { readonly place: RecordPlace })[]): void {
    const meets = this.#meets(decided);
    for (const [at, { place, decision }] of decided.entries()) {
      const isIn = this.#next === place.position;
      const isLost = this.#losses.hasLost(place.position, this.#sources);
      if (isLost ? isIn : meets.has(at)) this.#meeting += 1;
      if (!isLost && isIn !== meets.has(at)) this.#stray ??= place;
      if (!isIn) continue;
      this.#advance();
      this.#tree.append(hexBytes(leafHash(sha256, place.id)));
      if (isLost) {
        this.lost += 1;
        this.#recount.lose();
      } else this.#recount.add(decision);
    }
  }

  /** Places of those that meet the filter; of drift, in one of its windows. */
  #meets(decided: readonly DecidedRow[]): ReadonlySet<number> {
    const columns = this.#rows.columns(decided);
    if ('rows' in this.#result) return new Set(maskedRows(rowMask(this.#where.filter, columns)));
    const { decided_at: _dates, ...others } = this.#where.json;
    const { filter } = readWhere(canonicalJson(others));
    const windows = [this.#result.baseline, this.#result.current].map(({ from, to }) => ({
      first: from === null ? -Infinity : Date.parse(from),
      end: to === null ? Infinity : Date.parse(to),
    }));
    const rows = maskedRows(rowMask(filter, columns)).filter((row) => {
      const time = decided[row]?.decision.decidedMs ?? Number.NaN;
      return windows.some(({ first, end }) => time >= first && time < end);
    });
    return new Set(rows);
  }

  #decided(place: RecordPlace, cards: (seq: number) => string | null) {
    const { ledger_size: size } = this.#row;
    const review =
      place.intervention_count === 0 ? notReviewed : this.#source.review(place.id, undefined, size);
    const texts = decisionTexts(this.#reader, this.#source.members(this.#reader, place), {
      createdAt: place.created_at,
      card: () => cards(place.seq),
      review,
    });
    const decision: FigureDecision = {
      ...texts,
      confidence: place.confidence,
      changed: texts.changed === 1,
      reviewed: texts.firstReviewMs !== null,
    };
    const { fields } = this.#where;
    return {
      place,
      decision,
      isDated: texts.decidedFrom === 1,
      policyId: place.policy_id,
      transaction: fields.has('transaction_id') ? this.#transaction.get(place.seq) : undefined,
      hash: fields.has('sampled') ? this.#hash.get(place.position) : undefined,
    };
  }

  #finish(): void {
    const { count, ids_root: root } = this.#row;
    const head = headOf(this.#tree);
    const row = about(this.#row);
    const isWhole = head.count === count && this.#next === undefined;
    if (!isWhole || head.root !== root) {
      const [expected, actual] = [`${count} ${root}`, `${head.count} ${head.root}`];
      this.#report({ ...row, column: 'positions', expected, actual });
      return;
    }
    for (const { place, told, counted } of this.#recount.faults()) {
      const [expected, actual] = [`${place}: ${counted}`, `${place}: ${told}`];
      this.#report({ ...row, column: 'result', expected, actual });
    }
    if (this.#stray === undefined) return;
    const [expected, actual] = [String(this.#meeting), String(count)];
    const { id: recordId } = this.#stray;
    this.#report({ ...row, column: 'where', recordId, expected, actual });
  }

  #advance(): void {
    const next = this.#members.next();
    this.#next = next.done === true ? undefined : next.value;
  }
}

function about({ seq }: FigureRow) {
  return { kind: 'altered', table: 'figures', row: String(seq), seq } as const;
}

/** The filter of a figure; undefined for a text that is none. */
function filterOf(text: string): Where | undefined {
  try {
    return readWhere(text);
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
