/** What the maintenance thread does: looks at a restore, carries it out, looks at the ledger's file. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { broughtKeySchema, exportSigningKeySchema } from '../../shared/contract/signing-key.ts';
import { exportSigningKeys, layOutLaterKeys } from '../backup/carried-keys.ts';
import { previewRestore, restoreBackup } from '../backup/preview-restore.ts';
import { incomingKeyFolder } from '../backup/restore-marker.ts';
import { carriedKeysSchema, openSigningKeys } from '../backup/signing-key-file.ts';
import { inspectForDiagnostics } from '../diagnostics/inspect-ledger-file.ts';
import type { MaintenanceTask } from './maintenance-runtime.ts';

const previewSchema = z.object({ path: z.string(), key: broughtKeySchema.optional() });
const restoreSchema = z.object({
  path: z.string(),
  confirm: z.string(),
  sha256: z.string(),
  restoreId: z.string(),
  requestedBy: z.string(),
  eraseAgain: z.boolean(),
  brought: carriedKeysSchema.optional(),
});
const random = (bytes: number) => randomBytes(bytes);

export const maintenanceTasks: Readonly<Record<string, MaintenanceTask>> = {
  'preview-restore': async (params, settings) => {
    const { path, key } = previewSchema.parse(params);
    const { directory, signingSeed } = settings;
    const brought = key === undefined ? undefined : openSigningKeys(key.file, key.passphrase);
    return previewRestore({ directory, signingSeed, brought }, { path });
  },
  'open-key': async (params) => {
    const { file, passphrase } = broughtKeySchema.parse(params);
    return openSigningKeys(file, passphrase);
  },
  'export-key': async (params, { directory, signingSeed }) =>
    exportSigningKeys(
      { directory, signingSeed },
      { ...exportSigningKeySchema.parse(params), clock: Date.now, random },
    ),
  'restore-backup': async (params, settings) => {
    const { path, brought, ...order } = restoreSchema.parse(params);
    const { directory, signingSeed } = settings;
    if (brought !== undefined) layOutLaterKeys(join(directory, incomingKeyFolder), brought, random);
    return restoreBackup(
      { directory, signingSeed, brought },
      { path },
      { ...order, clock: Date.now },
    );
  },
  'inspect-ledger': async (_params, { directory }) => inspectForDiagnostics(directory),
};
