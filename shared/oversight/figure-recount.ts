/** A recorded figure counted again, decision by decision (docs/ledger-format.md, "Figures"). */
import type {
  FigureBucket,
  FigureDrift,
  FigureResult,
  FigureRow,
  FigureTable,
  FigureValue,
  FigureWindow,
} from '../contract/figures.ts';
import { countedClasses, type CountedClass } from '../contract/oversight.ts';
import type { JsonValue } from '../contract/json.ts';
import { canonicalJson } from '../ledger/canonical-json.ts';
import { groupPrefix } from './field-names.ts';
import {
  fieldReader,
  tableFields,
  tableReader,
  type FigureDecision,
  type FigureOrder,
  type ReadField,
} from './figure-fields.ts';
import { otherText, outcomeClassifier } from './profile-reader.ts';

/** A count that is not what the decisions come to. */
export interface FigureFault {
  /** In words: which count, as `adverse of ["yes"]`. */
  readonly place: string;
  readonly told: string;
  readonly counted: string;
}

/** Text of an absent value; also where it stands among others. */
export const absentText = '{"absent":true}';
const otherValueText = '{"other":true}';
const mostGroups = 3;

type Window = 'baseline' | 'current';
const windows = ['baseline', 'current'] as const;

/** Text of a value as results hold it. */
export function valueText(value: string | number | null): string {
  if (value === null) return absentText;
  if (typeof value === 'number') return canonicalJson(value);
  return value === otherText ? otherValueText : value;
}

/** Counting by what a result says; each decision of the figure goes in once. */
export interface FigureRecount {
  add(decision: FigureDecision): void;
  /** A decision that lost values since the figure was recorded: it is missing wherever it was counted. */
  lose(): void;
  /** Counts that differ, once all are in; where some were lost, those that no decision that was lost can explain. */
  faults(): FigureFault[];
}

/** @param told as the figure has it */
export function recountOf(order: FigureOrder, told: FigureResult): FigureRecount {
  return 'rows' in told ? new TableRecount(order, told) : new DriftRecount(order, told);
}

class TableRecount implements FigureRecount {
  readonly #told: FigureTable;
  readonly #isOfMeasure: boolean;
  readonly #readers: readonly ReadField[];
  readonly #classOf: (decision: FigureDecision) => CountedClass;
  readonly #counts = new Map<string, Record<CountedClass, number>>();
  #lost = 0;
  #added = 0;

  constructor(order: FigureOrder, told: FigureTable) {
    this.#told = told;
    const readers = told.fields.flatMap((field) => tableReader(field, order.document) ?? []);
    this.#readers = readers;
    this.#isOfMeasure = readers.length === told.fields.length && hasFields(order, told.fields);
    this.#classOf = classReader(order);
  }

  add(decision: FigureDecision): void {
    this.#added += 1;
    const key = `[${this.#readers.map((read) => valueText(read(decision))).join()}]`;
    const counts = this.#counts.get(key) ?? noClasses();
    this.#counts.set(key, counts);
    counts[this.#classOf(decision)] += 1;
  }

  lose(): void {
    this.#lost += 1;
  }

  faults(): FigureFault[] {
    const { fields, rows } = this.#told;
    if (!this.#isOfMeasure) {
      return [{ place: 'fields', told: fields.join(), counted: 'those of its measure' }];
    }
    const told = new Map(rows.map((row) => [keyOf(row), row]));
    const keys = rows.map(keyOf);
    const inOrder = [...new Set(keys)].toSorted();
    const isOrdered = keys.every((key, at) => key === inOrder[at]) && keys.length === told.size;
    const faults: FigureFault[] = isOrdered
      ? []
      : [{ place: 'rows', told: keys.join(), counted: inOrder.join() }];
    for (const key of new Set([...told.keys(), ...this.#counts.keys()])) {
      const [row, counts] = [told.get(key) ?? noClasses(), this.#counts.get(key) ?? noClasses()];
      for (const name of countedClasses) {
        const missing = row[name] - counts[name];
        if (missing === 0 || (missing > 0 && this.#lost > 0)) continue;
        const place = fields.length === 0 ? name : `${name} of ${key}`;
        faults.push({ place, told: String(row[name]), counted: String(counts[name]) });
      }
    }
    return [...faults, ...this.#sumFaults()];
  }

  /** Each decision stands in one cell, the lost ones too. */
  #sumFaults(): FigureFault[] {
    const sum = this.#told.rows.reduce(
      (all, row) => countedClasses.reduce((part, name) => part + row[name], all),
      0,
    );
    const all = this.#added + this.#lost;
    if (sum === all) return [];
    return [{ place: 'decisions', told: String(sum), counted: String(all) }];
  }
}

interface DriftField {
  readonly field: string;
  readonly read: ReadField | undefined;
  readonly buckets: readonly FigureBucket[];
  readonly placeOf: (value: string | number | null) => number;
  readonly counts: Record<Window, Uint32Array>;
  /** Values that no bucket takes. */
  strays: number;
}

class DriftRecount implements FigureRecount {
  readonly #told: FigureDrift;
  readonly #isOfMeasure: boolean;
  readonly #fields: readonly DriftField[];
  readonly #within: Readonly<Record<Window, (ms: number) => boolean>>;
  readonly #counts = { baseline: 0, current: 0 };
  #outside = 0;
  #lost = 0;

  constructor({ measure, document }: FigureOrder, told: FigureDrift) {
    this.#told = told;
    this.#isOfMeasure = measure === 'drift';
    this.#within = { baseline: withinOf(told.baseline), current: withinOf(told.current) };
    this.#fields = told.fields.map(({ field, buckets }) => ({
      field,
      buckets,
      placeOf: bucketFinder(buckets),
      read: fieldReader(field, document),
      counts: {
        baseline: new Uint32Array(buckets.length),
        current: new Uint32Array(buckets.length),
      },
      strays: 0,
    }));
  }

  add(decision: FigureDecision): void {
    const inside = windows.filter((window) => this.#within[window](decision.decidedMs));
    if (inside.length === 0) this.#outside += 1;
    for (const window of inside) this.#counts[window] += 1;
    for (const each of this.#fields) {
      const place = each.placeOf(each.read?.(decision) ?? null);
      if (place === -1) each.strays += 1;
      for (const window of place === -1 ? [] : inside) {
        each.counts[window][place] = (each.counts[window][place] ?? 0) + 1;
      }
    }
  }

  lose(): void {
    this.#lost += 1;
  }

  faults(): FigureFault[] {
    const { baseline, current, fields } = this.#told;
    const told = { baseline, current };
    if (!this.#isOfMeasure || this.#fields.some(({ read }) => read === undefined)) {
      const names = fields.map(({ field }) => field).join();
      return [{ place: 'fields', told: names, counted: 'those of its measure' }];
    }
    const faults = windows.flatMap((window) =>
      this.#compare(window, told[window].count, this.#counts[window]),
    );
    if (this.#outside > 0) {
      faults.push({ place: 'windows', told: '0', counted: String(this.#outside) });
    }
    for (const each of this.#fields) faults.push(...this.#fieldFaults(each, told));
    return faults;
  }

  #fieldFaults(
    { field, buckets, counts, strays }: DriftField,
    told: Readonly<Record<Window, FigureWindow>>,
  ): FigureFault[] {
    const faults = windows.flatMap((window) => {
      const sum = buckets.reduce((all, bucket) => all + bucket[window], 0);
      const place = `${window} of ${field}`;
      const isWhole = sum === told[window].count;
      return [
        ...(isWhole ? [] : [{ place, told: String(sum), counted: String(told[window].count) }]),
        ...buckets.flatMap((bucket, at) =>
          this.#compare(`${place}, bucket ${at + 1}`, bucket[window], counts[window][at] ?? 0),
        ),
      ];
    });
    if (strays === 0) return faults;
    return [...faults, { place: `buckets of ${field}`, told: '0', counted: String(strays) }];
  }

  #compare(place: string, told: number, counted: number): FigureFault[] {
    const missing = told - counted;
    if (missing >= 0 && missing <= this.#lost) return [];
    return [{ place, told: String(told), counted: String(counted) }];
  }
}

/** Tells whether a table is by the fields of its measure. */
function hasFields({ measure }: FigureOrder, fields: readonly string[]): boolean {
  if (measure === 'drift') return false;
  if (measure !== 'groups')
    return canonicalJson([...fields]) === canonicalJson([...tableFields[measure]]);
  const isNamed = fields.every((field) => field.startsWith(groupPrefix));
  const { size } = new Set(fields);
  return isNamed && size === fields.length && size > 0 && size <= mostGroups;
}

function classReader({ basis, document }: FigureOrder): (decision: FigureDecision) => CountedClass {
  const classOf = outcomeClassifier(document.outcome);
  return basis === 'model'
    ? ({ outcome }) => classOf(outcome) ?? 'absent'
    : ({ effect }) => classOf(effect) ?? 'absent';
}

function keyOf({ values }: FigureRow): string {
  return canonicalJson(values.map(plain));
}

function noClasses(): Record<CountedClass, number> {
  return { favourable: 0, adverse: 0, undecided: 0, unknown: 0, absent: 0 };
}

function withinOf({ from, to }: FigureWindow): (ms: number) => boolean {
  const [first, end] = [
    from === null ? -Infinity : Date.parse(from),
    to === null ? Infinity : Date.parse(to),
  ];
  return (ms) => ms >= first && ms < end;
}

/** Finds the place of the bucket that takes a value; -1 where none does. */
function bucketFinder(buckets: readonly FigureBucket[]): (value: string | number | null) => number {
  const placeOf = (wanted: FigureBucket['kind']) =>
    buckets.findIndex(({ kind }) => kind === wanted);
  const [absent, other] = [placeOf('absent'), placeOf('other')];
  const named = new Map(
    buckets.flatMap((bucket, at) =>
      bucket.kind === 'value' ? [[canonicalJson(plain(bucket.value ?? null)), at] as const] : [],
    ),
  );
  const ranges = buckets.flatMap(({ kind, above, up_to: upTo }, at) =>
    kind === 'range' ? [{ at, above: above ?? -Infinity, upTo: upTo ?? Infinity }] : [],
  );
  return (value) => {
    if (value === null) return absent;
    const range =
      typeof value === 'number'
        ? ranges.find(({ above, upTo }) => value > above && value <= upTo)
        : undefined;
    return range?.at ?? (named.size === 0 ? undefined : named.get(valueText(value))) ?? other;
  };
}

/** The value as plain JSON. */
function plain(value: FigureValue): JsonValue {
  return typeof value === 'object' && value !== null ? { ...value } : value;
}
