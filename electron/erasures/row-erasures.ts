/** The route that erases committed values of a row: in every fact of it, declared in the journal. */
import type { ErasureList } from '../../shared/contract/erasures.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { isFactTableName } from '../../shared/ledger/columns.ts';
import { entryHash, entryOrUndefined } from '../../shared/ledger/entries.ts';
import { factOrUndefined, subjectOfRow, type RowKey } from '../../shared/ledger/facts.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { InterventionJournal, type PlacedTarget } from '../ledger/intervention-journal.ts';
import { sha256 } from '../ledger/sha256.ts';
import { ColumnValues } from '../proof/column-values.ts';
import { FactTable } from '../proof/fact-tables.ts';
import type { Act } from '../proof/signed-acts.ts';
import type { SignersOf } from '../proof/signers.ts';
import type { RouteCall } from '../route-handler.ts';
import { heldBy, refuseGone, refuseUncommitted, type Committing } from './committing-entries.ts';
import { declaredErasure, erasingActor } from './declared-erasure.ts';
import { evidenceTargets, isEvidenceTable } from './evidence-erasures.ts';
import { keptUntil, keptYears } from './retention.ts';
import { chunksOf } from './target-chunks.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const rowErasureStatements = {
  facts: `SELECT f.seq, e.bytes FROM facts AS f JOIN entries AS e ON e.seq = f.seq
    WHERE f.table_name = ? AND f.row = ? ORDER BY f.seq`,
  stored: 'SELECT field FROM payloads WHERE seq = ?',
} as const;

/** What the product computes and answers with: it is no value of a person. */
const working: ReadonlySet<string> = new Set(['api_keys.digest', 'rate_cards.terms']);
type RowErasureRequest = RouteCall<'createRowErasure'>;

/** A row with the facts that commit to something. */
interface Row {
  readonly table: FactTable;
  readonly id: RowKey;
  readonly facts: readonly Committing[];
}

export class RowErasures {
  readonly #database: WriterDatabase;
  readonly #evidence: InterventionJournal;
  readonly #signers: SignersOf;

  constructor(database: WriterDatabase, signers: SignersOf) {
    this.#database = database;
    this.#evidence = new InterventionJournal(database);
    this.#signers = signers;
  }

  /**
   * Declares the erasures; deleting what they name is the caller's.
   * @throws {ApiError} `not_found`, `validation_error`, `conflict`, `retention`, and what signers are refused for
   */
  declare(act: Act, request: RowErasureRequest): ErasureList & { targets: PlacedTarget[] } {
    const { body, parameters } = request;
    const signed = this.#signers.of(request);
    const actor = erasingActor(signed, body);
    const targets = this.#targets(parameters, body.fields, act.now);
    const data = chunksOf(targets).map((chunk) => {
      const erasure = { targets: chunk, legalBasis: body.legal_basis, actor };
      const signing = signed && act.signedBy(signed);
      return declaredErasure(erasure, this.#evidence.appendErasure(act.journal, erasure, signing));
    });
    return { data, targets };
  }

  #targets(
    { table, id }: RowErasureRequest['parameters'],
    fields: readonly string[],
    now: string,
  ): PlacedTarget[] {
    if (isEvidenceTable(table)) return evidenceTargets(this.#database, { table, id }, fields);
    const row = this.#row(table, id);
    const targets = targetsOf(row, fields);
    this.#refuseKept(row, fields, now);
    return targets;
  }

  #row(name: string, text: string): Row {
    const unknown = () => new ApiError('not_found', `There is no row ${text} of ${name}.`);
    if (!isFactTableName(name)) throw unknown();
    const table = new FactTable(this.#database, name, new ColumnValues(this.#database));
    const id = table.keyOfText(text);
    if (id === undefined) throw unknown();
    const entries = this.#database
      .prepare<[string, string], { seq: number; bytes: string }>(rowErasureStatements.facts)
      .all(name, text);
    if (entries.length === 0 && table.find(id) === undefined) throw unknown();
    const stored = this.#database.prepare<[number], string>(rowErasureStatements.stored).pluck();
    const facts = entries.map(({ seq, bytes }) => ({
      seq,
      hash: entryHash(sha256, bytes),
      committed: (factOrUndefined(entryOrUndefined(bytes))?.commitments ?? []).map(
        ({ field }) => field,
      ),
      stored: stored.all(seq),
    }));
    return { table, id, facts };
  }

  /** @throws {ApiError} `retention` for what stands on a paper whose term has not passed */
  #refuseKept({ table, id }: Row, fields: readonly string[], now: string): void {
    const key = typeof id === 'string' ? [id] : [...id];
    const years = keptYears(this.#database);
    const kept = fields.flatMap((field) => {
      const until = keptUntil(this.#database, { table: table.name, field, key }, years);
      return until === undefined || until <= now ? [] : [{ field, until }];
    });
    if (kept.length === 0) return;
    const message = `What stands on a paper that was issued is kept for ${years} years.`;
    throw new ApiError('retention', message, {
      fields: kept.map(({ field, until }) =>
        faultAt('fields', 'kept_until', { field, day: until.slice(0, 10) }),
      ),
      details: {
        kept_years: years,
        kept_until: Object.fromEntries(kept.map(({ field, until }) => [field, until])),
      },
    });
  }
}

/** Every fact of the row that still has one of the values. @throws {ApiError} `validation_error`, `conflict` */
function targetsOf({ table, id, facts }: Row, fields: readonly string[]): PlacedTarget[] {
  refuseUncommitted(facts, fields);
  const needed = fields.filter((field) => working.has(`${table.name}.${field}`));
  if (needed.length > 0) {
    throw validationError(needed.map((field) => faultAt('fields', 'not_erasable', { field })));
  }
  refuseGone(facts, fields);
  return heldBy(facts, { id: subjectOfRow(table.name, id), fields });
}
