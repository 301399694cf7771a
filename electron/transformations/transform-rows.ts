/** Applies a transformation to rows, without touching them. */
import type { JsonValue } from '../../shared/contract/json.ts';
import type { FieldReport } from '../../shared/contract/transformations.ts';
import { createKeyedDigest, type KeyedDigest } from './keyed-digest.ts';
import { mapPath, type Dropped } from './map-path.ts';
import type {
  SourceRow,
  Transformation,
  TransformationKey,
  TransformedRows,
} from './transformation.ts';
import { createValueMethod, suppressed, type FieldRule, type KeyedMeans } from './value-methods.ts';

export { parseTransformation } from './parse-transformation.ts';

/**
 * The rows with the named fields transformed, in the same order; everything else in them is the
 * source's own, and the source is never changed. null stays null, except where a field is dropped.
 * What a method cannot take becomes null and is counted as suppressed: it never comes through.
 */
export function transformRows(
  rows: readonly SourceRow[],
  { parameters }: Transformation,
  key: TransformationKey,
): TransformedRows {
  const means = new TransformationMeans(key);
  const method = createValueMethod(parameters, means);
  const tallies = parameters.fields.map((field) => new Tally({ path: field.split('.'), method }));
  const transformed = rows.map((row) => transformRow(row, tallies));
  return {
    rows: transformed,
    changed: sum(tallies, (tally) => tally.changed + tally.suppressed),
    skipped: sum(tallies, (tally) => tally.skipped),
    keyId: means.keyId,
    report: {
      fields: tallies.map((tally) => tally.report()),
      notes: parameters.method === 'noise' ? [noiseNote] : [],
    },
  };
}

const noiseNote =
  'The noise is not a privacy budget: it blurs single values, and gives no guarantee of differential privacy over repeated or combined queries.';

function transformRow(row: SourceRow, tallies: readonly Tally[]): SourceRow {
  let { document } = row;
  for (const tally of tallies) {
    const { path, method } = tally.rule;
    const mapped = mapPath(
      document,
      path,
      (value, ordinal) => tally.apply(value, row, ordinal),
      method.whole,
    );
    if (!mapped.found) tally.skipped += 1;
    document = mapped.document;
  }
  return { recordId: row.recordId, document };
}

/** Applies one rule and counts what it does. */
class Tally {
  readonly rule: FieldRule;
  readonly #field: string;
  changed = 0;
  kept = 0;
  suppressed = 0;
  skipped = 0;

  constructor(rule: FieldRule) {
    this.rule = rule;
    this.#field = rule.path.join('.');
  }

  apply(value: JsonValue, row: SourceRow, ordinal: number): JsonValue | Dropped {
    const { method } = this.rule;
    if (value === null && !method.whole) {
      this.kept += 1;
      return value;
    }
    const result = method.apply(value, { row, field: this.#field, ordinal });
    if (result === suppressed) {
      this.suppressed += 1;
      return null;
    }
    if (result === value) this.kept += 1;
    else this.changed += 1;
    return result;
  }

  report(): FieldReport {
    const { changed, kept, skipped } = this;
    const { name } = this.rule.method;
    return {
      field: this.#field,
      method: name,
      changed,
      kept,
      suppressed: this.suppressed,
      skipped,
    };
  }
}

/** The key of one transformation, which is named where it is used. */
class TransformationMeans implements KeyedMeans {
  readonly #key: TransformationKey;
  #isUsed = false;

  constructor(key: TransformationKey) {
    this.#key = key;
  }

  get keyId(): string | null {
    return this.#isUsed ? this.#key.id : null;
  }

  digest(): KeyedDigest {
    this.#isUsed = true;
    return createKeyedDigest(this.#key.bytes);
  }
}

function sum(tallies: readonly Tally[], count: (tally: Tally) => number): number {
  return tallies.reduce((total, tally) => total + count(tally), 0);
}
