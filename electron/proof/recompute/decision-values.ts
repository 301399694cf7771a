/** Texts of the facts of one profile, against what the records give for them. */
import type { Database } from 'better-sqlite3';
import { otherText } from '../../../shared/oversight/profile-reader.ts';
import type { Cell, Slot } from '../../oversight/fact-columns.ts';
import { closedText, otherId } from '../../oversight/fact-values.ts';
import type { RowFinding } from '../row-finding.ts';

type Report = (finding: RowFinding) => void;

/** Every statement, by name, so that a test can read the plan of each. */
export const textsCheckStatements = {
  values: 'SELECT id, slot, value FROM decision_values WHERE profile = ?',
} as const;

/** Facts with one id that differ before it is known whether its text was altered, or they were. */
const mostHeld = 1_000;

interface StoredText {
  readonly text: string;
  isUsed: boolean;
  /** Whether a fact that has it is as it has to be. */
  isRight: boolean;
}

/** Facts that have an id that says something else than they do. */
interface Differing {
  /** What all of them say; undefined once two say different things. */
  expected: string | undefined;
  readonly held: RowFinding[];
}

/** Where an id should stand for one text, and stands for another or none. */
interface Difference {
  readonly id: number;
  readonly expected: string;
  readonly finding: RowFinding;
}

class SlotTexts {
  readonly byId = new Map<number, StoredText>();
  readonly ids = new Map<string, number>();
  readonly differing = new Map<number, Differing>();
  /** Id of the row that says that it takes no more. */
  closed: number | undefined;
  hasOthers = false;
}

export class TextsCheck {
  readonly #slots = new Map<Slot, SlotTexts>();
  /** Rows of no slot. */
  readonly #stray: number[] = [];

  constructor(
    database: Database,
    { profile, slots }: { readonly profile: number; readonly slots: readonly (Slot | null)[] },
  ) {
    for (const slot of slots) if (slot !== null) this.#slots.set(slot, new SlotTexts());
    const rows = database
      .prepare<[number], [id: number, slot: Slot, value: string]>(textsCheckStatements.values)
      .raw();
    for (const [id, slot, value] of rows.all(profile)) {
      const texts = this.#slots.get(slot);
      if (texts === undefined) this.#stray.push(id);
      else if (value === closedText) texts.closed = id;
      else {
        texts.byId.set(id, { text: value, isUsed: false, isRight: false });
        texts.ids.set(value, id);
      }
    }
  }

  /** Tells whether a cell is as it has to be. */
  holds(slot: Slot, expected: Cell, actual: number | null): boolean {
    const texts = this.#slots.get(slot);
    if (actual === null || texts === undefined) return expected === null && actual === null;
    if (actual === otherId) {
      texts.hasOthers = true;
      if (typeof expected !== 'string') return false;
      return expected === otherText || (texts.closed !== undefined && !texts.ids.has(expected));
    }
    const stored = texts.byId.get(actual);
    if (stored === undefined) return false;
    stored.isUsed = true;
    if (stored.text !== expected) return false;
    stored.isRight = true;
    return true;
  }

  /** The text that an id stands for, for a finding. */
  shown(slot: Slot, id: number | null): string | null {
    if (id === null) return null;
    return this.#slots.get(slot)?.byId.get(id)?.text ?? String(id);
  }

  /** A fact with another text than its own: it was altered, or the text was. */
  differs(slot: Slot, { id, expected, finding }: Difference, report: Report): void {
    const texts = this.#slots.get(slot);
    if (id === otherId || texts === undefined || texts.byId.get(id)?.isRight === true) {
      report(finding);
      return;
    }
    const known = texts.differing.get(id) ?? { expected, held: [] };
    texts.differing.set(id, known);
    if (known.expected !== expected) known.expected = undefined;
    if (known.held.length < mostHeld) known.held.push(finding);
  }

  /** Tells what is known once every record was looked at. */
  finish(report: Report): void {
    for (const texts of this.#slots.values()) {
      for (const [id, { expected, held }] of texts.differing) {
        if (expected === undefined || !isOfText(texts, id, expected)) {
          held.forEach(report);
          continue;
        }
        this.#tell(report, id, texts.byId.has(id) ? 'altered' : 'deleted');
        // Two texts changed places, or two facts with such texts did, which nothing tells apart: a fact is named too.
        if (texts.ids.has(expected)) held.slice(0, 1).forEach(report);
      }
      for (const [id, { isUsed }] of texts.byId) {
        if (!isUsed) this.#tell(report, id, 'inserted');
      }
      if (texts.closed !== undefined && !texts.hasOthers) {
        this.#tell(report, texts.closed, 'inserted');
      }
    }
    for (const id of this.#stray) this.#tell(report, id, 'inserted');
  }

  /** The text itself is not told: it is of a record, and a finding about this row does not go with it. */
  #tell(report: Report, id: number, kind: 'altered' | 'deleted' | 'inserted'): void {
    const about = { table: 'decision_values', row: String(id), column: null, seq: 0 } as const;
    report({ ...about, kind, expected: null, actual: null });
  }
}

/** Whether it is the text of an id that was altered, where all facts that have it say one other thing. */
function isOfText({ byId, ids }: SlotTexts, id: number, expected: string): boolean {
  if (byId.get(id)?.isRight === true) return false;
  const other = ids.get(expected);
  return other === undefined || byId.get(other)?.isRight !== true;
}
