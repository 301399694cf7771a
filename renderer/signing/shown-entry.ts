/** Compares a text that the server asks to sign with what a dialog shows: nothing else is ever signed. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson, parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import { commitmentPreimage } from '../../shared/ledger/entries.ts';
import { signatureMembers } from '../../shared/ledger/signed-text.ts';
import { isInstant } from '../../shared/time.ts';

/** A member as a dialog shows it: its value, the rule for one that the server makes, or its own members. */
export type Shown = JsonValue | ((value: JsonValue) => boolean) | ShownMembers;
export interface ShownMembers {
  readonly [member: string]: Shown;
}

/** One entry as a dialog shows it; nothing else may stand in its text. */
export interface ShownEntry {
  /** All but `commit`, `origin`, `signature` and `approval`. */
  readonly members: ShownMembers;
  /** What it commits to, by field; no member is a value that is not there. */
  readonly values: JsonObject;
}

/** A text as the server prepared it, with the salts of its commitments. */
export interface TextToSign {
  readonly text: string;
  readonly salts: Readonly<Record<string, string>>;
}

/** Who signs, by which key: eight hex digits. */
export interface SigningKey {
  readonly by: string;
  readonly key: string;
}

export interface Signing {
  /** The ledger that is open. */
  readonly origin: string;
  readonly signature: SigningKey;
  /** The second person, where two sign the same text. */
  readonly approval?: SigningKey | undefined;
  /** Milliseconds since 1970 by this window's clock. */
  readonly now: number;
}

/** How far the instants of a text may be from this window's clock. */
const clockToleranceMs = 5 * 60_000;

/** Tells whether a value is an instant of about now. */
export function isAboutNow(now: number): (value: JsonValue) => boolean {
  return (value) =>
    typeof value === 'string' &&
    isInstant(value) &&
    Math.abs(Date.parse(value) - now) <= clockToleranceMs;
}

/** Tells whether a value is an id with this prefix that nobody could have guessed. */
export function isIdOf(prefix: string): (value: JsonValue) => boolean {
  const pattern = new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`);
  return (value) => typeof value === 'string' && pattern.test(value);
}

/**
 * The first member of the text that is not as shown, by its path (`commit.reason`, `signature.at`); `text`
 * where it is not the one canonical text of an entry, `salts` where they are not 16 bytes each, all different.
 * Undefined where everything agrees.
 */
export async function differenceOf(
  { text, salts }: TextToSign,
  shown: ShownEntry,
  signing: Signing,
): Promise<string | undefined> {
  const entry = entryOf(text);
  if (entry === undefined) return 'text';
  const { commit = {}, origin, signature, approval, ...members } = entry;
  if (origin !== signing.origin) return 'origin';
  const signatures: Readonly<Record<string, JsonValue | undefined>> = { signature, approval };
  for (const name of signatureMembers) {
    const at = differingSignature(signatures[name], signing[name], signing.now);
    if (at !== undefined) return at === '' ? name : `${name}.${at}`;
  }
  return (
    differingMember(members, shown.members) ?? (await differingCommitment(commit, salts, shown))
  );
}

/** The entry of a canonical text; undefined where the text is another. */
function entryOf(text: string): JsonObject | undefined {
  try {
    const value = parseStrictJson(text);
    return isJsonObject(value) && canonicalJson(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What is wrong with a signature's place: the name of its member, empty for all of it. */
function differingSignature(
  value: JsonValue | undefined,
  expected: SigningKey | undefined,
  now: number,
): string | undefined {
  if (expected === undefined) return value === undefined ? undefined : '';
  if (!isJsonObject(value ?? null)) return '';
  return differingMember(value, { ...expected, at: isAboutNow(now) });
}

/** The path of the first member that differs; undefined where none does. */
function differingMember(value: JsonValue | undefined, shown: Shown): string | undefined {
  if (value === undefined) return '';
  if (typeof shown === 'function') return shown(value) ? undefined : '';
  if (!isShownMembers(shown)) return canonicalJson(value) === canonicalJson(shown) ? undefined : '';
  if (!isJsonObject(value)) return '';
  for (const name of new Set([...Object.keys(shown), ...Object.keys(value)])) {
    const each = own(shown, name);
    const at = each === undefined ? '' : differingMember(own(value, name), each);
    if (at !== undefined) return at === '' ? name : `${name}.${at}`;
  }
  return undefined;
}

/** A member of its own: `constructor` is none of every object. */
function own<Value>(of: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined;
}

function isShownMembers(shown: Shown): shown is ShownMembers {
  return typeof shown === 'object' && shown !== null && !Array.isArray(shown);
}

async function differingCommitment(
  commit: JsonValue,
  salts: TextToSign['salts'],
  { values }: ShownEntry,
): Promise<string | undefined> {
  if (!isJsonObject(commit)) return 'commit';
  const fields = Object.keys(values);
  for (const field of new Set([...fields, ...Object.keys(commit), ...Object.keys(salts)])) {
    if (own(commit, field) === undefined || own(values, field) === undefined) {
      return `commit.${field}`;
    }
  }
  if (!areSalts(fields.map((field) => salts[field]))) return 'salts';
  const digests = await Promise.all(
    fields.map(async (field) => ({
      field,
      hash: await commitmentTo(field, salts[field] ?? '', values[field] ?? null),
    })),
  );
  const other = digests.find(({ field, hash }) => commit[field] !== hash);
  return other === undefined ? undefined : `commit.${other.field}`;
}

/** Tells whether all are there, of 16 bytes in base64url, and no two alike. */
function areSalts(salts: readonly (string | undefined)[]): boolean {
  const isSalt = (salt: string | undefined) => /^[A-Za-z0-9_-]{21}[AQgw]$/.test(salt ?? '');
  return salts.every(isSalt) && new Set(salts).size === salts.length;
}

async function commitmentTo(field: string, salt: string, value: JsonValue): Promise<string> {
  const preimage = commitmentPreimage(field, salt, canonicalJson(value));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(preimage));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return `sha256:${hex.join('')}`;
}
