/** What is in the fields of a dataset, read of every row, and what is proposed for each; nothing undecided is shown. */
import { hash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../../shared/contract/json.ts';
import type { FieldRule, Policy } from '../../shared/contract/policies.ts';
import type { DateFormat } from '../../shared/contract/transformations.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { visitValues, valuesAtAddress } from './address.ts';
import { dateFormatsOf, epochFormatOf, kindOf, type FoundKind } from './detectors.ts';
import { classOfAddress, namesPerson, type FieldClass } from './field-names.ts';
import type { View, ViewedSource } from './view.ts';

type Scalar = boolean | number | string;

export interface FieldAnalysis {
  readonly address: string;
  readonly types: readonly ('boolean' | 'number' | 'string' | 'null')[];
  /** Different values; of all rows, never of a sample. */
  readonly distinct: number;
  /** Rows without a value, or with null. */
  readonly missing: number;
  /** Characters of the longest value. */
  readonly longest: number;
  /** Rows with a value of a kind that points to a person. */
  readonly found: readonly { readonly kind: FoundKind; readonly rows: number }[];
  /** What the field is; undefined where nothing tells. */
  readonly class: FieldClass | undefined;
  readonly proposal: FieldRule;
}

/** How many rows look alike in what others could know of them, as the view shows it. */
export interface ClassSizes {
  readonly quasi_identifiers: readonly string[];
  readonly records: number;
  /** Rows of the smallest class; 0 without rows. */
  readonly least_k: number;
  /** Rows that are alone in their class, and rows in classes of less than five. */
  readonly alone: number;
  readonly below_five: number;
  /** Classes of each size, ascending. */
  readonly histogram: readonly { readonly size: number; readonly classes: number }[];
}

/** A field that is made coarser and hardly changes by it: more than half of its values stay apart. */
export interface HardlyChanged {
  readonly address: string;
  readonly before: number;
  readonly after: number;
}

export interface Analysis {
  readonly records: number;
  readonly fields: readonly FieldAnalysis[];
  /** The field that says whose a row is, as named or as its name tells; null where none does. */
  readonly entity: string | null;
  readonly class_sizes: ClassSizes | undefined;
  readonly hardly_changed: readonly HardlyChanged[];
}

export interface AnalysisOptions {
  /** The view whose rows are counted for k, and the policy that it is of. */
  readonly viewed?: { readonly view: View; readonly policy: Policy };
  readonly quasiIdentifiers?: readonly string[];
  /** The field that says whose a row is, where that was decided. */
  readonly entity?: string | null;
}

const recordId = 'record_id';

/** Takes every row of a dataset, one after another. */
export class Analyser {
  readonly #options: AnalysisOptions;
  readonly #fields = new Map<string, FieldTally>();
  readonly #classes = new Map<string, number>();
  /** Different values of fields that are generalized, after that. */
  readonly #coarser = new Map<string, DistinctValues>();
  readonly #generalized: readonly string[];
  #records = 0;

  constructor(options: AnalysisOptions = {}) {
    this.#options = options;
    const rules = Object.entries(options.viewed?.policy.fields ?? {});
    this.#generalized = rules.flatMap(([address, { method }]) =>
      method === 'generalize' ? [address] : [],
    );
  }

  add(source: ViewedSource): void {
    this.#records += 1;
    visitValues(source.document, (address, value) => {
      if (address === recordId) return;
      let tally = this.#fields.get(address);
      if (tally === undefined) this.#fields.set(address, (tally = new FieldTally()));
      tally.add(value, this.#records);
    });
    this.#addViewed(source);
  }

  #addViewed(source: ViewedSource): void {
    const { viewed, quasiIdentifiers = [] } = this.#options;
    if (viewed === undefined) return;
    const row = viewed.view.row(source);
    if (quasiIdentifiers.length > 0) {
      const key = classKey(row, quasiIdentifiers);
      this.#classes.set(key, (this.#classes.get(key) ?? 0) + 1);
    }
    if (this.#generalized.length === 0) return;
    visitValues(row, (address, value) => {
      if (value === null || !this.#isGeneralized(address)) return;
      const values = this.#coarser.get(address) ?? new DistinctValues();
      values.add(value);
      this.#coarser.set(address, values);
    });
  }

  #isGeneralized(address: string): boolean {
    return this.#generalized.some((each) => address === each || address.startsWith(`${each}.`));
  }

  result(): Analysis {
    const { viewed, quasiIdentifiers = [] } = this.#options;
    const entity = this.#entity();
    return {
      records: this.#records,
      entity,
      fields: [...this.#fields].map(([address, tally]) =>
        tally.result(address, this.#records, entity === address),
      ),
      class_sizes:
        viewed === undefined || quasiIdentifiers.length === 0
          ? undefined
          : classSizes(quasiIdentifiers, this.#records, [...this.#classes.values()]),
      hardly_changed: [...this.#coarser].flatMap(([address, { size: after }]) => {
        const before = this.#fields.get(address)?.distinct ?? 0;
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

function classSizes(
  quasi_identifiers: readonly string[],
  records: number,
  sizes: readonly number[],
): ClassSizes {
  const bySize = new Map<number, number>();
  for (const size of sizes) bySize.set(size, (bySize.get(size) ?? 0) + 1);
  const histogram = [...bySize]
    .map(([size, classes]) => ({ size, classes }))
    .toSorted((one, other) => one.size - other.size);
  const rowsOf = (isCounted: (size: number) => boolean) =>
    histogram.reduce((rows, { size, classes }) => rows + (isCounted(size) ? size * classes : 0), 0);
  return {
    quasi_identifiers,
    records,
    least_k: histogram[0]?.size ?? 0,
    alone: rowsOf((size) => size === 1),
    below_five: rowsOf((size) => size < 5),
    histogram,
  };
}

/** Texts up to this length are kept to be compared; of longer ones their digest. */
const keptCharacters = 64;

/** How many different values there are, all of them counted. */
class DistinctValues {
  readonly #values = new Set<Scalar>();

  get size(): number {
    return this.#values.size;
  }

  add(value: Scalar): void {
    const isLong = typeof value === 'string' && value.length > keptCharacters;
    this.#values.add(isLong ? `sha256:${hash('sha256', value)}` : value);
  }
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
  readonly #types = new Set<FieldAnalysis['types'][number]>();
  readonly #distinct = new DistinctValues();
  /** Rows by value, as long as there are few of them; undefined from then on. */
  #categories: Map<Scalar, { rows: number; last: number }> | undefined = new Map();
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

  get distinct(): number {
    return this.#distinct.size;
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
    this.#distinct.add(value);
    this.#countCategory(value, row);
    this.#measure(value);
    const kind = kindOf(value);
    if (kind !== undefined) countRow(this.#found, kind, row);
  }

  #countCategory(value: Scalar, row: number): void {
    if (this.#categories === undefined) return;
    countRow(this.#categories, value, row);
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
      distinct: this.#distinct.size,
      missing: records - this.#rows,
      longest: this.#longest,
      found: [...this.#found].map(([kind, { rows }]) => ({ kind, rows })),
      class: group,
      proposal: isEntity ? { method: 'hash' } : this.#proposal(group),
    };
  }

  /** The first rule that fits. */
  #class(address: string): FieldClass | undefined {
    const named = classOfAddress(address);
    if (named !== undefined) return named;
    const [found] = this.#found.keys();
    if (found !== undefined) return found === 'handle' ? 'identifier' : found;
    if (this.#values === 0) return undefined;
    if (this.#dateFormat() !== undefined && !this.#areEpochs) return 'date';
    const isText = this.#types.has('string');
    if (isText && this.#characters / this.#values >= longMean) return 'free_text';
    if (this.#words >= manyWords) return 'free_text';
    if (this.#isIdentifier()) return 'identifier';
    if (this.#isCategory()) return 'category';
    return this.#isOfNumbers() ? 'measure' : undefined;
  }

  #isIdentifier(): boolean {
    const isEach = this.#distinct.size >= identifierShare * this.#rows;
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

  #proposal(group: FieldClass | undefined): FieldRule {
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
export function analyse(rows: Iterable<ViewedSource>, options: AnalysisOptions = {}): Analysis {
  const analyser = new Analyser(options);
  for (const row of rows) analyser.add(row);
  return analyser.result();
}
