/** What a model decided, read out of its output: a word for the grid, and where the word came from. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/contract/json.ts';

/** `mute` for a refusal, `warn` for what a person must look at, `neutral` for all else. */
export type DecisionTone = 'neutral' | 'mute' | 'warn';

/** Flags that have words of their own in the catalogue (`decisions:flag.…`). */
export const knownFlags = [
  'accepted',
  'approved',
  'blocked',
  'declined',
  'denied',
  'eligible',
  'flagged',
  'fraud',
  'granted',
  'matched',
  'passed',
  'rejected',
] as const;
export type KnownFlag = (typeof knownFlags)[number];

export type DerivedDecision =
  /** The model's own word, as it wrote it. */
  | {
      readonly kind: 'word';
      readonly source: string;
      readonly word: string;
      readonly tone: DecisionTone;
    }
  /** A yes or no under a name that says what of. */
  | {
      readonly kind: 'flag';
      readonly source: string;
      readonly flag: KnownFlag;
      readonly yes: boolean;
      readonly tone: DecisionTone;
    }
  | { readonly kind: 'score'; readonly source: string; readonly value: number }
  /** No well-known member: the first ones, compactly. */
  | { readonly kind: 'members'; readonly text: string };

const wordKeys = [
  'decision',
  'outcome',
  'verdict',
  'result',
  'recommendation',
  'action',
  'label',
  'class',
  'category',
  'prediction',
  'predicted_class',
  'answer',
  'status',
  'triage',
  'diagnosis',
];
const flagKeys: Readonly<Record<string, KnownFlag>> = {
  approve: 'approved',
  approved: 'approved',
  accept: 'accepted',
  accepted: 'accepted',
  grant: 'granted',
  granted: 'granted',
  eligible: 'eligible',
  match: 'matched',
  matched: 'matched',
  pass: 'passed',
  passed: 'passed',
  deny: 'denied',
  denied: 'denied',
  decline: 'declined',
  declined: 'declined',
  reject: 'rejected',
  rejected: 'rejected',
  block: 'blocked',
  blocked: 'blocked',
  flag: 'flagged',
  flagged: 'flagged',
  is_fraud: 'fraud',
  fraud: 'fraud',
};
const refusals: ReadonlySet<KnownFlag> = new Set([
  'blocked',
  'declined',
  'denied',
  'flagged',
  'fraud',
  'rejected',
]);
const scoreKeys = ['score', 'risk_score', 'probability', 'risk', 'rating', 'value'];
const longestWord = 48;

const refusalWords =
  /^(den(y|ied)|declin(e|ed)|reject(ed|ion)?|refus(e|ed|al)|block(ed)?|fail(ed)?|ineligible|fraud(ulent)?|revok(e|ed)|terminat(e|ed)|not|no)$/;
const attentionWords =
  /^(review|escalat(e|ed|ion)|manual|flag(ged)?|investigat(e|ed|ion)|urgent|emergency|alert)$/;
const denials = /^(non?|not|without)$/;

/**
 * The tone of an outcome word: refusal words mute, words that call for a person warn. To hold or to refer is an
 * outcome as any other, and what is denied (`NON_URGENT`) calls for nobody.
 */
export function toneOfWord(word: string): DecisionTone {
  const parts = word.toLowerCase().split(/[^\p{L}]+/u);
  const calls = parts.flatMap((part, place) => (attentionWords.test(part) ? [place] : []));
  if (calls.some((place) => !denials.test(parts[place - 1] ?? ''))) return 'warn';
  if (calls.length > 0) return 'neutral';
  return parts.some((part) => refusalWords.test(part)) ? 'mute' : 'neutral';
}

function yesOrNo(value: JsonValue | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return undefined;
  const word = value.trim().toLowerCase();
  if (['yes', 'y', 'true', '1'].includes(word)) return true;
  return ['no', 'n', 'false', '0'].includes(word) ? false : undefined;
}

function wordOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') {
    const word = value.trim().replaceAll(/\s+/g, ' ');
    return word === '' ? undefined : word.slice(0, longestWord);
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function memberNamed(output: JsonObject, name: string): string | undefined {
  return Object.keys(output).find((key) => key.toLowerCase() === name);
}

function derivedFrom(output: JsonObject, path: string): DerivedDecision | undefined {
  for (const name of wordKeys) {
    const key = memberNamed(output, name);
    const word = key === undefined ? undefined : wordOf(output[key]);
    if (key !== undefined && word !== undefined) {
      return { kind: 'word', source: path + key, word, tone: toneOfWord(word) };
    }
  }
  for (const key of Object.keys(output)) {
    const flag = flagKeys[key.toLowerCase()];
    const yes = flag === undefined ? undefined : yesOrNo(output[key]);
    if (flag !== undefined && yes !== undefined) {
      const tone = yes === refusals.has(flag) ? 'mute' : 'neutral';
      return { kind: 'flag', source: path + key, flag, yes, tone };
    }
  }
  for (const name of scoreKeys) {
    const key = memberNamed(output, name);
    const value = key === undefined ? undefined : output[key];
    if (key !== undefined && typeof value === 'number') {
      return { kind: 'score', source: path + key, value };
    }
  }
  return undefined;
}

function compactValue(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (isJsonObject(value)) return '{…}';
  return typeof value === 'string' ? value.slice(0, longestWord) : String(value);
}

/** The first members of an output, compactly: `limit 12000 · tier gold · reasons [3]`. */
export function compactMembers(output: JsonObject, besides?: string, most = 3): string {
  return Object.entries(output)
    .filter(([key]) => key !== besides)
    .slice(0, most)
    .map(([key, value]) => `${key} ${compactValue(value)}`)
    .join(' · ');
}

/**
 * The decision in an output: a well-known member of it or of an object directly in it, else its first
 * members. Never a judgement of its own: the words are the model's, but for yes and no.
 */
export function deriveDecision(output: JsonObject): DerivedDecision {
  const direct = derivedFrom(output, '');
  if (direct !== undefined) return direct;
  for (const [key, value] of Object.entries(output)) {
    const nested = isJsonObject(value) ? derivedFrom(value, `${key}.`) : undefined;
    if (nested !== undefined) return nested;
  }
  return { kind: 'members', text: compactMembers(output) };
}

const derived = new WeakMap<JsonObject, DerivedDecision>();

/** `deriveDecision`, once per object: rows are drawn again on every scroll. */
export function decisionOf(output: JsonObject): DerivedDecision {
  let found = derived.get(output);
  if (found === undefined) {
    found = deriveDecision(output);
    derived.set(output, found);
  }
  return found;
}
