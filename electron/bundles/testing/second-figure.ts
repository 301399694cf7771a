/** The counting of a figure again by the second verifier, written from docs/ledger-format.md alone: it shares no code with the product. */

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };
export type Members = { readonly [name: string]: Json };

/** An intervention before the figure, in the order of `n`. */
export interface CountedStep {
  readonly id: string;
  readonly action: string;
  readonly meaning: Json | undefined;
  readonly supersedes: Json | undefined;
}

/** A record with what its bundle shows of it. */
export interface CountedRecord {
  readonly members: Members;
  readonly steps: readonly CountedStep[];
  /** Members, and `effect`, that were taken since. */
  readonly taken: ReadonlySet<string>;
}

export interface CountedFigure {
  readonly measure: string;
  readonly basis: string;
  readonly profile: Members;
  readonly result: Members;
  readonly records: readonly CountedRecord[];
  /** The outcome that an intervention put in effect. */
  readonly outcomeOf: (id: string) => Json | undefined;
}

/** Means of the verifier. */
export interface Means {
  readonly canonical: (value: Json) => string;
  readonly need: (holds: boolean, why: string) => void;
}

const classNames = ['favourable', 'adverse', 'undecided', 'unknown', 'absent'] as const;
const absent = '{"absent":true}';
const other = '{"other":true}';

const isMembers = (value: Json | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listAt = (value: Members, name: string): readonly Json[] => {
  const found = value[name];
  return Array.isArray(found) ? found : [];
};
const membersAt = (value: Members, name: string): readonly Members[] =>
  listAt(value, name).filter(isMembers);
const textAt = (value: Members | null, name: string): string => {
  const found = value?.[name];
  return typeof found === 'string' ? found : '';
};
const memberAt = (value: Members, name: string): Members | null => {
  const found = value[name];
  return isMembers(found) ? found : null;
};
const countAt = (value: Members, name: string): number => {
  const found = value[name];
  return typeof found === 'number' && Number.isSafeInteger(found) ? found : Number.NaN;
};
const numberAt = (value: Members, name: string): number | undefined => {
  const found = value[name];
  return typeof found === 'number' ? found : undefined;
};

/** Refuses a figure whose counts the records do not come to. */
export function recountFigure(figure: CountedFigure, means: Means): void {
  new Recount(figure, means).run();
}

type Value = string | number | undefined;

class Recount {
  readonly #figure: CountedFigure;
  readonly #canonical: Means['canonical'];
  readonly #need: Means['need'];
  readonly #classes = new Map<string, number>();
  readonly #outcome: Members | null;

  constructor(figure: CountedFigure, { canonical, need }: Means) {
    this.#figure = figure;
    this.#canonical = canonical;
    this.#need = need;
    this.#outcome = memberAt(figure.profile, 'outcome');
    for (const [place, name] of classNames.slice(0, 3).entries()) {
      for (const value of listAt(this.#outcome ?? {}, name)) {
        this.#classes.set(canonical(value), place);
      }
    }
  }

  run(): void {
    const fields =
      this.#figure.measure === 'drift'
        ? membersAt(this.#figure.result, 'fields').map((each) => textAt(each, 'field'))
        : listAt(this.#figure.result, 'fields').map(String);
    this.#needFields(fields);
    const sources = this.#sources(fields);
    const counted = this.#figure.records.filter(
      ({ taken }) => !sources.some((source) => taken.has(source)),
    );
    const lost = this.#figure.records.length - counted.length;
    if (this.#figure.measure === 'drift') this.#checkDrift(counted, lost);
    else this.#checkTable(fields, counted, lost);
  }

  #needFields(fields: readonly string[]): void {
    const { measure, profile } = this.#figure;
    const groups = membersAt(profile, 'groups').map((each) => `group.${textAt(each, 'name')}`);
    const columns = membersAt(profile, 'columns').map((each) => `column.${textAt(each, 'name')}`);
    const isOf: Readonly<Record<string, () => boolean>> = {
      outcomes: () => fields.length === 0,
      changes: () => fields.join() === 'reviewed,changed,outcome,effect',
      confidence: () => fields.join() === 'confidence',
      groups: () =>
        fields.length > 0 &&
        fields.length < 4 &&
        new Set(fields).size === fields.length &&
        fields.every((field) => groups.includes(field)),
      drift: () => {
        const named = ['version', 'amount'].filter((name) => memberAt(profile, name) !== null);
        const known = new Set(['outcome', 'effect', 'confidence', ...named, ...groups, ...columns]);
        return fields.every((field) => known.has(field));
      },
    };
    this.#need(isOf[measure]?.() === true, 'the fields of a figure are not those of its measure');
  }

  /** First tokens of the pointers that are read; `effect` stands for the outcomes of people. */
  #sources(fields: readonly string[]): string[] {
    const { profile, basis, measure } = this.#figure;
    const paths = [
      textAt(this.#outcome, 'path'),
      ...['version', 'amount']
        .filter((name) => fields.includes(name))
        .map((name) => textAt(memberAt(profile, name), 'path')),
      ...fields.map((field) => textAt(this.#member(field), 'path')),
      ...(measure === 'drift' ? [textAt(memberAt(profile, 'decided_at'), 'path')] : []),
    ];
    const effect = basis === 'effect' || fields.includes('effect') ? ['effect'] : [];
    return [...paths.flatMap((path) => path.split('/')[1] ?? []), ...effect];
  }

  /** The group or column of a field. */
  #member(field: string): Members | null {
    const [kind, name] = field.startsWith('group.')
      ? (['groups', field.slice(6)] as const)
      : (['columns', field.replace(/^column\./, '')] as const);
    if (!/^(group|column)\./.test(field)) return null;
    const all = membersAt(this.#figure.profile, kind);
    return all.find((each) => each['name'] === name) ?? null;
  }

  #at(record: Members, path: string): Json | undefined {
    let value: Json | undefined = record;
    for (const part of path.split('/').slice(1)) {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
      if (Array.isArray(value)) {
        const list: readonly Json[] = value;
        value = /^(0|[1-9]\d*)$/.test(name) ? list[Number(name)] : undefined;
      } else value = isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    }
    return typeof value === 'object' && value !== null ? undefined : value;
  }

  #text(value: Json | undefined): string {
    if (value === undefined) return absent;
    const written = this.#canonical(value);
    return written.length > 200 ? other : written;
  }

  #outcomeOf(record: Members): string {
    return this.#outcome === null
      ? absent
      : this.#text(this.#at(record, textAt(this.#outcome, 'path')));
  }

  /** What people came to. */
  #reviewed({ members, steps }: CountedRecord) {
    const replaced = new Set(steps.map(({ supersedes }) => supersedes));
    const standing = steps.filter(({ id, meaning }) => !replaced.has(id) && meaning !== 'proposal');
    const changes = (action: string) => ['modify', 'override', 'reverse'].includes(action);
    const decided = standing.filter(({ action }) => action === 'approve' || changes(action));
    const words = standing.filter((step) => decided.includes(step) || step.action === 'escalate');
    const changing = decided.findLast(({ action }) => changes(action));
    const outcome = this.#outcomeOf(members);
    const put = changing && this.#figure.outcomeOf(changing.id);
    return {
      outcome,
      effect:
        changing === undefined
          ? outcome
          : this.#outcomeOf(put === undefined ? {} : { output: put }),
      reviewed: decided.length > 0,
      changed: changes(words.at(-1)?.action ?? ''),
    };
  }

  #value(field: string, record: CountedRecord): Value {
    const { members } = record;
    if (field === 'outcome' || field === 'effect') return this.#reviewed(record)[field];
    if (field === 'reviewed' || field === 'changed') return String(this.#reviewed(record)[field]);
    if (field === 'confidence') return numberAt(members, 'confidence');
    const member = this.#member(field) ?? memberAt(this.#figure.profile, field);
    const value = this.#at(members, textAt(member, 'path'));
    const edges = listAt(member ?? {}, 'bands').map(Number);
    if (edges.length > 0) return typeof value === 'number' ? this.#band(edges, value) : absent;
    if (field === 'amount' || member?.['kind'] === 'number') {
      return typeof value === 'number' ? value : undefined;
    }
    return this.#text(value === null ? undefined : value);
  }

  #band(edges: readonly number[], value: number): string {
    const place = edges.filter((edge) => value >= edge).length;
    const [from, to] = [edges[place - 1], edges[place]];
    if (from === undefined) return this.#canonical(`< ${to}`);
    if (to === undefined) return this.#canonical(`\u2265 ${from}`);
    if (!edges.every(Number.isInteger)) return this.#canonical(`${from} \u2013 < ${to}`);
    return this.#canonical(to - 1 === from ? `${from}` : `${from}\u2013${to - 1}`);
  }

  #cell(field: string, record: CountedRecord): string {
    const value = this.#value(field, record);
    if (value === undefined) return absent;
    if (field !== 'confidence' || typeof value === 'string') {
      return typeof value === 'string' ? value : this.#canonical(value);
    }
    return String(
      Array.from({ length: 9 }, (_, bin) => (bin + 1) / 10).filter((edge) => value >= edge).length,
    );
  }

  #checkTable(fields: readonly string[], records: readonly CountedRecord[], lost: number): void {
    const found = new Map<string, number[]>();
    for (const record of records) {
      const key = `[${fields.map((field) => this.#cell(field, record)).join()}]`;
      const { outcome, effect } = this.#reviewed(record);
      const text = this.#figure.basis === 'effect' ? effect : outcome;
      const place = text === absent ? 4 : (this.#classes.get(text) ?? 3);
      const counts = found.get(key) ?? [0, 0, 0, 0, 0];
      counts[place] = (counts[place] ?? 0) + 1;
      found.set(key, counts);
    }
    const rows = membersAt(this.#figure.result, 'rows');
    let sum = 0;
    let before = '';
    for (const row of rows) {
      const key = this.#canonical(row['values'] ?? null);
      this.#need(key > before, 'the rows of a figure are not in order');
      before = key;
      const counts = found.get(key) ?? [];
      found.delete(key);
      for (const [place, name] of classNames.entries()) {
        const missing = countAt(row, name) - (counts[place] ?? 0);
        this.#need(lost === 0 ? missing === 0 : missing >= 0, `${name} of ${key} is another count`);
        sum += countAt(row, name);
      }
    }
    this.#need(found.size === 0, `a figure lacks ${[...found.keys()].join()}`);
    this.#need(sum === records.length + lost, 'a figure does not count all of its records');
  }

  #checkDrift(records: readonly CountedRecord[], lost: number): void {
    const { result } = this.#figure;
    const near = (told: number, counted: number, what: string) =>
      this.#need(told - counted >= 0 && told - counted <= lost, `${what} is another count`);
    const inside = (['baseline', 'current'] as const).map((name) => {
      const window = memberAt(result, name) ?? {};
      const from = Date.parse(textAt(window, 'from') || '0001-01-01T00:00:00.000Z');
      const to = Date.parse(textAt(window, 'to') || '+010000-01-01T00:00:00.000Z');
      const within = records.filter((record) => {
        const time = this.#time(record.members);
        return time >= from && time < to;
      });
      near(countAt(window, 'count'), within.length, name);
      return { name, within, all: countAt(window, 'count') };
    });
    const seen = new Set(inside.flatMap(({ within }) => within));
    this.#need(seen.size === records.length, 'a record is in no window');
    for (const field of membersAt(result, 'fields')) {
      const buckets = membersAt(field, 'buckets');
      for (const { name, within, all } of inside) {
        const counts = buckets.map(() => 0);
        for (const record of within) {
          const place = this.#bucket(buckets, this.#value(textAt(field, 'field'), record));
          this.#need(place !== -1, 'a bucket is missing');
          counts[place] = (counts[place] ?? 0) + 1;
        }
        const sum = buckets.reduce((each, bucket) => each + countAt(bucket, name), 0);
        this.#need(sum === all, 'buckets do not come to their window');
        for (const [place, bucket] of buckets.entries()) {
          near(
            countAt(bucket, name),
            counts[place] ?? 0,
            `bucket ${place} of ${textAt(field, 'field')}`,
          );
        }
      }
    }
  }

  #bucket(buckets: readonly Members[], value: Value): number {
    const kindAt = (kind: string) => buckets.findIndex((each) => each['kind'] === kind);
    if (value === undefined || value === absent) return kindAt('absent');
    const text = typeof value === 'number' ? this.#canonical(value) : value;
    const place = buckets.findIndex((bucket) => {
      if (bucket['kind'] === 'value') return this.#canonical(bucket['value'] ?? null) === text;
      return (
        bucket['kind'] === 'range' &&
        typeof value === 'number' &&
        value > (numberAt(bucket, 'above') ?? -Infinity) &&
        value <= (numberAt(bucket, 'up_to') ?? Infinity)
      );
    });
    return place === -1 ? kindAt('other') : place;
  }

  #time(members: Members): number {
    const decided = memberAt(this.#figure.profile, 'decided_at');
    const value = this.#at(members, textAt(decided, 'path'));
    const format = textAt(decided, 'format');
    let time = Number.NaN;
    if (decided !== null && format === 'iso' && typeof value === 'string') time = isoTime(value);
    if (decided !== null && format !== 'iso' && typeof value === 'number') {
      time = Math.floor(format === 'unix_s' ? value * 1_000 : value);
    }
    const isTime = time >= -62_135_596_800_000 && time <= 253_402_300_799_999;
    return isTime ? time : Date.parse(textAt(members, 'created_at'));
  }
}

function isoTime(text: string): number {
  const [, day = '', clock = '', zone = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)([Zz]|[+-]\d{2}(?::?\d{2})?))?$/.exec(
      text,
    ) ?? [];
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) {
    return Number.NaN;
  }
  if (clock === '') return midnight;
  const [sign = '', hours = '', minutes = '00'] =
    /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)?.slice(1) ?? [];
  const offset = hours === '' ? 'Z' : `${sign}${hours}:${minutes}`;
  return Date.parse(`${day}T${clock.replace(',', '.')}${offset}`);
}
