/** A deviation of a row as a sentence: which row, what it holds, what the journal says instead. */
import { useTranslation } from 'react-i18next';
import type { Finding } from '../../../shared/contract/chain.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { rowAmount } from '../../../shared/ledger/row-values.ts';
import { isTableName, rowSentenceOf } from '../../../shared/row-words.ts';
import { inSentence } from '../../i18n/in-sentence.ts';
import { formatCount } from '../../ui/format.ts';
import { formatDigits } from '../../ui/money/money.ts';
import { keyParts } from './row-address.ts';

/** Longest value within a sentence; the whole of it stands beside the other. */
const longestValue = 60;

export type RowDeviation = Pick<
  Finding,
  'verdict' | 'seq' | 'table' | 'row' | 'column' | 'expected' | 'actual'
>;

/** A value of a column as it is read: amounts in the form of this place, everything else as it stands. */
export function rowValue(table: string, column: string, value: string): string {
  const amount = rowAmount(table, column, value);
  if (amount !== undefined) return formatDigits(amount, 2);
  return value.length > longestValue ? `${value.slice(0, longestValue)}…` : value;
}

/** Calls a column by its word within a sentence; one of a newer service by its name in the file. */
export function useColumnWord(): (column: string) => string {
  const { t } = useTranslation('rows');
  return (column) => inSentence(t(`columns.${column}`, { defaultValue: showHidden(column) }));
}

/** The sentence of a finding about a row. */
export function useRowSentence(): (finding: RowDeviation) => string {
  const { t } = useTranslation('rows');
  const columnWord = useColumnWord();
  return ({ verdict, seq, table, row, column, expected, actual }) => {
    const name = table ?? '';
    const valueOf = (value: string | null) =>
      value === null ? t('sentences.nothing') : rowValue(name, column ?? '', value);
    const sentence = t(`sentences.${rowSentenceOf(verdict, { table, column, expected, actual })}`, {
      noun: isTableName(name) ? t(`nouns.${name}`) : name,
      row: keyParts(row ?? '').join(' · '),
      column: column === null ? '' : columnWord(column),
      expected: valueOf(expected),
      actual: valueOf(actual),
    });
    return seq === null ? sentence : t('sentences.entry', { sentence, seq: formatCount(seq) });
  };
}
