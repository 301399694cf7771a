/** Whether a ledger goes on from what was last seen of it. */
import type { LastSeenContradiction } from '../../shared/contract/checkpoints.ts';
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import { readLedgerEnd, type LastSeen } from '../ledger/last-seen.ts';
import { sha256 } from '../ledger/sha256.ts';
import { endIsCut } from './ledger-end.ts';

/** In which way the ledger is not one that went on from what was seen; undefined where it did. */
export function contradictionOf(
  database: ReaderDatabase | WriterDatabase,
  seen: LastSeen,
): LastSeenContradiction | undefined {
  const { size, audit_events: events } = readLedgerEnd(database);
  if (seen.size > size) return endIsCut(database, size) ? 'TRUNCATED' : 'ROLLED_BACK';
  const entry = textOf(database, 'SELECT bytes FROM entries WHERE seq = ?', seen.size - 1);
  if (seen.head_hash !== null && hashOf(entry) !== seen.head_hash) return 'FORKED';
  if (seen.audit_events > events) return 'AUDIT_LOG_CUT';
  const line = textOf(database, 'SELECT line FROM audit_events WHERE seq = ?', seen.audit_events);
  if (seen.audit_head_hash !== null && hashOf(line) !== seen.audit_head_hash) {
    return 'AUDIT_LOG_CUT';
  }
  return undefined;
}

function textOf(database: ReaderDatabase | WriterDatabase, sql: string, seq: number): unknown {
  return database.prepare(sql).pluck().get(seq);
}

function hashOf(text: unknown): string | undefined {
  return typeof text === 'string' ? `sha256:${sha256(text)}` : undefined;
}
