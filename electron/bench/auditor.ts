/** How the verifier for strangers grows with a ledger: ten times the entries against a tenth of them. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleResultSchema } from '../../shared/contract/bundles.ts';
import { chainSchema } from '../../shared/contract/chain.ts';
import { demoDecisions } from '../demo/decisions.ts';
import '../testing/import-files.ts';
import { importAll } from './api-import.ts';
import { buildRequest, finishedJob, openApi } from './api-under-test.ts';
import { interleave, milliseconds, type Benchmark } from './measurement.ts';

const rounds = 2;
const program = join(import.meta.dirname, '..', '..', 'docs', 'auditor.py');

interface Bundle {
  readonly path: string;
  /** The verifier key, as somebody outside has it. */
  readonly vkey: string;
}

/** A full bundle of a ledger of so many decisions. */
async function makeBundle(directory: string, records: number): Promise<Bundle> {
  const api = await openApi(join(directory, String(records)));
  const bodies = [...demoDecisions({ records, seed: 5 })].map(({ body }) => JSON.stringify(body));
  await importAll(api, `${bodies.join('\n')}\n`);
  const order = JSON.stringify({ kind: 'full' });
  const { bundle_id: id } = bundleResultSchema.parse(
    await finishedJob(api, '/bundles', { body: order }),
  );
  const { vkey } = chainSchema.parse(JSON.parse(await api.call('GET', '/chain')));
  const response = await api.serve(buildRequest('GET', `/bundles/${id}`));
  const path = join(directory, `${records}.zip`);
  writeFileSync(path, new Uint8Array(await response.arrayBuffer()));
  await api.close();
  return { path, vkey };
}

/** @throws {Error} unless the bundle verifies */
function verify({ path, vkey }: Bundle): void {
  const { status, stdout } = spawnSync('python3', [program, 'verify', path, '--vkey', vkey], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`auditor.py ended with ${status}: ${stdout.slice(-500)}`);
}

/** Bar: ten times the entries take at most eleven times as long. */
export const benchmarkAuditor: Benchmark = async ({ records, directory }) => {
  const few = await makeBundle(directory, records / 10);
  const many = await makeBundle(directory, records);
  const medianOf = await interleave(rounds, [
    { name: 'many', run: () => milliseconds(() => verify(many)) },
    { name: 'few', run: () => milliseconds(() => verify(few)) },
  ]);
  const [measured, baseline] = [medianOf('many'), medianOf('few')];
  return [
    {
      name: 'auditor.py, a full bundle',
      measured,
      baseline,
      ratio: baseline / measured,
      required: 1 / 11,
      detail: `${records} decisions against ${records / 10}: ${(measured / baseline).toFixed(1)} × as long`,
    },
  ];
};
