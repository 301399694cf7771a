/** The journal every area appends to: entry, payloads, projection, tree and search in one transaction. */
import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import { StrictJsonError } from '../../shared/ledger/canonical-json.ts';
import {
  clockEntry,
  decodeEntry,
  genesisEntry,
  recordEntryText,
  type GenesisEntry,
} from '../../shared/ledger/entries.ts';
import { EntryFormatError, type HashText } from '../../shared/ledger/entry-members.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import type { PreparedRecord } from '../../shared/ledger/prepared.ts';
import { instant, type Clock } from '../../shared/time.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { ClockJudge } from './clock-judge.ts';
import type { DecisionProjection } from './decision-projection.ts';
import { sha256 } from './sha256.ts';
import { TreeWriter } from './tree-store.ts';

/** Where an appended record stands. */
export interface StoredRecord {
  /** 1-based place in the record chain. */
  readonly position: number;
  /** Journal index. */
  readonly seq: number;
  readonly id: string;
  readonly hash: HashText;
  readonly previousHash: HashText;
  /** UTC instant. */
  readonly createdAt: string;
}

/** A committed value of an entry of any kind: salt as base64url, canonical value. */
export interface EntryValue {
  readonly field: string;
  readonly salt: string;
  readonly value: string;
}

/** Where an appended entry of any kind stands. */
export interface StoredEntryPlace {
  readonly seq: number;
  readonly createdAt: string;
  readonly hash: HashText;
}

export interface JournalOptions {
  readonly clock: Clock;
  readonly createId: CreateId;
  readonly random: RandomBytes;
  /** Declares a clock that was set; the times of a story or of a test are not judged. */
  readonly clockJudge?: ClockJudge | undefined;
  /** Keeps rows about decisions, made from their entries. */
  readonly projection?: DecisionProjection | undefined;
}

/**
 * Why nothing can be appended: the journal's end is not what an append left, or another key made it.
 * Reading and verifying still work.
 */
export class JournalError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JournalError';
  }
}

/** The newest state, kept in memory so that an append reads nothing. */
interface Head {
  /** Entries in the journal; 0 before the genesis. */
  size: number;
  /** Records in the chain. */
  position: number;
  /** Hex hash of the newest record, or of the genesis. */
  recordHash: string;
  recordHashBytes: Buffer;
  createdAt: string;
}

/**
 * The only writer of the ledger's tables. Appends are synchronous and belong inside `transaction`
 * (or between `begin` and `commit`): read head, hash and insert are one `BEGIN IMMEDIATE` with no
 * `await` in it.
 */
export class Journal {
  readonly #database: WriterDatabase;
  readonly #options: JournalOptions;
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #tree: TreeWriter;
  #head: Head;
  #reloads = 0;
  /** What the clock said in a declaration that is not committed yet. */
  #declared: number | undefined;

  constructor(database: WriterDatabase, options: JournalOptions) {
    this.#database = database;
    this.#options = options;
    this.#statements = prepareStatements(database);
    this.#tree = new TreeWriter(database);
    this.#head = this.#readHead();
  }

  /** Entries in the journal, those of an open transaction among them. */
  get size(): number {
    return this.#head.size;
  }

  /** How often the head was read again: what others keep in memory of an open transaction may be undone then. */
  get reloads(): number {
    return this.#reloads;
  }

  /** Records in the chain, those of an open transaction among them. */
  get recordCount(): number {
    return this.#head.position;
  }

  /**
   * Writes entry 0 where there is none; otherwise does nothing.
   * @throws {JournalError} when the ledger was made with another origin or key
   */
  ensureGenesis(identity: { readonly origin: string; readonly vkey: string }): void {
    if (this.#head.size === 0) {
      this.transaction(() => {
        const createdAt = instant(this.#options.clock());
        const text = genesisEntry({ createdAt, ...identity });
        this.#insertEntry(text, createdAt);
        this.#head.recordHash = sha256(text);
        this.#head.recordHashBytes = Buffer.from(this.#head.recordHash, 'hex');
      });
      return;
    }
    const genesis = readGenesis(this.#statements.genesis.get() ?? '');
    if (genesis === undefined) throw new JournalError('Entry 0 is not a genesis.');
    if (genesis.origin !== identity.origin || genesis.vkey !== identity.vkey) {
      throw new JournalError(
        `This ledger was not made with the key ${identity.vkey}: its genesis names another.`,
      );
    }
  }

  /**
   * Appends one record to the chain. The caller holds the transaction.
   * @param accountId whose key writes it; undefined for what is nobody's
   */
  appendRecord(prepared: PreparedRecord, accountId?: string): StoredRecord {
    const head = this.#head;
    if (head.size === 0) throw new JournalError('The ledger has no genesis yet.');
    this.#declareClock();
    const seq = head.size;
    const position = head.position + 1;
    const id = this.#options.createId('rec');
    const createdAt = this.#nextInstant();
    const previousHash = head.recordHash;
    let commit = '';
    for (const { field, salt, value, commitment } of prepared.values) {
      commit += `${commit === '' ? '' : ','}"${field}":"${commitment}"`;
      this.#statements.insertPayload.run(seq, field, salt, value);
    }
    const text = recordEntryText(
      {
        seq,
        id,
        createdAt,
        modelId: prepared.modelId,
        accountId,
        confidence: prepared.confidence,
        policyId: prepared.policyId,
        previousHash: `sha256:${previousHash}`,
      },
      commit,
    );
    this.#insertEntry(text, createdAt);
    const hash = sha256(text);
    const hashBytes = Buffer.from(hash, 'hex');
    this.#statements.insertRecord.run(
      position,
      seq,
      id,
      prepared.modelId,
      createdAt,
      prepared.confidence ?? null,
      prepared.policyId ?? null,
      prepared.transactionId ?? null,
      accountId ?? null,
      hashBytes,
      head.recordHashBytes,
    );
    this.#statements.insertSearch.run(position, prepared.searchText);
    head.position = position;
    head.recordHash = hash;
    head.recordHashBytes = hashBytes;
    const stored: StoredRecord = {
      position,
      seq,
      id,
      hash: `sha256:${hash}`,
      previousHash: `sha256:${previousHash}`,
      createdAt,
    };
    this.#options.projection?.appended(stored, prepared);
    return stored;
  }

  /**
   * Appends an entry of another kind: `write` makes its canonical text once its place is known. The
   * caller holds the transaction, and keeps its own projections in it.
   */
  appendEntry(
    write: (place: { readonly seq: number; readonly createdAt: string }) => string,
    values: readonly EntryValue[] = [],
  ): StoredEntryPlace {
    if (this.#head.size === 0) throw new JournalError('The ledger has no genesis yet.');
    this.#declareClock();
    const place = { seq: this.#head.size, createdAt: this.#nextInstant() };
    const text = write(place);
    this.#insertEntry(text, place.createdAt);
    for (const { field, salt, value } of values) {
      this.#statements.insertPayload.run(place.seq, field, salt, value);
    }
    return { ...place, hash: `sha256:${sha256(text)}` };
  }

  /** What keeps rows about decisions; undefined where nothing does. */
  get projection(): DecisionProjection | undefined {
    return this.#options.projection;
  }

  /** Instant of an entry that is appended now: never before the last one. */
  get now(): string {
    return this.#nextInstant();
  }

  /** Runs the appends in one `BEGIN IMMEDIATE`; durable when it returns, undone when it throws. */
  transaction<Result>(run: () => Result): Result {
    this.begin();
    let result: Result;
    try {
      result = run();
      this.commit();
    } catch (error) {
      this.rollback();
      throw error;
    }
    return result;
  }

  /** Starts a transaction that spans several turns of the event loop (a bulk import). */
  begin(): void {
    this.#statements.begin.run();
    // Another connection cannot have written (one process, one writer), but a cheap look makes sure.
    if (this.#statements.size.get() !== this.#head.size) this.reload();
  }

  commit(): void {
    this.#statements.commit.run();
    if (this.#declared !== undefined) this.#options.clockJudge?.declared(this.#declared);
    this.#declared = undefined;
  }

  /** Undoes the open transaction, if there still is one, and reads the head again. */
  rollback(): void {
    if (this.#database.inTransaction) this.#statements.rollback.run();
    this.#declared = undefined;
    this.#options.projection?.undone();
    this.reload();
  }

  /** Reads the head from the database again. */
  reload(): void {
    this.#reloads += 1;
    this.#head = this.#readHead();
  }

  /** An entry says that the clock was set, before anything is dated by it. */
  #declareClock(): void {
    if (this.#declared !== undefined) return;
    const { now, fault } = this.#options.clockJudge?.look() ?? {};
    if (now === undefined || fault === undefined) return;
    const observed = instant(now);
    const createdAt = this.#notBefore(observed);
    const text = clockEntry({ seq: this.#head.size, createdAt, observed, reason: fault });
    this.#insertEntry(text, createdAt);
    this.#declared = now;
  }

  #nextInstant(): string {
    return this.#notBefore(instant(this.#options.clock()));
  }

  #notBefore(time: string): string {
    return time > this.#head.createdAt ? time : this.#head.createdAt;
  }

  #insertEntry(text: string, createdAt: string): void {
    const leaf = Buffer.from(leafHash(sha256, text), 'hex');
    this.#statements.insertEntry.run(this.#head.size, text, leaf);
    this.#tree.append(leaf);
    this.#head.size += 1;
    this.#head.createdAt = createdAt;
  }

  /** Refuses to go on from an end that is damaged: what follows would only cover it up. */
  #readHead(): Head {
    const size = this.#statements.size.get() ?? 0;
    const last = this.#statements.lastEntry.get();
    if (last === undefined) {
      return { size, position: 0, recordHash: '', recordHashBytes: Buffer.alloc(0), createdAt: '' };
    }
    this.#tree.load(size);
    const createdAt = /"created_at":"([^"]{24})"/.exec(last.bytes)?.[1];
    if (createdAt === undefined || leafHash(sha256, last.bytes) !== last.leaf) {
      throw new JournalError(`Entry ${size - 1}, the last, was altered.`);
    }
    const record = this.#statements.lastRecord.get();
    const linked = this.#statements.entry.get(record?.seq ?? 0);
    if (linked === undefined) {
      throw new JournalError(`Entry ${record?.seq ?? 0} is missing from the journal.`);
    }
    const recordHash = sha256(linked);
    if (record !== undefined && record.hash !== recordHash) {
      throw new JournalError(`The last record, entry ${record.seq}, was altered.`);
    }
    return {
      size,
      position: record?.position ?? 0,
      recordHash,
      recordHashBytes: Buffer.from(recordHash, 'hex'),
      createdAt,
    };
  }
}

function readGenesis(text: string): GenesisEntry | undefined {
  try {
    const entry = decodeEntry(text);
    return entry.type === 'ledger.genesis/v1' ? entry : undefined;
  } catch (error) {
    if (error instanceof EntryFormatError || error instanceof StrictJsonError) return undefined;
    throw error;
  }
}

function prepareStatements(database: WriterDatabase) {
  return {
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    rollback: database.prepare('ROLLBACK'),
    size: database.prepare<[], number>('SELECT coalesce(max(seq) + 1, 0) FROM entries').pluck(),
    genesis: database.prepare<[], string>('SELECT bytes FROM entries WHERE seq = 0').pluck(),
    entry: database.prepare<[number], string>('SELECT bytes FROM entries WHERE seq = ?').pluck(),
    lastEntry: database.prepare<[], { bytes: string; leaf: string }>(
      'SELECT bytes, lower(hex(leaf_hash)) AS leaf FROM entries ORDER BY seq DESC LIMIT 1',
    ),
    lastRecord: database.prepare<[], { position: number; seq: number; hash: string }>(
      'SELECT position, seq, lower(hex(hash)) AS hash FROM records ORDER BY position DESC LIMIT 1',
    ),
    insertEntry: database.prepare<[number, string, Buffer]>(
      'INSERT INTO entries (seq, bytes, leaf_hash) VALUES (?, ?, ?)',
    ),
    insertPayload: database.prepare<[number, string, string, string]>(
      'INSERT INTO payloads (seq, field, salt, value) VALUES (?, ?, ?, ?)',
    ),
    insertRecord: database.prepare(
      `INSERT INTO records (position, seq, id, model_id, created_at, confidence, policy_id,
         transaction_id, account_id, hash, previous_hash)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertSearch: database.prepare<[number, string]>(
      'INSERT INTO records_search (rowid, text) VALUES (?, ?)',
    ),
  };
}
