/** Deviations of rows, put into words as findings of a verification. */
import type { EntryVerdict, Finding } from '../../shared/contract/chain.ts';
import { rowAmount } from '../../shared/ledger/row-values.ts';
import { isTableName, rowNouns, rowSentenceOf, rowSentences } from '../../shared/row-words.ts';
import type { RowFinding } from '../proof/row-finding.ts';
import { cut } from './findings.ts';

const verdicts = {
  altered: 'ROW_ALTERED',
  inserted: 'ROW_INSERTED',
  deleted: 'ROW_DELETED',
  signature: 'SIGNATURE_INVALID',
} as const satisfies Record<RowFinding['kind'], EntryVerdict>;

/** Of a value in a sentence; what is longer is told beside it. */
const longestInSentence = 80;

/** The finding, with its sentence in English. */
export function rowFinding(found: RowFinding): Finding {
  const { kind, table, row, column, seq } = found;
  const verdict = verdicts[kind];
  return {
    verdict,
    seq: seq > 0 ? seq : null,
    type: null,
    record_id: found.recordId ?? null,
    field: column,
    table,
    row,
    column,
    expected: cut(found.expected),
    actual: cut(found.actual),
    message: sentence(found, verdict),
  };
}

/** A finding once values that it tells were erased: its sentence tells none of them either. */
export function withoutValues(finding: Finding): Finding {
  const left = { ...finding, expected: null, actual: null };
  const { verdict, table, row, seq } = left;
  if (!Object.values<string>(verdicts).includes(verdict) || table === null || row === null) {
    return left;
  }
  return { ...left, message: sentence({ ...left, table, row, seq: seq ?? 0 }, verdict) };
}

type Told = Pick<RowFinding, 'table' | 'row' | 'column' | 'seq' | 'expected' | 'actual'>;

function sentence(found: Told, verdict: EntryVerdict): string {
  const { table, row, column, seq, expected, actual } = found;
  const valueOf = (value: string | null) => {
    if (value === null || column === null) return rowSentences.nothing;
    const text = rowAmount(table, column, value) ?? value;
    return text.length > longestInSentence ? `${text.slice(0, longestInSentence)}…` : text;
  };
  const said = fill(rowSentences[rowSentenceOf(verdict, found)], {
    noun: isTableName(table) ? rowNouns[table] : table,
    row,
    column: column ?? '',
    expected: valueOf(expected),
    actual: valueOf(actual),
  });
  return `${seq > 0 ? fill(rowSentences.entry, { sentence: said, seq: String(seq) }) : said}.`;
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');
}
