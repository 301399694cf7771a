/** Erasures that a restore would undo: those of the replaced ledger of what is in the backup, too. */
import type { Database } from 'better-sqlite3';
import { entryHash, entryOrUndefined, erasureType } from '../../shared/ledger/entries.ts';
import { hasTable, reading } from '../database/ledger-facts.ts';
import { sha256 } from '../ledger/sha256.ts';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { readRowErasure } from '../../shared/ledger/row-erasures.ts';
import { rowSpan } from '../proof/lines.ts';
import { encodeRuns } from '../receipts/runs.ts';
import type { LostErasure, LostRowErasure } from './restore-marker.ts';

/**
 * The erasures in the ledger `present`, in their order, that came after the first `common` entries,
 * with those of their values that the backup still holds.
 * @throws {DatabaseError} where either cannot be read
 */
export function lostErasures(present: string, copy: string, common: number): LostErasure[] {
  return reading(present, (here) => reading(copy, (there) => lostBetween(here, there, common)));
}

/** How many there are, those of rows among them. */
export function countLostErasures(present: Database, copy: Database, common: number): number {
  return lostBetween(present, copy, common).length + lostRowsBetween(present, copy, common).length;
}

/**
 * The erasures of rows in the ledger `present`, in their order, that came after the first `common` entries, with
 * those of their rows that the backup still holds.
 * @throws {DatabaseError} where either cannot be read
 */
export function lostRowErasures(present: string, copy: string, common: number): LostRowErasure[] {
  return reading(present, (here) => reading(copy, (there) => lostRowsBetween(here, there, common)));
}

function lostRowsBetween(present: Database, copy: Database, common: number): LostRowErasure[] {
  if (!hasTable(present, 'tombstones')) return [];
  const erasures = present
    .prepare<[number], { seq: number; bytes: string; reason: string | null }>(
      `SELECT e.seq, e.bytes, p.value AS reason FROM row_erasures AS x JOIN entries AS e ON e.seq = x.seq
         LEFT JOIN payloads AS p ON p.seq = x.seq AND p.field = 'reason'
       WHERE x.seq >= ? ORDER BY x.seq`,
    )
    .all(common);
  const erased = present
    .prepare<[number], number>('SELECT position FROM tombstones WHERE seq = ?')
    .pluck();
  const held = copy
    .prepare<[number], number>('SELECT 1 FROM dataset_rows WHERE position = ?')
    .pluck();
  const hasKey = copy
    .prepare<[string], number>('SELECT 1 FROM datasets WHERE dataset_id = ? AND key IS NOT NULL')
    .pluck();
  return erasures.flatMap(({ seq, bytes, reason }) => {
    const entry = entryOrUndefined(bytes);
    if (entry === undefined || !('members' in entry)) return [];
    const { id, datasetId, scope, legalBasis, actor } = readRowErasure(entry);
    const rows = erased.all(seq).filter((position) => held.get(position) !== undefined);
    // With a dataset goes its key, also where no row is left.
    const isThere = scope === 'dataset' ? hasKey.get(datasetId) !== undefined : rows.length > 0;
    if (!isThere) return [];
    const words = reason === null ? undefined : jsonOrUndefined(reason);
    return [
      {
        id,
        dataset_id: datasetId,
        scope,
        rows: encodeRuns(rows.map((position) => position % rowSpan)).toString('hex'),
        legal_basis: legalBasis,
        ...(typeof words === 'string' && { reason: words }),
        actor,
      },
    ];
  });
}

function lostBetween(present: Database, copy: Database, common: number): LostErasure[] {
  if (!hasTable(present, 'erased_values')) return [];
  const erasures = present
    .prepare<[number], { seq: number; bytes: string }>(
      `SELECT e.seq, e.bytes FROM erasures AS x JOIN entries AS e ON e.seq = x.seq
       WHERE x.seq >= ? ORDER BY x.seq`,
    )
    .all(common);
  if (erasures.length === 0) return [];
  const placesOf = present
    .prepare<[number], number>('SELECT DISTINCT target_seq FROM erased_values WHERE seq = ?')
    .pluck();
  const heldIn = heldBy(copy);
  return erasures.flatMap(({ seq, bytes }) => {
    const entry = entryOrUndefined(bytes);
    // A damaged one is for verification to tell.
    if (entry?.type !== erasureType) return [];
    const targets = placesOf.all(seq).flatMap((place) => {
      const held = heldIn(place);
      const target = entry.targets.find(({ hash }) => hash === held.hash);
      const fields = target?.fields.filter((field) => held.fields.includes(field)) ?? [];
      return target === undefined || fields.length === 0 ? [] : [{ ...target, seq: place, fields }];
    });
    if (targets.length === 0) return [];
    const { legalBasis, requestId, actor } = entry;
    return [
      {
        targets,
        legal_basis: legalBasis,
        ...(requestId === undefined ? {} : { request_id: requestId }),
        actor: { id: actor.id, role: actor.role },
      },
    ];
  });
}

/** Tells the hash of an entry of a copy, and which values it holds of it. */
function heldBy(copy: Database): (seq: number) => {
  readonly hash: string | undefined;
  readonly fields: readonly string[];
} {
  const entry = copy.prepare<[number], string>('SELECT bytes FROM entries WHERE seq = ?').pluck();
  const fields = copy.prepare<[number], string>('SELECT field FROM payloads WHERE seq = ?').pluck();
  return (seq) => {
    const bytes = entry.get(seq);
    return {
      hash: bytes === undefined ? undefined : entryHash(sha256, bytes),
      fields: fields.all(seq),
    };
  };
}
