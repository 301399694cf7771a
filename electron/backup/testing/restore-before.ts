/** A backup that is put back after something happened in its ledger. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApi } from '../../api/test-api.ts';
import { previewRestore, restoreBackup } from '../preview-restore.ts';

const order = {
  sha256: '',
  restoreId: 'rest_1',
  requestedBy: 'operator',
  eraseAgain: true,
};

/**
 * Copies the ledger, has something happen, and puts the copy in its place.
 * @param folder where the copy is kept
 */
export async function restoreBefore(
  api: TestApi,
  folder: string,
  since: () => Promise<void>,
): Promise<void> {
  const path = join(folder, 'copy.db');
  await api.reopen(() => copyFileSync(join(api.directory, 'proofdesk.db'), path));
  await since();
  const signingSeed = Uint8Array.from({ length: 32 }, (_, index) => index);
  const place = { directory: api.directory, signingSeed };
  await api.reopen(async () => {
    const looked = await previewRestore(place, { path });
    const confirm = looked.backup?.head_hash ?? '';
    const told = { ...order, sha256: looked.sha256, confirm, clock: () => api.now };
    await restoreBackup(place, { path }, told);
  });
}
