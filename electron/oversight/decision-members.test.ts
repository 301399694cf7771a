/** What the list of members says of a decision is what the list filters and counts by, and what every file holds. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportResultSchema } from '../../shared/contract/exports.ts';
import { jsonOrUndefined, type JsonValue } from '../../shared/contract/json.ts';
import {
  recordFacetsSchema,
  recordListSchema,
  type DecisionRecord,
} from '../../shared/contract/records.ts';
import {
  askableMembers,
  memberValue,
  type DecisionMember,
} from '../../shared/oversight/decision-members.ts';
import { TestApi } from '../api/test-api.ts';
import { pdfText } from '../documents/testing/pdf-text.ts';
import { profileOf } from './testing/profile-of.ts';
import { untilApplied } from './testing/until-applied.ts';

const model = 'lending';
const profile = profileOf({
  outcome: {
    path: '/output/decision',
    favourable: ['approve'],
    adverse: ['decline'],
    undecided: ['refer'],
  },
  decided_at: { path: '/context/decided_at', format: 'iso' },
  groups: [{ name: 'race', path: '/context/groups/race' }],
  version: { path: '/context/version' },
  amount: { path: '/input/sum', currency: 'EUR' },
  columns: [
    { name: 'income', path: '/input/income', kind: 'number' },
    { name: 'purpose', path: '/input/purpose', kind: 'text' },
  ],
});
const members = askableMembers(profile);

let api: TestApi;
let rows: readonly DecisionRecord[];
beforeAll(async () => {
  api = await TestApi.open();
  for (const [n, decision] of ['approve', 'decline', 'refer', 'decline'].entries()) {
    await api.append({
      model_id: model,
      input: { sum: 100 * n, income: 1_000.5 * n, purpose: n % 2 === 0 ? 'car' : 'house' },
      output: { decision },
      context: {
        decided_at: `2026-01-0${n + 1}`,
        version: `${n}.0.0`,
        groups: { race: n % 2 === 0 ? 'a' : 'b' },
      },
      confidence: n / 4,
      policy_id: `policy-${n}`,
      transaction_id: `tx_${n}`,
    });
  }
  const sent = await api.send('POST', `/models/${model}/profiles`, { body: { profile } });
  if (sent.status !== 201) throw new Error(await sent.text());
  await untilApplied(api, model);
  const [second] = (await list({})).slice(1);
  const changed = await api.send('POST', `/records/${second?.id}/interventions`, {
    body: {
      action: 'override',
      reason: 'r',
      outcome: { decision: 'approve' },
      actor: { id: 'usr_7', role: 'compliance_officer' },
    },
  });
  if (changed.status !== 201) throw new Error(await changed.text());
  rows = await list({});
});
afterAll(() => api.close());

async function list(where: object): Promise<readonly DecisionRecord[]> {
  const query = new URLSearchParams({
    model_id: model,
    facts: 'true',
    order: 'asc',
    where: JSON.stringify(where),
  });
  return (await api.read(recordListSchema, `/records?${query.toString()}`)).data;
}

const valueOf = (row: DecisionRecord, member: DecisionMember): JsonValue =>
  memberValue(row, member) ?? null;

const textOf = (value: JsonValue) => (typeof value === 'string' ? value : JSON.stringify(value));

describe('Each member', () => {
  test.each(members.map((member) => [member.field, member] as const))(
    '%s filters and is counted by what stands in a row',
    async (field, member) => {
      expect(rows).toHaveLength(4);
      const values = rows.map((row) => valueOf(row, member));
      expect(values).not.toContain(null);
      for (const value of values) {
        const found = rows.filter((row) => valueOf(row, member) === value).map(({ id }) => id);
        expect((await list({ [field]: value })).map(({ id }) => id)).toEqual(found);
      }
      const { fields = [] } = await api.read(
        recordFacetsSchema,
        `/records/facets?model_id=${model}&facets=${field}`,
      );
      const counted = fields[0]?.values.map(({ value, count }) => [value, count]);
      const counts = [...new Set(values)].map((value) => [
        value,
        values.filter((each) => each === value).length,
      ]);
      // Of numbers and times the least and the greatest are told.
      const expected = member.kind === 'values' ? counts : [];
      expect(counted).toHaveLength(expected.length);
      expect(counted).toEqual(expect.arrayContaining(expected));
    },
  );
});

describe('A file of the list', () => {
  const columns = members.map(({ field, path, kind }) => ({
    key: field,
    title: field,
    path,
    kind: kind === 'number' ? 'number' : kind === 'time' ? 'instant' : 'text',
  }));
  const where = '{"outcome":"decline"}';

  async function file(format: 'csv' | 'jsonl' | 'pdf'): Promise<Buffer> {
    const body = {
      title: 'Decisions',
      format,
      columns,
      source: {
        operation: 'listRecords',
        query: { model_id: model, where, facts: 'true', order: 'asc' },
      },
    };
    const job = await api.finished(await api.send('POST', '/exports', { body }));
    const { export_id: id, rows: count } = exportResultSchema.parse(job.result);
    expect(count).toBe(2);
    return Buffer.from(await (await api.send('GET', `/exports/${id}/file`)).arrayBuffer());
  }

  /** An instant of the file, in its zone. */
  const decided: unknown = expect.stringContaining('2026-01-0');
  const told = () => rows.filter((row) => row.output['decision'] === 'decline');

  test('as JSON Lines has each of them', async () => {
    const lines = (await file('jsonl')).toString().trim().split('\n');
    expect(lines.map((line) => jsonOrUndefined(line))).toEqual(
      told().map((row) =>
        Object.fromEntries(
          members.map((member) => [
            member.field,
            member.kind === 'time' ? decided : valueOf(row, member),
          ]),
        ),
      ),
    );
  });

  test('as CSV has each of them', async () => {
    const [head = '', ...lines] = (await file('csv')).toString().trim().split('\r\n');
    expect(head.replace('\uFEFF', '').split(',')).toEqual(members.map(({ field }) => field));
    expect(lines.map((line) => line.split(','))).toEqual(
      told().map((row) =>
        members.map((member) => (member.kind === 'time' ? decided : textOf(valueOf(row, member)))),
      ),
    );
  });

  test('as PDF names each of them', async () => {
    const text = pdfText(await file('pdf'));
    for (const name of ['outcome', 'income', 'purpose', 'version']) expect(text).toContain(name);
    expect(text).toContain('decline');
    expect(text).not.toContain('refer');
  });
});
