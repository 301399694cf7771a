/** What a restored ledger says of itself: the entry `ledger.restore/v1`. */
import { otherEntry, restoreType } from '../../shared/ledger/entries.ts';
import type { CreateId } from '../../shared/ids.ts';
import { clockActor } from '../access/acting.ts';
import type { WriteContext } from '../area.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { Journal } from '../ledger/journal.ts';
import type { Facts } from '../proof/facts.ts';
import { protectAgain } from './protect-again.ts';
import {
  forgetRestore,
  type LostErasure,
  type LostRowErasure,
  type RestoreMarker,
} from './restore-marker.ts';

type Means = Pick<WriteContext, 'database' | 'facts'>;

/** What was revoked in the ledger that was replaced is revoked in the one that is there now; nobody signs that. */
function revokeAgain(
  { database, facts }: Means,
  table: 'people' | 'api_keys' | 'datasets' | 'sessions',
  revoked: readonly { readonly id: string; readonly revoked_at: string }[],
): void {
  const key = keyColumns[table];
  const isInForce = database.prepare<[string], number>(
    `SELECT 1 FROM ${table} WHERE ${key} = ? AND revoked_at IS NULL`,
  );
  for (const { id, revoked_at: at } of revoked) {
    if (isInForce.get(id) === undefined) continue;
    facts.write(table, id, { by: clockActor, set: { revoked_at: at } });
  }
}

/** Grants that were over in the ledger that was replaced are over in the one that is there now, in the same way. */
function endAgain({ database, facts }: Means, grants: RestoreMarker['ended_grants']): void {
  const isOpen = database.prepare<[string], number>(
    "SELECT 1 FROM grants WHERE grant_id = ? AND action IN ('request', 'grant')",
  );
  for (const { grant_id: id, action } of grants) {
    if (isOpen.get(id) === undefined) continue;
    facts.write('grants', id, { by: clockActor, set: { action } });
  }
}

const keyColumns = {
  people: 'person_id',
  api_keys: 'key_id',
  datasets: 'dataset_id',
  sessions: 'session_id',
} as const;

/**
 * Appends the entry, unless an earlier start came to that; behind it people are revoked again, what was erased is erased
 * again, and then keys, datasets and sessions are revoked again, grants ended, and policies and spent ε carried over. Then nothing of the restore is left to do.
 */
export function declareRestore(
  {
    database,
    journal,
    facts,
  }: {
    readonly database: WriterDatabase;
    readonly journal: Journal;
    readonly facts: Facts;
  },
  {
    marker,
    directory,
    eraseAgain,
    eraseRowsAgain,
    createId,
  }: {
    readonly marker: RestoreMarker;
    readonly directory: string;
    /** Erases what the ledger holds of it, and declares that. Called within the transaction. */
    readonly eraseAgain: (erasure: LostErasure) => void;
    readonly eraseRowsAgain: (erasure: LostRowErasure) => void;
    readonly createId: CreateId;
  },
): void {
  const { declaration } = marker;
  if (!isDeclared(database, declaration.restored.entries, declaration.restore_id)) {
    journal.transaction(() => {
      const { createdAt: now } = journal.appendEntry(({ seq, createdAt }) =>
        otherEntry({ type: restoreType, seq, createdAt, commitments: [], members: declaration }),
      );
      const means = { database, facts };
      const people = marker.revoked_people.map(({ person_id: id, ...at }) => ({ id, ...at }));
      revokeAgain(means, 'people', people);
      for (const erasure of marker.erasures) eraseAgain(erasure);
      for (const erasure of marker.row_erasures) eraseRowsAgain(erasure);
      const keys = marker.revoked_keys.map(({ key_id: id, ...at }) => ({ id, ...at }));
      revokeAgain(means, 'api_keys', keys);
      for (const { table, ...revoked } of marker.revoked_access) {
        revokeAgain(means, table, [revoked]);
      }
      endAgain(means, marker.ended_grants);
      protectAgain({ ...means, createId }, marker.protection, now);
    });
  }
  forgetRestore(directory);
}

/** It stands right behind what was restored, with what opening the ledger itself may append. */
function isDeclared(database: WriterDatabase, from: number, restoreId: string): boolean {
  return database
    .prepare<[number], string>('SELECT bytes FROM entries WHERE seq >= ? ORDER BY seq LIMIT 100')
    .pluck()
    .all(from)
    .some((text) => text.includes(`"${restoreType}"`) && text.includes(`"${restoreId}"`));
}
