/** Whether the file in a ledger's place is the ledger that belongs there: neither gone nor another one. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { DatabaseError } from '../database/database-error.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { createLedgerKey, parseVkey } from './ledger-key.ts';
import { sha256 } from './sha256.ts';

/** What is made beside a ledger once it is there, and stays when its file goes. */
const traces = ['jobs.db', 'checkpoints', 'proofdesk.db-wal'];

/**
 * Before the file is opened: a ledger that is gone must not be begun anew in silence.
 * @throws {DatabaseError} `corrupt` when there is no ledger, or an empty file, where one was kept
 */
export function refuseVanished(directory: string, path: string): void {
  if (existsSync(path) && statSync(path).size > 0) return;
  const trace = traces.find((name) => existsSync(join(directory, name)));
  if (trace === undefined) return;
  const what = existsSync(path) ? 'is empty' : 'is missing';
  throw new DatabaseError(
    'corrupt',
    path,
    `${path} ${what}, though a ledger was kept here: ${trace} still stands beside it. No new one was begun; put the file back, or restore a backup.`,
  );
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
