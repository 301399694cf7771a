/** What an entry vouches for: its committed fields, and the index columns of a record. */
import { quoteString } from '../../shared/ledger/canonical-json.ts';
import type { LedgerEntry, RecordEntry } from '../../shared/ledger/entries.ts';
import type { Commitment } from '../../shared/ledger/entry-members.ts';
import { commitmentOf, type DiagnosisPlace, type Subject } from './diagnosis.ts';
import { createFinding, type EntryFinding } from './findings.ts';
import type { LedgerSnapshot } from '../ledger/ledger-snapshot.ts';

/** Every committed field against its payload, and every payload against the commitments. */
export function checkFields(
  subject: Subject,
  entry: LedgerEntry,
  recordId: string | undefined,
): { findings: EntryFinding[]; checked: number; missing: Commitment[] } {
  const { seq, payloads } = subject;
  const commitments = 'commitments' in entry ? entry.commitments : [];
  const findings: EntryFinding[] = [];
  const missing: Commitment[] = [];
  for (const each of commitments) {
    const payload = payloads.find((one) => one.field === each.field);
    if (payload === undefined) {
      missing.push(each);
      continue;
    }
    const actual = commitmentOf(payload);
    if (actual === each.hash && payload.exact) continue;
    const message =
      actual === each.hash
        ? `The ${each.field} of entry ${seq} is not stored as UTF-8 text: its bytes were altered.`
        : `The ${each.field} of entry ${seq}, or its salt, is not what the entry commits to.`;
    const details = { seq, type: entry.type, recordId, field: each.field };
    findings.push(
      createFinding('FIELD_ALTERED', message, { ...details, expected: each.hash, actual }),
    );
  }
  for (const payload of payloads) {
    if (commitments.some((each) => each.field === payload.field)) continue;
    const message = `Entry ${seq} commits to no ${payload.field}, but a payload of that name is stored.`;
    const details = { seq, type: entry.type, recordId, field: payload.field };
    findings.push(createFinding('INSERTED', message, { ...details, actual: payload.value }));
  }
  return { findings, checked: commitments.length - missing.length, missing };
}

/** Every index column of a record against its entry. */
export function checkColumns(
  snapshot: LedgerSnapshot,
  subject: Subject,
  entry: RecordEntry,
  place: DiagnosisPlace,
): void {
  const { seq, record, findings, hash } = subject;
  const about = { seq, type: entry.type, recordId: entry.id };
  const ofRow = { table: 'records', row: entry.id } as const;
  if (record === undefined) {
    const message = `Record ${entry.id} has no index row: lists do not show it.`;
    findings.push(
      createFinding('PROJECTION_MISMATCH', message, { ...about, field: 'record', place: ofRow }),
    );
    return;
  }
  const [position, recordSeq, id, modelId, createdAt, confidence, policyId, transactionId] = record;
  const compare = (column: string, expected: string | number | null, actual: unknown): void => {
    if (Object.is(expected, actual)) return;
    const message = `The index column ${column} of record ${entry.id} does not match its entry.`;
    const values = { expected, actual: describeValue(actual) };
    findings.push(
      createFinding('PROJECTION_MISMATCH', message, {
        ...about,
        field: column,
        place: { ...ofRow, column },
        ...values,
      }),
    );
  };
  const first = place.position + 1;
  if (position < first || position > first + place.lost) compare('position', first, position);
  else place.position = position - 1;
  if (recordSeq !== seq) compare('seq', entry.seq, recordSeq);
  compare('id', entry.id, id);
  compare('model_id', entry.modelId, modelId);
  compare('created_at', entry.createdAt, createdAt);
  compare('confidence', entry.confidence ?? null, confidence);
  compare('policy_id', entry.policyId ?? null, policyId);
  compare('account_id', entry.accountId ?? null, record[11]);
  const transaction = expectedTransaction(subject, entry);
  if (transaction !== undefined) compare('transaction_id', transaction, transactionId);
  compare('hash', hash, record[8]);
  compare('previous_hash', entry.previousHash.slice('sha256:'.length), record[9]);
  if (findings.length === 0 && !snapshot.recordTextIsExact(position)) {
    const message = `An index column of record ${entry.id} is not stored as UTF-8 text.`;
    findings.push(
      createFinding('PROJECTION_MISMATCH', message, { ...about, field: 'record', place: ofRow }),
    );
  }
}

/** The transaction id in clear; undefined when its own payload is altered or gone. */
function expectedTransaction(subject: Subject, entry: RecordEntry): string | null | undefined {
  const committed = entry.commitments.find((each) => each.field === 'transaction_id');
  if (committed === undefined) return null;
  const payload = subject.payloads.find((each) => each.field === 'transaction_id');
  if (payload === undefined || commitmentOf(payload) !== committed.hash) return undefined;
  const stored = subject.record?.[7];
  if (typeof stored === 'string' && quoteString(stored) === payload.value) return stored;
  const value: unknown = JSON.parse(payload.value);
  return typeof value === 'string' ? value : null;
}

function describeValue(value: unknown): string | number | null {
  if (value === null || typeof value === 'string') return value;
  if (Object.is(value, -0)) return '-0';
  return typeof value === 'number' ? value : `(${typeof value})`;
}
