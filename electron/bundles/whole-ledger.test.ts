/** A bundle of everything a ledger can hold: sessions' evidence, model cards, interventions, an erasure. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caseSchema } from '../../shared/contract/cases.ts';
import { chainSchema } from '../../shared/contract/chain.ts';
import { TestApi, usualDemo } from '../api/test-api.ts';

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await TestApi.open(usualDemo);
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-whole-'));
});
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

test('holds by auditor.py, in all and in part, and becomes a case @whole', async () => {
  const { size, vkey } = await api.read(chainSchema, '/chain');
  const bodies = {
    full: { kind: 'full' },
    range: { kind: 'range', range: { from: 5, to: size - 3 } },
  };
  const types = new Set<string>();
  for (const [kind, body] of Object.entries(bodies)) {
    const job = await api.finished(await api.send('POST', '/bundles', { body }));
    const response = await api.send('GET', `/bundles/${job.job_id}`);
    const zip = new Uint8Array(await response.arrayBuffer());
    const path = join(folder, kind);
    writeFileSync(`${path}.zip`, zip);
    spawnSync('python3', ['-m', 'zipfile', '-e', `${path}.zip`, path]);
    const argv = ['auditor.py', 'verify', `${path}.zip`, '--vkey', vkey];
    const { stdout, stderr } = spawnSync('python3', argv, { cwd: path, encoding: 'utf8' });
    expect(stdout + stderr).toMatch(/^VERIFIED: /m);
    const lines = readFileSync(join(path, 'entries.ndjson'), 'utf8').matchAll(
      /"type":"(ledger[^"]*)"/g,
    );
    for (const [, type = ''] of lines) types.add(type);
    const headers = { 'content-type': 'application/zip' };
    const imported = await api.finished(await api.send('POST', '/cases', { body: zip, headers }));
    const { verdict, findings_total: findings } = caseSchema.parse(imported.result);
    expect([verdict, findings]).toEqual(['VERIFIED_ANCHORED', 0]);
  }
  expect([...types].toSorted()).toEqual([
    'ledger.batch/v1',
    'ledger.erasure/v1',
    'ledger.evidence/v1',
    'ledger.fact/v1',
    'ledger.genesis/v1',
    'ledger.intervention/v1',
    'ledger.invoice/v2',
    'ledger.model/v1',
    'ledger.record/v1',
  ]);
});
