/** Reading of a record by its model's decision profile (docs/oversight.md, "Decision profiles"). */
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.ts';
import type { OutcomeClass, ProfileDocument, TimeFormat } from '../contract/profiles.ts';
import { pointerNames } from '../json-pointer.ts';
import { canonicalJson } from '../ledger/canonical-json.ts';
import { bandLabels, bandOf } from './bands.ts';

export type Scalar = null | boolean | number | string;

/** Longest text that a fact holds, in UTF-16 units; a longer one is one of the others. */
export const longestFactText = 200;
/** Stands for every text that is too long, or one too many of its kind. No canonical text is empty. */
export const otherText = '';

/** Facts of a record, as far as they stand in it. Texts are canonical JSON; null is absent. */
export interface RecordFacts {
  readonly outcome: string | null;
  /** Milliseconds since 1970; null where the profile names no time, or none can be read. */
  readonly decidedMs: number | null;
  /** null also where the profile leaves it to the card in force. */
  readonly version: string | null;
  readonly amount: number | null;
  readonly groups: readonly (string | null)[];
  readonly columns: readonly (string | number | null)[];
  /** Who it is about, each text once, folded where the profile says so. */
  readonly subjects: readonly string[];
}

/** The value that a pointer names in a record (RFC 6901); undefined where there is none. */
export function valueAt(record: JsonObject, names: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = record;
  for (const name of names) {
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined;
    else if (isJsonObject(value)) value = Object.hasOwn(value, name) ? value[name] : undefined;
    else return undefined;
  }
  return value;
}

/** The same where it is a scalar: an object or array counts as absent. */
export function scalarAt(record: JsonObject, names: readonly string[]): Scalar | undefined {
  const value = valueAt(record, names);
  return typeof value === 'object' && value !== null ? undefined : value;
}

/** The canonical text of a scalar as facts hold it; what has none, since it was altered, is one of the others. */
export function factText(value: Scalar): string {
  const isNone =
    typeof value === 'string' ? !value.isWellFormed() : value === Infinity || value === -Infinity;
  if (isNone) return otherText;
  const text = canonicalJson(value);
  return text.length > longestFactText ? otherText : text;
}

/** A text as subjects are compared: NFKC, lower case, white space as one blank, none around it. */
export function foldSubject(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

const day = /^\d{4}-\d{2}-\d{2}$/;
const instantWithOffset =
  /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?([Zz]|[+-]\d{2}(:?\d{2})?)$/;
const instantWithout = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}([.,]\d+)?)?$/;
/** Of the years 1 to 9999. */
const earliest = -62_135_596_800_000;
const latest = 253_402_300_799_999;

/** Milliseconds since 1970 of a time in a record; undefined where it cannot be read. */
export function timeOf(value: Scalar | undefined, format: TimeFormat): number | undefined {
  const milliseconds = millisecondsOf(value, format);
  const isTime = milliseconds !== undefined && milliseconds >= earliest && milliseconds <= latest;
  return isTime ? milliseconds : undefined;
}

function millisecondsOf(value: Scalar | undefined, format: TimeFormat): number | undefined {
  switch (format) {
    case 'iso':
      return typeof value === 'string' ? isoTime(value) : undefined;
    case 'unix_s':
      return typeof value === 'number' ? Math.floor(value * 1_000) : undefined;
    case 'unix_ms':
      return typeof value === 'number' ? Math.floor(value) : undefined;
    default:
      return format satisfies never;
  }
}

/** A date is its midnight, UTC; a day that does not exist is none. */
function isoTime(text: string): number | undefined {
  const date = text.slice(0, 10);
  const isForm = day.test(text) || instantWithOffset.test(text);
  if (!isForm || !isDay(date)) return undefined;
  if (text.length === 10) return Date.parse(`${date}T00:00:00Z`);
  const time = text.slice(11).replace(',', '.').toUpperCase();
  const spelt = time.replace(
    /([+-]\d{2}):?(\d{2})?$/,
    (_, hours: string, minutes?: string) => `${hours}:${minutes ?? '00'}`,
  );
  const milliseconds = Date.parse(`${date}T${spelt}`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds;
}

function isDay(date: string): boolean {
  const milliseconds = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(date);
}

/** Tells whether a text is a time of day without its offset: nobody can say when that was. */
export function lacksOffset(value: Scalar | undefined): boolean {
  return typeof value === 'string' && instantWithout.test(value);
}

/** Members of a profile that facts are made from: where they differ, facts are made anew. */
export function factFields(profile: ProfileDocument): JsonObject {
  const { outcome, decided_at, subject, groups, version, amount, columns } = profile;
  return {
    outcome: outcome?.path ?? null,
    decided_at: decided_at && { ...decided_at },
    subject: subject && { paths: [...subject.paths], match: subject.match },
    groups: groups.map(({ path, bands }) => ({ path, bands: bands ?? null })),
    version: version?.path ?? null,
    amount: amount?.path ?? null,
    columns: columns.map(({ path, kind }) => ({ path, kind })),
  };
}

/** Reads records by one profile. */
export class ProfileReader {
  /** Members of a record that the profile reads something of. */
  readonly members: ReadonlySet<string>;
  readonly #profile: ProfileDocument;
  readonly #names = new Map<string, readonly string[]>();
  /** Labels of each group's bands, as canonical JSON. */
  readonly #labels: readonly (readonly string[])[];

  constructor(profile: ProfileDocument) {
    this.#profile = profile;
    for (const path of pathsOf(profile)) this.#names.set(path, pointerNames(path) ?? []);
    this.members = new Set([...this.#names.values()].flatMap(([first]) => first ?? []));
    this.#labels = profile.groups.map(({ bands }) =>
      bands === undefined ? [] : bandLabels(bands).map((label) => canonicalJson(label)),
    );
  }

  /** Whether the profile says where the version stands; else it is the card's in force. */
  get hasVersion(): boolean {
    return this.#profile.version !== null;
  }

  /** The facts of a record; of one that lacks members, as far as it has them. */
  read(record: JsonObject): RecordFacts {
    const { decided_at: decided, subject, groups, version, amount, columns } = this.#profile;
    return {
      outcome: this.outcome(record),
      decidedMs: (decided && timeOf(this.#at(record, decided.path), decided.format)) ?? null,
      version: version && this.#text(record, version.path),
      amount: amount && this.#number(record, amount.path),
      groups: groups.map(({ path, bands }, place) => {
        if (bands === undefined) return this.#text(record, path);
        const value = this.#number(record, path);
        return value === null ? null : (this.#labels[place]?.[bandOf(bands, value)] ?? null);
      }),
      columns: columns.map(({ path, kind }) =>
        kind === 'number' ? this.#number(record, path) : this.#text(record, path),
      ),
      subjects: subject === null ? [] : this.#subjects(record, subject),
    };
  }

  /** The outcome alone, of a record or of the output that is in effect. */
  outcome(record: JsonObject): string | null {
    const { outcome } = this.#profile;
    if (outcome === null) return null;
    const value = this.#at(record, outcome.path);
    return value === undefined ? null : factText(value);
  }

  #at(record: JsonObject, path: string): Scalar | undefined {
    return scalarAt(record, this.#names.get(path) ?? []);
  }

  #text(record: JsonObject, path: string): string | null {
    const value = this.#at(record, path) ?? null;
    return value === null ? null : factText(value);
  }

  #number(record: JsonObject, path: string): number | null {
    const value = this.#at(record, path);
    return typeof value === 'number' ? value : null;
  }

  #subjects(
    record: JsonObject,
    { paths, match }: NonNullable<ProfileDocument['subject']>,
  ): string[] {
    const texts = paths.flatMap((path) => {
      const value = this.#at(record, path);
      if (typeof value !== 'string' && typeof value !== 'number') return [];
      const text = String(value);
      return match === 'folded' ? foldSubject(text) : text;
    });
    const told = texts.filter((text) => text !== '' && text.isWellFormed());
    return told.length < 2 ? told : [...new Set(told)];
  }
}

/** Every path of a profile, each once, in the order of its members. */
export function pathsOf(profile: ProfileDocument): string[] {
  const { outcome, decided_at, subject, groups, version, amount, columns, reasons } = profile;
  const one = (member: { readonly path: string } | null) => (member === null ? [] : [member.path]);
  return [
    ...new Set([
      ...one(outcome),
      ...one(decided_at),
      ...(subject?.paths ?? []),
      ...groups.map(({ path }) => path),
      ...one(version),
      ...one(amount),
      ...columns.map(({ path }) => path),
      ...one(reasons),
    ]),
  ];
}

/** The class of an outcome: `unknown` for a value of no class; undefined where there is none. */
export function outcomeClassifier(
  outcome: ProfileDocument['outcome'],
): (text: string | null) => OutcomeClass | 'unknown' | undefined {
  const classes = new Map<string, OutcomeClass>();
  for (const name of ['favourable', 'adverse', 'undecided'] as const) {
    for (const value of outcome?.[name] ?? []) classes.set(canonicalJson(value), name);
  }
  return (text) => (text === null ? undefined : (classes.get(text) ?? 'unknown'));
}
