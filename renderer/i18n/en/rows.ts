/** Words of rows that are not what the journal says of them. */
import { rowNouns, rowSentences } from '../../../shared/row-words.ts';

export const rows = {
  nouns: rowNouns,
  sentences: rowSentences,
  title: 'Break in a row',
  row: 'Row',
  table: 'Table',
  column: 'Column',
  wholeRow: 'whole row',
  entry: 'Entry that says so',
  computed: 'computed from many entries',
  open: 'Open',
  compare: 'Compare with a backup',
  copyRow: 'Copy the key of the row',
  rowKey: 'Key of the row',
} as const;
