/** Erases in a restored ledger what was erased in the one that it replaced, and declares it anew. */
import type { WriterDatabase } from '../database/open-database.ts';
import { InterventionJournal } from '../ledger/intervention-journal.ts';
import type { Journal } from '../ledger/journal.ts';
import { eraseValues } from './erase-values.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const eraseAgainStatements = {
  target: `SELECT id AS recordId, seq, lower(hex(hash)) AS hash FROM records WHERE id = @id
    UNION ALL SELECT record_id, seq, lower(hex(hash)) FROM interventions WHERE id = @id`,
  stored: 'SELECT field FROM payloads WHERE seq = ?',
} as const;

/** An erasure as the replaced ledger declared it. */
export interface EarlierErasure {
  /** Of a record or of an intervention. */
  readonly target_id: string;
  readonly fields: readonly string[];
  readonly legal_basis: string;
  readonly actor: { readonly id: string; readonly role: string };
}

/**
 * Answers what erases one of them: on the same legal basis, by whom it was erased then, with the
 * instant of now. What is gone already is left. The caller holds the journal's transaction.
 */
export function eraserAgain(options: {
  readonly database: WriterDatabase;
  readonly journal: Journal;
  /** Takes what was erased out of the answers that are kept of a record. */
  readonly forgetAnswers: (recordId: string) => void;
}): (erasure: EarlierErasure) => void {
  const { database, journal, forgetAnswers } = options;
  const evidence = new InterventionJournal(database);
  const find = database.prepare<[{ id: string }], { recordId: string; seq: number; hash: string }>(
    eraseAgainStatements.target,
  );
  const stored = database.prepare<[number], string>(eraseAgainStatements.stored).pluck();
  return ({ target_id: targetId, fields: wanted, legal_basis: legalBasis, actor }) => {
    const target = find.get({ id: targetId });
    if (target === undefined) return;
    const { recordId, seq, hash } = target;
    const held = stored.all(seq);
    const fields = wanted.filter((each) => held.includes(each)).toSorted();
    if (fields.length === 0) return;
    evidence.appendErasure(journal, {
      targetId,
      targetHash: `sha256:${hash}`,
      fields,
      legalBasis,
      actor: { id: actor.id, role: actor.role },
    });
    eraseValues(database, { recordId, seq, fields, isRecord: targetId === recordId });
    forgetAnswers(recordId);
  };
}
