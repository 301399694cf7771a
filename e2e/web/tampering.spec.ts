/** Whatever is changed in the database by hand is found, at the right record and field. */
import { cpSync } from 'node:fs';
import { Api, type StoredRecord } from '../support/api.ts';
import { startHost, temporaryDirectory } from '../support/host.ts';
import { ledgerFile, tamper } from '../support/ledger-file.ts';
import { expect, test } from '../support/test.ts';

interface Expected {
  readonly verdict: string | RegExp;
  /** Which of the five records, 0-based. */
  readonly record: number;
  readonly field?: string;
}

interface Case {
  readonly name: string;
  readonly statements: (records: readonly StoredRecord[]) => string[];
  readonly expected: Expected;
}

function seqOf(records: readonly StoredRecord[], index: number): number {
  const record = records[index];
  if (record === undefined) throw new RangeError(`no record ${index}`);
  return record.seq;
}

function payload(field: string, change: string): Case['statements'] {
  return (records) => [
    `UPDATE payloads SET ${change} WHERE seq = ${seqOf(records, 2)} AND field = '${field}'`,
  ];
}

function column(change: string): Case['statements'] {
  return (records) => [`UPDATE records SET ${change} WHERE seq = ${seqOf(records, 2)}`];
}

const cases: readonly Case[] = [
  ...['input', 'output', 'context', 'explanation', 'transaction_id'].map((field) => ({
    name: `one byte of ${field}`,
    statements: payload(field, "value = replace(value, '7', '8')"),
    expected: { verdict: 'FIELD_ALTERED', record: 2, field },
  })),
  {
    name: 'the salt of a field',
    statements: payload('input', "salt = 'AAAAAAAAAAAAAAAAAAAAAA'"),
    expected: { verdict: 'FIELD_ALTERED', record: 2, field: 'input' },
  },
  {
    name: 'a field removed without an erasure',
    statements: (records) => [
      `DELETE FROM payloads WHERE seq = ${seqOf(records, 2)} AND field = 'context'`,
    ],
    expected: { verdict: 'MISSING_UNDECLARED', record: 2, field: 'context' },
  },
  {
    name: 'one byte of an entry',
    statements: (records) => [
      `UPDATE entries SET bytes = replace(bytes, '"confidence":0.57', '"confidence":0.58') WHERE seq = ${seqOf(records, 2)}`,
    ],
    expected: { verdict: /ENTRY_ALTERED|PROJECTION_MISMATCH/, record: 2 },
  },
  {
    name: 'an entry and its index column alike',
    statements: (records) => [
      `UPDATE entries SET bytes = replace(bytes, '"confidence":0.57', '"confidence":0.58') WHERE seq = ${seqOf(records, 2)}`,
      `UPDATE records SET confidence = 0.58 WHERE seq = ${seqOf(records, 2)}`,
    ],
    expected: { verdict: 'ENTRY_ALTERED', record: 2 },
  },
  {
    name: 'two entries swapped',
    statements: (records) => {
      const [one, other] = [seqOf(records, 2), seqOf(records, 3)];
      const swap = (column: string) =>
        `${column} = (SELECT ${column} FROM kept WHERE kept.seq = ${one + other} - entries.seq)`;
      return [
        `CREATE TEMP TABLE kept AS SELECT * FROM entries WHERE seq IN (${one}, ${other})`,
        `UPDATE entries SET ${swap('bytes')}, ${swap('leaf_hash')} WHERE seq IN (${one}, ${other})`,
      ];
    },
    expected: { verdict: 'REORDERED', record: 2 },
  },
  {
    name: 'a record deleted everywhere',
    statements: (records) =>
      ['entries', 'payloads', 'records'].map(
        (table) => `DELETE FROM ${table} WHERE seq = ${seqOf(records, 2)}`,
      ),
    expected: { verdict: 'DELETED', record: 2 },
  },
  {
    name: 'only an index row deleted',
    statements: (records) => [`DELETE FROM records WHERE seq = ${seqOf(records, 2)}`],
    expected: { verdict: /PROJECTION_MISMATCH|DELETED/, record: 2 },
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
    expected: { verdict: 'PROJECTION_MISMATCH', record: 2, field },
  })),
];

/** Five records, untouched; each case works on a copy. */
const tamperTest = test.extend<
  object,
  { intact: { directory: string; records: readonly StoredRecord[] } }
>({
  intact: [
    async ({ browserName }, use) => {
      const directory = temporaryDirectory(`intact-${browserName}`);
      const host = await startHost({ directory: directory.path });
      const api = new Api(host);
      const records: StoredRecord[] = [];
      for (let index = 0; index < 5; index += 1) {
        records.push(
          await api.append({
            model_id: 'credit-scorer',
            input: { age: 47, text: `row ${index}` },
            output: { decision: 'APPROVE', score: 700 + index },
            confidence: 0.55 + index / 100,
            policy_id: 'lending-7',
            transaction_id: `tx_7${index}`,
            context: { channel: 'web', code: 7 },
            explanation: { feature_attributions: { age: 0.7 } },
          }),
        );
      }
      expect((await api.verify()).outcome.verdict).toBe('SELF_CONSISTENT_ONLY');
      expect(await host.stop()).toBe(0);
      await use({ directory: directory.path, records });
      directory.remove();
    },
    { scope: 'worker' },
  ],
});

tamperTest.describe('a ledger altered by hand', () => {
  for (const { name, statements, expected } of cases) {
    tamperTest(`${name} is found`, async ({ intact }) => {
      const copy = temporaryDirectory('altered');
      cpSync(intact.directory, copy.path, { recursive: true });
      tamper(ledgerFile(copy.path), statements(intact.records));
      const host = await startHost({ directory: copy.path });
      try {
        const { outcome, findings } = await new Api(host).verify();
        const target = intact.records[expected.record];
        expect(outcome.verdict).toBe('UNVERIFIABLE');
        const found = findings.find(
          (finding) =>
            finding.seq === target?.seq &&
            new RegExp(expected.verdict).test(finding.verdict) &&
            (expected.field === undefined || finding.field === expected.field),
        );
        expect(found, JSON.stringify(findings, null, 2)).toBeDefined();
        expect(outcome.first_finding?.seq).toBe(target?.seq);
      } finally {
        await host.stop();
        copy.remove();
      }
    });
  }

  tamperTest('is found every time: nothing repairs it', async ({ intact }) => {
    const copy = temporaryDirectory('altered');
    cpSync(intact.directory, copy.path, { recursive: true });
    tamper(ledgerFile(copy.path), [
      `UPDATE payloads SET value = '{"a":8}' WHERE seq = ${seqOf(intact.records, 2)} AND field = 'input'`,
    ]);
    try {
      for (let round = 0; round < 2; round += 1) {
        const host = await startHost({ directory: copy.path });
        const { findings } = await new Api(host).verify();
        expect(findings).toMatchObject([{ verdict: 'FIELD_ALTERED', field: 'input' }]);
        expect(await host.stop()).toBe(0);
      }
    } finally {
      copy.remove();
    }
  });
});
