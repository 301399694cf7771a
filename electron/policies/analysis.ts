/** What is in the fields of a dataset, read of every row, and what is proposed for each; nothing undecided is shown. */
import type {
  AnalysisFindings,
  ClassSizes,
  FieldAnalysis,
  FieldClass,
  FoundKind,
} from '../../shared/contract/analysis.ts';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import type { FieldRule, Policy } from '../../shared/contract/policies.ts';
import type { DateFormat } from '../../shared/contract/transformations.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { valuesAtAddress } from '../../shared/policies/addresses.ts';
import { visitValues } from './address.ts';
import { ClassCounts, DistinctValues, Shares, keyOf, type ValueKey } from './counted-values.ts';
import { dateFormatsOf, epochFormatOf, kindOf } from './detectors.ts';
import { classOfAddress, namesPerson } from './field-names.ts';
import type { View, ViewedSource } from './view.ts';

type Scalar = boolean | number | string;

export interface AnalysisOptions {
  /** The view whose rows are counted for k, and the policy that it is of; the rows as they are without one. */
  readonly viewed?: { readonly view: View; readonly policy: Policy } | undefined;
  readonly quasiIdentifiers?: readonly string[];
  /** The field that says whose a row is, where that was decided. */
  readonly entity?: string | null | undefined;
  /** Values and classes that are kept at one time; where there are more, the rows are read again. */
  readonly mostKept?: number;
}

/** Addresses that are looked at: rows that are used as maps would have no end of them. */
const mostAddresses = 10_000;
const mostKept = 1_000_000;

const recordId = 'record_id';

/**
 * Takes every row of a dataset, one after another; and all of them again, as long as `beginsAgain` says so: what is
 * kept at one time is bounded, and what is counted is exact.
 */
export class Analyser {
  readonly #options: AnalysisOptions;
  readonly #shares: Shares;
  readonly #fields = new Map<string, FieldTally>();
  readonly #classes: ClassCounts;
  /** Different values of fields that are generalized, after that. */
  readonly #coarser = new Map<string, DistinctValues>();
  readonly #generalized: readonly string[];
  #records = 0;
  #isFirst = true;
  #isComplete = true;

  constructor(options: AnalysisOptions = {}) {
    this.#options = options;
    this.#shares = new Shares(options.mostKept ?? mostKept);
    this.#classes = new ClassCounts(this.#shares);
    const rules = Object.entries(options.viewed?.policy.fields ?? {});
    this.#generalized = rules.flatMap(([address, { method }]) =>
      method === 'generalize' ? [address] : [],
    );
  }

  /** Tells whether every address so far is looked at. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Times that the rows are read, as far as is known. */
  get passes(): number {
    return this.#shares.passes;
  }

  add(source: ViewedSource): void {
    if (this.#isFirst) this.#records += 1;
    visitValues(source.document, (address, value) => {
      if (address !== recordId) this.#addValue(address, value);
    });
    this.#addViewed(source);
    while (this.#shares.areTooMany) {
      this.#shares.halve();
      for (const each of this.#counted()) each.thin();
    }
  }

  #addValue(address: string, value: Scalar | null): void {
    let tally = this.#fields.get(address);
    if (tally === undefined) {
      if (this.#fields.size >= mostAddresses) {
        this.#isComplete = false;
        return;
      }
      this.#fields.set(address, (tally = new FieldTally(this.#shares)));
    }
    if (this.#isFirst) tally.add(value, this.#records);
    else if (value !== null) tally.different.add(value);
  }

  #addViewed(source: ViewedSource): void {
    const { viewed, quasiIdentifiers = [] } = this.#options;
    if (quasiIdentifiers.length === 0 && this.#generalized.length === 0) return;
    const row = viewed?.view.row(source) ?? source.document;
    if (quasiIdentifiers.length > 0) this.#classes.add(classKey(row, quasiIdentifiers));
    if (this.#generalized.length === 0) return;
    visitValues(row, (address, value) => {
      if (value === null || !this.#isGeneralized(address)) return;
      const values = this.#coarser.get(address) ?? new DistinctValues(this.#shares);
      values.add(value);
      this.#coarser.set(address, values);
    });
  }

  #isGeneralized(address: string): boolean {
    return this.#generalized.some((each) => address === each || address.startsWith(`${each}.`));
  }

  /** Everything that is counted by shares. */
  *#counted(): Generator<DistinctValues | ClassCounts> {
    for (const { different } of this.#fields.values()) yield different;
    yield* this.#coarser.values();
    yield this.#classes;
  }

  /** To be asked after the last row: tells whether all of them are to be added once more. */
  beginsAgain(): boolean {
    for (const each of this.#counted()) each.settle();
    this.#isFirst = false;
    return this.#shares.next();
  }

  /** What was found, once nothing is to be added any more. */
  result(): AnalysisFindings {
    const { quasiIdentifiers = [] } = this.#options;
    const entity = this.#entity();
    return {
      records: this.#records,
      is_complete: this.#isComplete,
      entity,
      fields: [...this.#fields].map(([address, tally]) =>
        tally.result(address, this.#records, entity === address),
      ),
      class_sizes:
        quasiIdentifiers.length === 0
          ? null
          : classSizes(quasiIdentifiers, this.#records, this.#classes.bySize()),
      hardly_changed: [...this.#coarser].flatMap(([address, { size: after }]) => {
        const before = this.#fields.get(address)?.different.size ?? 0;
        return before > 1 && 2 * after > before ? [{ address, before, after }] : [];
      }),
    };
  }

  #entity(): string | null {
    const { entity } = this.#options;
    if (entity !== undefined) return entity;
    const named = [...this.#fields].find(
      ([address, tally]) => namesPerson(address) && tally.isInEvery(this.#records),
    );
    return named?.[0] ?? null;
  }
}

/** Rows that agree in all of these look alike; a missing field is a value of its own. */
function classKey(row: JsonObject, quasiIdentifiers: readonly string[]): string {
  return canonicalJson(quasiIdentifiers.map((address): JsonValue => valuesAtAddress(row, address)));
}

/** @param bySize classes of each size */
function classSizes(
  quasi_identifiers: readonly string[],
  records: number,
  bySize: ReadonlyMap<number, number>,
): ClassSizes {
  const histogram = [...bySize]
    .map(([size, classes]) => ({ size, classes }))
    .toSorted((one, other) => one.size - other.size);
  const rowsOf = (isCounted: (size: number) => boolean) =>
    histogram.reduce((rows, { size, classes }) => rows + (isCounted(size) ? size * classes : 0), 0);
  return {
    quasi_identifiers: [...quasi_identifiers],
    records,
    least_k: histogram[0]?.size ?? 0,
    alone: rowsOf((size) => size === 1),
    below_five: rowsOf((size) => size < 5),
    histogram,
  };
}

/** A category has few values, each of several rows. */
const mostCategories = 50;
const leastOfCategory = 8;
const leastIdentifiers = 20;
const identifierShare = 0.95;
const longMean = 30;
const manyWords = 6;

/** What the values of one address have in common. */
class FieldTally {
  readonly different: DistinctValues;
  readonly #types = new Set<FieldAnalysis['types'][number]>();
  /** Rows by value, as long as there are few of them; undefined from then on. */
  #categories: Map<ValueKey, { rows: number; last: number }> | undefined = new Map();
  readonly #found = new Map<FoundKind, { rows: number; last: number }>();
  /** Forms in which every value so far is a date. */
  #formats: readonly DateFormat[] | undefined;
  #epochs: DateFormat | undefined;
  #areEpochs = true;
  #values = 0;
  #rows = 0;
  #lastRow = 0;
  #longest = 0;
  #characters = 0;
  #words = 0;
  #hasFraction = false;

  constructor(shares: Shares) {
    this.different = new DistinctValues(shares);
  }

  isInEvery(records: number): boolean {
    return this.#rows === records;
  }

  add(value: Scalar | null, row: number): void {
    this.#types.add(value === null ? 'null' : typeOf(value));
    if (value === null) return;
    this.#values += 1;
    if (this.#lastRow !== row) {
      this.#rows += 1;
      this.#lastRow = row;
    }
    this.different.add(value);
    this.#countCategory(value, row);
    this.#measure(value);
    const kind = kindOf(value);
    if (kind !== undefined) countRow(this.#found, kind, row);
  }

  #countCategory(value: Scalar, row: number): void {
    if (this.#categories === undefined) return;
    countRow(this.#categories, keyOf(value), row);
    if (this.#categories.size > mostCategories) this.#categories = undefined;
  }

  #measure(value: Scalar): void {
    const text = String(value);
    this.#longest = Math.max(this.#longest, text.length);
    this.#characters += text.length;
    if (typeof value === 'string') {
      this.#words = Math.max(this.#words, value.trim().split(/\s+/).length);
      this.#areEpochs = false;
      if (this.#formats?.length !== 0) {
        const formats = dateFormatsOf(value);
        this.#formats = this.#formats?.filter((each) => formats.includes(each)) ?? formats;
      }
      return;
    }
    this.#formats = [];
    if (typeof value === 'number' && !Number.isInteger(value)) this.#hasFraction = true;
    const epochs = typeof value === 'number' ? epochFormatOf(value) : undefined;
    if (epochs === undefined || (this.#epochs ?? epochs) !== epochs) this.#areEpochs = false;
    this.#epochs = epochs;
  }

  result(address: string, records: number, isEntity: boolean): FieldAnalysis {
    const group = this.#class(address);
    return {
      address,
      types: [...this.#types],
      distinct: this.different.size,
      missing: records - this.#rows,
      longest: this.#longest,
      found: [...this.#found].map(([kind, { rows }]) => ({ kind, rows })),
      class: group,
      proposal: isEntity ? { method: 'hash' } : this.#proposal(group),
    };
  }

  /** The first rule that fits. */
  #class(address: string): FieldClass | null {
    const named = classOfAddress(address);
    if (named !== undefined) return named;
    const [found] = this.#found.keys();
    if (found !== undefined) return found === 'handle' ? 'identifier' : found;
    if (this.#values === 0) return null;
    if (this.#dateFormat() !== undefined && !this.#areEpochs) return 'date';
    const isText = this.#types.has('string');
    if (isText && this.#characters / this.#values >= longMean) return 'free_text';
    if (this.#words >= manyWords) return 'free_text';
    if (this.#isIdentifier()) return 'identifier';
    if (this.#isCategory()) return 'category';
    return this.#isOfNumbers() ? 'measure' : null;
  }

  #isIdentifier(): boolean {
    const isEach = this.different.size >= identifierShare * this.#rows;
    return isEach && this.#rows >= leastIdentifiers && !this.#hasFraction;
  }

  #isCategory(): boolean {
    const counts = [...(this.#categories?.values() ?? [])];
    return counts.length > 0 && counts.every(({ rows }) => rows >= leastOfCategory);
  }

  #isOfNumbers(): boolean {
    return this.#types.has('number') && !this.#types.has('string') && !this.#types.has('boolean');
  }

  /** The form of every value, where all are dates; as numbers they are so by their name alone. */
  #dateFormat(): DateFormat | undefined {
    return this.#areEpochs ? this.#epochs : this.#formats?.[0];
  }

  #proposal(group: FieldClass | null): FieldRule {
    switch (group) {
      case 'category':
      case 'measure':
        return { method: 'clear' };
      case 'age':
        return { method: 'generalize', bucket_size: 10, top: 90 };
      case 'postcode':
        return { method: 'generalize', zip3: true };
      case 'date': {
        const format = this.#dateFormat();
        // What is no date all through would be left empty by a shift.
        if (format === undefined) return { method: 'withheld' };
        return format === 'iso'
          ? { method: 'date_shift' }
          : { method: 'date_shift', date_format: format };
      }
      default:
        return { method: 'withheld' };
    }
  }
}

function typeOf(value: Scalar): 'boolean' | 'number' | 'string' {
  return typeof value === 'string' ? 'string' : typeof value === 'number' ? 'number' : 'boolean';
}

/** Counts a row once for each thing, however often it is there. */
function countRow<Thing>(
  counts: Map<Thing, { rows: number; last: number }>,
  thing: Thing,
  row: number,
): void {
  const count = counts.get(thing);
  if (count === undefined) counts.set(thing, { rows: 1, last: row });
  else if (count.last !== row) {
    count.rows += 1;
    count.last = row;
  }
}

/** The analysis of rows that are all there. */
export function analyse(
  rows: readonly ViewedSource[],
  options: AnalysisOptions = {},
): AnalysisFindings {
  const analyser = new Analyser(options);
  do {
    for (const row of rows) analyser.add(row);
  } while (analyser.beginsAgain());
  return analyser.result();
}
