/** What a restore would change, and whether it may be done; and the restore itself. No ledger is open. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { backupIdPattern, type RestorePreview } from '../../shared/contract/backups.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { instant, type Clock } from '../../shared/time.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { DatabaseError, databaseFaultOf } from '../database/database-error.ts';
import {
  hashOfEntry,
  hasTable,
  inspectLedger,
  integrityOf,
  reading,
  type LedgerFacts,
} from '../database/ledger-facts.ts';
import { applicationId, newestSchema, oldestSchema } from '../database/open-database.ts';
import { copyName, hashFile } from '../database/backup-files.ts';
import { foldLog } from '../database/sealed-backup.ts';
import { parseCheckpoint } from '../../shared/ledger/checkpoint.ts';
import { readKeyHistory } from '../ledger/key-rotation.ts';
import { createLedgerKey } from '../ledger/ledger-key.ts';
import { pathsOf, readBackup } from './backup-folders.ts';
import { countLostErasures, lostErasures, lostRowErasures } from './lost-erasures.ts';
import { lostProtection, nothingProtected } from './lost-protection.ts';
import type { Preview, RestoreOutcome, RestoreTask } from './maintenance.ts';
import {
  resumeRestore,
  type AfterStep,
  type LostProtection,
  type RestoreMarker,
} from './restore-marker.ts';
import { exchangeLedger } from './restore-steps.ts';
import type { CarriedKeys } from './signing-key-file.ts';

/** A backup's folder, or a ledger file. */
export interface RestoreSource {
  readonly path: string;
}

export interface RestorePlace {
  /** The folder of the ledger. */
  readonly directory: string;
  /** 32 bytes: of the key that signs here; none where it cannot be had. */
  readonly signingSeed: Uint8Array;
  /** The keys of the file that was brought, which take the place of the one that is here. */
  readonly brought?: CarriedKeys | undefined;
}

/**
 * Looks at the backup, at the ledger that is here, and at how they stand to each other.
 * @param seen the SHA-256 of the copy when it was looked at before: another file is not opened
 * @throws {ApiError} `not_found` when there is nothing at the path
 */
export async function previewRestore(
  place: RestorePlace,
  source: RestoreSource,
  seen?: string,
): Promise<Preview> {
  const { folder, copy } = await pathsOf(source.path);
  const backup = await readBackup(folder);
  const isBackup = copy === join(folder, copyName) && backup.manifest !== null;
  const file = await stat(copy).catch(() => undefined);
  if (file === undefined && backup.manifest === null) {
    throw new ApiError('not_found', `There is no backup at ${source.path}.`);
  }
  const present = join(place.directory, copyName);
  const here = factsOf(present);
  const preview: Preview = {
    ...nothingKnown,
    backup_id: isBackup && backupIdPattern.test(backup.backup_id) ? backup.backup_id : null,
    path: source.path,
    manifest: isBackup,
    present: here === undefined ? null : shown(here),
  };
  const refuse = (obstacle: RestorePreview['obstacle'], message: string): Preview => ({
    ...preview,
    obstacle,
    message,
  });
  const unfit = (isBackup ? backup.fault : null) ?? (await unfitFile(copy, present));
  if (unfit !== undefined) return refuse('damaged', unfit);
  let facts: LedgerFacts;
  try {
    const sha256 = hashFile(copy);
    if (isBackup && sha256 !== backup.manifest?.sha256) {
      return refuse('damaged', 'The file is not the one that was made: its SHA-256 differs.');
    }
    if (seen !== undefined && sha256 !== seen) {
      return refuse('damaged', 'It was changed since it was looked at.');
    }
    Object.assign(preview, { sha256 });
    facts = inspectLedger(copy);
    if (facts.applicationId !== applicationId) {
      return refuse('damaged', 'This is not a ledger of Proofdesk.');
    }
    Object.assign(preview, { backup: shown(facts) });
    if (facts.schemaVersion > newestSchema) {
      return refuse(
        'newer',
        `It was made by a newer version of Proofdesk (schema ${facts.schemaVersion}; this one knows up to ${newestSchema}).`,
      );
    }
    if (facts.schemaVersion < oldestSchema) {
      return refuse(
        'older',
        `It was made by an earlier version of Proofdesk (schema ${facts.schemaVersion}; this one opens ledgers from ${oldestSchema} on).`,
      );
    }
    const check = integrityOf(copy);
    if (check !== 'ok') return refuse('damaged', `SQLite says: ${check}`);
  } catch (error) {
    return refuse('damaged', error instanceof Error ? error.message : String(error));
  }
  if (facts.headHash === null || facts.vkey === null || facts.origin === null) {
    return refuse('empty', 'There is no ledger in it.');
  }
  const fault = keyFault(place, copy, { origin: facts.origin, vkey: facts.vkey });
  if (fault !== undefined) return refuse(fault.obstacle, fault.message);
  const between = here === undefined ? undefined : compare(present, here, copy, facts);
  const isAnother = between?.relation === 'another';
  return {
    ...preview,
    ...between,
    checkpoints: isAnother
      ? 0
      : checkpointsBeyond(place.directory, between?.common ?? facts.entries),
    migrates: facts.schemaVersion < newestSchema,
    brings_key: place.brought !== undefined,
  };
}

/** Why a file is not opened at all. */
async function unfitFile(copy: string, present: string): Promise<string | undefined> {
  const file = await stat(copy).catch(() => undefined);
  // A pipe or a device would have no end.
  if (file?.isFile() === false) return 'It is not a file.';
  if (await isSameFile(copy, present)) return 'It is the ledger that is here.';
  if ((await sizeOf(`${copy}-wal`)) === 0) return undefined;
  return 'A write-ahead log stands beside the file: the program that used it did not close it.';
}

/** Why nothing could be appended to the ledger with the key that is here, or that was brought. */
function keyFault(
  { signingSeed, brought }: RestorePlace,
  copy: string,
  { origin, vkey }: { readonly origin: string; readonly vkey: string },
): { obstacle: NonNullable<RestorePreview['obstacle']>; message: string } | undefined {
  if (brought !== undefined) {
    if (brought.keys[0].vkey !== vkey) {
      return {
        obstacle: 'another_ledger',
        message: `The backup is of the ledger ${origin}, and the key file is that of ${brought.origin}.`,
      };
    }
    const inForce = keyInForce(copy) ?? vkey;
    if (brought.keys.some((each) => each.vkey === inForce)) return undefined;
    return {
      obstacle: 'key_outdated',
      message:
        'The key file was made before the last change of key: the key that signs now is not in it. Bring one that was exported later.',
    };
  }
  if (signingSeed.length === 0) {
    return {
      obstacle: 'key_missing',
      message: `The key of the ledger ${origin} is not here: nothing could be appended to it.`,
    };
  }
  if (createLedgerKey(origin, signingSeed).vkey === vkey) return undefined;
  return {
    obstacle: 'another_ledger',
    message: `It is of the ledger ${origin}, and the key of that ledger is not here: nothing could be appended to it.`,
  };
}

/** The key that signs at the end of a copy, whatever schema it has. */
function keyInForce(copy: string): string | undefined {
  return reading(copy, (database) =>
    hasTable(database, 'key_rotations') ? readKeyHistory(database).history.current : undefined,
  );
}

/**
 * Puts a backup in the ledger's place. The next opening migrates it and appends the entry.
 * @throws {ApiError} `conflict` when it cannot be restored, or is not what was confirmed
 */
export async function restoreBackup(
  place: RestorePlace,
  source: RestoreSource,
  order: Omit<RestoreTask, 'path' | 'brought'> & { readonly clock: Clock },
  afterStep?: AfterStep,
): Promise<RestoreOutcome> {
  const { directory } = place;
  // What an earlier restore was stopped at is ended first: its files are not this one's.
  resumeRestore(directory);
  const preview = await previewRestore(place, source, order.sha256);
  const { entries, head_hash } = confirmedIn(preview, order.confirm);
  const present = join(directory, copyName);
  const { copy } = await pathsOf(source.path);
  const isAnother = preview.relation === 'another';
  const replaced = isAnother ? null : preview.present;
  const revoked = replaced === null ? nothingRevoked : revokedIn(present, copy);
  const isLost = replaced !== null && replaced.entries > preview.common;
  const protection = isLost
    ? protectionIn(present, copy, instant(order.clock()))
    : nothingProtected;
  const erasures =
    replaced === null || !order.eraseAgain ? [] : lostErasures(present, copy, preview.common);
  const rowErasures =
    replaced === null || !order.eraseAgain ? [] : lostRowErasures(present, copy, preview.common);
  foldLog(present);
  // An erasure removes ledgers that were replaced, which hold the values too; another one is not its affair.
  const parent = isAnother ? 'set-aside' : 'replaced';
  const folder = `${parent}/${instant(order.clock()).replaceAll(/[-:.]/g, '')}`;
  exchangeLedger(
    directory,
    { path: copy, sha256: preview.sha256 },
    {
      replaced_folder: folder,
      declaration: {
        restore_id: order.restoreId,
        backup_id: preview.backup_id,
        requested_by: order.requestedBy,
        restored: { entries, head_hash },
        replaced:
          replaced === null || replaced.head_hash === null
            ? null
            : { entries: replaced.entries, head_hash: replaced.head_hash },
      },
      ...revoked,
      protection,
      erasures,
      row_erasures: rowErasures,
      brings_key: preview.brings_key,
      from_another: isAnother,
    },
    afterStep,
  );
  return {
    backup_id: preview.backup_id,
    entries,
    head_hash,
    replaced_path: join(directory, folder),
    erased_again: erasures.length + rowErasures.length,
  };
}

/** @throws {ApiError} `conflict` when it cannot be restored, or is not what was confirmed */
function confirmedIn(
  preview: Preview,
  confirmed: string,
): { readonly entries: number; readonly head_hash: string } {
  if (preview.obstacle !== null || preview.backup === null || preview.backup.head_hash === null) {
    throw new ApiError('conflict', preview.message ?? 'It cannot be restored.', {
      details: { obstacle: preview.obstacle },
    });
  }
  const { entries, head_hash } = preview.backup;
  if (head_hash !== confirmed) {
    throw new ApiError(
      'conflict',
      'The backup is not the one that was confirmed: look at it again.',
      {
        details: { head_hash },
      },
    );
  }
  return { entries, head_hash };
}

/** Reading the open ledger as a file would take the locks of its connections away. */
async function isSameFile(one: string, other: string): Promise<boolean> {
  const [left, right] = await Promise.all(
    [one, other].map((path) => stat(path).catch(() => undefined)),
  );
  if (left === undefined || right === undefined) return false;
  return left.ino === right.ino && left.dev === right.dev;
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0;
}

const nothingLost: RestorePreview['lost'] = {
  entries: 0,
  records: 0,
  first_at: null,
  newest_at: null,
  erasures: 0,
  erasable: 0,
};

const nothingKnown = {
  obstacle: null,
  message: null,
  backup: null,
  relation: 'unknown',
  common: 0,
  lost: nothingLost,
  checkpoints: 0,
  migrates: false,
  brings_key: false,
  sha256: '',
} as const;

function shown(facts: LedgerFacts): NonNullable<RestorePreview['present']> {
  return {
    origin: facts.origin,
    schema_version: facts.schemaVersion,
    entries: facts.entries,
    records: facts.records,
    head_hash: facts.headHash,
    newest_at: facts.newestAt,
  };
}

function factsOf(path: string): LedgerFacts | undefined {
  try {
    const facts = inspectLedger(path);
    return facts.applicationId === applicationId ? facts : undefined;
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    // It is whole: what it knows of revoked keys and of erasures is not given up.
    if (error.fault === 'locked') throw new ApiError('conflict', error.message);
    return undefined;
  }
}

type Comparison = Pick<RestorePreview, 'relation' | 'common' | 'lost'>;

function compare(
  present: string,
  here: LedgerFacts,
  copy: string,
  backup: LedgerFacts,
): Comparison | undefined {
  if (here.vkey !== null && here.vkey !== backup.vkey) {
    return { relation: 'another', common: 0, lost: nothingLost };
  }
  try {
    return reading(present, (present_) =>
      reading(copy, (copy_) => {
        const shorter = Math.min(here.entries, backup.entries);
        const isPrefix = hashAt(present_, shorter - 1) === hashAt(copy_, shorter - 1);
        const common = isPrefix ? shorter : firstDifference(present_, copy_, shorter);
        return {
          relation: relationOf(isPrefix, here.entries, backup.entries),
          common,
          lost: {
            ...lostFrom(present_, here, common),
            erasable: countLostErasures(present_, copy_, common),
          },
        };
      }),
    );
  } catch (error) {
    if (error instanceof DatabaseError) return undefined;
    throw error;
  }
}

function relationOf(isPrefix: boolean, here: number, backup: number): RestorePreview['relation'] {
  if (!isPrefix) return 'apart';
  if (here === backup) return 'same';
  return backup < here ? 'behind' : 'ahead';
}

/** Entries before the first that differs. Of two ledgers that went apart all later ones differ. */
function firstDifference(left: Database, right: Database, size: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (hashAt(left, middle) === hashAt(right, middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function hashAt(database: Database, seq: number): string | null {
  const text = database.prepare('SELECT bytes FROM entries WHERE seq = ?').pluck().get(seq);
  return typeof text === 'string' ? hashOfEntry(text) : null;
}

function lostFrom(
  present: Database,
  here: LedgerFacts,
  common: number,
): Omit<RestorePreview['lost'], 'erasable'> {
  const count = (table: string): number =>
    hasTable(present, table)
      ? Number(
          present.prepare(`SELECT count(*) FROM ${table} WHERE seq >= ?`).pluck().get(common) ?? 0,
        )
      : 0;
  const first = present
    .prepare<[number], string>('SELECT bytes FROM entries WHERE seq >= ? ORDER BY seq LIMIT 1')
    .pluck()
    .get(common);
  const firstAt = /"created_at":"([^"]{24})"/.exec(first ?? '')?.[1] ?? null;
  return {
    entries: here.entries - common,
    records: count('records'),
    first_at: firstAt,
    newest_at: here.entries > common ? here.newestAt : null,
    erasures: count('erasures'),
  };
}

type Revoked = Pick<
  RestoreMarker,
  'revoked_keys' | 'revoked_people' | 'revoked_access' | 'ended_grants'
>;
const nothingRevoked: Revoked = {
  revoked_keys: [],
  revoked_people: [],
  revoked_access: [],
  ended_grants: [],
};

interface PersonRow {
  readonly person_id: string;
  readonly vkey: string;
  readonly revoked_at: string | null;
  readonly keyed_at: string;
}

/** People with when they got their key; what was damaged is taken for the key of their enrolment. */
const peopleOf = `SELECT person_id, vkey, revoked_at, coalesce((SELECT e.bytes ->> '$.created_at'
    FROM facts AS f JOIN entries AS e ON e.seq = f.seq
    WHERE f.table_name = 'people' AND f.row = p.person_id
      AND CASE WHEN json_valid(e.bytes) THEN e.bytes ->> '$.set.vkey' = p.vkey END
    ORDER BY f.seq DESC LIMIT 1), enrolled_at) AS keyed_at
  FROM people AS p ORDER BY number`;

/** The verifier key of each person, by id. */
function keysOfPeople(database: Database): ReadonlyMap<string, string> {
  const rows = rowsOf<PersonRow>(database, 'people', 'SELECT person_id, vkey FROM people');
  return new Map(rows.map((row) => [row.person_id, row.vkey]));
}

/** Rows of a table; none where it is not there. */
function rowsOf<Row>(database: Database, table: string, statement: string): Row[] {
  return hasTable(database, table) ? database.prepare<[], Row>(statement).all() : [];
}

/** Keys, people, datasets, sessions and grants that the replaced ledger has revoked; people with another key than in the copy, too. */
function revokedIn(present: string, copy: string): Revoked {
  try {
    const keys = reading(copy, keysOfPeople);
    return reading(present, (database) => ({
      revoked_keys: rowsOf<Revoked['revoked_keys'][number]>(
        database,
        'api_keys',
        'SELECT key_id, revoked_at FROM api_keys WHERE revoked_at IS NOT NULL',
      ),
      revoked_people: rowsOf<PersonRow>(database, 'people', peopleOf).flatMap(
        ({ person_id, vkey, revoked_at, keyed_at }) => {
          const isOther = (keys.get(person_id) ?? vkey) !== vkey;
          const at = revoked_at ?? (isOther ? keyed_at : null);
          return at === null ? [] : [{ person_id, revoked_at: at }];
        },
      ),
      revoked_access: (['datasets', 'sessions'] as const).flatMap((table) =>
        rowsOf<Revoked['revoked_access'][number]>(
          database,
          table,
          `SELECT '${table}' AS "table", ${table.slice(0, -1)}_id AS id, revoked_at
           FROM ${table} WHERE revoked_at IS NOT NULL ORDER BY number`,
        ),
      ),
      ended_grants: rowsOf<Revoked['ended_grants'][number]>(
        database,
        'grants',
        `SELECT grant_id, action FROM grants
         WHERE action IN ('refuse', 'withdraw', 'revoke') ORDER BY number`,
      ),
    }));
  } catch (error) {
    if (databaseFaultOf(error) === 'corrupt') return nothingRevoked;
    throw error;
  }
}

/** What held in a ledger that can be read. */
function protectionIn(present: string, copy: string, now: string): LostProtection {
  try {
    return lostProtection(present, copy, now);
  } catch (error) {
    if (databaseFaultOf(error) === 'corrupt') return nothingProtected;
    throw error;
  }
}

/** Notes beside the ledger over more entries than will be there, or that went another way. */
function checkpointsBeyond(directory: string, common: number): number {
  const files = new CheckpointFiles(directory);
  const notes = [...files.own(), ...files.anchors()];
  return notes.filter(({ note }) => (parseCheckpoint(note)?.size ?? 0) > common).length;
}
