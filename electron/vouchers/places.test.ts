/**
 * Places that keep checkpoints: written by themselves, read back, and what they tell of the ledger.
 * @push
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { standingSchema } from '../../shared/contract/checkpoints.ts';
import { vouchersSchema, type PlaceState } from '../../shared/contract/vouchers.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { decision, TestApi, type TestApiOptions } from '../api/test-api.ts';
import { visitPlace } from './visit-place.ts';

let api: TestApi;
let folder: string;
let place: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-places-'));
  place = join(folder, 'share');
  mkdirSync(place);
  api = await TestApi.open();
});
afterEach(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const set = (paths: readonly string[], more: object = {}) =>
  api.send('PUT', '/chain/places', { body: { places: paths.map((path) => ({ path })), ...more } });
const vouchers = () => api.read(vouchersSchema, '/chain/vouchers');
const standing = () => api.read(standingSchema, '/chain/standing');
const notes = (at = place) => readdirSync(at).filter((name) => name.endsWith('.note'));
const stateOf = async () => (await vouchers()).places[0]?.state;
/** A visit is made beside all else: its end is what is waited for. */
const becomes = async (state: PlaceState) => {
  await expect.poll(stateOf, { timeout: 20_000 }).toBe(state);
};
const sign = () => api.send('POST', '/chain/checkpoints');

async function keptAtPlace(): Promise<void> {
  await api.append();
  await sign();
  expect((await set([place])).status).toBe(200);
  await becomes('kept');
}

describe('PUT /chain/places', () => {
  test('has the newest checkpoint written there, under the ledger’s name and its size', async () => {
    await keptAtPlace();
    expect(notes()).toEqual([expect.stringMatching(/^proofdesk\.local_[0-9a-f]{16}-2\.note$/)]);
    const { places, newest_at: newest } = await vouchers();
    expect(places).toMatchObject([{ path: place, size: 2, state: 'kept' }]);
    expect(newest).not.toBeNull();
    const [name = ''] = notes();
    expect(parseCheckpoint(readFileSync(join(place, name), 'utf8'))?.size).toBe(2);
    expect(readdirSync(place)).toEqual([name]);
  });

  test('has one signed where none was yet', async () => {
    await set([place]);
    await becomes('kept');
    expect(notes()).toHaveLength(1);
  });

  test('says which place is on the volume of the ledger, and does not take it for one outside', async () => {
    const beside = mkdtempSync(`${api.dataRoot}-beside-`);
    try {
      await api.append();
      await sign();
      await set([beside]);
      await becomes('kept');
      expect((await vouchers()).places).toMatchObject([{ same_volume: true }]);
      expect((await standing()).verdict).toBe('VERIFIED_SIGNED');
    } finally {
      rmSync(beside, { recursive: true });
    }
  });

  test('names each path at fault, and keeps what was there', async () => {
    await set([place], { oldest_days: 7 });
    writeFileSync(join(folder, 'file'), '');
    const response = await api.send('PUT', '/chain/places', {
      body: {
        places: [
          join(folder, 'none'),
          join(folder, 'file'),
          'relative',
          api.directory,
          place,
          `${place}/`,
        ].map((path) => ({ path })),
      },
      headers: { prefer: 'faults' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: {
        faults: [
          { field: 'places.0.path', code: 'folder_there' },
          { field: 'places.1.path', code: 'folder_there' },
          { field: 'places.2.path', code: 'absolute_path' },
          { field: 'places.3.path', code: 'place_outside' },
          { field: 'places.5.path', code: 'named_twice' },
        ],
      },
    });
    expect(await vouchers()).toMatchObject({ places: [{ path: place }], oldest_days: 7 });
    expect(
      (await set(Array.from({ length: 9 }, (_, index) => join(folder, String(index))))).status,
    ).toBe(400);
  });

  test('400 of a place that does not answer, and nothing waits', async () => {
    const silent = await silentApi();
    try {
      const response = await silent.send('PUT', '/chain/places', {
        body: { places: [{ path: place }] },
        headers: { prefer: 'faults' },
      });
      expect(await response.json()).toMatchObject({
        error: { faults: [{ code: 'folder_silent' }] },
      });
    } finally {
      await silent.close();
    }
  });
});

describe('A place', () => {
  test('gets a checkpoint after a signing, at most once an hour', async () => {
    await keptAtPlace();
    await api.append();
    await sign();
    await expect.poll(() => notes().length, { timeout: 20_000 }).toBe(2);
    await api.append();
    await sign();
    await sign();
    expect(notes()).toHaveLength(2);
  });

  test('that is gone is said, and holds nothing up', async () => {
    await keptAtPlace();
    renameSync(place, `${place}-away`);
    await api.reopen();
    await becomes('gone');
    await api.append();
    expect((await sign()).status).toBe(201);
    expect((await vouchers()).places).toMatchObject([{ size: 2 }]);
    renameSync(`${place}-away`, place);
    await api.reopen();
    await becomes('kept');
    expect(notes()).toHaveLength(2);
  });

  test('keeps the ledger’s name under another key to itself', async () => {
    await keptAtPlace();
    const [name = ''] = notes();
    const note = readFileSync(join(place, name), 'utf8');
    writeFileSync(join(place, name.replace('-2.', '-9.')), note.replace(/(— \S+ )..../, '$1AAAA'));
    await api.reopen();
    await becomes('other_key');
    const [{ same_volume: isBeside } = { same_volume: false }] = (await vouchers()).places;
    expect((await standing()).verdict).toBe(isBeside ? 'VERIFIED_SIGNED' : 'VERIFIED_ANCHORED');
    expect(notes()).toHaveLength(2);
  });

  test('with a torn note is written to again', async () => {
    await keptAtPlace();
    await api.append();
    const [name = ''] = notes();
    writeFileSync(join(place, name.replace('-2.', '-3.')), 'torn');
    await api.reopen();
    await expect.poll(() => notes().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
    expect((await api.send('POST', '/records', { body: decision })).status).toBe(201);
  });
});

describe('Without anybody asking', () => {
  test('a folder set back to an older copy is found at the next opening', async () => {
    await keptAtPlace();
    const copy = join(folder, 'copy');
    await api.reopen(() => cpSync(api.directory, copy, { recursive: true }));
    await api.append();
    await sign();
    await expect.poll(() => notes().length, { timeout: 20_000 }).toBe(2);
    await api.reopen(() => {
      rmSync(api.directory, { recursive: true });
      cpSync(copy, api.directory, { recursive: true });
    });
    await becomes('rolled_back');
    expect(await standing()).toMatchObject({ verdict: 'ROLLED_BACK', checkpoint: { size: 3 } });
    const refused = await api.send('POST', '/records', { body: decision });
    expect(refused.status).toBe(503);
    expect(await refused.text()).toContain('ROLLED_BACK');
    // It is known from then on, whether the place is there or not.
    await api.reopen(() => rmSync(place, { recursive: true }));
    expect((await standing()).verdict).toBe('ROLLED_BACK');
    expect((await api.send('POST', '/records', { body: decision })).status).toBe(503);
    mkdirSync(place);
  });

  test('a history written anew with the key is found at the next opening', async () => {
    await keptAtPlace();
    const { origin } = parseCheckpoint(readFileSync(join(place, notes()[0] ?? ''), 'utf8')) ?? {};
    const other = await TestApi.open();
    await other.append({ model_id: 'another' });
    await other.append({ model_id: 'another' });
    await other.send('POST', '/chain/checkpoints');
    // The same key and name, and another first decision.
    await api.reopen(() => {
      const known = readFileSync(join(api.directory, 'outside', 'places.json'));
      rmSync(api.directory, { recursive: true });
      cpSync(other.directory, api.directory, { recursive: true });
      mkdirSync(join(api.directory, 'outside'));
      writeFileSync(join(api.directory, 'outside', 'places.json'), forgotten(known.toString()));
    });
    await other.close();
    expect((await standing()).ledger.size).toBe(3);
    await becomes('forked');
    expect(await standing()).toMatchObject({ verdict: 'FORKED', checkpoint: { origin, size: 2 } });
    expect((await api.send('POST', '/records', { body: decision })).status).toBe(503);
    // Nothing covers up what lies there.
    expect(notes()).toHaveLength(1);
  });
});

describe('A visit', () => {
  const visit = (more: object = {}) =>
    visitPlace({ path: place, beside: folder, origin: 'ledger.example/demo', ...more });
  const note = (size: number) => ({ text: `note ${size}\n`, size });

  test('reads the note of most entries of this ledger alone', () => {
    writeFileSync(join(place, 'ledger.example_other-99.note'), 'other');
    expect(visit().note).toBeNull();
    for (const size of [9, 10, 2]) visit({ note: note(size) });
    expect(visit().note).toBe('note 10\n');
  });

  test('never writes in the place of another note', () => {
    visit({ note: note(9) });
    visit({ note: { text: 'another', size: 9 } });
    expect(visit().note).toBe('note 9\n');
  });

  test('reads no link and nothing that is longer than a note', () => {
    writeFileSync(join(folder, 'secret'), 'secret');
    symlinkSync(join(folder, 'secret'), join(place, 'ledger.example_demo-5.note'));
    expect(visit().note).toBe('');
    writeFileSync(join(place, 'ledger.example_demo-6.note'), 'x'.repeat(65_537));
    expect(visit().note).toBe('');
  });

  test('thins the older half, and keeps the newest', () => {
    for (let size = 1; size <= 160; size += 1) visit({ note: note(size) });
    expect(notes().length).toBeLessThanOrEqual(101);
    expect(visit().note).toBe('note 160\n');
    expect(existsSync(join(place, 'ledger.example_demo-159.note'))).toBe(true);
  });

  test('moves aside what a restore took the ledger back from', () => {
    for (const size of [3, 5, 8]) visit({ note: note(size) });
    expect(visit({ setAside: { name: 'replaced/x', above: 4 } }).note).toBe('note 3\n');
    expect(notes(join(place, 'replaced/x'))).toHaveLength(2);
  });

  test('tells a folder that cannot be written to from one that is gone', () => {
    expect(visit({ path: join(folder, 'none') })).toMatchObject({ state: 'gone', words: 'ENOENT' });
    expect(visit({ path: '/proc', isTried: true }).state).toBe('unwritable');
  });
});

/** An API whose places never answer. */
function silentApi(): Promise<TestApi> {
  const options: TestApiOptions = { visitPlace: async () => undefined };
  return TestApi.open(options);
}

/** The places as they are known to one who has not been there. */
function forgotten(text: string): string {
  return text.replaceAll(/"note":"[^"]*"/g, '"note":null');
}
