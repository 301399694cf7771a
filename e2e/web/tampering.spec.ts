/** Whatever is changed in the database by hand is found, at the right record and field. */
import { cpSync } from 'node:fs';
import { Api, type Finding, type StoredRecord } from '../support/api.ts';
import { startHost, temporaryDirectory } from '../support/host.ts';
import { ledgerFile, tamper } from '../support/ledger-file.ts';
import { expect, test } from '../support/test.ts';

/** What is found at an altered entry; without a field it is the entry itself. */
interface Expected {
  readonly verdict: RegExp;
  readonly field?: string;
}

interface Alteration extends Expected {
  readonly name: string;
  /** What is done to the entry `seq`; `next` is the entry after it. */
  readonly statements: (seq: number, next: number) => readonly string[];
}

function payload(field: string, change: string): Alteration['statements'] {
  return (seq) => [`UPDATE payloads SET ${change} WHERE seq = ${seq} AND field = '${field}'`];
}

const column =
  (change: string): Alteration['statements'] =>
  (seq) => [`UPDATE records SET ${change} WHERE seq = ${seq}`];

/** Of one record each, which no other record is the worse for: all of them at once in one ledger. */
const ofOneRecord: readonly Alteration[] = [
  ...['input', 'output', 'context', 'explanation', 'transaction_id'].map((field) => ({
    name: `one byte of ${field}`,
    statements: payload(field, "value = replace(value, '7', '8')"),
    verdict: /^FIELD_ALTERED$/,
    field,
  })),
  {
    name: 'the salt of a field',
    statements: payload('input', "salt = 'AAAAAAAAAAAAAAAAAAAAAA'"),
    verdict: /^FIELD_ALTERED$/,
    field: 'input',
  },
  {
    name: 'a field removed without an erasure',
    statements: (seq) => [`DELETE FROM payloads WHERE seq = ${seq} AND field = 'context'`],
    verdict: /^MISSING_UNDECLARED$/,
    field: 'context',
  },
  ...[
    ['model_id', "model_id = 'another-model'"],
    ['created_at', "created_at = '2020-01-01T00:00:00.000Z'"],
    ['confidence', 'confidence = 0.99'],
    ['confidence', 'confidence = NULL'],
    ['policy_id', "policy_id = 'other-policy'"],
    ['transaction_id', "transaction_id = 'tx_other'"],
    ['id', "id = 'rec_00000000000000000000000000'"],
    ['hash', 'hash = zeroblob(32)'],
    ['previous_hash', 'previous_hash = zeroblob(32)'],
    ['intervention_count', 'intervention_count = 3'],
  ].map(([field = '', change = '']) => ({
    name: `the index column: ${change}`,
    statements: column(change),
    verdict: /^PROJECTION_MISMATCH$/,
    field,
  })),
];

/** What the rest of the journal suffers from too: each in a ledger of its own. */
const ofTheJournal: readonly Alteration[] = [
  {
    name: 'one byte of an entry',
    statements: (seq) => [
      `UPDATE entries SET bytes = replace(bytes, '"confidence":0.57', '"confidence":0.58') WHERE seq = ${seq}`,
    ],
    verdict: /ENTRY_ALTERED|PROJECTION_MISMATCH/,
  },
  {
    name: 'an entry and its index column alike',
    statements: (seq) => [
      `UPDATE entries SET bytes = replace(bytes, '"confidence":0.57', '"confidence":0.58') WHERE seq = ${seq}`,
      `UPDATE records SET confidence = 0.58 WHERE seq = ${seq}`,
    ],
    verdict: /^ENTRY_ALTERED$/,
  },
  {
    name: 'two entries swapped',
    statements: (seq, next) => {
      const swap = (column: string) =>
        `${column} = (SELECT ${column} FROM kept WHERE kept.seq = ${seq + next} - entries.seq)`;
      return [
        `CREATE TEMP TABLE kept AS SELECT * FROM entries WHERE seq IN (${seq}, ${next})`,
        `UPDATE entries SET ${swap('bytes')}, ${swap('leaf_hash')} WHERE seq IN (${seq}, ${next})`,
      ];
    },
    verdict: /^REORDERED$/,
  },
  {
    name: 'a record deleted everywhere',
    statements: (seq) =>
      ['entries', 'payloads', 'records'].map((table) => `DELETE FROM ${table} WHERE seq = ${seq}`),
    verdict: /^DELETED$/,
  },
  {
    name: 'only an index row deleted',
    statements: (seq) => [`DELETE FROM records WHERE seq = ${seq}`],
    verdict: /PROJECTION_MISMATCH|DELETED/,
  },
];

/** As many records as are altered at once, with one before and one after them. */
const count = ofOneRecord.length + 2;

/** A ledger, untouched and closed; each test works on a copy. */
let intact = { path: '', remove: () => {} };
const records: StoredRecord[] = [];

test.beforeAll(async () => {
  intact = temporaryDirectory('intact');
  const host = await startHost({ directory: intact.path });
  const api = new Api(host);
  for (let index = 0; index < count; index += 1) {
    records.push(
      await api.append({
        model_id: 'credit-scorer',
        input: { age: 47, text: `row ${index}` },
        output: { decision: 'APPROVE', score: 700 + index },
        confidence: 0.57,
        policy_id: 'lending-7',
        transaction_id: `tx_7${index}`,
        context: { channel: 'web', code: 7 },
        explanation: { feature_attributions: { age: 0.7 } },
      }),
    );
  }
  expect((await api.verify()).outcome.verdict).toBe('SELF_CONSISTENT_ONLY');
  expect(await host.stop()).toBe(0);
});

test.afterAll(() => intact.remove());

/** What a host finds in a copy of the ledger that was altered while none was running. */
async function foundAfter(statements: readonly string[], rounds = 1) {
  const copy = temporaryDirectory('altered');
  cpSync(intact.path, copy.path, { recursive: true });
  tamper(ledgerFile(copy.path), statements);
  const found: Awaited<ReturnType<Api['verify']>>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const host = await startHost({ directory: copy.path });
    try {
      found.push(await new Api(host).verify());
    } finally {
      expect(await host.stop()).toBe(0);
    }
  }
  copy.remove();
  return found;
}

const at = (index: number): number => records[index]?.seq ?? -1;

function isAsExpected(finding: Finding, seq: number, { verdict, field }: Expected): boolean {
  return (
    finding.seq === seq &&
    verdict.test(finding.verdict) &&
    (field === undefined || finding.field === field)
  );
}

test.describe('a ledger altered by hand @whole', () => {
  test('every byte, salt, field and index column, at its record', async () => {
    const altered = ofOneRecord.map((each, place) => ({ ...each, seq: at(place + 1) }));
    const [verified] = await foundAfter(
      altered.flatMap(({ statements, seq }) => statements(seq, seq + 1)),
    );
    const findings = verified?.findings ?? [];
    expect(verified?.outcome.verdict).toBe('UNVERIFIABLE');
    expect(verified?.outcome.first_finding?.seq).toBe(at(1));
    for (const expected of altered) {
      const { name, seq } = expected;
      const here = findings.filter((finding) => finding.seq === seq);
      expect(
        here.some((finding) => isAsExpected(finding, seq, expected)),
        `${name}: ${JSON.stringify(here, null, 2)}`,
      ).toBe(true);
    }
    const seqs = new Set(findings.map(({ seq }) => seq));
    expect([...seqs].toSorted((one, other) => one - other)).toEqual(altered.map(({ seq }) => seq));
  });

  for (const alteration of ofTheJournal) {
    test(`${alteration.name} is found`, async () => {
      const seq = at(2);
      const statements = alteration.statements(seq, at(3));
      const [verified] = await foundAfter(statements);
      expect(verified?.outcome.verdict).toBe('UNVERIFIABLE');
      expect(
        verified?.findings.some((finding) => isAsExpected(finding, seq, alteration)),
        JSON.stringify(verified?.findings, null, 2),
      ).toBe(true);
      expect(verified?.outcome.first_finding?.seq).toBe(seq);
    });
  }

  test('is found every time: nothing repairs it', async () => {
    const rounds = await foundAfter(payload('input', `value = '{"a":8}'`)(at(2), at(3)), 2);
    for (const { findings } of rounds) {
      expect(findings).toMatchObject([{ verdict: 'FIELD_ALTERED', field: 'input' }]);
    }
    expect(rounds).toHaveLength(2);
  });
});
