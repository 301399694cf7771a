/** Recorded figures and alerts that tell values of decisions which no other decision has: an erasure takes them along. */
import type { Database, Statement } from 'better-sqlite3';
import { isJsonObject, jsonOrUndefined, type JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { ProfileReader } from '../../shared/oversight/profile-reader.ts';
import type { PlacedTarget } from '../ledger/intervention-journal.ts';
import { DecisionSource, type Going, type RecordPlace } from './decision-source.ts';
import { decisionTexts, type DecisionTexts } from './decision-texts.ts';
import { documentOrUndefined } from './profile-store.ts';

/** Other decisions that are looked at: a value that none of them has counts as nobody else's. */
export const mostOthers = 20_000;
const atOnce = 256;

/** Every statement, by name, so that a test can read the plan of each. */
export const tellingStatements = {
  figures: `SELECT f.seq, f.id, f.profile_id, lower(hex(f.hash)) AS hash, p.field, p.value
    FROM figures AS f CROSS JOIN payloads AS p ON p.seq = f.seq WHERE f.model_id = ?`,
  alerts: `SELECT a.seq, a.alert_id AS id, a.profile_id, lower(hex(a.hash)) AS hash, p.field, p.value
    FROM alert_entries AS o CROSS JOIN alert_entries AS a ON a.alert_id = o.alert_id
    CROSS JOIN payloads AS p ON p.seq = a.seq WHERE o.state = 'open' AND o.model_id = ?`,
  document: 'SELECT document FROM profiles WHERE profile_id = ?',
} as const;

/** A value that a figure or an alert commits to. */
interface Telling {
  readonly seq: number;
  readonly id: string;
  readonly profile_id: string;
  /** Of its entry, hexadecimal. */
  readonly hash: string;
  readonly field: string;
  readonly value: string;
}

/** Over one connection. Call within one transaction. */
export class TellingEvidence {
  readonly #source: DecisionSource;
  readonly #evidence: readonly Statement<[string], Telling>[];
  readonly #document: Statement<[string], string>;

  constructor(database: Database) {
    const { figures, alerts, document } = tellingStatements;
    this.#source = new DecisionSource(database);
    this.#evidence = [figures, alerts].map((sql) => database.prepare(sql));
    this.#document = database.prepare<[string], string>(document).pluck();
  }

  /**
   * What figures and alerts lose as well.
   * @param targets what goes of records and of interventions on them
   */
  targets(targets: readonly Pick<PlacedTarget, 'seq' | 'fields'>[]): PlacedTarget[] {
    const going = new Map<number, Set<string>>();
    for (const { seq, fields } of targets) {
      going.set(seq, new Set([...(going.get(seq) ?? []), ...fields]));
    }
    const models = new Map<string, Map<number, RecordPlace>>();
    for (const seq of going.keys()) {
      const place = this.#source.ofEntry(seq);
      if (place === undefined) continue;
      const places = models.get(place.model_id) ?? new Map<number, RecordPlace>();
      models.set(place.model_id, places.set(place.position, place));
    }
    return [...models].flatMap(([modelId, places]) =>
      this.#ofModel(modelId, [...places.values()], going),
    );
  }

  #ofModel(modelId: string, places: readonly RecordPlace[], going: Going): PlacedTarget[] {
    const told = this.#evidence.flatMap((each) => each.all(modelId));
    const losing = new Map<string, Map<Telling, ReadonlySet<string>>>();
    for (const [profileId, of] of Map.groupBy(told, (each) => each.profile_id)) {
      const reader = this.#readerOf(profileId);
      const lost = reader && this.#lost(reader, places, going);
      for (const each of of) {
        const texts = lost === undefined ? new Set<string>() : toldOf(each, lost);
        if (texts.size > 0) {
          losing.set(profileId, (losing.get(profileId) ?? new Map()).set(each, texts));
        }
      }
    }
    const sole = [...losing].flatMap(([profileId, of]) => {
      const asked = new Set([...of.values()].flatMap((texts) => [...texts]));
      const left = this.#hadByNobodyElse(asked, { modelId, profileId, going });
      return [...of].flatMap(([each, texts]) =>
        [...texts].some((text) => left.has(text)) ? [each] : [],
      );
    });
    return targetsOf(sole);
  }

  #readerOf(profileId: string): ProfileReader | undefined {
    const document = documentOrUndefined(this.#document.get(profileId) ?? '');
    return document && new ProfileReader(document);
  }

  /** Texts that the decisions have no more once the values are gone. */
  #lost(reader: ProfileReader, places: readonly RecordPlace[], going: Going): Set<string> {
    const lost = new Set<string>();
    for (const place of places) {
      const kept = new Set(this.#texts(reader, place, going));
      for (const text of this.#texts(reader, place)) if (!kept.has(text)) lost.add(text);
    }
    return lost;
  }

  #texts(reader: ProfileReader, place: RecordPlace, going?: Going): string[] {
    const transaction = this.#source.valueOf(place.seq, 'transaction_id', going);
    const record = this.#source.members(reader, place, going);
    const facts = decisionTexts(reader, record, this.#source.around(place, going));
    return [...textsOf(facts, reader), ...(transaction === undefined ? [] : [transaction])];
  }

  /** Those of the texts that none of the other decisions has. */
  #hadByNobodyElse(
    asked: ReadonlySet<string>,
    {
      modelId,
      profileId,
      going,
    }: { readonly modelId: string; readonly profileId: string; readonly going: Going },
  ): Set<string> {
    const left = new Set(asked);
    const reader = this.#readerOf(profileId);
    if (reader === undefined) return left;
    let [after, looked] = [0, 0];
    while (left.size > 0 && looked < mostOthers) {
      const places = this.#source.ofModel(modelId, after, Number.MAX_SAFE_INTEGER, atOnce);
      for (const place of places) {
        for (const text of this.#texts(reader, place, going)) left.delete(text);
      }
      looked += places.length;
      after = places.at(-1)?.position ?? after;
      if (places.length < atOnce) break;
    }
    return left;
  }
}

/** Every value that a profile reads, as canonical JSON. */
function textsOf(facts: DecisionTexts, reader: ProfileReader): string[] {
  const { outcome, effect, amount, groups, columns, subjects, version } = facts;
  const values = [outcome, effect, amount, ...groups, ...columns];
  return [
    ...values.flatMap((value) =>
      value === null ? [] : [typeof value === 'number' ? canonicalJson(value) : value],
    ),
    ...(reader.hasVersion && version !== null ? [version] : []),
    ...subjects.map((subject) => canonicalJson(subject)),
  ].filter((text) => text !== '');
}

/** One target for each entry, with all of its values that go. */
function targetsOf(telling: readonly Telling[]): PlacedTarget[] {
  const targets = new Map<number, PlacedTarget>();
  for (const { seq, id, hash, field } of telling) {
    const fields = [...(targets.get(seq)?.fields ?? []), field].toSorted();
    targets.set(seq, { seq, id, hash: `sha256:${hash}`, fields });
  }
  return [...targets.values()].toSorted((one, other) => one.seq - other.seq);
}

/** Those of the texts that a committed value tells. */
function toldOf({ field, value }: Telling, texts: ReadonlySet<string>): Set<string> {
  const json = jsonOrUndefined(value) ?? null;
  if (typeof json === 'string') return quotedIn(json, texts);
  const told = new Set<string>();
  for (const { value: each, isFilter } of valuesIn(json, field === 'where' ? 'filter' : 'none')) {
    const text = canonicalJson(each);
    if (texts.has(text)) told.add(text);
    // An expression of a filter names a text as a part of it.
    if (!isFilter || typeof each !== 'string') continue;
    for (const part of quotedIn(each, texts)) told.add(part);
  }
  return told;
}

/** The shortest text that counts as quoted, in characters. */
const leastQuoted = 3;

/** Those of the texts that stand within a longer one, whatever the case. */
function quotedIn(longer: string, texts: ReadonlySet<string>): Set<string> {
  const within = longer.toLowerCase();
  return new Set(
    [...texts].filter((text) => {
      const value = text.startsWith('"') ? jsonOrUndefined(text) : undefined;
      return (
        typeof value === 'string' &&
        value.length >= leastQuoted &&
        within.includes(value.toLowerCase())
      );
    }),
  );
}

/** Members of figures and alerts that hold values of decisions. */
const valueMembers: ReadonlySet<string> = new Set(['values', 'value', 'above', 'up_to']);

/** `filter`: every leaf is one; `value`: a leaf here is one. */
type Within = 'filter' | 'value' | 'none';

interface ToldValue {
  readonly value: JsonValue;
  readonly isFilter: boolean;
}

/** The values of decisions that a figure, a filter or a finding has. */
function* valuesIn(json: JsonValue, within: Within): Generator<ToldValue> {
  if (Array.isArray(json)) {
    for (const each of json) yield* valuesIn(each, within);
  } else if (isJsonObject(json)) {
    for (const [name, each] of Object.entries(json)) {
      const isFilter = name === 'where' && typeof each === 'string';
      if (isFilter) yield* valuesIn(jsonOrUndefined(each) ?? null, 'filter');
      else if (within === 'filter') yield* valuesIn(each, within);
      else yield* valuesIn(each, valueMembers.has(name) ? 'value' : 'none');
    }
  } else if (within !== 'none') yield { value: json, isFilter: within === 'filter' };
}
