/** Connections on disk: what is written where, and what is told of a key. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plainSeal, type KeySeal } from '../database/key-seal.ts';
import { ConnectionsStore } from './connections-store.ts';

let root: string;
const secret = 'pdk_secret_of_the_server';
const one = {
  connection_id: 'conn_1',
  name: 'Head office',
  base_url: 'https://proofdesk.example/v1',
  created_at: '2026-11-21T12:00:00.000Z',
  keep_offline: true,
  last_online_at: null,
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'proofdesk-connections-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const files = () => readdirSync(join(root, 'connections')).toSorted();
const modeOf = (name: string) => statSync(join(root, 'connections', name)).mode & 0o777;

describe('connections', () => {
  it('are none at first, and nothing is written for that', async () => {
    expect(await new ConnectionsStore(root, plainSeal).list()).toEqual([]);
    expect(readdirSync(root)).toEqual([]);
  });

  it('are kept with their keys in files for their owner only', async () => {
    const store = new ConnectionsStore(root, plainSeal);
    const made = await store.create(one, secret);
    expect(made).toEqual({ ...one, key_protection: 'unprotected', kept_bytes: 0 });
    expect(files()).toEqual(['conn_1.key', 'connections.json']);
    expect([modeOf('conn_1.key'), modeOf('connections.json')]).toEqual([0o600, 0o600]);
    expect(readFileSync(join(root, 'connections', 'connections.json'), 'utf8')).not.toContain(
      secret,
    );
    const again = new ConnectionsStore(root, plainSeal);
    expect(await again.list()).toEqual([made]);
    expect(await again.keyOf('conn_1')).toBe(secret);
    expect(JSON.stringify(await again.list())).not.toContain(secret);
  });

  it('are listed by name, and have one name each', async () => {
    const store = new ConnectionsStore(root, plainSeal);
    await store.create(one, secret);
    await store.create({ ...one, connection_id: 'conn_2', name: 'Branch' }, secret);
    expect((await store.list()).map(({ name }) => name)).toEqual(['Branch', 'Head office']);
    await expect(store.create({ ...one, connection_id: 'conn_3' }, secret)).rejects.toMatchObject({
      code: 'conflict',
      fields: [{ field: 'name' }],
    });
    await expect(store.change('conn_2', { name: 'Head office' })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await store.change('conn_1', { name: 'Head office' })).toMatchObject({
      name: 'Head office',
    });
  });

  it('are changed one after the other, so that none is lost', async () => {
    const store = new ConnectionsStore(root, plainSeal);
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) =>
        store.create({ ...one, connection_id: `conn_${name.toUpperCase()}`, name }, secret),
      ),
    );
    expect((await store.list()).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keep their key through a change, unless another is given', async () => {
    const store = new ConnectionsStore(root, plainSeal);
    await store.create(one, secret);
    await store.change('conn_1', { base_url: 'https://other.example/v1' });
    expect(await store.keyOf('conn_1')).toBe(secret);
    await store.change('conn_1', {}, 'pdk_another');
    expect(await store.keyOf('conn_1')).toBe('pdk_another');
  });

  it('leave nothing of a key behind', async () => {
    const store = new ConnectionsStore(root, plainSeal);
    await store.create(one, secret);
    expect(await store.remove('conn_1')).toMatchObject({ connection_id: 'conn_1' });
    expect(files()).toEqual(['connections.json']);
    await expect(store.keyOf('conn_1')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('are not thrown away when their list is damaged', async () => {
    const store = new ConnectionsStore(root, plainSeal);
    await store.create(one, secret);
    writeFileSync(join(root, 'connections', 'connections.json'), '{"version":1,"connections":[{');
    await expect(store.list()).rejects.toThrow(/connections\.json is damaged/);
    await expect(
      store.create({ ...one, connection_id: 'conn_2', name: 'x' }, secret),
    ).rejects.toThrow(/damaged/);
  });

  it('say so when a key was sealed elsewhere, and take it anew', async () => {
    const sealing: KeySeal = {
      seal: async (key) => ({
        bytes: new Uint8Array(Buffer.from(key)).map((byte) => byte ^ 255),
        sealed: true,
        protection: 'keychain',
      }),
      open: async (bytes) => Buffer.from(bytes.map((byte) => byte ^ 255)).toString(),
    };
    const desktop = new ConnectionsStore(root, sealing);
    expect(await desktop.create(one, secret)).toMatchObject({ key_protection: 'keychain' });
    expect(readFileSync(join(root, 'connections', 'conn_1.key'))).not.toContain(secret);
    expect(await desktop.keyOf('conn_1')).toBe(secret);
    const headless = new ConnectionsStore(root, plainSeal);
    await expect(headless.keyOf('conn_1')).rejects.toMatchObject({ code: 'conflict' });
    await headless.change('conn_1', {}, 'pdk_anew');
    expect(await headless.keyOf('conn_1')).toBe('pdk_anew');
  });
});
