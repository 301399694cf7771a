/** What the product, auditor.py and the second verifier say of bundles that are given as their files. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundleResultSchema } from '../../../shared/contract/bundles.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { TestApi } from '../../api/test-api.ts';
import { unpackBundle } from '../../cases/unpack-bundle.ts';
import { BundleFolder } from '../bundle-folder.ts';
import { verifyBundle } from '../verify-bundle.ts';
import { ZipWriter } from '../zip-writer.ts';
import { audit, type Audited } from './auditor.ts';
import type { Files } from './bundle-mutations.ts';
import { readBundleFiles } from './bundle-zip.ts';
import { secondVerdict } from './second-verifier.ts';

export interface NamedBundle {
  readonly name: string;
  readonly files: Files;
}

/** Verdict of each: whether it takes a bundle as it is, under the key that auditor.py is given. */
export interface Verdicts {
  readonly name: string;
  readonly product: boolean;
  readonly second: boolean;
  readonly auditor: boolean;
}

/** The files of a bundle that is exported now. */
export async function exportedFiles(api: TestApi, order: object): Promise<Files> {
  const job = await api.finished(await api.send('POST', '/bundles', { body: order }));
  if (job.status !== 'completed') throw new Error(JSON.stringify(job.error));
  const { bundle_id: id } = bundleResultSchema.parse(job.result);
  const response = await api.send('GET', `/bundles/${id}`);
  return readBundleFiles(Buffer.from(await response.arrayBuffer()));
}

/** Writes the files to a new zip. */
export async function zipTo(path: string, files: Files): Promise<void> {
  const zip = new ZipWriter(path);
  try {
    for (const [name, content] of files) zip.addText(name, content);
    await zip.finish(async () => {});
  } finally {
    zip.close();
  }
}

/** Tells whether the product takes a zip in without a finding. */
export async function isAccepted(zip: string): Promise<boolean> {
  const draft = `${zip}.draft`;
  mkdirSync(draft);
  const bundle = BundleFolder.make(draft);
  try {
    await unpackBundle(zip, bundle, { files: 1_000, bytes: 1 << 28 });
    const options = { onFinding: () => {}, goOn: () => {} };
    const { findings, signature } = await verifyBundle(bundle, options);
    return findings === 0 && signature === 'valid';
  } catch (error) {
    if (error instanceof ApiError && error.code === 'validation_error') return false;
    throw error;
  } finally {
    bundle.close();
    rmSync(draft, { recursive: true });
  }
}

/**
 * Judges bundles by all three; auditor.py is run once over all of them.
 * @param inside for the zips, which are gone afterwards
 */
export async function judgeBundles(
  inside: string,
  vkey: string,
  bundles: readonly NamedBundle[],
): Promise<{ readonly verdicts: Verdicts[]; readonly audited: Audited[] }> {
  const folder = mkdtempSync(join(inside, 'judged-'));
  const judged: Omit<Verdicts, 'auditor'>[] = [];
  const zips: string[] = [];
  for (const [at, { name, files }] of bundles.entries()) {
    const zip = join(folder, `${at}.zip`);
    await zipTo(zip, files);
    zips.push(zip);
    const product = await isAccepted(zip);
    judged.push({ name, product, second: secondVerdict(files) === undefined });
  }
  const audited = audit(
    folder,
    zips.map((zip) => ['verify', zip, '--vkey', vkey]),
  );
  rmSync(folder, { recursive: true });
  const verdicts = judged.map((each, at) => ({ ...each, auditor: audited[at]?.status === 0 }));
  return { verdicts, audited };
}
