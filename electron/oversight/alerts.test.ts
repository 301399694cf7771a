/**
 * Alerts of rules through the API, as the days go by: they open, are acknowledged and close, and nothing else is said.
 * @push
 */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import {
  alertPageSchema,
  alertSchema,
  watchedRulesSchema,
  type Alert,
} from '../../shared/contract/alerts.ts';
import { entryListSchema, findingSchema } from '../../shared/contract/chain.ts';
import { paginated } from '../../shared/contract/common.ts';
import { sessionsErrorSchema } from '../../shared/contract/errors.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import { overviewSchema } from '../../shared/contract/overview.ts';
import { profileSchema, type ProfileDocument } from '../../shared/contract/profiles.ts';
import { recordListSchema } from '../../shared/contract/records.ts';
import type { WatchRule } from '../../shared/contract/rules.ts';
import { anonymous, TestApi } from '../api/test-api.ts';
import { ledgerFileName } from '../database/file-names.ts';
import { tamper } from '../ledger/testing/test-ledger.ts';
import { profileOf } from './testing/profile-of.ts';
import { untilEvaluated } from './testing/until-evaluated.ts';
import { cases, oneIn } from '../testing/rounds.ts';

const day = 86_400_000;

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open({ now: Date.parse('2026-03-10T12:00:00Z') });
});
afterEach(() => api.close());

/** Decisions of a model on one day, each as often as told. */
async function decide(model: string, at: string, rows: readonly (readonly [number, JsonObject])[]) {
  const lines = rows.flatMap(([count, { decision = 'approve', ...input }]) =>
    Array.from({ length: count }, () =>
      JSON.stringify({
        model_id: model,
        input,
        output: { decision },
        context: { decided_at: `${at}T09:00:00Z` },
      }),
    ),
  );
  const headers = { 'content-type': 'application/x-ndjson' };
  const body = lines.join('\n');
  const job = await api.finished(await api.send('POST', '/imports', { body, headers }));
  expect(job.status).toBe('completed');
}

async function watch(
  model: string,
  rules: readonly WatchRule[],
  changes: Partial<ProfileDocument> = {},
) {
  const profile = profileOf({
    decided_at: { path: '/context/decided_at', format: 'iso' },
    ...changes,
    rules: [...rules],
  });
  const response = await api.send('POST', `/models/${model}/profiles`, {
    body: { profile, accept_unseen: true },
  });
  if (response.status !== 201) throw new Error(await response.text());
  await untilEvaluated(api, model);
  return profileSchema.parse(await response.json());
}

/** Some days later, with the program begun anew. */
async function later(days: number) {
  api.now += days * day;
  await api.reopen();
  await untilEvaluated(api, 'lending');
}

const alerts = async (query = '') =>
  (await api.read(alertPageSchema, `/oversight/alerts${query}`)).data;
/** By the ids of their rules. */
const states = async () =>
  (await alerts())
    .toSorted((one, other) => (one.rule_id < other.rule_id ? -1 : 1))
    .map(({ rule_id: id, state }) => [id, state]);

/** What the ledger says of alerts, step by step. */
async function steps() {
  const { data } = await api.read(entryListSchema, '/chain/entries?limit=500');
  return data
    .map(({ bytes }): JsonObject => JSON.parse(bytes))
    .filter(({ kind }) => kind === 'alert');
}

async function acknowledge(alert: Alert, note = 'Looked at.') {
  const path = `/oversight/alerts/${alert.alert_id}/acknowledgements`;
  return api.send('POST', path, { body: { note } });
}

async function total({ model_id: model, records }: Alert) {
  const query = new URLSearchParams({ model_id: model, where: records?.where ?? '', limit: '1' });
  return (await api.read(recordListSchema, `/records?${query.toString()}`)).total;
}

const group = { groups: [{ name: 'sex', path: '/input/sex' }] };
const column: Partial<ProfileDocument> = {
  columns: [{ name: 'score', path: '/input/score', kind: 'number' }],
};

/** A rule of each kind, and decisions that break it on 10 March. */
const kinds: readonly {
  readonly rule: WatchRule;
  readonly profile?: Partial<ProfileDocument>;
  readonly make: (model: string) => Promise<void>;
  readonly records: number;
}[] = [
  {
    rule: {
      id: 'fair',
      kind: 'impact_ratio',
      window: '30d',
      groups: ['sex'],
      below: [4, 5],
      chance: false,
    },
    profile: group,
    make: (model) =>
      decide(model, '2026-03-05', [
        [90, { sex: 'm' }],
        [10, { sex: 'm', decision: 'deny' }],
        [60, { sex: 'f' }],
        [40, { sex: 'f', decision: 'deny' }],
      ]),
    records: 100,
  },
  {
    rule: {
      id: 'drifts',
      kind: 'drift',
      window: '30d',
      field: 'column.score',
      above: 0.25,
      baseline: 'previous',
    },
    profile: column,
    make: async (model) => {
      await decide(model, '2026-01-20', [
        [60, { score: 1 }],
        [60, { score: 2 }],
      ]);
      await decide(model, '2026-03-05', [
        [10, { score: 1 }],
        [110, { score: 2 }],
      ]);
    },
    records: 120,
  },
  {
    rule: { id: 'changes', kind: 'changed_rate', window: '30d', above: 0.5, least: 1 },
    make: async (model) => {
      await decide(model, '2026-03-05', [[3, {}]]);
      const query = new URLSearchParams({ model_id: model });
      const { data } = await api.read(recordListSchema, `/records?${query.toString()}`);
      const actor = { id: 'eva', role: 'compliance_officer' };
      for (const [place, { id }] of data.entries()) {
        const body =
          place === 0
            ? { action: 'approve', actor }
            : {
                action: 'override',
                reason: 'Wrong.',
                outcome: { decision: 'deny' },
                actor,
              };
        const response = await api.send('POST', `/records/${id}/interventions`, { body });
        if (response.status !== 201) throw new Error(await response.text());
      }
    },
    records: 2,
  },
  {
    rule: { id: 'rates', kind: 'outcome_rate', window: '30d', class: 'adverse', above: 0.3 },
    make: (model) =>
      decide(model, '2026-03-05', [
        [50, {}],
        [50, { decision: 'deny' }],
      ]),
    records: 50,
  },
  {
    rule: { id: 'silent', kind: 'silence', hours: 48 },
    make: (model) => decide(model, '2026-03-05', [[1, {}]]),
    records: 0,
  },
];

describe('A rule of the kind', () => {
  test.each(cases(kinds.slice(0, 1), kinds.slice(1)))(
    '$rule.kind has three entries, and none for a day on which nothing changed',
    async ({ rule, profile, make, records }) => {
      await make('lending');
      const confirmed = await watch('lending', [rule], profile);
      const [open] = await alerts('?state=open');
      if (open === undefined) throw new Error('No alert is open.');
      expect(open).toMatchObject({
        model_id: 'lending',
        rule_id: rule.id,
        rule,
        profile: { profile_id: confirmed.profile_id, n: 1 },
        state: 'open',
        since: '2026-03-10T12:00:00.000Z',
        acknowledged: null,
        closed: null,
      });
      expect([open.records?.count, await total(open)]).toEqual([records, records]);

      await later(1);
      expect(await steps()).toHaveLength(1);
      expect((await acknowledge(open, 'Somebody looks into it.')).status).toBe(201);
      await later(1);
      expect(await states()).toEqual([[rule.id, 'acknowledged']]);
      expect(await steps()).toHaveLength(2);

      await decide('lending', '2026-04-19', [[1, {}]]);
      await later(39);
      await later(1);
      const [closed] = await alerts('?state=closed');
      expect(closed).toMatchObject({
        alert_id: open.alert_id,
        since: open.since,
        finding: open.finding,
        acknowledged: {
          at: '2026-03-11T12:00:00.000Z',
          actor: { id: 'operator', role: 'operator' },
          note: 'Somebody looks into it.',
        },
        closed: { at: '2026-04-20T12:00:00.000Z', profile: null, actor: null },
      });
      const said = await steps();
      expect(said.map(({ state, alert_id: id }) => [state, id])).toEqual([
        ['open', open.alert_id],
        ['acknowledged', open.alert_id],
        ['closed', open.alert_id],
      ]);
      expect(said[0]).toEqual({
        type: 'ledger.evidence/v1',
        seq: open.sequence,
        created_at: open.since,
        id: expect.stringMatching(/^ev_/),
        kind: 'alert',
        alert_id: open.alert_id,
        model_id: 'lending',
        profile_id: confirmed.profile_id,
        rule_id: rule.id,
        state: 'open',
        window: open.window,
        commit: { result: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
      });
      expect(Object.keys(said[1]?.['commit'] ?? {})).toEqual(['note']);
      expect(said[1]?.['actor']).toEqual({ id: 'operator', role: 'operator' });
    },
  );
});

const silent: WatchRule = { id: 'silent', kind: 'silence', hours: 24 };
const quick: WatchRule = { id: 'quick', kind: 'silence', hours: 48 };

describe('A new profile', () => {
  beforeEach(async () => {
    await decide('lending', '2026-03-05', [[1, {}]]);
    await watch('lending', [silent, quick]);
  });

  test('closes the alert of a rule that it takes away, and names who confirmed it', async () => {
    expect(await states()).toEqual([
      ['quick', 'open'],
      ['silent', 'open'],
    ]);
    const confirmed = await watch('lending', [quick]);
    const [closed] = await alerts('?state=closed');
    expect(closed).toMatchObject({
      rule_id: 'silent',
      rule: silent,
      closed: {
        profile: { profile_id: confirmed.profile_id, n: 2 },
        actor: { id: 'operator', role: 'operator' },
        finding: null,
      },
    });
    expect((await steps()).at(-1)).toMatchObject({
      state: 'closed',
      profile_id: confirmed.profile_id,
      rule_id: 'silent',
      actor: { id: 'operator', role: 'operator' },
    });
    expect(await steps()).toHaveLength(3);
    expect((await alerts('?state=open')).map(({ rule_id: id }) => id)).toEqual(['quick']);
  });

  test('closes it where another rule has its name, and leaves it open where its numbers change', async () => {
    await watch('lending', [
      { id: 'silent', kind: 'changed_rate', window: 'all', above: 0.5, least: 20 },
      { ...quick, hours: 36 },
    ]);
    expect(await states()).toEqual([
      ['quick', 'open'],
      ['silent', 'closed'],
    ]);
    const all = { decided_at: { path: '/context/decided_at', format: 'iso' } } as const;
    await watch('lending', [{ ...quick, hours: 8_760 }], all);
    expect((await alerts('?model_id=lending')).map(({ closed }) => closed?.profile)).toEqual([
      null,
      { profile_id: expect.stringMatching(/^prof_/), n: 2 },
    ]);
  });

  test('has its rules with how each stands now', async () => {
    const told = await api.read(watchedRulesSchema, '/oversight/rules?model_id=lending');
    expect(told).toMatchObject({
      model_id: 'lending',
      profile: { n: 1 },
      evaluated_to: '2026-03-10T00:00:00.000Z',
      data: [
        {
          rule: silent,
          broken: true,
          window: { from: '2026-03-09T00:00:00.000Z', to: '2026-03-10T00:00:00.000Z' },
          finding: { kind: 'silence', last_at: '2026-03-05T09:00:00.000Z', records: { count: 0 } },
          alert: { rule_id: 'silent', state: 'open' },
        },
        { rule: quick, broken: true },
      ],
    });
    expect((await api.send('GET', '/oversight/rules?model_id=nobody')).status).toBe(404);
    await api.append({ model_id: 'unwatched' });
    expect((await api.send('GET', '/oversight/rules?model_id=unwatched')).status).toBe(409);
  });
});

describe('An alert', () => {
  let open: Alert;
  beforeEach(async () => {
    await decide('lending', '2026-03-05', [[1, {}]]);
    await watch('lending', [silent]);
    const [first] = await alerts();
    if (first === undefined) throw new Error('No alert is open.');
    open = first;
  });

  test('needs attention until somebody acknowledges it, once and with words', async () => {
    const attention = async () =>
      (await api.read(overviewSchema, '/overview')).attention.filter(
        ({ kind }) => kind === 'alert',
      );
    expect(await attention()).toMatchObject([
      {
        severity: 'warn',
        since: open.since,
        object_id: open.alert_id,
        name: 'lending',
        rule: silent,
      },
    ]);
    for (const note of ['', ' ', 'x'.repeat(4_001)]) {
      expect((await acknowledge(open, note)).status).toBe(400);
    }
    const answer = await acknowledge(open, 'The supplier is being asked.');
    expect(alertSchema.parse(await answer.json())).toMatchObject({
      alert_id: open.alert_id,
      state: 'acknowledged',
      acknowledged: { note: 'The supplier is being asked.' },
    });
    expect(await attention()).toEqual([]);
    const again = await acknowledge(open);
    const { error } = sessionsErrorSchema.parse(await again.json());
    expect([again.status, error.type, error.details]).toEqual([
      409,
      'conflict',
      { state: 'acknowledged' },
    ]);
    expect((await acknowledge({ ...open, alert_id: 'alert_none' })).status).toBe(404);
    expect(await steps()).toHaveLength(2);
  });

  test('is listed in pages', async () => {
    const page = await api.read(alertPageSchema, '/oversight/alerts?limit=1&offset=1');
    expect(page).toEqual({
      data: [],
      pagination: { total: 1, limit: 1, offset: 1, has_more: false },
    });
    expect(await alerts('?model_id=another')).toEqual([]);
    expect((await api.send('GET', '/oversight/alerts?state=shut')).status).toBe(400);
  });

  test('is for compliance and admins alone', async () => {
    await api.addAccount('acme');
    const keyOf = async (role: string, more: object = {}) => {
      const response = await api.send('POST', '/api-keys', { body: { name: role, role, ...more } });
      return createdApiKeySchema.parse(await response.json()).key ?? '';
    };
    const keys = {
      compliance: await keyOf('compliance'),
      ai_lab: await keyOf('ai_lab', { account_id: 'acme' }),
      data_holder: await keyOf('data_holder', { holder_id: 'clinic' }),
    };
    const status = async (key: string, method: string, path: string, body?: object) =>
      (
        await api.send(method, path, {
          headers: { authorization: `Bearer ${key}` },
          caller: anonymous,
          ...(body === undefined ? {} : { body }),
        })
      ).status;
    const path = `/oversight/alerts/${open.alert_id}/acknowledgements`;
    for (const key of [keys.ai_lab, keys.data_holder]) {
      expect(await status(key, 'GET', '/oversight/alerts')).toBe(403);
      expect(await status(key, 'GET', '/oversight/rules?model_id=lending')).toBe(403);
      expect(await status(key, 'POST', path, { note: 'x' })).toBe(403);
    }
    expect(await status(keys.compliance, 'GET', '/oversight/alerts')).toBe(200);
    expect(await status(keys.compliance, 'POST', path, { note: 'Seen.' })).toBe(201);
    expect((await alerts())[0]?.acknowledged?.actor.role).toBe('compliance_officer');
  });

  test.each(
    oneIn(4, [
      ['state', "'closed'"],
      ['rule_id', "'another'"],
      ['window_from', 'NULL'],
      ['actor_id', "'eva'"],
    ]),
  )('is found altered in its column %s, at its entry', async (name, value) => {
    await api.reopen(() =>
      tamper(join(api.directory, ledgerFileName), (database) =>
        database.exec(`UPDATE alert_entries SET ${name} = ${value}`),
      ),
    );
    expect(await findings()).toEqual([['PROJECTION_MISMATCH', open.sequence, name]]);
  });

  test('is whole in a verification, and a row too few or too many is not @whole', async () => {
    await acknowledge(open);
    expect(await findings()).toEqual([]);
    await api.reopen(() =>
      tamper(join(api.directory, ledgerFileName), (database) =>
        database.exec(`
          DELETE FROM alert_entries WHERE state = 'acknowledged';
          INSERT INTO alert_entries SELECT 1, 'ev_x', 'alert_x', model_id, profile_id, rule_id, state,
            window_from, window_to, actor_id, actor_role, created_at, randomblob(32) FROM alert_entries
        `),
      ),
    );
    expect(await findings()).toEqual([
      ['PROJECTION_MISMATCH', 1, 'alert_entries'],
      ['PROJECTION_MISMATCH', open.sequence + 1, 'alert_entries'],
    ]);
  });
});

async function findings() {
  const job = await api.finished(await api.send('POST', '/chain/verifications'));
  const path = `/chain/verifications/${job.job_id}/findings`;
  const { data } = await api.read(paginated(findingSchema), path);
  return data.map(({ verdict, seq, field }) => [verdict, seq, field]);
}

describe('Rules are refused', () => {
  const rule = { id: 'a', kind: 'outcome_rate', window: '30d', class: 'adverse', above: 0.3 };
  const impact = { id: 'a', kind: 'impact_ratio', window: 'all', groups: ['sex'] };
  const drift = { id: 'a', kind: 'drift', window: 'month', field: 'column.score' };
  test.each<[readonly object[], readonly string[]]>([
    [[{ ...rule, kind: 'luck' }], ['rules.0.kind']],
    [[{ ...rule, id: 'a b' }], ['rules.0.id']],
    [[{ ...rule, id: 'a'.repeat(41) }], ['rules.0.id']],
    [[rule, { ...rule, above: 0.4 }], ['rules.1.id']],
    [[{ ...rule, window: '7d' }], ['rules.0.window']],
    [[{ ...rule, class: 'unknown' }], ['rules.0.class']],
    [[{ ...rule, above: undefined }], ['rules.0.below']],
    [[{ ...rule, below: 0.5 }], ['rules.0.below']],
    [[{ ...rule, above: 1.1 }], ['rules.0.above']],
    [[{ ...impact, groups: [] }], ['rules.0.groups']],
    [[{ ...impact, groups: ['sex', 'sex'] }], ['rules.0.groups.1']],
    [[{ ...impact, groups: ['age'] }], ['rules.0.groups.0']],
    [[{ ...impact, below: [5, 4] }], ['rules.0.below']],
    [[{ ...impact, below: [4] }], ['rules.0.below']],
    [[{ ...impact, below: [4, 0.5] }], ['rules.0.below.1']],
    [[{ ...impact, chance: 'yes' }], ['rules.0.chance']],
    [[{ ...drift, field: 'column.age' }], ['rules.0.field']],
    [[{ ...drift, above: 0 }], ['rules.0.above']],
    [[{ ...drift, baseline: 'first' }], ['rules.0.baseline']],
    [[{ ...drift, baseline: { from: '2026-02-02', to: '2026-02-01' } }], ['rules.0.baseline.to']],
    [
      [{ id: 'a', kind: 'changed_rate', window: 'all', above: -1, least: 0 }],
      ['rules.0.above', 'rules.0.least'],
    ],
    [[{ id: 'a', kind: 'silence', hours: 0 }], ['rules.0.hours']],
    [[{ id: 'a', kind: 'silence', hours: 1, above: 2 }], ['rules.0.above']],
    [Array.from({ length: 21 }, (_, n) => ({ ...rule, id: `r${n}` })), ['rules']],
  ])('%j', async (rules, fields) => {
    const response = await send({ rules, ...group, ...column });
    const { error } = sessionsErrorSchema.parse(await response.json());
    expect([response.status, error.type]).toEqual([400, 'validation_error']);
    expect(namesOf(error.details['fields'])).toEqual(fields.map((field) => `profile.${field}`));
  });

  test('of outcomes where there are none, and taken with what is usual where that is left out', async () => {
    const refused = await send({ outcome: null, rules: [rule, { ...impact, id: 'b' }], ...group });
    const { error } = sessionsErrorSchema.parse(await refused.json());
    expect(namesOf(error.details['fields'])).toEqual([
      'profile.rules.0.kind',
      'profile.rules.1.kind',
    ]);
    const taken = await send({
      rules: [
        impact,
        { ...drift, id: 'b' },
        { id: 'c', kind: 'changed_rate', window: 'quarter', above: 0.1 },
        { id: 'd', kind: 'silence', hours: 4 },
      ],
      ...group,
      ...column,
    });
    expect(profileSchema.parse(await taken.json()).profile.rules).toEqual([
      { ...impact, below: [4, 5], chance: false },
      { ...drift, id: 'b', above: 0.25, baseline: 'previous' },
      { id: 'c', kind: 'changed_rate', window: 'quarter', above: 0.1, least: 20 },
      { id: 'd', kind: 'silence', hours: 4 },
    ]);
  });

  async function send(changes: object) {
    await api.append({ model_id: 'lending' });
    const profile = { ...profileOf(), ...changes };
    const body = { profile, accept_unseen: true };
    return api.send('POST', '/models/lending/profiles', { body });
  }

  const namesOf = (fields: unknown) =>
    Array.isArray(fields) ? fields.map((each: { readonly field: string }) => each.field) : [];
});
