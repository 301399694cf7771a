/** Columns of the facts of decisions: what stands in each, by the profile that they are made with. */
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import type { DecisionTexts } from './decision-texts.ts';

/** Those of `decision_facts` after its key, in their order. */
export const factColumns = [
  'outcome',
  'effect',
  'version',
  'decided_ms',
  'decided_from',
  'amount',
  'g1',
  'g2',
  'g3',
  'g4',
  'c1',
  'c2',
  'c3',
  'c4',
  'c5',
  'c6',
  'c7',
  'c8',
  'first_review_ms',
  'changed',
] as const;
export type FactColumn = (typeof factColumns)[number];

/** Texts of one kind, which have their ids together. */
export type Slot =
  | 'outcome'
  | 'version'
  | Extract<FactColumn, `g${number}`>
  | Extract<FactColumn, `c${number}`>;

/** The slots of a profile's columns in their order; null where a column holds a number. */
export function slotsOf({ columns }: ProfileDocument): readonly (Slot | null)[] {
  const kinds: Readonly<Record<string, string>> = Object.fromEntries(
    columns.map(({ kind }, place) => [`c${place + 1}`, kind]),
  );
  return factColumns.map((column): Slot | null => {
    switch (column) {
      case 'effect':
        return 'outcome';
      case 'decided_ms':
      case 'decided_from':
      case 'amount':
      case 'first_review_ms':
      case 'changed':
        return null;
      default:
        return column.startsWith('c') && kinds[column] === 'number' ? null : column;
    }
  });
}

/** Text, number or nothing, before a text has its id. */
export type Cell = string | number | null;

/** The cells of a row, by the places of their columns. */
export function cellsOf(texts: DecisionTexts): Cell[] {
  const { groups: g, columns: c } = texts;
  return [
    texts.outcome,
    texts.effect,
    texts.version,
    texts.decidedMs,
    texts.decidedFrom,
    texts.amount,
    g[0] ?? null,
    g[1] ?? null,
    g[2] ?? null,
    g[3] ?? null,
    c[0] ?? null,
    c[1] ?? null,
    c[2] ?? null,
    c[3] ?? null,
    c[4] ?? null,
    c[5] ?? null,
    c[6] ?? null,
    c[7] ?? null,
    texts.firstReviewMs,
    texts.changed,
  ];
}
