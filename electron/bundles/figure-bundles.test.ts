/** Bundles of recorded figures: they are counted again by all three verifiers, and refused where anything differs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chainSchema } from '../../shared/contract/chain.ts';
import { figureSchema, type CreateFigure } from '../../shared/contract/figures.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { TestApi } from '../api/test-api.ts';
import { createLedgerKey, type LedgerKey } from '../ledger/ledger-key.ts';
import { profileOf } from '../oversight/testing/profile-of.ts';
import { untilApplied } from '../oversight/testing/until-applied.ts';
import { cases, isWhole } from '../testing/rounds.ts';
import { audit } from './testing/auditor.ts';
import { readBundleFiles } from './testing/bundle-zip.ts';
import {
  mutationsOf,
  textOf,
  withSums,
  type Files,
  type Mutation,
} from './testing/bundle-mutations.ts';
import { exportedFiles, judgeBundles, zipTo } from './testing/judge-bundles.ts';

const folder = mkdtempSync(join(tmpdir(), 'proofdesk-figures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const actor = { id: 'usr_7', role: 'officer' };
let api: TestApi;
let key: LedgerKey;
const ids: string[] = [];
const bundles = new Map<string, Files>();

/** Orders of figures, of each measure one. */
const orders: readonly Partial<CreateFigure>[] = [
  { measure: 'outcomes', basis: 'effect' },
  { measure: 'groups', groups: ['sex', 'age'], where: '{"group.sex":{"$in":["f","m"]}}' },
  { measure: 'changes' },
  { measure: 'confidence', where: '{"confidence":{"$gte":0.1}}' },
  { measure: 'drift' },
];

async function recordFigure(order: object) {
  const body = { model_id: 'm', ...order };
  const response = await api.send('POST', '/oversight/figures', { body });
  return figureSchema.parse(await response.json());
}

beforeAll(async () => {
  api = await TestApi.open();
  const { origin } = await api.read(chainSchema, '/chain');
  key = createLedgerKey(
    origin,
    Uint8Array.from({ length: 32 }, (_, index) => index),
  );
  const outcomes = ['yes', 'no', 'later', 'maybe', null];
  for (let n = 0; n < 12; n += 1) {
    api.now += 60_000;
    const input = {
      sex: n === 5 ? 'x'.repeat(300) : n % 3 === 0 ? 'f' : 'm',
      age: 20 + 5 * n,
      ...(n === 7 ? {} : { income: 1_000.5 * n }),
    };
    const made = await api.append({
      model_id: 'm',
      input,
      output: n === 9 ? { other: 1 } : { outcome: outcomes[n % 5] ?? null },
      context: { at: `2026-0${1 + (n % 2)}-1${n % 10}T10:00:00+02:00` },
      ...(n === 2 ? {} : { confidence: n / 11 }),
    });
    ids.push(made.id);
  }
  const profile = profileOf({
    outcome: {
      path: '/output/outcome',
      favourable: ['yes'],
      adverse: ['no', null],
      undecided: ['later'],
    },
    decided_at: { path: '/context/at', format: 'iso' },
    groups: [
      { name: 'sex', path: '/input/sex' },
      { name: 'age', path: '/input/age', bands: [25, 40, 62] },
    ],
    columns: [{ name: 'income', path: '/input/income', kind: 'number' }],
  });
  await api.send('POST', '/models/m/profiles', { body: { profile } });
  await untilApplied(api, 'm');
  const intervene = (id: string | undefined, body: object) =>
    api.send('POST', `/records/${id}/interventions`, { body: { actor, reason: 'r', ...body } });
  await intervene(ids[1], { action: 'override', outcome: { outcome: 'yes' } });
  await intervene(ids[2], { action: 'approve' });
  await intervene(ids[3], { action: 'modify', outcome: { outcome: 'no' } });
  await intervene(ids[3], { action: 'escalate' });
  // Erased before the figures: absent in all of them.
  const erasure = { fields: ['input'], legal_basis: 'GDPR Art. 17', actor };
  await api.send('POST', `/records/${ids[11]}/erasures`, { body: erasure });
  for (const order of orders) {
    const figure = await recordFigure(order);
    bundles.set(
      order.measure ?? '',
      await exportedFiles(api, { kind: 'figure', figure_id: figure.figure_id }),
    );
  }
});
afterAll(() => api.close());

const judged = async (named: readonly { readonly name: string; readonly files: Files }[]) =>
  (await judgeBundles(folder, key.vkey, named)).verdicts;
const filesOf = (name: string): Files => bundles.get(name) ?? new Map();

describe('The bundle of a figure', () => {
  test('of each measure is counted again by all three', async () => {
    const named = [...bundles].map(([name, files]) => ({ name, files }));
    expect(await judged(named)).toEqual(
      orders.map(({ measure }) => ({
        name: measure,
        product: true,
        second: true,
        auditor: true,
      })),
    );
  });

  test('holds the records that are counted, the profile and the figure, and nothing else', () => {
    const types = textOf(filesOf('groups'), 'entries.ndjson')
      .trimEnd()
      .split('\n')
      .map((line) => /"type":"ledger\.([a-z]+)\/v1"/.exec(line)?.[1]);
    // Two of twelve are of no group that the filter names: one is too long, one was erased.
    expect(types.filter((type) => type === 'record')).toHaveLength(10);
    expect([...new Set(types)].toSorted((a = '', b = '') => (a < b ? -1 : 1))).toEqual([
      'evidence',
      'fact',
      'genesis',
      'index',
      'intervention',
      'record',
    ]);
  });

  test('says what was erased since, and is no worse for that @whole', async () => {
    const figure = await recordFigure({ measure: 'outcomes', basis: 'effect' });
    const erase = (path: string, fields: readonly string[]) =>
      api.send('POST', path, { body: { fields, legal_basis: 'GDPR Art. 17', actor } });
    await erase(`/records/${ids[0]}/erasures`, ['output']);
    await erase(`/records/${ids[4]}/erasures`, ['input']);
    const later = { action: 'override', actor, reason: 'r', outcome: { outcome: 'no' } };
    await api.send('POST', `/records/${ids[0]}/interventions`, { body: later });
    const files = await exportedFiles(api, { kind: 'figure', figure_id: figure.figure_id });
    expect(await judged([{ name: 'erased', files }])).toEqual([
      { name: 'erased', product: true, second: true, auditor: true },
    ]);
    const zip = join(folder, 'erased-since.zip');
    await zipTo(zip, files);
    const [said] = audit(folder, [['verify', zip, '--vkey', key.vkey]]);
    expect(said?.all).toContain('1 of 12 records lost values since the figure was recorded');
  });

  test('has a way of its own, and answers with the newest that is there', async () => {
    const figure = await recordFigure({ measure: 'outcomes', where: '{"outcome":"yes"}' });
    const path = `/oversight/figures/${figure.figure_id}/bundle`;
    expect((await api.send('GET', path)).status).toBe(404);
    const started = await api.send('POST', path);
    expect(started.status).toBe(202);
    const job = await api.ended(jobSchema.parse(await started.json()).job_id);
    expect(job.status).toBe('completed');
    const response = await api.send('GET', path);
    expect(response.status).toBe(200);
    const files = readBundleFiles(Buffer.from(await response.arrayBuffer()));
    expect(textOf(files, 'manifest.json')).toContain(
      `"order":{"figure_id":"${figure.figure_id}","kind":"figure"}`,
    );
    expect((await api.send('POST', '/oversight/figures/fig_x/bundle')).status).toBe(404);
  });

  test.each(cases(['groups'], ['drift']))(
    'of the measure %s is refused by all three however it is altered @whole',
    { timeout: 900_000 },
    async (name) => {
      const all = [...mutationsOf(filesOf(name))];
      const firsts = [...new Map(all.map((each) => [each.kind, each])).values()];
      const isLess = ({ kind }: Mutation) => kind.startsWith('an entry left out');
      const tried = isWhole ? all : firsts.filter((each, at) => at % 96 === 0 || isLess(each));
      expect(tried.filter(isLess).length).toBeGreaterThan(5);
      const altered = tried.map((each) => ({ name: each.kind, files: withSums(each, key) }));
      const { verdicts, audited } = await judgeBundles(folder, key.vkey, altered);
      expect(
        verdicts.filter(({ product, second, auditor }) => product || second || auditor),
      ).toEqual([]);
      expect(audited.filter(({ status }) => status !== 1 && status !== 2)).toEqual([]);
    },
  );
});
