/** Decisions that were made again from their records, as columns that a filter looks at. */
import type { FactValue } from '../../shared/contract/oversight.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { fieldReader, type FigureDecision } from '../../shared/oversight/figure-fields.ts';
import { outcomeClassifier } from '../../shared/oversight/profile-reader.ts';
import { isSampled } from '../../shared/oversight/sample.ts';
import type { Column, DecisionColumns } from './decision-columns.ts';
import { factValueOf } from './fact-values.ts';

/** One decision with what a filter may ask of it. */
export interface DecidedRow {
  readonly decision: FigureDecision;
  /** Whether its time is that of the profile's path. */
  readonly isDated: boolean;
  readonly policyId: string | null;
  /** Canonical text; undefined where it is not asked for, or not there. */
  readonly transaction: string | undefined;
  /** Hexadecimal; undefined where it is not asked for. */
  readonly hash: string | undefined;
}

export class DecidedRows {
  readonly #document: ProfileDocument;
  readonly #classOf: (text: string | null) => FactValue | undefined;

  constructor(document: ProfileDocument) {
    this.#document = document;
    this.#classOf = outcomeClassifier(document.outcome);
  }

  columns(rows: readonly DecidedRow[]): DecisionColumns {
    return {
      size: rows.length,
      positions: new Uint32Array(rows.length),
      column: (field) => this.#column(field, rows),
      waited: () => undefined,
    };
  }

  #column(field: string, rows: readonly DecidedRow[]): Column | undefined {
    const numbers = (read: (row: DecidedRow) => number | null) =>
      Float64Array.from(rows, (row) => read(row) ?? Number.NaN);
    if (field === 'decided_at') {
      return { kind: 'time', numbers: numbers(({ decision }) => decision.decidedMs) };
    }
    if (field === 'confidence') {
      return { kind: 'number', numbers: numbers(({ decision }) => decision.confidence) };
    }
    // A value of its own for each row.
    const codes = Uint32Array.from(rows, (_row, at) => at);
    const values = rows.map((row) => this.#value(field, row));
    return { kind: 'coded', codes, values };
  }

  #value(field: string, { decision, isDated, policyId, transaction, hash }: DecidedRow) {
    switch (field) {
      case 'outcome_class':
        return this.#classOf(decision.outcome);
      case 'effect_class':
        return this.#classOf(decision.effect);
      case 'decided_from':
        return isDated ? 'profile' : 'recording';
      case 'policy_id':
        return policyId ?? undefined;
      case 'transaction_id':
        return transaction === undefined ? undefined : factValueOf(transaction);
      case 'sampled':
        return hash !== undefined && isSampled(hash, this.#document.review?.sample_percent ?? 0);
      case 'version':
        return decision.version === null ? undefined : factValueOf(decision.version);
      default: {
        const value = fieldReader(field, this.#document)?.(decision) ?? null;
        if (value === null || typeof value === 'number') return value ?? undefined;
        return factValueOf(value);
      }
    }
  }
}
