/**
 * A restore on the disk: what it is at stands in a file beside the ledger, so that whenever the
 * process ends, the next start finds the old ledger or the new one, and goes on. Opens no database:
 * the host ends what is left before it reads the key, which may have come with the ledger.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { hashSchema } from '../../shared/contract/common.ts';
import { rowErasureScopes } from '../../shared/ledger/row-erasures.ts';
import { DatabaseError } from '../database/database-error.ts';
import { copyName } from '../database/backup-files.ts';
import { syncFolder, writeWhole } from '../database/durable-files.ts';
import { makeFolder } from '../database/make-folder.ts';

const markerName = 'restore.json';
/** The copy that takes the ledger's place. */
export const incomingName = `${copyName}.restoring`;
/** The files of the key that comes with it, as they will stand beside the ledger. */
export const incomingKeyFolder = 'key.restoring';
const arrivingKeyFolder = 'key.arriving';

/** What the entry `ledger.restore/v1` will say. */
const declarationSchema = z.object({
  restore_id: z.string(),
  backup_id: z.string().nullable(),
  requested_by: z.string(),
  restored: z.object({ entries: z.int(), head_hash: hashSchema }),
  replaced: z.object({ entries: z.int(), head_hash: hashSchema }).nullable(),
});

/** An erasure in the replaced ledger of what is in the restored one, too. */
const lostErasureSchema = z.object({
  targets: z.array(
    z.object({ id: z.string(), hash: z.string(), seq: z.int(), fields: z.array(z.string()) }),
  ),
  legal_basis: z.string(),
  request_id: z.string().exactOptional(),
  actor: z.object({ id: z.string(), role: z.string() }),
});
export type LostErasure = z.infer<typeof lostErasureSchema>;

/** An erasure of rows in the replaced ledger, of rows that are in the restored one, too. */
const lostRowErasureSchema = z.object({
  id: z.string(),
  dataset_id: z.string(),
  scope: z.enum(rowErasureScopes),
  /** Hex of the runs of rows that are there. */
  rows: z.string(),
  legal_basis: z.string(),
  reason: z.string().exactOptional(),
  actor: z.object({ id: z.string(), role: z.string() }),
});
export type LostRowErasure = z.infer<typeof lostRowErasureSchema>;

/** What protected data in the replaced ledger, and holds in the restored one, too. */
const lostProtectionSchema = z.object({
  /** That held there, as JSON. */
  held_policies: z.array(z.object({ dataset_id: z.string(), policy: z.string() })),
  withdrawn_policies: z.array(z.object({ policy_id: z.string(), withdrawn_at: z.string() })),
  /** Millionths of ε that answers spent which are not in the restored ledger. */
  replaced_epsilon: z.array(z.object({ dataset_id: z.string(), replaced_micro: z.int() })),
  /** Grants of these answers. */
  answered_grants: z.array(z.string()),
});
export type LostProtection = z.infer<typeof lostProtectionSchema>;

/**
 * `copying`: the old ledger is in its place, and stays there if this is as far as it came.
 * `swapping`: the copy is whole; what is left of the exchange is done. `declaring`: the new ledger is
 * in its place, and its entry may not be appended yet.
 */
const markerSchema = z.object({
  step: z.enum(['copying', 'swapping', 'declaring']),
  /** Below the folder of the ledger: where the replaced one goes. */
  replaced_folder: z.string().regex(/^(replaced|set-aside)\/[0-9A-Za-z]+$/),
  declaration: declarationSchema,
  /** API keys that were revoked in the replaced ledger, and stay so. */
  revoked_keys: z.array(z.object({ key_id: z.string(), revoked_at: z.string() })),
  /** People who were revoked, or got another key, in the replaced ledger: their key of the backup is in force no more. */
  revoked_people: z.array(z.object({ person_id: z.string(), revoked_at: z.string() })).default([]),
  /** Datasets and sessions that were revoked in the replaced ledger, and stay so. */
  revoked_access: z
    .array(
      z.object({ table: z.enum(['datasets', 'sessions']), id: z.string(), revoked_at: z.string() }),
    )
    .default([]),
  /** Grants that were refused, given back or revoked in the replaced ledger, and stay so. */
  ended_grants: z
    .array(z.object({ grant_id: z.string(), action: z.enum(['refuse', 'withdraw', 'revoke']) }))
    .default([]),
  protection: lostProtectionSchema.default({
    held_policies: [],
    withdrawn_policies: [],
    replaced_epsilon: [],
    answered_grants: [],
  }),
  /** Erasures that are made again, in their order. */
  erasures: z.array(lostErasureSchema).default([]),
  row_erasures: z.array(lostRowErasureSchema).default([]),
  /** Whether a key comes with the ledger, in place of the one that is here. */
  brings_key: z.boolean().default(false),
  /** Whether the ledger that is replaced is another one: nothing of it speaks of this one. */
  from_another: z.boolean().default(false),
});
export type RestoreMarker = z.infer<typeof markerSchema>;

/** Files that belong to the replaced ledger. Jobs tell of its entries: they go with it. */
const ledgerFiles = ['proofdesk.db', 'jobs.db'].flatMap((name) => [
  name,
  `${name}-wal`,
  `${name}-shm`,
]);
/** Wherever a host keeps the keys. */
const keyFiles = ['ledger.key', 'ledger.sealed', 'keys'];
/** What else is said beside a ledger of that ledger. */
const companions = ['checkpoints', 'outside', 'backup-state.json', 'key-export.json'];

/** For tests: called after each step that is on the disk, by its name. */
export type AfterStep = (step: string) => void;

/**
 * Ends what an earlier process left of a restore: undone where the copy was not whole, otherwise
 * done. Returns what is left to declare. To be called before the ledger is opened.
 */
export function resumeRestore(directory: string): RestoreMarker | undefined {
  const marker = readMarker(directory);
  if (marker === undefined) return undefined;
  if (marker.step === 'copying') {
    undoRestore(directory);
    return undefined;
  }
  if (marker.step === 'swapping') swap(directory, marker);
  return { ...marker, step: 'declaring' };
}

/** Tells whether a restore is under way: its ledger may stand under another name. */
export function isRestoring(directory: string): boolean {
  return existsSync(join(directory, markerName));
}

/** The restore is declared in the journal: nothing of it is left to do. */
export function forgetRestore(directory: string): void {
  rmSync(join(directory, markerName), { force: true });
  syncFolder(directory);
}

/** An empty folder, 0700, for the files of a key that comes with a ledger. */
export function makeIncomingKey(directory: string): string {
  const folder = join(directory, incomingKeyFolder);
  rmSync(folder, { recursive: true, force: true });
  makeFolder(folder);
  return folder;
}

/** A key that came and whose restore did not begin, or did not come about. */
export function dropIncomingKey(directory: string): void {
  if (readMarker(directory) !== undefined) return;
  rmSync(join(directory, incomingKeyFolder), { recursive: true, force: true });
}

/** Exchanges the ledger for the copy that is whole; as often as it is asked, until it is done. */
export function swap(
  directory: string,
  order: Omit<RestoreMarker, 'step'>,
  afterStep: AfterStep = () => {},
): void {
  const incoming = join(directory, incomingName);
  // Once the copy has its new name, what stands there is the new ledger: nothing may be moved then.
  if (existsSync(incoming)) {
    const aside = join(directory, order.replaced_folder);
    makeFolder(aside, directory);
    const moveAside = (names: readonly string[]) => {
      for (const name of names) {
        if (!existsSync(join(directory, name))) continue;
        renameSync(join(directory, name), join(aside, name));
        afterStep(`moved ${name}`);
      }
    };
    moveAside(ledgerFiles);
    if (order.from_another) moveAside(companions);
    if (order.brings_key) exchangeKey(directory, moveAside, afterStep);
    syncFolder(aside);
    renameSync(incoming, join(directory, copyName));
    syncFolder(directory);
    afterStep('swapped');
  }
  writeMarker(directory, { ...order, step: 'declaring' });
  afterStep('declaring');
}

/** The old key has gone before anything of the new one stands beside the ledger: the folder's name says so. */
function exchangeKey(
  directory: string,
  moveAside: (names: readonly string[]) => void,
  afterStep: AfterStep,
): void {
  const incoming = join(directory, incomingKeyFolder);
  const arriving = join(directory, arrivingKeyFolder);
  if (existsSync(incoming)) {
    moveAside(keyFiles);
    renameSync(incoming, arriving);
    afterStep('key arriving');
  }
  if (!existsSync(arriving)) return;
  for (const name of readdirSync(arriving)) {
    renameSync(join(arriving, name), join(directory, name));
    afterStep(`arrived ${name}`);
  }
  rmSync(arriving, { recursive: true });
  afterStep('key');
}

/** Takes back what was begun while the old ledger was still in its place. */
export function undoRestore(directory: string): void {
  rmSync(join(directory, incomingName), { force: true });
  for (const suffix of ['-wal', '-shm', '-journal']) {
    rmSync(join(directory, incomingName + suffix), { force: true });
  }
  rmSync(join(directory, incomingKeyFolder), { recursive: true, force: true });
  forgetRestore(directory);
}

export function writeMarker(directory: string, marker: RestoreMarker): void {
  writeWhole(directory, markerName, `${JSON.stringify(marker, null, 2)}\n`);
}

function readMarker(directory: string): RestoreMarker | undefined {
  let text: string;
  try {
    text = readFileSync(join(directory, markerName), 'utf8');
  } catch {
    return undefined;
  }
  const marker = markerSchema.safeParse(JSON.parse(text));
  if (!marker.success) {
    throw new DatabaseError(
      'corrupt',
      join(directory, markerName),
      `${join(directory, markerName)} says that a restore is under way, but not which. Nothing was changed.`,
    );
  }
  return marker.data;
}
