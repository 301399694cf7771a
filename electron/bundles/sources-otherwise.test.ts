/**
 * Evidence of rows elsewhere in bundles: with another source than its session and dataset have, all three verifiers refuse it.
 * @push
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { sessionSchema } from '../../shared/contract/sessions.ts';
import { canonicalJson, parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { evidenceType } from '../../shared/ledger/entries.ts';
import { TestApi } from '../api/test-api.ts';
import { memoryFolder } from '../database/testing/memory-folder.ts';
import { createLedgerKey, type LedgerKey } from '../ledger/ledger-key.ts';
import { sha256 } from '../ledger/sha256.ts';
import { makeDataset } from '../sessions/testing/clinical.ts';
import { ParquetFolder } from '../sources/testing/parquet.ts';
import { hasPostgres, PostgresServer } from '../sources/testing/postgres-server.ts';
import { RelationApi } from '../sources/testing/relation-api.ts';
import { oneIn } from '../testing/rounds.ts';
import { textOf, type Files } from './testing/bundle-mutations.ts';
import { exportedAnew } from './testing/exported-anew.ts';
import { exportedFiles, judgeBundles } from './testing/judge-bundles.ts';

const folder = mkdtempSync(join(memoryFolder(), 'proofdesk-elsewhere-'));
const parquet = new ParquetFolder();
const policy = { access: 'open', unlisted: 'clear', record_ids: 'kept' };

let api: TestApi;
let server: PostgresServer | undefined;
let files: Files;
let key: LedgerKey;

async function sent(path: string, body: object, status: number): Promise<unknown> {
  const response = await api.send('POST', path, { body });
  const answer: unknown = await response.json();
  if (response.status !== status) throw new Error(`${path} ${JSON.stringify(answer)}`);
  return answer;
}

/** Evidence of a training over some rows of a dataset. */
async function train(dataset: string): Promise<void> {
  const opened = await sent('/sessions', { dataset_id: dataset, purpose: 'x' }, 201);
  const { session_id: session } = sessionSchema.parse(opened);
  const rows = await api.read(
    z.object({ batch: z.array(z.object({ record_id: z.string() })) }),
    `/sessions/${session}/stream?batch_size=2`,
  );
  const records = rows.batch.map(({ record_id: id }) => id);
  await sent(`/sessions/${session}/operations`, { operation_type: 'TRAIN', records }, 200);
}

beforeAll(async () => {
  server = hasPostgres() ? await PostgresServer.start() : undefined;
  if (server !== undefined) {
    await server.query(`CREATE TABLE r (id integer PRIMARY KEY, dx text);
      INSERT INTO r SELECT i, 'a' || i FROM generate_series(1, 5) AS i`);
    const relation = await RelationApi.open(server, { sourceFolders: [parquet.path] });
    await relation.make({ relation: 'r', rule: 'visibility' });
    api = relation.api;
  } else {
    api = await TestApi.open({ sourceFolders: [parquet.path] });
  }
  await parquet.write('a.parquet', 'SELECT i AS n FROM range(5) t(i)');
  for (const id of ['ds_files', 'ds_other']) {
    const source = { kind: 'files', folder: parquet.path };
    await sent('/datasets', { dataset_id: id, name: id, holder_id: 'clinic', source, policy }, 201);
  }
  await makeDataset(api, [{ record_id: 'rec_1', dx: 'a' }], { dataset_id: 'ds_here', policy });
  for (const id of ['ds_files', 'ds_here', ...(server === undefined ? [] : ['ds_rows'])]) {
    await train(id);
  }
  await parquet.write('b.parquet', 'SELECT i AS n FROM range(7) t(i)');
  await train('ds_other');
  files = await exportedFiles(api, { kind: 'full' });
  const origin = textOf(files, 'checkpoint.note').split('\n')[0] ?? '';
  key = createLedgerKey(
    origin,
    Uint8Array.from({ length: 32 }, (_, index) => index),
  );
}, 120_000);
afterAll(async () => {
  await api.close();
  await server?.remove();
  parquet.remove();
  rmSync(folder, { recursive: true, force: true });
});

const entries = (): JsonObject[] =>
  textOf(files, 'entries.ndjson')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const value = parseStrictJson(line);
      if (!isJsonObject(value)) throw new Error(line);
      return value;
    });

function evidenceOf(dataset: string): JsonObject {
  const found = entries().find(
    (entry) => entry['type'] === evidenceType && entry['dataset_id'] === dataset,
  );
  if (found === undefined) throw new Error(`There is no evidence of ${dataset}.`);
  return found;
}

function sourceOf(dataset: string): JsonObject {
  const { source } = evidenceOf(dataset);
  return isJsonObject(source) ? source : {};
}

const sourceMember = (dataset: string, member: string): string =>
  z.string().parse(sourceOf(dataset)[member]);

/** The ledger as it would be exported that holds another entry in a place. */
function telling(seq: JsonValue, other: JsonObject): Files {
  let before: string | undefined;
  return exportedAnew(files, key, {
    change: (entry) => {
      const told = entry['seq'] === seq ? other : entry;
      if (told['type'] !== evidenceType) return told;
      const linked = before === undefined ? told : { ...told, previous_hash: before };
      before = `sha256:${sha256(canonicalJson(linked))}`;
      return linked;
    },
  });
}

/** The evidence of a dataset with other members. */
function evidence(dataset: string, more: JsonObject, without: readonly string[] = []): Files {
  const found = evidenceOf(dataset);
  const told = Object.entries({ ...found, ...more }).filter(([name]) => !without.includes(name));
  return telling(found['seq'] ?? null, Object.fromEntries(told));
}

const claim = (dataset: string, more: JsonObject): Files =>
  evidence(dataset, { source: { ...sourceOf(dataset), ...more } });

/** The first fact of a row, with others in `set`. */
function fact(table: string, id: JsonValue | undefined, more: JsonObject): Files {
  for (const entry of entries()) {
    const { seq = null, set } = entry;
    if (isJsonObject(set) && entry['table'] === table && entry['id'] === id) {
      return telling(seq, { ...entry, set: { ...set, ...more } });
    }
  }
  throw new Error('There is no such fact.');
}

const digest = `sha256:${'5'.repeat(64)}`;
const wrong: readonly (readonly [name: string, made: () => Files])[] = [
  ['another snapshot', () => claim('ds_files', { snapshot_sha256: digest })],
  [
    'the snapshot of another session',
    () => claim('ds_files', { snapshot_sha256: sourceOf('ds_other')['snapshot_sha256'] ?? null }),
  ],
  ['a snapshot that is no digest', () => claim('ds_files', { snapshot_sha256: 'sha256:5' })],
  ['no snapshot', () => claim('ds_files', { snapshot_sha256: null })],
  ['another kind of source', () => claim('ds_files', { kind: 'postgres' })],
  ['a kind that there is not', () => claim('ds_files', { kind: 'embedded' })],
  ['ids of another kind', () => claim('ds_files', { record_ids: 'given' })],
  ['ids of a kind that there is not', () => claim('ds_files', { record_ids: 'name' })],
  ['more than it may', () => claim('ds_files', { rows: 5 })],
  ['a text as its source', () => evidence('ds_files', { source: digest })],
  ['null as its source', () => evidence('ds_files', { source: null })],
  ['no source', () => evidence('ds_files', {}, ['source'])],
  ['another session', () => evidence('ds_files', { session_id: 'sess_1' })],
  ['another dataset', () => evidence('ds_files', { dataset_id: 'ds_here' })],
  ['a source of rows that are here', () => evidence('ds_here', { source: sourceOf('ds_files') })],
  [
    'a session of other rows',
    () => fact('sessions', evidenceOf('ds_files')['session_id'], { source_sha256: digest }),
  ],
  [
    'a session of rows that are here',
    () => fact('sessions', evidenceOf('ds_files')['session_id'], { source_sha256: null }),
  ],
  ['a dataset of another source', () => fact('dataset_sources', 'ds_files', { kind: 'postgres' })],
  ['a dataset of other ids', () => fact('dataset_sources', 'ds_files', { record_ids: 'given' })],
];
const wrongOfServers: typeof wrong = [
  ['a server’s rows as files', () => claim('ds_rows', { kind: 'files' })],
  ['a server’s rows by their place', () => claim('ds_rows', { record_ids: 'position' })],
  ['a server’s other rows', () => claim('ds_rows', { snapshot_sha256: digest })],
  ['no server', () => evidence('ds_rows', {}, ['source'])],
];

describe('A bundle with evidence of rows elsewhere', () => {
  test('is accepted by all three, whole and in part, and each snapshot is told', async () => {
    const of = Number(evidenceOf('ds_files')['seq']);
    const range = await exportedFiles(api, { kind: 'range', range: { from: of, to: of } });
    const made = [
      { name: 'as it is', files },
      { name: 'made anew', files: exportedAnew(files, key, {}) },
      { name: 'in part', files: range },
    ];
    const { verdicts, audited } = await judgeBundles(folder, key.vkey, made);
    expect(verdicts).toEqual(
      made.map(({ name }) => ({ name, product: true, second: true, auditor: true })),
    );
    const told = ['ds_files', 'ds_other', ...(server === undefined ? [] : ['ds_rows'])];
    for (const id of told) {
      const [kind, snapshot] = [sourceMember(id, 'kind'), sourceMember(id, 'snapshot_sha256')];
      expect(audited[0]?.all).toContain(
        `1 entries of evidence are about rows elsewhere (${kind}), snapshot ${snapshot}`,
      );
    }
    expect(audited[2]?.all).toContain(sourceMember('ds_files', 'snapshot_sha256'));
    expect(audited[2]?.all).not.toContain(sourceMember('ds_other', 'snapshot_sha256'));
  });

  test('is refused by all three where it tells another source, whatever else holds', async () => {
    const all = [...wrong, ...(server === undefined ? [] : wrongOfServers)];
    const made = oneIn(4, all).map(([name, make]) => ({ name, files: make() }));
    const { verdicts, audited } = await judgeBundles(folder, key.vkey, made);
    expect(verdicts).toEqual(
      made.map(({ name }) => ({ name, product: false, second: false, auditor: false })),
    );
    expect(audited.filter(({ status }) => status !== 1)).toEqual([]);
  });
});
