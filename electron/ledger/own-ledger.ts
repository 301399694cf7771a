/** Whether the file in a ledger's place is the ledger that belongs there: neither gone nor another one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { DatabaseError } from '../database/database-error.ts';
import { heldBy } from '../database/held-by-file.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { moved } from '../database/open-place.ts';
import { LastSeenFiles } from './last-seen.ts';
import { createLedgerKey, parseVkey } from './ledger-key.ts';
import { sha256 } from './sha256.ts';

/** What is made beside a ledger once it is there, and stays when its file goes. */
const writeAheadLog = 'proofdesk.db-wal';
const traces = ['jobs.db', 'checkpoints', 'last-seen.json', writeAheadLog];

/**
 * Before the file is opened: a ledger that is gone must not be begun anew in silence.
 * @param isKnown whether there was one with entries before, though nothing beside it says so
 * @throws {DatabaseError} `corrupt` when there is no ledger, or one without entries, where one was
 *   kept; `moved` when it is gone with all that was beside it
 */
export function refuseVanished(directory: string, path: string, isKnown: boolean): void {
  const held = heldBy(path);
  if (held === 'entries') return;
  const seen = new LastSeenFiles(directory).newest()?.size ?? 0;
  // Tables without a genesis are what a first start leaves that was interrupted.
  if (held === 'tables' && seen === 0 && !isKnown) return;
  // So is a file without tables, where its write-ahead log is all there is beside it.
  const telling = held === undefined ? traces : traces.filter((name) => name !== writeAheadLog);
  const trace = telling.find((name) => existsSync(join(directory, name)));
  const what = whatIsWrong(path, held);
  if (trace === undefined) {
    if (isKnown) throw moved(path, what);
    return;
  }
  throw new DatabaseError(
    'corrupt',
    path,
    `${path} ${what}, though a ledger was kept here: ${trace} still stands beside it. No new one was begun; put the file back, or restore a backup.`,
  );
}

function whatIsWrong(path: string, held: ReturnType<typeof heldBy>): string {
  if (held !== undefined) return 'holds no entries';
  return existsSync(path) ? 'is empty' : 'is missing';
}

/**
 * A ledger is known by its origin and by the key that its genesis names. One whose genesis is as it
 * was written, and names another key than the one kept beside it, is somebody else's; one whose
 * genesis was altered is this one, and verification says so.
 * @throws {DatabaseError} `foreign`
 */
export function refuseForeign(database: WriterDatabase, path: string, seed: Uint8Array): void {
  const genesis = database
    .prepare<[], { bytes: string; leaf_hash: Buffer }>(
      'SELECT bytes, leaf_hash FROM entries WHERE seq = 0',
    )
    .get();
  if (genesis === undefined) return;
  const isAsWritten = Buffer.from(leafHash(sha256, genesis.bytes), 'hex').equals(genesis.leaf_hash);
  const vkey = /"vkey":"([^"\\]+)"/.exec(genesis.bytes)?.[1] ?? '';
  const named = parseVkey(vkey);
  if (!isAsWritten || named === undefined) return;
  const { origin } = named;
  if (createLedgerKey(origin, seed).vkey === vkey) return;
  throw new DatabaseError(
    'foreign',
    path,
    `${path} is the ledger ${origin}, which was not made with the key that is kept beside it. It was left as it is; put the right file or the right key back.`,
  );
}
