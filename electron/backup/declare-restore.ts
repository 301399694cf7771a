/** What a restored ledger says of itself: the entry `ledger.restore/v1`. */
import { otherEntry, restoreType } from '../../shared/ledger/entries.ts';
import { clockActor } from '../access/acting.ts';
import type { WriteContext } from '../area.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { Journal } from '../ledger/journal.ts';
import type { Facts } from '../proof/facts.ts';
import { forgetRestore, type LostErasure, type RestoreMarker } from './restore-marker.ts';

/** Keys that were revoked in the ledger that was replaced are revoked in the one that is there now. */
export function revokeAgain(
  { database, journal, facts }: Pick<WriteContext, 'database' | 'journal' | 'facts'>,
  { revoked_keys: keys }: RestoreMarker,
): void {
  const isValid = database.prepare<[string], number>(
    'SELECT 1 FROM api_keys WHERE key_id = ? AND revoked_at IS NULL',
  );
  journal().transaction(() => {
    for (const { key_id: id, revoked_at: at } of keys) {
      if (isValid.get(id) !== undefined) facts.write('api_keys', id, { set: { revoked_at: at } });
    }
  });
}

/** People who were revoked in the ledger that was replaced are revoked in the one that is there now; nobody signs that. */
function revokePeopleAgain(
  { database, facts }: Pick<WriteContext, 'database' | 'facts'>,
  { revoked_people: people }: RestoreMarker,
): void {
  const isInForce = database.prepare<[string], number>(
    'SELECT 1 FROM people WHERE person_id = ? AND revoked_at IS NULL',
  );
  for (const { person_id: id, revoked_at: at } of people) {
    if (isInForce.get(id) === undefined) continue;
    facts.write('people', id, { by: clockActor, set: { revoked_at: at } });
  }
}

/**
 * Appends the entry, unless an earlier start came to that; behind it people are revoked again, and what was erased
 * is erased again. Then nothing of the restore is left to do.
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
  }: {
    readonly marker: RestoreMarker;
    readonly directory: string;
    /** Erases what the ledger holds of it, and declares that. Called within the transaction. */
    readonly eraseAgain: (erasure: LostErasure) => void;
  },
): void {
  const { declaration } = marker;
  if (!isDeclared(database, declaration.restored.entries, declaration.restore_id)) {
    journal.transaction(() => {
      journal.appendEntry(({ seq, createdAt }) =>
        otherEntry({ type: restoreType, seq, createdAt, commitments: [], members: declaration }),
      );
      revokePeopleAgain({ database, facts }, marker);
      for (const erasure of marker.erasures) eraseAgain(erasure);
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
