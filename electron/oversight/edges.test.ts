/** What stands at the edges of the rules: nobody decided, one member, odd outcomes, days at the border of a zone, acts upon acts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verificationSchema } from '../../shared/contract/chain.ts';
import { interventionSchema } from '../../shared/contract/interventions.ts';
import { oversightSchema } from '../../shared/contract/oversight.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import { TestApi } from '../api/test-api.ts';
import { profileOf, reviewOf } from './testing/profile-of.ts';

const actor = { id: 'eva', role: 'compliance_officer' };

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open();
});
afterAll(() => api.close());

const decide = async (model: string, records: readonly object[]) => {
  const ids: string[] = [];
  for (const each of records) ids.push((await api.append({ model_id: model, ...each })).id);
  return ids;
};
async function confirm(model: string, changes: Partial<ProfileDocument>): Promise<void> {
  const body = { profile: profileOf(changes), accept_unseen: true };
  const response = await api.send('POST', `/models/${model}/profiles`, { body });
  if (response.status !== 201) throw new Error(await response.text());
}
const figures = (model: string, more = '') =>
  api.read(oversightSchema, `/oversight?model_id=${model}${more}`);
const facts = async (model: string) => {
  const query = `/records?model_id=${model}&facts=true&order=asc`;
  return (await api.read(recordListSchema, query)).data.map((each) => each.facts);
};
async function act(id: string, body: object): Promise<string> {
  const answer = await api.send('POST', `/records/${id}/interventions`, {
    body: { actor, reason: 'Looked at.', ...body },
  });
  if (answer.status !== 201) throw new Error(await answer.text());
  return interventionSchema.parse(await answer.json()).id;
}

test('a model that only refers has no rate, no verdict and no broken rule', async () => {
  const referred = { input: { sex: 'f' }, output: { decision: 'refer' } };
  await decide('refers', [referred, referred, { ...referred, input: { sex: 'm' } }]);
  await confirm('refers', {
    outcome: {
      path: '/output/decision',
      favourable: ['approve'],
      adverse: ['deny'],
      undecided: ['refer'],
    },
    groups: [{ name: 'sex', path: '/input/sex' }],
    small_group: 1,
  });
  const { figures: counts, fairness } = await figures('refers', '&groups=sex');
  expect([counts.rate, counts.classes.undecided.count, counts.decisions.count]).toEqual([
    null,
    3,
    3,
  ]);
  const rows = fairness?.groups[0]?.rows ?? [];
  expect(rows.map(({ n, rate, ratio, verdict }) => [n.count, rate, ratio, verdict])).toEqual(
    rows.map(() => [0, null, null, rows[0]?.verdict]),
  );
  expect(rows.map(({ verdict }) => verdict)).not.toContain('below');
});

test('a group with one member gets no verdict', async () => {
  const many = Array.from({ length: 40 }, (_, n) => ({
    input: { sex: 'm' },
    output: { decision: n < 36 ? 'approve' : 'deny' },
  }));
  await decide('alone', [...many, { input: { sex: 'f' }, output: { decision: 'deny' } }]);
  await confirm('alone', { groups: [{ name: 'sex', path: '/input/sex' }] });
  const { fairness } = await figures('alone', '&groups=sex');
  const told = fairness?.groups[0]?.rows.map(({ n, verdict, is_reference: isReference }) => [
    n.count,
    isReference ? 'reference' : verdict,
  ]);
  expect(told).toEqual([
    [40, 'reference'],
    [1, 'too_few'],
  ]);
});

test('outcomes are compared as they are written: true is not "true", and a list is none', async () => {
  const values = [true, 'true', 1, '1', null, false, ['approve'], { is: 'approve' }];
  const records = values.map((decision) => ({ output: { decision } }));
  await decide('odd', [...records, { output: { other: 1 } }]);
  await confirm('odd', {
    outcome: {
      path: '/output/decision',
      favourable: [true, '1'],
      adverse: ['true', null],
      undecided: [1],
    },
  });
  expect((await facts('odd')).map((each) => each?.outcome_class)).toEqual([
    'favourable',
    'adverse',
    'undecided',
    'favourable',
    'adverse',
    'unknown',
    undefined,
    undefined,
    undefined,
  ]);
});

test('a day at the border of a zone is the UTC day of its instant', async () => {
  const days = [
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['2026-12-31T23:30:00-08:00', '2027-01-01T07:30:00.000Z'],
    ['2027-01-01T00:30:00+14:00', '2026-12-31T10:30:00.000Z'],
    ['2027-02-29', undefined],
  ] as const;
  await decide(
    'dated',
    days.map(([at]) => ({ output: { decision: 'approve' }, context: { at } })),
  );
  await confirm('dated', { decided_at: { path: '/context/at', format: 'iso' } });
  expect(
    (await facts('dated')).map((each) =>
      each?.decided_from === 'profile' ? each.decided_at : undefined,
    ),
  ).toEqual(days.map(([, instant]) => instant));
  const { over_time: time } = await figures('dated', '&interval=day');
  const periods = time.periods.map(({ start, decisions }) => [start.slice(0, 10), decisions.count]);
  expect(periods.slice(-3)).toEqual([
    ['2026-12-31', 1],
    ['2027-01-01', 1],
    ['2028-02-29', 1],
  ]);
});

test('what reverses twice, and is erased between two reviews, is told as it stands @whole', async () => {
  const [one = '', other = ''] = await decide('acts', [
    { output: { decision: 'deny' } },
    { output: { decision: 'deny' } },
  ]);
  await confirm('acts', { review: reviewOf({ blind_percent: 100 }) });
  await act(one, { action: 'reverse', outcome: { decision: 'approve' } });
  const second = await act(one, { action: 'reverse', outcome: { decision: 'deny' } });
  expect((await facts('acts'))[0]).toMatchObject({ effect: 'deny', changed: true });
  await act(one, { action: 'retract', supersedes: second });
  expect((await facts('acts'))[0]).toMatchObject({ effect: 'approve', changed: true });

  const first = await act(other, { action: 'override', outcome: { decision: 'approve' } });
  const erased = await api.send('POST', `/records/${other}/erasures`, {
    body: {
      fields: ['outcome', 'reason'],
      intervention_id: first,
      legal_basis: 'GDPR Art. 17',
      actor,
    },
  });
  expect(erased.status).toBe(201);
  const ada = { id: 'ada', role: 'compliance_officer' };
  const again = { action: 'annotate', meaning: 'second_review', outcome: { decision: 'deny' } };
  await act(other, { ...again, actor: ada });
  const [, left] = await facts('acts');
  expect([left?.effect, left?.changed, left?.outcome]).toEqual([undefined, true, 'deny']);
  // Whether they agree nobody can tell any more: it waits for no decision between the two.
  const waiting = await api.read(recordListSchema, '/records?model_id=acts&review=disagreement');
  expect(waiting.total).toBe(0);
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  expect(verificationSchema.parse(job.result).findings_total).toBe(0);
});
