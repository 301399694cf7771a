/** Decisions as facts are made from them: records, their values, cards and interventions as they are kept. */
import type { Database, Statement } from 'better-sqlite3';
import {
  isJsonObject,
  jsonOrUndefined,
  type JsonObject,
  type JsonValue,
} from '../../shared/contract/json.ts';
import { committedFields } from '../../shared/contract/records.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { ProfileReader } from '../../shared/oversight/profile-reader.ts';
import {
  decisionTexts,
  notReviewed,
  reviewOf,
  type Around,
  type DecisionTexts,
  type Review,
  type ReviewStep,
} from './decision-texts.ts';

const placeColumns =
  'position, seq, id, model_id, created_at, confidence, policy_id, intervention_count';

/** Every statement, by name, so that a test can read the plan of each. */
export const decisionSourceStatements = {
  bySeq: `SELECT ${placeColumns} FROM records WHERE seq = ?`,
  byId: `SELECT ${placeColumns} FROM records WHERE id = ?`,
  byPosition: `SELECT ${placeColumns} FROM records WHERE position = ?`,
  ofModel: `SELECT ${placeColumns} FROM records
    WHERE model_id = ? AND position > ? AND position <= ? ORDER BY position LIMIT ?`,
  value: 'SELECT value FROM payloads WHERE seq = ? AND field = ?',
  card: `SELECT version FROM models WHERE model_id = ? AND seq < ?
    ORDER BY major DESC, minor DESC, patch DESC LIMIT 1`,
  cards: `SELECT seq, version FROM models WHERE model_id = ?
    ORDER BY major DESC, minor DESC, patch DESC`,
  steps: `SELECT seq, id, action, meaning, supersedes, created_at FROM interventions
    WHERE record_id = ? ORDER BY n`,
  recordOfIntervention: 'SELECT record_id FROM interventions WHERE seq = ?',
} as const;

/** A record as its row in the index has it. */
export interface RecordPlace {
  readonly position: number;
  readonly seq: number;
  readonly id: string;
  readonly model_id: string;
  readonly created_at: string;
  readonly confidence: number | null;
  readonly policy_id: string | null;
  readonly intervention_count: number;
}

interface StepRow {
  readonly seq: number;
  readonly id: string;
  readonly action: string;
  readonly meaning: string | null;
  readonly supersedes: string | null;
  readonly created_at: string;
}

/** Values that are about to be erased: fields by the entries that have them. */
export type Going = ReadonlyMap<number, ReadonlySet<string>>;
const nothingGoes: Going = new Map();

/** Over one connection. */
export class DecisionSource {
  readonly #bySeq: Statement<[number], RecordPlace>;
  readonly #byId: Statement<[string], RecordPlace>;
  readonly #byPosition: Statement<[number], RecordPlace>;
  readonly #cards: Statement<[string], { readonly seq: number; readonly version: string }>;
  readonly #ofModel: Statement<[string, number, number, number], RecordPlace>;
  readonly #value: Statement<[number, string], string>;
  readonly #card: Statement<[string, number], string>;
  readonly #steps: Statement<[string], StepRow>;
  readonly #recordOfIntervention: Statement<[number], string>;

  constructor(database: Database) {
    const statements = decisionSourceStatements;
    this.#bySeq = database.prepare(statements.bySeq);
    this.#byId = database.prepare(statements.byId);
    this.#byPosition = database.prepare(statements.byPosition);
    this.#cards = database.prepare(statements.cards);
    this.#ofModel = database.prepare(statements.ofModel);
    this.#value = database.prepare<[number, string], string>(statements.value).pluck();
    this.#card = database.prepare<[string, number], string>(statements.card).pluck();
    this.#steps = database.prepare(statements.steps);
    this.#recordOfIntervention = database
      .prepare<[number], string>(statements.recordOfIntervention)
      .pluck();
  }

  byId(id: string): RecordPlace | undefined {
    return this.#byId.get(id);
  }

  byPosition(position: number): RecordPlace | undefined {
    return this.#byPosition.get(position);
  }

  /** The record that an entry is, or is an intervention on. */
  ofEntry(seq: number): RecordPlace | undefined {
    const recordId = this.#recordOfIntervention.get(seq);
    return recordId === undefined ? this.#bySeq.get(seq) : this.#byId.get(recordId);
  }

  /** Records of a model after a position and up to another, in their order; at most so many. */
  ofModel(modelId: string, after: number, until: number, most: number): RecordPlace[] {
    return this.#ofModel.all(modelId, after, until, most);
  }

  /** Members of a record that a profile reads, without those that go. */
  members(reader: ProfileReader, place: RecordPlace, going: Going = nothingGoes): JsonObject {
    return membersOf(reader, place, (field) => this.valueOf(place.seq, field, going));
  }

  /** Canonical text of a committed value; undefined where it is not there, or goes. */
  valueOf(seq: number, field: string, going: Going = nothingGoes): string | undefined {
    return going.get(seq)?.has(field) === true ? undefined : this.#value.get(seq, field);
  }

  /** The facts of a record as it stands now. */
  texts(reader: ProfileReader, place: RecordPlace): DecisionTexts {
    return decisionTexts(reader, this.members(reader, place), this.around(place));
  }

  /** What is read of a decision beside its members. */
  around(place: RecordPlace, going: Going = nothingGoes): Around {
    return {
      createdAt: place.created_at,
      card: () => this.card(place.model_id, place.seq),
      review: place.intervention_count === 0 ? notReviewed : this.review(place.id, going),
    };
  }

  /**
   * What people came to about a record.
   * @param before the entry before which they did; without it all that they did
   */
  review(recordId: string, going: Going = nothingGoes, before = Infinity): Review {
    const rows = this.#steps.all(recordId).filter(({ seq }) => seq < before);
    if (rows.length === 0) return notReviewed;
    return reviewOf(
      rows.map((row): ReviewStep => ({ ...row, outcome: () => this.#outcome(row.seq, going) })),
    );
  }

  /** Version of the card in force at an entry, as canonical JSON. */
  card(modelId: string, seq: number): string | null {
    const version = this.#card.get(modelId, seq);
    return version === undefined ? null : canonicalJson(version);
  }

  /** The same for many records of a model: its cards are read once. */
  cardsOf(modelId: string): (seq: number) => string | null {
    const cards = this.#cards.all(modelId);
    return (seq) => {
      const card = cards.find((each) => each.seq < seq);
      return card === undefined ? null : canonicalJson(card.version);
    };
  }

  #outcome(seq: number, going: Going): JsonObject | null {
    if (going.get(seq)?.has('outcome') === true) return null;
    const value = jsonOrUndefined(this.#value.get(seq, 'outcome') ?? '');
    return isJsonObject(value) ? value : null;
  }
}

/** The members of a record that a profile reads; values that are no JSON count as absent. */
export function membersOf(
  reader: ProfileReader,
  place: Pick<RecordPlace, 'id' | 'created_at' | 'confidence' | 'policy_id'>,
  valueOf: (field: string) => string | undefined,
): JsonObject {
  const record: Record<string, JsonValue> = {};
  for (const member of reader.members) {
    const value = memberOf(member, place, valueOf);
    if (value !== undefined) record[member] = value;
  }
  return record;
}

function memberOf(
  member: string,
  place: Pick<RecordPlace, 'id' | 'created_at' | 'confidence' | 'policy_id'>,
  valueOf: (field: string) => string | undefined,
): JsonValue | undefined {
  switch (member) {
    case 'id':
    case 'created_at':
      return place[member];
    case 'confidence':
    case 'policy_id':
      return place[member] ?? undefined;
    default:
      return committed.has(member) ? jsonOrUndefined(valueOf(member) ?? '') : undefined;
  }
}

const committed: ReadonlySet<string> = new Set(committedFields);
