/**
 * Acts that people sign. `prepare` runs an act, takes the texts of its entries and undoes it; signed, it is run again
 * with the same ids, salts and instant, and each entry has to be what was signed.
 */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import {
  signingTime,
  type PreparedAct,
  type SignedText,
  type Signing,
} from '../../shared/contract/signing.ts';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import type { CreateId, IdPrefix, RandomBytes } from '../../shared/ids.ts';
import { parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import {
  signedText,
  type PersonSignature,
  type Signatures,
} from '../../shared/ledger/signed-text.ts';
import { statedKeyId } from '../../shared/ledger/verifier-key.ts';
import { instant, type Clock } from '../../shared/time.ts';
import type { Commits, WriteRequest, Written } from '../access/commits.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { ChainStore } from '../ledger/chain-store.ts';
import type { EntrySigning } from '../ledger/entry-signing.ts';
import type { Journal } from '../ledger/journal.ts';
import { verifyEntry } from '../ledger/ledger-key.ts';
import { sha256 } from '../ledger/sha256.ts';
import { jsonReply, type RouteReply } from '../route-handler.ts';

/** Whoever signs an entry, with the key of theirs that it is signed with. */
export interface Signatory {
  readonly personId: string;
  readonly vkey: string;
}

/** By whom an entry is signed. */
export interface Signatories {
  readonly signature?: Signatory | undefined;
  readonly approval?: Signatory | undefined;
}

/** A request for an act. */
export interface ActRequest extends WriteRequest {
  readonly operationId: string;
  readonly caller: string;
  readonly signing: Signing;
}

/** An act while it is prepared, or done. */
export interface Act {
  readonly journal: Journal;
  /** When it is prepared, or done where nobody signs; RFC 3339. */
  readonly now: string;
  /** Whether nothing is kept of it: what lies outside the ledger is left alone. */
  readonly isPrepared: boolean;
  readonly createId: CreateId;
  /** What signs its entries; undefined where nobody does. */
  signedBy(signatories: Signatories): EntrySigning;
}

/** What was answered to `prepare`, until it is sent back. */
interface Prepared {
  readonly operationId: string;
  readonly caller: string;
  readonly now: string;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly ids: readonly string[];
  readonly texts: readonly PreparedText[];
}
interface PreparedText {
  readonly text: string;
  /** In the order in which they were made. */
  readonly salts: readonly string[];
  readonly saltsByField: Readonly<Record<string, string>>;
}

export interface SignedActsMeans {
  readonly database: WriterDatabase;
  readonly commits: Pick<Commits<Journal>, 'append'>;
  readonly clock: Clock;
  readonly random: RandomBytes;
  readonly createId: CreateId;
}

const saltBytes = 16;
/** Acts that may wait for their signatures; the oldest is forgotten. */
const mostPrepared = 256;
/** Takes the place of a signature's value while an act is prepared: an entry is as long as it will be. */
const noValue = `${'A'.repeat(86)}==`;

export class SignedActs {
  readonly #means: SignedActsMeans;
  readonly #prepared = new Map<string, Prepared>();
  readonly #origin: () => string;

  constructor(means: SignedActsMeans) {
    this.#means = means;
    let origin: string | undefined;
    this.#origin = () => (origin ??= new ChainStore(means.database).genesis().origin);
  }

  /**
   * Prepares an act, or commits it: signed, or as it is where nobody signs.
   * @throws {ApiError} `signed_state_changed` where the texts are not those that would be appended, or are too old;
   * `signature_invalid`; and what `effect` throws: then nothing is written
   */
  async append(
    request: ActRequest,
    topics: readonly ChangeTopic[],
    effect: (act: Act) => Written,
  ): Promise<RouteReply> {
    const { signing } = request;
    if (signing.prepare === true) return this.#prepare(request, effect);
    if (signing.signed === undefined) {
      return this.#means.commits.append(request, topics, (journal) =>
        effect(this.#unsigned(journal)),
      );
    }
    const key = keyOf(signing.signed.map(({ text }) => text));
    const reply = await this.#means.commits.append(request, topics, (journal) => {
      const run = new SignedRun(this.#take(key, request), {
        journal,
        signing,
        origin: this.#origin(),
      });
      const written = effect(run);
      run.end();
      return written;
    });
    this.#prepared.delete(key);
    return reply;
  }

  async #prepare(request: ActRequest, effect: (act: Act) => Written): Promise<RouteReply> {
    try {
      await this.#means.commits.append({ ...request, idempotency: undefined }, [], (journal) => {
        const run = new PreparingRun(journal, this.#origin(), this.#means);
        effect(run);
        const isUnsigned = run.texts.length === 0 && request.signing.signer === undefined;
        if (isUnsigned) throw validationError([faultAt('signer', 'required')]);
        throw new Undone(run);
      });
    } catch (error) {
      if (error instanceof Undone) return jsonReply(this.#keep(request, error.run), 200);
      throw error;
    }
    throw new Error('A prepared act was not undone.');
  }

  #keep({ operationId, caller }: ActRequest, { now, ids, texts }: PreparingRun): PreparedAct {
    const until = this.#means.clock() + signingTime;
    this.#forgetOld();
    const key = keyOf(texts.map(({ text }) => text));
    this.#prepared.set(key, { operationId, caller, now, until, ids, texts });
    return {
      texts: texts.map(({ text, saltsByField }) => ({ text, salts: saltsByField })),
      until: instant(until),
    };
  }

  #forgetOld(): void {
    const now = this.#means.clock();
    for (const [key, { until }] of this.#prepared) {
      if (until < now || this.#prepared.size >= mostPrepared) this.#prepared.delete(key);
    }
  }

  #take(key: string, { operationId, caller }: ActRequest): Prepared {
    const prepared = this.#prepared.get(key);
    const isItsOwn = prepared?.operationId === operationId && prepared.caller === caller;
    if (prepared !== undefined && isItsOwn && prepared.until >= this.#means.clock())
      return prepared;
    throw new ApiError(
      'signed_state_changed',
      'These texts are not waiting to be signed: they were sent back already, are older than five minutes, or were never prepared. Ask for them again.',
      { fields: [faultAt('signed', 'not_waiting')] },
    );
  }

  #unsigned(journal: Journal): Act {
    return {
      journal,
      now: journal.now,
      isPrepared: false,
      createId: this.#means.createId,
      signedBy: () => {
        throw new Error('An act without signatures has no signatories.');
      },
    };
  }
}

/** Undoes a prepared act. */
class Undone extends Error {
  readonly run: PreparingRun;

  constructor(run: PreparingRun) {
    super('The act is prepared.');
    this.run = run;
  }
}

/** Notes what an act draws and the texts of its entries. */
class PreparingRun implements Act {
  readonly journal: Journal;
  readonly now: string;
  readonly isPrepared = true;
  readonly ids: string[] = [];
  readonly texts: PreparedText[] = [];
  readonly #origin: string;
  readonly #means: Pick<SignedActsMeans, 'random' | 'createId'>;

  constructor(
    journal: Journal,
    origin: string,
    means: Pick<SignedActsMeans, 'random' | 'createId'>,
  ) {
    this.journal = journal;
    this.now = journal.now;
    this.#origin = origin;
    this.#means = means;
  }

  readonly createId = (prefix: IdPrefix): string => {
    const id = this.#means.createId(prefix);
    this.ids.push(id);
    return id;
  };

  signedBy(signatories: Signatories): EntrySigning {
    const salts: string[] = [];
    return {
      salt: () => {
        const salt = Buffer.from(this.#means.random(saltBytes)).toString('base64url');
        salts.push(salt);
        return salt;
      },
      sign: (members, values) => {
        const heads = headsOf(signatories, this.now);
        const text = signedText({ ...members, ...heads }, this.#origin);
        const saltsByField = Object.fromEntries(values.map(({ field, salt }) => [field, salt]));
        this.texts.push({ text, salts, saltsByField });
        return valued(heads, { signature: noValue, approval: noValue });
      },
    };
  }
}

/** Draws the same again, and takes the signatures where the texts are the same. */
class SignedRun implements Act {
  readonly journal: Journal;
  readonly now: string;
  readonly isPrepared = false;
  readonly #prepared: Prepared;
  readonly #signed: NonNullable<Signing['signed']>;
  readonly #origin: string;
  #id = 0;
  #entry = 0;

  constructor(
    prepared: Prepared,
    means: { readonly journal: Journal; readonly signing: Signing; readonly origin: string },
  ) {
    this.journal = means.journal;
    this.now = prepared.now;
    this.#prepared = prepared;
    this.#signed = means.signing.signed ?? [];
    this.#origin = means.origin;
    // Judged where the ledger's own time is known: a signature is never dated long before its entry.
    if (Date.parse(means.journal.now) - Date.parse(prepared.now) > signingTime) throw changed([]);
  }

  readonly createId = (_prefix: IdPrefix): string => {
    const id = this.#prepared.ids[this.#id];
    this.#id += 1;
    if (id === undefined) throw changed([]);
    return id;
  };

  signedBy(signatories: Signatories): EntrySigning {
    let entry: ReturnType<SignedRun['take']> | undefined;
    // An act that changes nothing has no entry.
    const taken = () => (entry ??= this.take());
    let salt = 0;
    return {
      salt: () => {
        const next = taken().prepared.salts[salt];
        salt += 1;
        if (next === undefined) throw changed([]);
        return next;
      },
      sign: (members) => {
        const { index, prepared, sent } = taken();
        const heads = headsOf(signatories, this.now);
        const text = signedText({ ...members, ...heads }, this.#origin);
        const at = `signed.${index}`;
        if (text !== prepared.text) throw differing(at, text, prepared.text);
        refuseSalts(at, sent.salts, prepared.saltsByField);
        for (const name of ['signature', 'approval'] as const) {
          refuseSignature(`${at}.${name}`, text, sent[name], signatories[name]);
        }
        return valued(heads, sent);
      },
    };
  }

  /** The next entry, as it was prepared and as it was sent. */
  take(): { index: number; prepared: PreparedText; sent: SignedText } {
    const index = this.#entry;
    this.#entry += 1;
    const prepared = this.#prepared.texts[index];
    const sent = this.#signed[index];
    if (prepared === undefined || sent === undefined) throw changed([]);
    return { index, prepared, sent };
  }

  /** @throws {ApiError} where more was signed than the act has entries */
  end(): void {
    if (this.#entry !== this.#prepared.texts.length) throw changed([]);
  }
}

type Head = Omit<PersonSignature, 'value'>;

function headsOf(
  { signature, approval }: Signatories,
  at: string,
): { signature?: JsonObject & Head; approval?: JsonObject & Head } {
  const head = ({ personId, vkey }: Signatory) => ({
    at,
    by: personId,
    key: statedKeyId(vkey),
  });
  return {
    ...(signature === undefined ? {} : { signature: head(signature) }),
    ...(approval === undefined ? {} : { approval: head(approval) }),
  };
}

function valued(
  { signature, approval }: ReturnType<typeof headsOf>,
  values: { readonly signature: string; readonly approval?: string | undefined },
): Signatures {
  return {
    signature: signature && { ...signature, value: values.signature },
    approval: approval && { ...approval, value: values.approval ?? noValue },
  };
}

function refuseSignature(
  field: string,
  text: string,
  value: string | undefined,
  signatory: Signatory | undefined,
): void {
  if (signatory === undefined) {
    if (value === undefined || field.endsWith('signature')) return;
    throw validationError([faultAt(field, 'only_with', { other: 'approver' })]);
  }
  if (value !== undefined && verifyEntry(text, value, signatory.vkey)) return;
  throw new ApiError(
    'signature_invalid',
    value === undefined
      ? `${signatory.personId} has not signed.`
      : `The signature is not one of ${signatory.personId} over the text that is appended.`,
    {
      fields: [
        value === undefined
          ? faultAt(field, 'signed_by', { person: signatory.personId })
          : faultAt(field, 'signed_text', { value: sha256(text) }),
      ],
      details: { sha256: sha256(text) },
    },
  );
}

/** The salts that the ledger made for these texts, each its own, and no others. */
function refuseSalts(
  at: string,
  sent: Readonly<Record<string, string>>,
  made: Readonly<Record<string, string>>,
): void {
  const names = new Set([...Object.keys(sent), ...Object.keys(made)]);
  const wrong = [...names].filter((name) => sent[name] !== made[name]);
  if (wrong.length === 0) return;
  throw validationError(wrong.map((name) => faultAt(`${at}.salts.${name}`, 'salt_as_prepared')));
}

/** A text that would be appended is not the one that was signed: somebody acted, or something else is asked for. */
function differing(at: string, text: string, prepared: string): ApiError {
  const [now, then] = [membersOf(text), membersOf(prepared)];
  const moved = ['n', 'previous_hash'].filter((name) => now[name] !== then[name]);
  if (moved.length > 0) return changed(moved.map((name) => [name, now[name] ?? null]));
  return new ApiError(
    'signature_invalid',
    'Another text was signed than the one that is asked for now.',
    {
      fields: [faultAt(`${at}.text`, 'signed_text', { value: sha256(text) })],
      details: { sha256: sha256(text) },
    },
  );
}

function changed(members: readonly (readonly [name: string, value: unknown])[]): ApiError {
  return new ApiError(
    'signed_state_changed',
    'Somebody acted in between: what was signed is not what would be appended now. Look at what came, and sign again.',
    {
      fields: members.map(([name, value]) =>
        faultAt(name, 'another_by_now', { value: String(value) }),
      ),
      details: Object.fromEntries(members),
    },
  );
}

function membersOf(text: string): JsonObject {
  const value = parseStrictJson(text);
  return isJsonObject(value) ? value : {};
}

function keyOf(texts: readonly string[]): string {
  return sha256(texts.join('\n'));
}
