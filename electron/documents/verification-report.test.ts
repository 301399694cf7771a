/** The report as a document: the same bytes for the same contents, and readable text. */
import { demoOrigin } from '../../shared/ledger/demo-origin.ts';
import { expect, test } from 'vitest';
import { entryVerdicts, ledgerVerdicts, type Finding } from '../../shared/contract/chain.ts';
import { oneIn } from '../testing/rounds.ts';
import { pdfText } from './testing/pdf-text.ts';
import { reportBytes, type ReportContents } from './verification-report.ts';

const finding: Finding = {
  verdict: 'LINK_BROKEN',
  seq: 4_712,
  type: 'ledger.record/v1',
  record_id: null,
  field: 'previous_hash',
  table: null,
  row: null,
  column: null,
  expected: null,
  actual: null,
  message: 'Record 4712 does not link to the record before it.',
};

const contents: ReportContents = {
  title: 'Verification of a decision ledger',
  origin: 'ledger.example/demo',
  date: '2026-11-21T09:00:00.000Z',
  verdict: 'UNVERIFIABLE',
  checked: 10_233,
  total: 10_233,
  records: 10_000,
  fields: 31_450,
  counts: { OK: 10_231, FIELD_ALTERED: 1, LINK_BROKEN: 1, ERASED_DECLARED: 3 },
  findings: 2,
  firstFindings: [
    {
      verdict: 'FIELD_ALTERED',
      seq: 4_711,
      type: 'ledger.record/v1',
      record_id: 'rec_01KDVDNCXR5G8Q8B2PZZ2PGCH2',
      field: 'output',
      table: null,
      row: null,
      column: null,
      expected: null,
      actual: null,
      message: 'The output of entry 4711 is not what the entry commits to.',
    },
    finding,
  ],
  scope: [
    ['Origin', 'ledger.example/demo'],
    ['Verifier key', 'ledger.example/demo+7b8488d1+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4'],
  ],
  method: ['Every entry was read and its SHA-256 computed from its canonical bytes (RFC 8785).'],
};

test('has the same bytes for the same contents, and says what it does not prove', async () => {
  const bytes = await reportBytes(contents);
  expect(Buffer.from(await reportBytes(contents)).equals(bytes)).toBe(true);
  const text = pdfText(bytes).replaceAll('\n', ' ');
  for (const words of [
    'Verdict: Does not verify',
    '10233 of 10233',
    'The output of entry 4711',
    'What this does not prove',
    '2 (Value altered: 1, Link broken: 1)',
    'Values erased as declared',
  ]) {
    expect(text).toContain(words);
  }
});

test('says each verdict in words, never as the code of the interface', async () => {
  for (const verdict of oneIn(4, ledgerVerdicts)) {
    const firstFindings = entryVerdicts.map((each) => ({ ...finding, verdict: each }));
    const counts = Object.fromEntries(entryVerdicts.map((each) => [each, 1]));
    const text = pdfText(await reportBytes({ ...contents, verdict, counts, firstFindings }));
    expect(text.match(/[A-Z]+_[A-Z_]+|UNVERIFIABLE|TRUNCATED|FORKED|DELETED/g)).toBeNull();
  }
});

test('of a demo says so on every page, and of no other ledger', async () => {
  const firstFindings = Array.from({ length: 120 }, (_, seq) => ({ ...finding, seq }));
  const marks = async (origin: string) => {
    const text = pdfText(await reportBytes({ ...contents, firstFindings, origin }));
    return [...text.matchAll(/\bDEMO\b/g)].length;
  };
  const plain = pdfText(await reportBytes({ ...contents, firstFindings }));
  const pages = [...plain.matchAll(/^\d+ \/ \d+$/gm)];
  expect(pages.length).toBeGreaterThan(1);
  expect(await marks(demoOrigin)).toBe(pages.length);
  expect(await marks('ledger.example/other')).toBe(0);
});
