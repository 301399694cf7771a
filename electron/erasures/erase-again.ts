/** Erases in a restored ledger what was erased in the one that it replaced, and declares it anew. */
import { entryHash } from '../../shared/ledger/entries.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { InterventionJournal, type PlacedTarget } from '../ledger/intervention-journal.ts';
import type { Journal } from '../ledger/journal.ts';
import { sha256 } from '../ledger/sha256.ts';
import type { Facts } from '../proof/facts.ts';
import { eraseValues, type Erased } from './erase-values.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const eraseAgainStatements = {
  entry: 'SELECT bytes FROM entries WHERE seq = ?',
  stored: 'SELECT field FROM payloads WHERE seq = ?',
} as const;

/** An erasure as the replaced ledger declared it, of what the restored one held, too. */
export interface EarlierErasure {
  readonly targets: readonly PlacedTarget[];
  readonly legal_basis: string;
  readonly request_id?: string | undefined;
  readonly actor: { readonly id: string; readonly role: string };
}

/**
 * Answers what erases one of them: on the same legal basis, by whom it was erased then, with the
 * instant of now. What is gone already is left. The caller holds the journal's transaction.
 */
export function eraserAgain(options: {
  readonly database: WriterDatabase;
  readonly journal: Journal;
  readonly facts: Facts;
  /** Takes what was erased out of the answers that are kept. */
  readonly forgetAnswers: (erased: readonly Erased[]) => void;
}): (erasure: EarlierErasure) => void {
  const { database, journal, facts, forgetAnswers } = options;
  const evidence = new InterventionJournal(database);
  const entry = database.prepare<[number], string>(eraseAgainStatements.entry).pluck();
  const stored = database.prepare<[number], string>(eraseAgainStatements.stored).pluck();
  return ({ targets, legal_basis: legalBasis, request_id: requestId, actor }) => {
    const held = targets.flatMap((target) => {
      if (entryHash(sha256, entry.get(target.seq) ?? '') !== target.hash) return [];
      const there = stored.all(target.seq);
      const fields = target.fields.filter((field) => there.includes(field)).toSorted();
      return fields.length === 0 ? [] : [{ ...target, fields }];
    });
    if (held.length === 0) return;
    const by = { id: actor.id, role: actor.role };
    evidence.appendErasure(journal, { targets: held, legalBasis, requestId, actor: by });
    forgetAnswers(eraseValues({ database, facts }, held));
  };
}
