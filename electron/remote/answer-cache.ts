/** Answers of a server elsewhere, kept for when it is away: sealed on the disk, limited, and gone when they must not stay. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { z } from 'zod';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import type { Clock } from '../../shared/time.ts';
import { openCache, type CacheDatabase } from '../database/open-cache.ts';

/** Bytes of all answers, and of one. */
export const mostKeptBytes = 64 * 1024 * 1024;
export const longestKept = 4 * 1024 * 1024;
/** 30 days; milliseconds. */
const keptFor = 30 * 24 * 60 * 60 * 1_000;
export const cacheKeyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** An answer of status 200 as it came. */
export interface KeptAnswer {
  /** Milliseconds since 1970. */
  readonly readAt: number;
  readonly contentType: string;
  readonly body: Buffer;
}

/** What the server told of itself: what it offers, and which erasure of its ledger is the last. */
const aboutSchema = z.object({
  operations: z.array(z.string()),
  describesItself: z.boolean(),
  origin: z.string().optional(),
  createdAt: z.string().optional(),
  recordCount: z.int().optional(),
  lastErasure: z.int().optional(),
});
export type KeptAbout = z.infer<typeof aboutSchema>;

const aboutAddress = '#about';

const schema = `
  CREATE TABLE IF NOT EXISTS answers (
    name BLOB PRIMARY KEY,
    at INTEGER NOT NULL,
    type TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS answers_by_age ON answers (at);
`;

interface Row {
  readonly at: number;
  readonly type: string;
  readonly sealed: Buffer;
}

/**
 * Over one file. Addresses stand in it as keyed digests, answers as AES-256-GCM, so that a copy of it says how many
 * there are, how long, and from when. A file that cannot be read, or was sealed with another key, is begun anew.
 */
export class AnswerCache {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #sealing: Buffer;
  readonly #naming: Buffer;
  /** Tells this key from another. */
  readonly #mark: number;
  #database: CacheDatabase | undefined;

  /** @param key 32 random bytes */
  constructor(path: string, key: Uint8Array, clock: Clock) {
    if (key.length !== cacheKeyBytes) throw new RangeError('A key of kept answers has 32 bytes.');
    this.#path = path;
    this.#clock = clock;
    const derived = (purpose: string) =>
      Buffer.from(hkdfSync('sha256', key, new Uint8Array(), `answer-cache/v1 ${purpose}`, 32));
    this.#sealing = derived('seal');
    this.#naming = derived('name');
    this.#mark = derived('mark').readUInt32BE() % 2 ** 31;
  }

  /** Keeps an answer in place of an earlier one to the same address; one that is too long is left out. */
  keep(address: string, answer: Pick<KeptAnswer, 'contentType' | 'body'>): void {
    if (answer.body.length > longestKept) return;
    this.#guarded((database) => {
      const name = this.#nameOf(address);
      const at = this.#clock();
      const sealed = this.#seal(answer.body, headOf(name, at, answer.contentType));
      database
        .prepare('INSERT OR REPLACE INTO answers (name, at, type, sealed) VALUES (?, ?, ?, ?)')
        .run(name, at, answer.contentType, sealed);
      this.#makeRoom(database);
    });
  }

  /** The answer that was kept last; undefined where none is, or it is too old. */
  find(address: string): KeptAnswer | undefined {
    return this.#guarded((database) => {
      const name = this.#nameOf(address);
      const row = database
        .prepare<[Buffer, number], Row>(
          'SELECT at, type, sealed FROM answers WHERE name = ? AND at >= ?',
        )
        .get(name, this.#clock() - keptFor);
      if (row === undefined) return undefined;
      const body = this.#open(row.sealed, headOf(name, row.at, row.type));
      return { readAt: row.at, contentType: row.type, body };
    });
  }

  keepAbout(about: KeptAbout): void {
    const body = Buffer.from(JSON.stringify(about));
    this.keep(aboutAddress, { contentType: 'application/json', body });
  }

  about(): KeptAbout | undefined {
    const text = this.find(aboutAddress)?.body.toString('utf8');
    return text === undefined ? undefined : aboutSchema.safeParse(jsonOrUndefined(text)).data;
  }

  /** Bytes of what is kept. */
  get bytes(): number {
    return this.#guarded(sizeOf) ?? 0;
  }

  /** Nothing is kept any more, and the file is gone. */
  empty(): void {
    this.close();
    removeCache(this.#path);
  }

  close(): void {
    this.#database?.close();
    this.#database = undefined;
  }

  /** A cache never keeps anybody from anything: one that fails is begun anew, and answers nothing this time. */
  #guarded<Result>(run: (database: CacheDatabase) => Result): Result | undefined {
    try {
      return run(
        (this.#database ??= openCache(this.#path, {
          schema,
          mark: this.#mark,
          begin: 'DELETE FROM answers',
        })),
      );
    } catch {
      this.empty();
      return undefined;
    }
  }

  #nameOf(address: string): Buffer {
    return createHmac('sha256', this.#naming).update(address).digest();
  }

  #seal(body: Uint8Array, head: Buffer): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, nonce);
    cipher.setAAD(head);
    return Buffer.concat([nonce, cipher.update(body), cipher.final(), cipher.getAuthTag()]);
  }

  /** @throws where it is not what was sealed */
  #open(sealed: Buffer, head: Buffer): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.#sealing, sealed.subarray(0, nonceBytes));
    decipher.setAAD(head);
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    const body = decipher.update(sealed.subarray(nonceBytes, -tagBytes));
    return Buffer.concat([body, decipher.final()]);
  }

  #makeRoom(database: CacheDatabase): void {
    database.prepare('DELETE FROM answers WHERE at < ?').run(this.#clock() - keptFor);
    let over = sizeOf(database) - mostKeptBytes;
    if (over <= 0) return;
    const oldest = database
      .prepare<[], { rowid: number; bytes: number }>(
        'SELECT rowid, length(sealed) AS bytes FROM answers ORDER BY at, rowid',
      )
      .all();
    const remove = database.prepare('DELETE FROM answers WHERE rowid = ?');
    for (const { rowid, bytes } of oldest) {
      if (over <= 0) return;
      remove.run(rowid);
      over -= bytes;
    }
  }
}

/** Removes the file of kept answers, and what SQLite keeps beside it. One that is open elsewhere may stay: without its key. */
export function removeCache(path: string): void {
  try {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
  } catch {
    // Some systems keep a file that is open.
  }
}

/** What is sealed along with an answer: whose it is, from when, and its type. */
function headOf(name: Buffer, at: number, type: string): Buffer {
  return Buffer.concat([name, Buffer.from(JSON.stringify([at, type]))]);
}

function sizeOf(database: CacheDatabase): number {
  return (
    database
      .prepare<[], number>('SELECT coalesce(sum(length(sealed)), 0) FROM answers')
      .pluck()
      .get() ?? 0
  );
}
