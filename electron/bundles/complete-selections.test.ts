/**
 * Selections show that nothing is left out: what is about each record, or that nothing is; and a false index is found.
 * @push
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { chainSchema } from '../../shared/contract/chain.ts';
import { TestApi } from '../api/test-api.ts';
import { openWriter } from '../database/open-database.ts';
import { Journal } from '../ledger/journal.ts';
import { countingRandom } from '../ledger/testing/test-ledger.ts';
import { appendIndex } from '../proof/index-keeper.ts';
import { audit } from './testing/auditor.ts';
import { textOf, type Files } from './testing/bundle-mutations.ts';
import { exportedFiles, judgeBundles, zipTo } from './testing/judge-bundles.ts';

const actor = { id: 'usr_7', role: 'officer' };
const folder = mkdtempSync(join(tmpdir(), 'proofdesk-selections-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let api: TestApi;
beforeEach(async () => {
  api = await TestApi.open();
});
afterEach(() => api.close());

const vkeyOf = async () => (await api.read(chainSchema, '/chain')).vkey;
const intervene = (id: string) =>
  api.send('POST', `/records/${id}/interventions`, { body: { action: 'approve', actor } });

async function judged(files: Files) {
  const { verdicts } = await judgeBundles(folder, await vkeyOf(), [{ name: 'bundle', files }]);
  return verdicts[0];
}
const all = { name: 'bundle', product: true, second: true, auditor: true };
const none = { name: 'bundle', product: false, second: false, auditor: false };

test('A record with nothing about it is proven absent: first, last, between', async () => {
  const ids: string[] = [];
  for (let n = 0; n < 24; n += 1) ids.push((await api.append({ input: { n } })).id);
  for (const id of ids.slice(0, 4)) await intervene(id);
  const files = await exportedFiles(api, { kind: 'selection', record_ids: ids });
  const lines = textOf(files, 'subjects.ndjson').split('\n').slice(0, -1);
  const forms = lines.map((line) =>
    Object.keys(z.record(z.string(), z.json()).parse(JSON.parse(line)))
      .toSorted()
      .join(),
  );
  expect(new Set(forms)).toEqual(
    new Set(['id,index,line,path', 'id,right', 'id,left', 'id,left,right']),
  );
  expect(await judged(files)).toEqual(all);
});

test('A record with nothing about it is proven absent in an empty tree @whole', async () => {
  const { id } = await api.append();
  const files = await exportedFiles(api, { kind: 'selection', record_ids: [id] });
  expect(textOf(files, 'subjects.ndjson')).toBe(`{"id":"${id}"}\n`);
  expect(await judged(files)).toEqual(all);
});

test('A false index is found on a full bundle by all three, whichever of its heads is false @whole', async () => {
  const { id } = await api.append();
  await intervene(id);
  const root = `sha256:${'0'.repeat(64)}` as const;
  for (const tree of ['records', 'rows'] as const) {
    await api.reopen(() => {
      const database = openWriter(join(api.directory, 'proofdesk.db'));
      const journal = new Journal(database, {
        clock: () => api.now,
        createId: (prefix) => `${prefix}_1`,
        random: countingRandom(),
      });
      const empty = { count: 0, root: `sha256:${emptyHash}` } as const;
      const index = { records: empty, rows: empty, [tree]: { count: 1, root } };
      journal.transaction(() => appendIndex(database, journal, { index, from: journal.size }));
      database.close();
    });
    // Something of substance, so that a checkpoint covers the index too.
    await api.append();
    expect(await judged(await exportedFiles(api, { kind: 'full' }))).toEqual(none);
  }
});

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

describe('auditor.py verify', () => {
  const path = (name: string) => join(folder, name);
  async function zipped(name: string): Promise<string> {
    await zipTo(path(name), await exportedFiles(api, { kind: 'full' }));
    return path(name);
  }
  const last = (argv: readonly string[]) => {
    const [said] = audit(folder, [['verify', ...argv]]);
    return [said?.status, said?.last.split(':')[0], said?.all];
  };

  test('never says VERIFIED without a key from outside', async () => {
    await api.append();
    const zip = await zipped('alone.zip');
    expect(last([zip])).toMatchObject([3, 'CONSISTENT, KEY NOT CHECKED', {}]);
    expect(last([zip, '--state', path('fresh')])).toMatchObject([3, {}, {}]);
    expect(last([zip, '--vkey', await vkeyOf()])).toMatchObject([0, 'VERIFIED', {}]);
  });

  test('keeps what it verified, and raises the alarm on a fork and on another key @whole', async () => {
    const demo = { kind: 'demo', demoRecords: 3 } as const;
    const [one, twin] = [await TestApi.open(demo), await TestApi.open({ ...demo, key: 4 })];
    const zips: string[] = [];
    for (const [at, each] of [one, twin].entries()) {
      zips.push(path(`twin-${at}.zip`));
      await zipTo(path(`twin-${at}.zip`), await exportedFiles(each, { kind: 'full' }));
    }
    const { vkey } = await one.read(chainSchema, '/chain');
    const [first = '', second = ''] = zips;
    const state = ['--state', path('state')];
    expect(last([first, ...state, '--vkey', vkey])).toMatchObject([0, 'VERIFIED', {}]);
    expect(last([first, ...state])).toMatchObject([0, 'VERIFIED', {}]);
    const [status, said, whole] = last([second, ...state]);
    expect([status, said]).toEqual([1, 'NOT VERIFIED']);
    expect(whole).toContain('FAIL  UNKNOWN_KEY');
    // The same ledger, longer: it goes on from what was seen.
    await one.append();
    await zipTo(path('branch.zip'), await exportedFiles(one, { kind: 'full' }));
    expect(last([path('branch.zip'), ...state])).toMatchObject([0, 'VERIFIED', {}]);
    await one.close();
    await twin.close();
  });

  test('finds a fork against a checkpoint that was kept @whole', async () => {
    await api.append();
    const files = await exportedFiles(api, { kind: 'full' });
    const zip = path('fork.zip');
    await zipTo(zip, files);
    const note = path('kept.note');
    const other = await TestApi.open({ now: api.now + 60_000 });
    await other.append({ input: { other: true } });
    const otherFiles = await exportedFiles(other, { kind: 'full' });
    // Same name and key, other entries: whoever held the key signed twice.
    writeFileSync(note, textOf(otherFiles, 'checkpoint.note'));
    const [status, , said] = last([zip, '--vkey', await vkeyOf(), '--checkpoint', note]);
    expect([status, String(said)]).toEqual([1, expect.stringContaining('FAIL  FORKED')]);
    await other.close();
  });
});
