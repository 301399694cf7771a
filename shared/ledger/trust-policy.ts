/** Trust policies (C2SP tlog-policy): whose cosignatures make a checkpoint one that others vouch for. */
import { faultOf, type Fault } from '../contract/faults.ts';
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

/** Why a text is no policy. */
export class PolicyError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.name = 'PolicyError';
    this.fault = fault;
  }
}

const most = 256;
const longest = 64 * 1024;

/** @throws {PolicyError} */
export function parsePolicy(sha256: Sha256, text: string): TrustPolicy {
  if (text.length > longest)
    throw new PolicyError(faultOf('at_most_characters', { maximum: longest }));
  const reader = new PolicyReader(sha256);
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) reader.read(index + 1, line);
  return reader.end();
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

  read(line: number, text: string): void {
    if (Array.from(text).some(isControl))
      throw new PolicyError(faultOf('policy_control', { line }));
    const [keyword = '', ...words] = text.split(/[ \t]+/).filter((word) => word !== '');
    if (keyword === '' || keyword.startsWith('#')) return;
    switch (keyword) {
      case 'log':
        return this.#log(words, line);
      case 'witness':
        return this.#witness(words, line);
      case 'group':
        return this.#group(words, line);
      case 'quorum':
        return this.#setQuorum(words, line);
      default:
        throw new PolicyError(faultOf('policy_keyword', { line, keyword }));
    }
  }

  end(): TrustPolicy {
    if (this.#quorum === undefined) throw new PolicyError(faultOf('policy_no_quorum'));
    return {
      logs: this.#logs,
      witnesses: this.#witnesses,
      groups: this.#groups,
      quorum: this.#quorum,
    };
  }

  #log(words: readonly string[], line: number): void {
    const [vkey = '', , ...rest] = words;
    if (vkey === '' || rest.length > 0) throw new PolicyError(faultOf('policy_log', { line }));
    this.#logs.push(this.#key(vkey, noteAlgorithm, this.#logs, line));
  }

  #witness(words: readonly string[], line: number): void {
    const [name = '', vkey = '', url, ...rest] = words;
    if (vkey === '' || rest.length > 0) {
      throw new PolicyError(faultOf('policy_witness', { line }));
    }
    const keys = this.#witnesses.map((each) => each.key);
    const key = this.#key(vkey, cosignatureAlgorithm, keys, line);
    this.#define(name, line);
    this.#witnesses.push({ name, vkey, key, url });
  }

  #group(words: readonly string[], line: number): void {
    const [name = '', threshold = '', ...members] = words;
    if (members.length === 0) throw new PolicyError(faultOf('policy_group', { line }));
    for (const member of members) {
      this.#defined(member, line);
      if (member === 'none') throw new PolicyError(faultOf('policy_group_of_none', { line }));
      if (this.#members.has(member))
        throw new PolicyError(faultOf('policy_member_twice', { line, name: member }));
      this.#members.add(member);
    }
    this.#define(name, line);
    this.#groups.set(name, { threshold: thresholdOf(threshold, members.length, line), members });
  }

  #setQuorum(words: readonly string[], line: number): void {
    const [name = '', ...rest] = words;
    if (name === '' || rest.length > 0) throw new PolicyError(faultOf('policy_quorum', { line }));
    if (this.#quorum !== undefined) throw new PolicyError(faultOf('policy_quorum_twice', { line }));
    this.#defined(name, line);
    this.#quorum = name;
  }

  #define(name: string, line: number): void {
    if (this.#names.has(name)) throw new PolicyError(faultOf('policy_name_twice', { line, name }));
    if (this.#names.size > most)
      throw new PolicyError(faultOf('policy_names', { line, maximum: most }));
    this.#names.add(name);
  }

  #defined(name: string, line: number): void {
    if (!this.#names.has(name))
      throw new PolicyError(faultOf('policy_name_unknown', { line, name }));
  }

  #key(vkey: string, algorithm: number, known: readonly VerifierKey[], line: number): VerifierKey {
    const key = parseVerifierKey(this.#sha256, vkey);
    if (key?.algorithm !== algorithm) {
      throw new PolicyError(
        faultOf(algorithm === noteAlgorithm ? 'policy_log_key' : 'policy_witness_key', {
          line,
          vkey,
        }),
      );
    }
    const hex = String(key.publicKey);
    if (known.some((each) => String(each.publicKey) === hex)) {
      throw new PolicyError(faultOf('policy_key_twice', { line, vkey }));
    }
    return key;
  }
}

/** Tells whether a character is a control character other than a tab. */
function isControl(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (code < 0x20 && character !== '\t') || code === 0x7f;
}

function thresholdOf(text: string, members: number, line: number): number {
  if (text === 'any') return 1;
  if (text === 'all') return members;
  const threshold = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0;
  if (threshold < 1 || threshold > members) {
    throw new PolicyError(faultOf('policy_threshold', { line, text, maximum: members }));
  }
  return threshold;
}
