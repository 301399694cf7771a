/** Texts of the facts of one profile: each has its id, once for its slot. */
import type { Database, Statement } from 'better-sqlite3';
import type { FactValue } from '../../shared/contract/oversight.ts';
import { otherText } from '../../shared/oversight/profile-reader.ts';
import type { Slot } from './fact-columns.ts';

/** Different texts of a slot; what comes after them is one of the others. */
export const mostValues = 65_535;
/** Stands in a fact for one of the others. */
export const otherId = 0;
/** Text of the row that says that its slot takes no more. */
export const closedText = otherText;
/** The value of all the others. */
const otherValue = { other: true } as const;
/** Texts of a slot that are kept at hand. */
const atHand = 8_192;
/** So many texts are looked for one by one, each up to its first use; more of them in one pass. */
const fewTexts = 8;

/** Every statement, by name, so that a test can read the plan of each. */
export const factValueStatements = {
  id: 'SELECT id FROM decision_values WHERE profile = ? AND slot = ? AND value = ?',
  count: 'SELECT count(*) FROM decision_values WHERE profile = ? AND slot = ?',
  insert: 'INSERT INTO decision_values (profile, slot, value) VALUES (?, ?, ?)',
  remove: 'DELETE FROM decision_values WHERE id = ?',
  removeClosed: `DELETE FROM decision_values WHERE profile = ? AND slot = ? AND value = ''`,
} as const;

/** Statements that look for a use of a text in the columns of a slot. */
export function useStatements(slot: Slot): { readonly one: string; readonly all: string } {
  const columns = slot === 'outcome' ? ['outcome', 'effect'] : [slot];
  const any = columns.map((column) => `${column} = @id`).join(' OR ');
  const uses = columns.map(
    (column) => `SELECT ${column} FROM decision_facts
      WHERE profile = @profile AND ${column} IN (SELECT value FROM json_each(@ids))`,
  );
  return {
    one: `SELECT 1 FROM decision_facts WHERE profile = @profile AND (${any}) LIMIT 1`,
    all: uses.join(' UNION '),
  };
}

/** What is known of a slot without asking. */
interface SlotAtHand {
  readonly ids: Map<string, number>;
  /** Texts that it has; undefined until it is asked for. */
  count: number | undefined;
}

/** Ids of texts by their slots. */
export type IdsBySlot = ReadonlyMap<Slot, ReadonlySet<number>>;

/** Over the writer's connection; the caller holds the transaction. */
export class FactValues {
  readonly #database: Database;
  readonly #profile: number;
  readonly #most: number;
  readonly #id: Statement<[number, string, string], number>;
  readonly #count: Statement<[number, string], number>;
  readonly #insert: Statement<[number, string, string]>;
  readonly #remove: Statement<[number]>;
  readonly #removeClosed: Statement<[number, string]>;
  readonly #slots = new Map<Slot, SlotAtHand>();

  /** @param most texts of a slot */
  constructor(database: Database, profile: number, most = mostValues) {
    const statements = factValueStatements;
    this.#database = database;
    this.#profile = profile;
    this.#most = most;
    this.#id = database.prepare<[number, string, string], number>(statements.id).pluck();
    this.#count = database.prepare<[number, string], number>(statements.count).pluck();
    this.#insert = database.prepare(statements.insert);
    this.#remove = database.prepare(statements.remove);
    this.#removeClosed = database.prepare(statements.removeClosed);
  }

  /** The id of a text, which it gets now where it has none. */
  idOf(slot: Slot, text: string | null): number | null {
    if (text === null) return null;
    if (text === otherText) return otherId;
    const { ids } = this.#atHand(slot);
    const known = ids.get(text);
    if (known !== undefined) return known;
    const id = this.#id.get(this.#profile, slot, text) ?? this.#added(slot, text);
    if (ids.size >= atHand) ids.clear();
    ids.set(text, id);
    return id;
  }

  /** Tells whether a slot takes so many more texts, each of which is written then: none of them is one of the others. */
  hasRoom(slot: Slot, texts: number): boolean {
    return this.#countOf(slot) + texts <= this.#most;
  }

  /** Removes those of the texts that no fact uses any more. */
  removeUnused(candidates: IdsBySlot): void {
    for (const [slot, all] of candidates) {
      const ids = [...all].filter((id) => id !== otherId);
      const used = this.#used(slot, ids);
      const unused = ids.filter((id) => !used.has(id));
      for (const id of unused) this.#remove.run(id);
      if (all.has(otherId) && this.#used(slot, [otherId]).size === 0) {
        this.#removeClosed.run(this.#profile, slot);
        this.#slots.delete(slot);
      }
      if (unused.length > 0) this.#slots.delete(slot);
    }
  }

  #added(slot: Slot, text: string): number {
    const count = this.#countOf(slot);
    if (this.#id.get(this.#profile, slot, closedText) !== undefined) return otherId;
    if (count >= this.#most) {
      this.#insert.run(this.#profile, slot, closedText);
      return otherId;
    }
    this.#atHand(slot).count = count + 1;
    return Number(this.#insert.run(this.#profile, slot, text).lastInsertRowid);
  }

  #used(slot: Slot, ids: readonly number[]): Set<number> {
    const { one, all } = useStatements(slot);
    const profile = this.#profile;
    if (ids.length > fewTexts) {
      const uses = this.#database.prepare<[{ profile: number; ids: string }], number>(all).pluck();
      return new Set(uses.all({ profile, ids: JSON.stringify(ids) }));
    }
    const use = this.#database.prepare<[{ profile: number; id: number }]>(one);
    return new Set(ids.filter((id) => use.get({ profile, id }) !== undefined));
  }

  #countOf(slot: Slot): number {
    const slotAtHand = this.#atHand(slot);
    return (slotAtHand.count ??= this.#count.get(this.#profile, slot) ?? 0);
  }

  #atHand(slot: Slot): SlotAtHand {
    const known = this.#slots.get(slot);
    if (known !== undefined) return known;
    const begun: SlotAtHand = { ids: new Map(), count: undefined };
    this.#slots.set(slot, begun);
    return begun;
  }
}

/** The value of a text as facts hold it. */
export function factValueOf(text: string): FactValue {
  if (text === otherText) return otherValue;
  const value: unknown = JSON.parse(text);
  if (value === null || typeof value === 'boolean') return value;
  return typeof value === 'number' || typeof value === 'string' ? value : otherValue;
}
