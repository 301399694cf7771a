/** Applies a transformation to rows, without touching them. */
import type { JsonValue } from '../../shared/contract/json.ts';
import type {
  FieldReport,
  KeyScope,
  TransformationReport,
} from '../../shared/contract/transformations.ts';
import { createKeyedDigest, type KeyedDigest } from './keyed-digest.ts';
import { mapPath, type Dropped } from './map-path.ts';
import { riskReport } from './risk-report.ts';
import { safeHarborPlan } from './safe-harbor.ts';
import type {
  KeySource,
  SourceRow,
  Transformation,
  TransformationKey,
  TransformedRows,
  TransformOptions,
  VaultEntry,
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
  transformation: Transformation,
  options: TransformOptions,
): TransformedRows {
  const means = new TransformationMeans(options.keys);
  const plan = planOf(rows, transformation, means, options);
  const tallies = plan.rules.map((rule) => new Tally(rule));
  const transformed = rows.map((row) => transformRow(row, tallies));
  const { risk } = transformation.parameters;
  return {
    rows: transformed,
    changed: sum(tallies, (tally) => tally.changed + tally.suppressed),
    skipped: sum(tallies, (tally) => tally.skipped),
    keyId: means.keyId,
    vaultEntries: means.vaultEntries(),
    report: {
      fields: tallies.map((tally) => tally.report()),
      notes: plan.notes,
      ...(plan.safeHarbor === undefined ? {} : { safe_harbor: plan.safeHarbor }),
      ...(risk === undefined ? {} : { risk: riskReport(transformed, risk) }),
    },
  };
}

interface Plan {
  readonly rules: readonly FieldRule[];
  readonly notes: string[];
  readonly safeHarbor?: TransformationReport['safe_harbor'];
}

function planOf(
  rows: readonly SourceRow[],
  transformation: Transformation,
  means: KeyedMeans,
  options: TransformOptions,
): Plan {
  if (transformation.kind === 'preset') {
    const { rules, report } = safeHarborPlan(rows, transformation.parameters, options.today);
    return { rules, notes: [], safeHarbor: report };
  }
  const { parameters } = transformation;
  const method = createValueMethod(parameters, means);
  return {
    rules: parameters.fields.map((field) => ({ path: field.split('.'), method })),
    notes: parameters.method === 'noise' ? [noiseNote] : [],
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

/** The keys and the tokens of one transformation. */
class TransformationMeans implements KeyedMeans {
  readonly #keys: KeySource;
  readonly #tokens = new Map<string, VaultEntry>();
  #key: TransformationKey | undefined;

  constructor(keys: KeySource) {
    this.#keys = keys;
  }

  get keyId(): string | null {
    return this.#key?.id ?? null;
  }

  /** Asked once: a transformation has one method, and a method one scope. */
  digest(scope: KeyScope): KeyedDigest {
    this.#key = this.#keys.key(scope);
    return createKeyedDigest(this.#key.bytes);
  }

  keep(entry: VaultEntry): void {
    this.#tokens.set(entry.token, entry);
  }

  vaultEntries(): VaultEntry[] {
    return [...this.#tokens.values()];
  }
}

function sum(tallies: readonly Tally[], count: (tally: Tally) => number): number {
  return tallies.reduce((total, tally) => total + count(tally), 0);
}
