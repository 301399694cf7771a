/** The sentence of a finding about a row, in English. */
import type { Finding } from './contract/chain.ts';
import { rowAmount } from './ledger/row-values.ts';
import { isTableName, rowNouns, rowSentenceOf, rowSentences } from './row-words.ts';

/** Of a value in a sentence; what is longer is told beside it. */
const longestInSentence = 80;

/** A finding as far as its sentence tells it. */
export interface ToldRow {
  readonly verdict: string;
  readonly table: string;
  readonly row: string;
  readonly column: string | null;
  /** Of the fact that decides; 0 where none does. */
  readonly seq: number;
  readonly expected: string | null;
  readonly actual: string | null;
}

const ofRows: readonly string[] = [
  'ROW_ALTERED',
  'ROW_INSERTED',
  'ROW_DELETED',
  'SIGNATURE_INVALID',
] satisfies Finding['verdict'][];

export function rowSentence(told: ToldRow): string {
  const { verdict, table, row, column, seq, expected, actual } = told;
  const valueOf = (value: string | null) => {
    if (value === null || column === null) return rowSentences.nothing;
    const text = rowAmount(table, column, value) ?? value;
    return text.length > longestInSentence ? `${text.slice(0, longestInSentence)}…` : text;
  };
  const said = fill(rowSentences[rowSentenceOf(verdict, told)], {
    noun: isTableName(table) ? rowNouns[table] : table,
    row,
    column: column ?? '',
    expected: valueOf(expected),
    actual: valueOf(actual),
  });
  return `${seq > 0 ? fill(rowSentences.entry, { sentence: said, seq: String(seq) }) : said}.`;
}

/** A finding once values that it tells were erased: its sentence tells none of them either. */
export function withoutValues(finding: Finding): Finding {
  const left = { ...finding, expected: null, actual: null };
  const { verdict, table, row, seq } = left;
  if (!ofRows.includes(verdict) || table === null || row === null) return left;
  return { ...left, message: rowSentence({ ...left, table, row, seq: seq ?? 0 }) };
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');
}
