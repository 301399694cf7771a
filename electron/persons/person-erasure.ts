/** What an erasure for a person takes: values of the decisions, and what interventions say of them. */
import type { Database, Statement } from 'better-sqlite3';
import { validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { limits } from '../../shared/contract/limits.ts';
import type {
  PersonErasurePreview,
  PersonRequest,
  PreviewPersonErasure,
} from '../../shared/contract/persons.ts';
import { isEvidenceId } from '../../shared/ledger/entries.ts';
import { chunksOf } from '../erasures/target-chunks.ts';
import type { PlacedTarget } from '../ledger/intervention-journal.ts';
import { TellingEvidence } from '../oversight/telling-evidence.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const personErasureStatements = {
  record: 'SELECT seq, id, lower(hex(hash)) AS hash FROM records WHERE id = ?',
  interventions:
    'SELECT seq, id, lower(hex(hash)) AS hash FROM interventions WHERE record_id = ? ORDER BY n',
  stored: 'SELECT field FROM payloads WHERE seq = ?',
} as const;

interface EntryRow {
  readonly seq: number;
  readonly id: string;
  readonly hash: string;
}

/** An erasure before it is declared: the targets of each of its entries, and how much they are. */
export interface PlannedErasure {
  readonly records: number;
  readonly interventions: number;
  /** Recorded figures, and steps of alerts, that tell what nobody else has. */
  readonly evidence: number;
  /** Decisions of which nothing of that is left. */
  readonly gone: number;
  readonly chunks: readonly (readonly PlacedTarget[])[];
}

/** Over one connection. */
export class ErasurePlanner {
  readonly #record: Statement<[string], EntryRow>;
  readonly #interventions: Statement<[string], EntryRow>;
  readonly #stored: Statement<[number], string>;
  readonly #evidence: TellingEvidence;

  constructor(database: Database) {
    this.#evidence = new TellingEvidence(database);
    const sql = personErasureStatements;
    this.#record = database.prepare(sql.record);
    this.#interventions = database.prepare(sql.interventions);
    this.#stored = database.prepare<[number], string>(sql.stored).pluck();
  }

  /** @throws {ApiError} `validation_error` for a decision that was not chosen */
  plan({ record_ids: chosen }: PersonRequest, asked: PreviewPersonErasure): PlannedErasure {
    const isChosen = new Set(chosen ?? []);
    const faults = asked.record_ids.flatMap((id, place) =>
      isChosen.has(id) ? [] : [faultAt(`record_ids.${place}`, 'not_chosen')],
    );
    if (faults.length > 0) throw validationError(faults);
    const ofInterventions = saidBeside(asked.fields);
    const targets: PlacedTarget[] = [];
    const counts = { records: 0, interventions: 0, gone: 0 };
    for (const id of asked.record_ids) {
      const own = this.#targets(this.#record.all(id), asked.fields);
      const beside = this.#targets(this.#interventions.all(id), ofInterventions);
      counts.records += own.length;
      counts.interventions += beside.length;
      if (own.length + beside.length === 0) counts.gone += 1;
      targets.push(...own, ...beside);
    }
    const evidence = this.#evidence.targets(targets);
    return { ...counts, evidence: evidence.length, chunks: chunksOf([...targets, ...evidence]) };
  }

  #targets(rows: readonly EntryRow[], wanted: readonly string[]): PlacedTarget[] {
    return rows.flatMap(({ seq, id, hash }) => {
      const stored = this.#stored.all(seq);
      const fields = wanted.filter((field) => stored.includes(field)).toSorted();
      return fields.length === 0 ? [] : [{ seq, id, hash: `sha256:${hash}`, fields }];
    });
  }
}

/** Texts of interventions may quote the person in any case; their outcomes stand in for the output. */
function saidBeside(fields: readonly string[]): string[] {
  return ['evidence_viewed', ...(fields.includes('output') ? ['outcome'] : []), 'reason'];
}

/** The plan as it is looked at before. */
export function shownPlan(
  { chunks, records, interventions, evidence, gone }: PlannedErasure,
  request: PersonRequest,
  asked: PreviewPersonErasure,
): PersonErasurePreview {
  const counts = new Map<string, number>();
  const ofPerson = chunks.flat().filter(({ id }) => !isEvidenceId(id));
  for (const { fields } of ofPerson) {
    for (const field of fields) counts.set(field, (counts.get(field) ?? 0) + 1);
  }
  const named = new Set(asked.record_ids);
  const letters = request.letters.filter(
    ({ record_id: id, is_there: isThere }) => isThere && id !== null && named.has(id),
  );
  return {
    records,
    interventions,
    evidence,
    gone,
    values: [...counts]
      .map(([field, count]) => ({ field, count }))
      .toSorted((one, other) => (one.field < other.field ? -1 : 1)),
    letters: letters.length,
    needs_approver: asked.record_ids.length > limits.persons.erasedAlone,
    entries: chunks.map((targets) =>
      targets.map(({ id, hash, fields }) => ({ id, hash, fields: [...fields] })),
    ),
  };
}
