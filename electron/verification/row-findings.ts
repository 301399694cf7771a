/** Deviations of rows, put into words as findings of a verification. */
import type { EntryVerdict, Finding } from '../../shared/contract/chain.ts';
import { rowSentence } from '../../shared/row-sentence.ts';
import type { RowFinding } from '../proof/row-finding.ts';
import { cut } from './findings.ts';

const verdicts = {
  altered: 'ROW_ALTERED',
  inserted: 'ROW_INSERTED',
  deleted: 'ROW_DELETED',
  signature: 'SIGNATURE_INVALID',
} as const satisfies Record<RowFinding['kind'], EntryVerdict>;

/** Rows of data are values that somebody committed to, and may erase. */
const ofData = { ...verdicts, altered: 'FIELD_ALTERED', deleted: 'MISSING_UNDECLARED' } as const;

/** The finding, with its sentence in English. */
export function rowFinding(found: RowFinding): Finding {
  const { kind, table, row, column, seq } = found;
  const verdict = (table === 'dataset_rows' ? ofData : verdicts)[kind];
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
    message: rowSentence({ ...found, verdict }),
  };
}
