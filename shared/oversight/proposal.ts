/**
 * Proposal of a decision profile from the records of a model: by the names of their members and what stands in them.
 * Nothing of it is in force until somebody confirms it (docs/oversight.md, "Proposal").
 */
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.ts';
import { limits } from '../contract/limits.ts';
import type { ProfileDocument, ProposedProfile } from '../contract/profiles.ts';
import { canonicalJson } from '../ledger/canonical-json.ts';
import { isFieldName } from './field-names.ts';
import {
  groupNames,
  isOneOf,
  otherTimes,
  rankOf,
  subjectNames,
  timeNames,
  wordsOf,
} from './member-names.ts';
import { longestFactText, timeOf, type Scalar } from './profile-reader.ts';

/** Members of a record whose leaves are looked at. */
const looked = ['output', 'input', 'context', 'explanation'] as const;
const deepest = 6;
/** Leaves that are followed; of a record with more the others are left out. */
const mostLeaves = 2_000;
/** Part of the records that has to have a leaf. */
const leastPresent = [95, 100] as const;
const examples = 5;
const dayMs = 86_400_000;
const usualBands = [25, 40, 62];
const usualSmallGroup = 30;

/** Names by words, as `rankOf` takes them. */
const outcomeNames = [
  'decision',
  'outcome',
  'result',
  'status',
  'action',
  'verdict',
  'label',
  'approv*',
  'deny',
  'deni*',
];
const amountNames = ['amount', 'sum', 'price', 'premium', 'payout'];
const reasonNames = ['reason*'];
const favourableWords = [
  'approv*',
  'accept*',
  'allow*',
  'grant*',
  'pass*',
  'pay*',
  'paid',
  'clear*',
  'keep*',
  'kept',
];
const adverseWords = ['declin*', 'deny', 'deni*', 'reject*', 'block*', 'refus*', 'remov*'];
const undecidedWords = ['refer*', 'review*', 'hold*', 'held', 'escalat*', 'pend*'];
/** What turns the word beside it round. */
const negations: ReadonlySet<string> = new Set(['not', 'no', 'non', 'un']);

/** A place in the records with what stands there. */
interface Leaf {
  readonly names: readonly string[];
  readonly words: readonly string[];
  present: number;
  numbers: number;
  /** Whether every one so far reads as a time not after the record, by format. */
  readonly times: { iso: number; unix_s: number; unix_ms: number };
  /** Sum of the sizes of numbers. */
  weight: number;
  /** Distinct values by canonical text. */
  readonly values: Map<string, Scalar>;
}

/** Proposes a profile by the newest records of a model. */
export function proposeProfile(records: Iterable<JsonObject>): ProposedProfile {
  const seen = new Leaves();
  for (const record of records) seen.add(record);
  return new Proposal(seen).made();
}

class Leaves {
  count = 0;
  readonly leaves = new Map<string, Leaf>();
  /** How often there is an array at a path. */
  readonly arrays = new Map<string, { readonly names: readonly string[]; count: number }>();

  add(record: JsonObject): void {
    this.count += 1;
    const createdAt = record['created_at'];
    const latest = (typeof createdAt === 'string' ? Date.parse(createdAt) : Infinity) + dayMs;
    for (const member of looked) {
      const value = record[member];
      if (value !== undefined) this.#visit([member], value, latest);
    }
  }

  #visit(names: readonly string[], value: JsonValue, latest: number): void {
    if (Array.isArray(value)) {
      const path = pathOf(names);
      const known = this.arrays.get(path);
      if (known !== undefined) known.count += 1;
      else if (this.arrays.size < mostLeaves) this.arrays.set(path, { names, count: 1 });
      return;
    }
    if (!isJsonObject(value)) {
      if (value !== null) this.#leaf(names, value, latest);
      return;
    }
    if (names.length >= deepest) return;
    for (const [name, each] of Object.entries(value)) this.#visit([...names, name], each, latest);
  }

  #leaf(names: readonly string[], value: Exclude<Scalar, null>, latest: number): void {
    const path = pathOf(names);
    let leaf = this.leaves.get(path);
    if (leaf === undefined) {
      if (this.leaves.size >= mostLeaves || path.length > limits.profile.pathCharacters) return;
      leaf = {
        names,
        words: wordsOf(names.at(-1) ?? ''),
        present: 0,
        numbers: 0,
        times: { iso: 0, unix_s: 0, unix_ms: 0 },
        weight: 0,
        values: new Map(),
      };
      this.leaves.set(path, leaf);
    }
    leaf.present += 1;
    for (const format of ['iso', 'unix_s', 'unix_ms'] as const) {
      const time = timeOf(value, format);
      const earliest = format === 'iso' ? -Infinity : earliestNumber;
      if (time !== undefined && time >= earliest && time <= latest) leaf.times[format] += 1;
    }
    if (typeof value === 'number') {
      leaf.numbers += 1;
      leaf.weight += Math.abs(value);
    }
    const text = canonicalJson(value);
    if (text.length <= longestFactText) leaf.values.set(text, value);
  }
}

/** A number that stands for an earlier time counts something else. */
const earliestNumber = Date.UTC(1990, 0, 1);

class Proposal {
  readonly #count: number;
  readonly #leaves: readonly Leaf[];
  readonly #arrays: Leaves['arrays'];
  readonly #taken = new Set<Leaf>();

  constructor({ count, leaves, arrays }: Leaves) {
    this.#count = count;
    this.#arrays = arrays;
    this.#leaves = [...leaves.values()].filter(({ present }) => this.#isMost(present));
  }

  made(): ProposedProfile {
    const { outcome, unassigned } = this.#outcome();
    const decided_at = this.#decidedAt();
    const subject = this.#subject();
    const groups = this.#groups();
    const version = this.#take(this.#named(['version'], ({ values }) => values.size <= 100));
    const amount = this.#amount();
    const columns = this.#columns(groups.map(({ name }) => name));
    return {
      records: this.#count,
      unassigned,
      profile: {
        outcome,
        decided_at,
        subject,
        groups,
        version: version && { path: pathOf(version.names) },
        amount,
        columns,
        reasons: this.#reasons(),
        review: null,
        small_group: usualSmallGroup,
      },
      paths: this.#leaves.map(({ names, present, numbers, values }) => ({
        path: pathOf(names),
        present,
        values: values.size,
        kind: numbers === present ? 'number' : 'text',
        examples: [...values.values()].slice(0, examples),
      })),
    };
  }

  #isMost(count: number, of: number = this.#count): boolean {
    return count * leastPresent[1] >= of * leastPresent[0];
  }

  #take(leaf: Leaf | undefined): Leaf | null {
    if (leaf === undefined) return null;
    this.#taken.add(leaf);
    return leaf;
  }

  /** Leaves with one of the names, the best name first; those that are taken are left out. */
  #allNamed(names: readonly string[], isFit: (leaf: Leaf) => boolean): Leaf[] {
    return this.#leaves
      .map((leaf) => ({ leaf, rank: rankOf(leaf.words, names) }))
      .filter(({ leaf, rank }) => rank < names.length && !this.#taken.has(leaf) && isFit(leaf))
      .toSorted((left, right) => left.rank - right.rank)
      .map(({ leaf }) => leaf);
  }

  #named(names: readonly string[], isFit: (leaf: Leaf) => boolean): Leaf | undefined {
    return this.#allNamed(names, isFit)[0];
  }

  #outcome(): { outcome: ProfileDocument['outcome']; unassigned: Scalar[] } {
    const [best] = this.#leaves
      .filter(({ names, values }) => names[0] === 'output' && isBetween(values.size, 2, 20))
      .toSorted(
        (left, right) =>
          rankOf(left.words, outcomeNames) - rankOf(right.words, outcomeNames) ||
          left.values.size - right.values.size,
      );
    if (best === undefined) return { outcome: null, unassigned: [] };
    this.#taken.add(best);
    const classes = { favourable: [], adverse: [], undecided: [], unassigned: [] } as {
      readonly [Name in 'favourable' | 'adverse' | 'undecided' | 'unassigned']: Scalar[];
    };
    for (const value of best.values.values()) classes[classOf(value, best.words)].push(value);
    const { unassigned, ...assigned } = classes;
    return { outcome: { path: pathOf(best.names), ...assigned }, unassigned };
  }

  #decidedAt(): ProfileDocument['decided_at'] {
    const formats = ['iso', 'unix_s', 'unix_ms'] as const;
    const formatOf = ({ present, times }: Leaf) =>
      formats.find((format) => this.#isMost(times[format], present));
    const leaf = this.#take(
      this.#named(
        timeNames,
        (each) =>
          rankOf(each.words, otherTimes) === otherTimes.length && formatOf(each) !== undefined,
      ),
    );
    const format = leaf === null ? undefined : formatOf(leaf);
    return leaf === null || format === undefined ? null : { path: pathOf(leaf.names), format };
  }

  #subject(): ProfileDocument['subject'] {
    const leaves = this.#allNamed(
      subjectNames,
      ({ names, present, values }) => names[0] !== 'output' && values.size * 2 >= present,
    ).slice(0, limits.profile.subjects);
    for (const leaf of leaves) this.#taken.add(leaf);
    const paths = leaves.map(({ names }) => pathOf(names));
    return paths.length === 0 ? null : { paths, match: 'folded' };
  }

  #groups(): ProfileDocument['groups'] {
    const isAge = ({ words, numbers, present }: Leaf) =>
      words.includes('age') && numbers === present;
    const leaves = this.#leaves
      .filter((leaf) => {
        const { names, words, values } = leaf;
        if (names[0] === 'output' || names[0] === 'explanation' || this.#taken.has(leaf)) {
          return false;
        }
        // An import keeps its groups there.
        const isNamed =
          rankOf(words, groupNames) < groupNames.length ||
          (names[0] === 'context' && names[1] === 'groups');
        return isNamed && (isAge(leaf) || isBetween(values.size, 2, 12));
      })
      .slice(0, limits.profile.groups);
    const names = new Names();
    return leaves.map((leaf) => {
      this.#taken.add(leaf);
      const group = { name: names.of(leaf), path: pathOf(leaf.names) };
      return isAge(leaf) && leaf.values.size > 12 ? { ...group, bands: usualBands } : group;
    });
  }

  /** Only where one member tells the currency of all. */
  #amount(): ProfileDocument['amount'] {
    const currencies = this.#leaves.filter(({ words }) => words.includes('currency'));
    const values = currencies.flatMap((leaf) => [...leaf.values.values()]);
    const [currency] = values;
    if (values.length !== 1 || typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency)) {
      return null;
    }
    const leaf = this.#take(
      this.#named(amountNames, ({ present, numbers }) => numbers === present),
    );
    return leaf && { path: pathOf(leaf.names), currency };
  }

  /** Of the input what the explanations give most weight to; without them its numbers. */
  #columns(others: readonly string[]): ProfileDocument['columns'] {
    const input = this.#leaves.filter(
      (leaf) => leaf.names[0] === 'input' && !this.#taken.has(leaf),
    );
    const weights = new Map<string, number>();
    for (const { names, weight, present, numbers } of this.#leaves) {
      if (names[0] !== 'explanation' || numbers < present) continue;
      weights.set(names.at(-1) ?? '', weight / present);
    }
    const weightOf = ({ names }: Leaf) => weights.get(names.at(-1) ?? '') ?? -1;
    const weighed = input
      .filter((leaf) => weightOf(leaf) >= 0)
      .toSorted((left, right) => weightOf(right) - weightOf(left));
    const numbers = input.filter((leaf) => leaf.numbers === leaf.present && leaf.values.size > 1);
    const names = new Names(others);
    return (weighed.length === 0 ? numbers : weighed)
      .slice(0, limits.profile.columns)
      .map((leaf) => ({
        name: names.of(leaf),
        path: pathOf(leaf.names),
        kind: leaf.numbers === leaf.present ? 'number' : 'text',
      }));
  }

  #reasons(): ProfileDocument['reasons'] {
    const found = [...this.#arrays.values()].find(
      ({ names, count }) =>
        (names[0] === 'output' || names[0] === 'explanation') &&
        rankOf(wordsOf(names.at(-1) ?? ''), reasonNames) < reasonNames.length &&
        this.#isMost(count),
    );
    return found === undefined ? null : { path: pathOf(found.names) };
  }
}

/** Names of groups and columns: each once, none too long. */
class Names {
  readonly #taken: Set<string>;

  constructor(taken: readonly string[] = []) {
    this.#taken = new Set(taken);
  }

  of({ names }: Leaf): string {
    const full = (names.at(-1) ?? '').trim().slice(0, limits.profile.nameCharacters - 3);
    const plain = isFieldName(full) ? full : wordsAlone(full);
    let name = plain;
    for (let n = 2; this.#taken.has(name); n += 1) name = `${plain} ${n}`;
    this.#taken.add(name);
    return name;
  }
}

/** A name that filters can have. */
function wordsAlone(name: string): string {
  const words = name.replaceAll(/[.,$]+/g, ' ').trim();
  return words === '' ? 'value' : words;
}

function isBetween(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

/** The JSON Pointer of names (RFC 6901). */
function pathOf(names: readonly string[]): string {
  return names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

type ProposedClass = 'favourable' | 'adverse' | 'undecided' | 'unassigned';

function classOf(value: Scalar, nameWords: readonly string[]): ProposedClass {
  const truth = truthOf(value);
  if (truth !== undefined) {
    const isAdverse = nameWords.some((word) => isOneOf(word, adverseWords));
    const isFavourable = nameWords.some((word) => isOneOf(word, favourableWords));
    if (isAdverse === isFavourable) return 'unassigned';
    return truth === isFavourable ? 'favourable' : 'adverse';
  }
  if (typeof value !== 'string') return 'unassigned';
  const words = wordsOf(value);
  if (words.some((word) => negations.has(word))) return 'unassigned';
  const found = (
    [
      ['favourable', favourableWords],
      ['adverse', adverseWords],
      ['undecided', undecidedWords],
    ] as const
  ).filter(([, stems]) => words.some((word) => isOneOf(word, stems)));
  return found.length === 1 ? (found[0]?.[0] ?? 'unassigned') : 'unassigned';
}

/** Yes and no, however they are written; undefined for anything else. */
function truthOf(value: Scalar): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  const text = value.toLowerCase();
  if (text === 'yes' || text === 'true') return true;
  return text === 'no' || text === 'false' ? false : undefined;
}
