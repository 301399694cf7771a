/** Bundles of many and of large records: written as streams, stopped in every phase, verified in linear time. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseSchema } from '../../shared/contract/cases.ts';
import { TestApi, usualDemo } from '../api/test-api.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { openReader } from '../database/open-database.ts';
import { Remover } from '../database/remover.ts';
import { OutsideFiles } from '../proof/outside/outside-files.ts';
import { JobStopped } from '../jobs/job-runner.ts';
import { BundleFiles } from './bundle-files.ts';
import { bundleJob } from './bundle-job.ts';
import { askWriter } from './cover-bundle.ts';
import { cases, isWhole } from '../testing/rounds.ts';

const megabyte = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'proofdesk-large-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Exports a bundle and unpacks it with the system's Python. */
async function exported(api: TestApi, body: object, name: string): Promise<string> {
  const job = await api.finished(await api.send('POST', '/bundles', { body }));
  if (job.status !== 'completed') throw new Error(JSON.stringify(job.error));
  const response = await api.send('GET', `/bundles/${job.job_id}`);
  const path = join(folder, name);
  writeFileSync(`${path}.zip`, new Uint8Array(await response.arrayBuffer()));
  spawnSync('python3', ['-m', 'zipfile', '-e', `${path}.zip`, path]);
  return path;
}

/** Runs auditor.py: what it says, and the seconds of processor time that it took. */
function verified(path: string): { said: string; seconds: number } {
  const code = `import resource, runpy, sys
sys.argv = sys.argv[1:]
try: runpy.run_path(sys.argv[0], run_name="__main__")
finally: print(resource.getrusage(resource.RUSAGE_SELF).ru_utime)`;
  const { stdout, stderr } = spawnSync(
    'python3',
    ['-c', code, join(path, 'auditor.py'), 'verify', path],
    {
      encoding: 'utf8',
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
      cwd: path,
    },
  );
  const [seconds = '', said = ''] = stdout.trimEnd().split('\n').toReversed();
  return { said: said + stderr, seconds: Number(seconds) };
}

describe('A bundle of large records @whole', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.open();
    for (let n = 0; n < 8; n += 1)
      await api.append({ input: { n, note: 'x'.repeat(3 * megabyte) } });
  });
  afterAll(() => api.close());

  test('holds by auditor.py, and becomes a case', async () => {
    const path = await exported(api, { kind: 'full' }, 'large');
    expect(verified(path).said).toMatch(/^CONSISTENT, KEY NOT CHECKED: .* 9 entries, /);
    const headers = { 'content-type': 'application/zip' };
    const zip = new Uint8Array(readFileSync(`${path}.zip`));
    const imported = await api.finished(await api.send('POST', '/cases', { body: zip, headers }));
    expect(caseSchema.parse(imported.result)).toMatchObject({ findings_total: 0, records: 8 });
  });
});

describe('A bundle of many records', () => {
  let small: TestApi | undefined;
  let large: TestApi;
  beforeAll(async () => {
    if (isWhole) small = await TestApi.open({ kind: 'demo', demoRecords: 600 });
    large = await TestApi.open(isWhole ? { kind: 'demo', demoRecords: 2_400 } : usualDemo);
  }, 120_000);
  afterAll(async () => {
    await small?.close();
    await large.close();
  });

  const kinds: readonly [string, object][] = [
    ['full', { kind: 'full' }],
    ['selection', { kind: 'selection', filter: {} }],
  ];
  test.each(cases([], kinds))(
    '(%s) is verified by auditor.py in time that grows with it',
    async (kind, body) => {
      if (small === undefined) throw new Error('There is nothing to compare with.');
      const few = verified(await exported(small, body, `few-${kind}`));
      const many = verified(await exported(large, body, `many-${kind}`));
      expect([few.said, many.said].map((said) => said.slice(0, 10))).toEqual([
        'CONSISTENT',
        'CONSISTENT',
      ]);
      // Four times as many: a quadratic step would take sixteen times as long.
      expect(many.seconds / few.seconds).toBeLessThan(8);
    },
    120_000,
  );

  test.each(cases(['writing'], ['packing', 'collecting', 'hashing', 'verifying']))(
    'ends while it is %s when it is told to, and leaves nothing',
    async (phase) => {
      await large.send('POST', '/chain/checkpoints');
      const checkpoints = new CheckpointFiles(large.directory);
      const files = new BundleFiles(large.directory);
      const remover = new Remover();
      await remover.remove(files.takeAll());
      const database = openReader(join(large.directory, 'proofdesk.db'));
      const signing = askWriter((task, params) => large.api.runTask(task, params));
      const job = bundleJob({
        database,
        checkpoints,
        files,
        remover,
        signing,
        outside: new OutsideFiles(large.directory),
        clock: Date.now,
      });
      const jobId = 'job_01';
      let askedAt: NodeJS.CpuUsage | undefined;
      const running = job.run({
        jobId,
        parameters: { kind: 'selection', filter: {} },
        report: (progress) => {
          if (progress.phase === phase) askedAt ??= process.threadCpuUsage();
        },
        freed: () => {},
        shouldStop: () => askedAt !== undefined,
        rest: async () => {},
      });
      await expect(running).rejects.toThrow(JobStopped);
      await job.dispose(jobId);
      // Its work is done by this thread: its processor time, however busy the machine is.
      const { user, system } = process.threadCpuUsage(askedAt);
      expect((user + system) / 1_000).toBeLessThan(2_000);
      expect(readdirSync(join(large.directory, 'bundles'))).toEqual([]);
      database.close();
    },
  );
});
