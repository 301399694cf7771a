/** A change of the ledger's key: an entry that the old and the new key sign, and the keys it gives. */
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { entryOrUndefined, otherEntry, type LedgerEntry } from '../../shared/ledger/entries.ts';
import type { Database } from 'better-sqlite3';
import { parseVkey, verifyEntry, type LedgerKey } from './ledger-key.ts';

export const keyRotationType = 'ledger.keyrotate/v1';

/** Every statement, by name, so that a test can read the plan of each. */
export const keyRotationStatements = {
  genesis: `SELECT bytes FROM entries WHERE seq = 0`,
  rotations: `SELECT e.bytes FROM key_rotations AS r JOIN entries AS e ON e.seq = r.seq
    WHERE r.seq > 0 ORDER BY r.seq`,
} as const;

/** Statement of a change of key. */
export interface KeyRotation {
  readonly seq: number;
  readonly createdAt: string;
  readonly previousVkey: string;
  readonly vkey: string;
  /** Base64 of 64 bytes each: of the old key and of the new, over the entry without them. */
  readonly signatures: { readonly previous: string; readonly next: string };
}

/** A key and the first size of the ledger that it signs for. */
export interface KeyPeriod {
  readonly vkey: string;
  readonly firstSize: number;
  /** Of the entry that named it: the genesis or a change of key. */
  readonly seq: number;
  readonly createdAt: string;
}

/** The canonical text of a change of key. */
export function keyRotationEntry(
  { seq, createdAt }: { readonly seq: number; readonly createdAt: string },
  previous: LedgerKey,
  next: LedgerKey,
): string {
  const members = { previous_vkey: previous.vkey, vkey: next.vkey };
  const entry = { type: keyRotationType, seq, createdAt, commitments: [] } as const;
  const signed = otherEntry({ ...entry, members });
  const base64 = (key: LedgerKey) => Buffer.from(key.signEntry(signed)).toString('base64');
  const signatures = { previous_vkey: base64(previous), vkey: base64(next) };
  return otherEntry({ ...entry, members: { ...members, signatures } });
}

/** A change of key in its members; undefined for any other entry, and for one with other members. */
export function readKeyRotation(entry: LedgerEntry): KeyRotation | undefined {
  if (entry.type !== keyRotationType || entry.commitments.length > 0) return undefined;
  const { previous_vkey: previousVkey, vkey, signatures, ...rest } = entry.members;
  if (typeof previousVkey !== 'string' || typeof vkey !== 'string') return undefined;
  if (!isJsonObject(signatures) || Object.keys(rest).length > 0) return undefined;
  const { previous_vkey: previous, vkey: next, ...others } = signatures;
  if (typeof previous !== 'string' || typeof next !== 'string') return undefined;
  if (Object.keys(others).length > 0) return undefined;
  const { seq, createdAt } = entry;
  return { seq, createdAt, previousVkey, vkey, signatures: { previous, next } };
}

/** The keys of a ledger one after another, from that of its genesis on. */
export class KeyHistory {
  readonly #origin: string;
  readonly #periods: KeyPeriod[];

  /** @param vkey of the genesis */
  constructor(vkey: string, createdAt = '') {
    this.#origin = vkey.split('+')[0] ?? '';
    this.#periods = [{ vkey, firstSize: 0, seq: 0, createdAt }];
  }

  get periods(): readonly KeyPeriod[] {
    return this.#periods;
  }

  /** The key in force at the end. */
  get current(): string {
    return this.#periods.at(-1)?.vkey ?? '';
  }

  /** The key that signs for the first `size` entries, and for the evidence that entry `size` is of. */
  at(size: number): string {
    return this.#periods.findLast((each) => each.firstSize <= size)?.vkey ?? '';
  }

  /** Goes on with a change of key, or says why it is none. */
  add(entry: LedgerEntry): string | undefined {
    const rotation = readKeyRotation(entry);
    const fault = rotation === undefined ? 'Its members are not those.' : this.#fault(rotation);
    if (rotation === undefined || fault !== undefined) return fault;
    const { seq, vkey, createdAt } = rotation;
    this.#periods.push({ vkey, firstSize: seq + 1, seq, createdAt });
    return undefined;
  }

  #fault(rotation: KeyRotation): string | undefined {
    const { seq, previousVkey, vkey } = rotation;
    const last = this.#periods.at(-1);
    if (last === undefined || previousVkey !== last.vkey || seq < last.firstSize) {
      return 'It does not go on from the key in force before it.';
    }
    if (parseVkey(vkey)?.origin !== this.#origin) return 'It names no key of this ledger.';
    if (this.#periods.some((each) => each.vkey === vkey))
      return 'It names a key that was in force.';
    return signatureFault(rotation);
  }
}

/**
 * The keys that changes of key kept elsewhere add to those of `history`, whatever the journal says of
 * them: each signed by a key of the ledger.
 */
export function keysBeyond(history: KeyHistory, texts: readonly string[]): readonly KeyPeriod[] {
  const known = [...history.periods];
  for (const text of texts) {
    const entry = entryOrUndefined(text);
    const rotation = entry === undefined ? undefined : readKeyRotation(entry);
    if (rotation === undefined) continue;
    const { seq, previousVkey, vkey, createdAt } = rotation;
    const goesOn = known.some((each) => each.vkey === previousVkey && each.firstSize <= seq);
    const isNew = known.every((each) => each.vkey !== vkey);
    if (!goesOn || !isNew || signatureFault(rotation) !== undefined) continue;
    known.push({ vkey, firstSize: seq + 1, seq, createdAt });
  }
  return known.slice(history.periods.length);
}

function signatureFault(rotation: KeyRotation): string | undefined {
  const { seq, createdAt, previousVkey, vkey, signatures } = rotation;
  const members: JsonObject = {
    type: keyRotationType,
    seq,
    created_at: createdAt,
    previous_vkey: previousVkey,
    vkey,
  };
  const signed = canonicalJson(members);
  if (!verifyEntry(signed, signatures.previous, previousVkey)) {
    return 'The key in force before it did not sign it.';
  }
  return verifyEntry(signed, signatures.next, vkey) ? undefined : 'The new key did not sign it.';
}

/** The keys of a stored ledger, and why entries that look like a change of key are none. */
export function readKeyHistory(database: Pick<Database, 'prepare'>): {
  readonly history: KeyHistory;
  readonly faults: readonly string[];
} {
  const genesis = entryOrUndefined(
    database.prepare<[], string>(keyRotationStatements.genesis).pluck().get() ?? '',
  );
  const isGenesis = genesis?.type === 'ledger.genesis/v1';
  const history = new KeyHistory(
    isGenesis ? genesis.vkey : '',
    isGenesis ? genesis.createdAt : undefined,
  );
  const texts = database.prepare<[], string>(keyRotationStatements.rotations).pluck().all();
  const faults = texts.flatMap((text) => {
    const entry = entryOrUndefined(text);
    return entry === undefined ? 'It is not an entry.' : (history.add(entry) ?? []);
  });
  return { history, faults };
}
