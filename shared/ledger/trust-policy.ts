/** Trust policies (C2SP tlog-policy): whose cosignatures make a checkpoint one that others vouch for. */
import type { Sha256 } from './entries.ts';
import {
  cosignatureAlgorithm,
  noteAlgorithm,
  parseVerifierKey,
  type VerifierKey,
} from './verifier-key.ts';

export interface PolicyWitness {
  /** Within the policy. */
  readonly name: string;
  readonly vkey: string;
  readonly key: VerifierKey;
  readonly url?: string | undefined;
}

/** Witnessed where at least `threshold` of its members are. */
interface PolicyGroup {
  readonly threshold: number;
  readonly members: readonly string[];
}

export interface TrustPolicy {
  /** Keys of logs that it accepts; none where the log is known from elsewhere. */
  readonly logs: readonly VerifierKey[];
  readonly witnesses: readonly PolicyWitness[];
  readonly groups: ReadonlyMap<string, PolicyGroup>;
  /** Name of a witness or a group; `none` asks for no cosignature. */
  readonly quorum: string;
}

/** Why a text is no policy, and in which line, from 1. */
export class PolicyError extends Error {
  readonly line: number;
  /** What is wrong with it, without its number. */
  readonly words: string;

  constructor(line: number, words: string) {
    super(`Line ${line}: ${words}`);
    this.name = 'PolicyError';
    this.line = line;
    this.words = words;
  }
}

const most = 256;
const longest = 64 * 1024;

/** @throws {PolicyError} */
export function parsePolicy(sha256: Sha256, text: string): TrustPolicy {
  if (text.length > longest) throw new PolicyError(1, 'A policy has at most 65,536 characters.');
  const reader = new PolicyReader(sha256);
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) reader.read(index + 1, line);
  return reader.end(lines.length);
}

/** Tells whether the quorum is met where these witnesses, by their names in the policy, cosigned. */
export function isQuorumMet(policy: TrustPolicy, cosigned: ReadonlySet<string>): boolean {
  const isWitnessed = (name: string): boolean => {
    const group = policy.groups.get(name);
    if (group === undefined) return name === 'none' || cosigned.has(name);
    return group.members.filter(isWitnessed).length >= group.threshold;
  };
  return isWitnessed(policy.quorum);
}

class PolicyReader {
  readonly #sha256: Sha256;
  readonly #logs: VerifierKey[] = [];
  readonly #witnesses: PolicyWitness[] = [];
  readonly #groups = new Map<string, PolicyGroup>();
  readonly #names = new Set(['none']);
  /** Names that are members of a group already: each counts in one way only. */
  readonly #members = new Set<string>();
  #quorum: string | undefined;

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  read(number: number, line: string): void {
    const refuse = (message: string): PolicyError => new PolicyError(number, message);
    if (Array.from(line).some(isControl)) throw refuse('has a control character.');
    const [keyword = '', ...words] = line.split(/[ \t]+/).filter((word) => word !== '');
    if (keyword === '' || keyword.startsWith('#')) return;
    switch (keyword) {
      case 'log':
        return this.#log(words, refuse);
      case 'witness':
        return this.#witness(words, refuse);
      case 'group':
        return this.#group(words, refuse);
      case 'quorum':
        return this.#setQuorum(words, refuse);
      default:
        throw refuse(`begins with ${keyword}, and not with log, witness, group or quorum.`);
    }
  }

  end(lines: number): TrustPolicy {
    if (this.#quorum === undefined) throw new PolicyError(lines, 'no line says the quorum.');
    return {
      logs: this.#logs,
      witnesses: this.#witnesses,
      groups: this.#groups,
      quorum: this.#quorum,
    };
  }

  #log(words: readonly string[], refuse: Refuse): void {
    const [vkey = '', , ...rest] = words;
    if (vkey === '' || rest.length > 0) throw refuse('is not log, a key and perhaps an address.');
    this.#logs.push(this.#key(vkey, noteAlgorithm, this.#logs, refuse));
  }

  #witness(words: readonly string[], refuse: Refuse): void {
    const [name = '', vkey = '', url, ...rest] = words;
    if (vkey === '' || rest.length > 0) {
      throw refuse('is not witness, a name, a key and perhaps an address.');
    }
    const keys = this.#witnesses.map((each) => each.key);
    const key = this.#key(vkey, cosignatureAlgorithm, keys, refuse);
    this.#define(name, refuse);
    this.#witnesses.push({ name, vkey, key, url });
  }

  #group(words: readonly string[], refuse: Refuse): void {
    const [name = '', threshold = '', ...members] = words;
    if (members.length === 0) throw refuse('is not group, a name, how many, and its members.');
    for (const member of members) {
      this.#defined(member, refuse);
      if (member === 'none') throw refuse('none is no member of a group.');
      if (this.#members.has(member)) throw refuse(`${member} is a member already.`);
      this.#members.add(member);
    }
    this.#define(name, refuse);
    this.#groups.set(name, { threshold: thresholdOf(threshold, members.length, refuse), members });
  }

  #setQuorum(words: readonly string[], refuse: Refuse): void {
    const [name = '', ...rest] = words;
    if (name === '' || rest.length > 0) throw refuse('is not quorum and one name.');
    if (this.#quorum !== undefined) throw refuse('is a second quorum.');
    this.#defined(name, refuse);
    this.#quorum = name;
  }

  #define(name: string, refuse: Refuse): void {
    if (this.#names.has(name)) throw refuse(`${name} is a name already.`);
    if (this.#names.size > most) throw refuse(`is more than ${most} witnesses and groups.`);
    this.#names.add(name);
  }

  #defined(name: string, refuse: Refuse): void {
    if (!this.#names.has(name)) throw refuse(`${name} is not the name of a line above.`);
  }

  #key(
    vkey: string,
    algorithm: number,
    known: readonly VerifierKey[],
    refuse: Refuse,
  ): VerifierKey {
    const key = parseVerifierKey(this.#sha256, vkey);
    if (key?.algorithm !== algorithm) {
      const kind = algorithm === noteAlgorithm ? 'a log' : 'a witness (Ed25519, type 0x04)';
      throw refuse(`${vkey} is not the key of ${kind}.`);
    }
    const hex = String(key.publicKey);
    if (known.some((each) => String(each.publicKey) === hex)) {
      throw refuse(`${vkey} is a key of a line above.`);
    }
    return key;
  }
}

type Refuse = (message: string) => PolicyError;

/** Tells whether a character is a control character other than a tab. */
function isControl(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (code < 0x20 && character !== '\t') || code === 0x7f;
}

function thresholdOf(text: string, members: number, refuse: Refuse): number {
  if (text === 'any') return 1;
  if (text === 'all') return members;
  const threshold = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0;
  if (threshold < 1 || threshold > members) {
    throw refuse(`${text} is not any, all, or a number from 1 to ${members}.`);
  }
  return threshold;
}
