/** Answers of a server elsewhere, kept for when it is away: sealed on the disk, limited, and gone when they must not stay. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import type { Clock } from '../../shared/time.ts';

/** Bytes of all answers, and of one. */
export const mostKeptBytes = 64 * 1024 * 1024;
export const longestKept = 4 * 1024 * 1024;
/** 30 days; milliseconds. */
const keptFor = 30 * 24 * 60 * 60 * 1_000;
export const cacheKeyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** Of the time at which it was read, in front of what is sealed. */
const timeBytes = 8;

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
  replicaDays: z.int().optional(),
});
export type KeptAbout = z.infer<typeof aboutSchema>;

const aboutAddress = '#about';
/** File that tells under which key the others are sealed. */
const markName = 'mark';

interface Kept {
  readonly at: number;
  readonly bytes: number;
}

/**
 * Over one folder, a file for each answer. A name is a keyed digest of the address, a content is AES-256-GCM, so that a
 * copy says how many there are, how long, and from when. What cannot be read, or was sealed with another key, is as if
 * it were not there: nobody is kept from anything by what is kept.
 */
export class AnswerCache {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #sealing: Buffer;
  readonly #naming: Buffer;
  /** Tells this key from another. */
  readonly #mark: string;
  /** One thing after the other: what is emptied holds nothing that was on its way. */
  #turn: Promise<unknown> = Promise.resolve();
  /** By the names of files; undefined until the folder is looked at. */
  #kept: Map<string, Kept> | undefined;

  /** @param key 32 random bytes */
  constructor(folder: string, key: Uint8Array, clock: Clock) {
    if (key.length !== cacheKeyBytes) throw new RangeError('A key of kept answers has 32 bytes.');
    this.#folder = folder;
    this.#clock = clock;
    const derived = (purpose: string) =>
      Buffer.from(hkdfSync('sha256', key, new Uint8Array(), `answer-cache/v1 ${purpose}`, 32));
    this.#sealing = derived('seal');
    this.#naming = derived('name');
    this.#mark = derived('mark').toString('hex');
  }

  /** Keeps an answer in place of an earlier one to the same address; one that is too long is left out. */
  keep(address: string, answer: Pick<KeptAnswer, 'contentType' | 'body'>): Promise<void> {
    return this.#inTurn(async () => {
      if (answer.body.length > longestKept) return;
      const kept = await this.#opened();
      const name = this.#nameOf(address);
      const at = this.#clock();
      const content = this.#seal(name, at, answer);
      const path = join(this.#folder, name);
      // Losing what is kept costs nothing: it needs not be on the disk before anything goes on.
      await writeFile(`${path}.new`, content, { mode: 0o600 });
      await rename(`${path}.new`, path);
      kept.set(name, { at, bytes: content.length });
      await this.#makeRoom(kept);
    });
  }

  /** The answer that was kept last; undefined where none is, or it is too old. */
  find(address: string): Promise<KeptAnswer | undefined> {
    return this.#inTurn(async () => {
      const name = this.#nameOf(address);
      if (!(await this.#opened()).has(name)) return undefined;
      const answer = this.#unseal(name, await readFile(join(this.#folder, name)));
      return answer.readAt < this.#clock() - keptFor ? undefined : answer;
    });
  }

  keepAbout(about: KeptAbout): Promise<void> {
    const body = Buffer.from(JSON.stringify(about));
    return this.keep(aboutAddress, { contentType: 'application/json', body });
  }

  async about(): Promise<KeptAbout | undefined> {
    const text = (await this.find(aboutAddress))?.body.toString('utf8');
    return text === undefined ? undefined : aboutSchema.safeParse(jsonOrUndefined(text)).data;
  }

  /** Nothing is kept any more, and the folder is gone. */
  empty(): Promise<void> {
    return this.#inTurn(async () => {
      this.#kept = undefined;
      await removeCache(this.#folder);
    }).then(() => undefined);
  }

  /** What fails is as if nothing were kept. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
  #inTurn(work: () => Promise<void>): Promise<void>;
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    const done = this.#turn.then(work).catch(() => undefined);
    this.#turn = done;
    return done;
  }

  /** What the folder has; made anew where it is of another key. */
  async #opened(): Promise<Map<string, Kept>> {
    if (this.#kept !== undefined) return this.#kept;
    const mark = await readFile(join(this.#folder, markName), 'utf8').catch(() => undefined);
    if (mark !== this.#mark) {
      await removeCache(this.#folder);
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      await writeFile(join(this.#folder, markName), this.#mark, { mode: 0o600 });
    }
    const kept = new Map<string, Kept>();
    for (const name of await readdir(this.#folder)) {
      if (!/^[0-9a-f]{64}$/.test(name)) continue;
      const { size, mtimeMs } = await stat(join(this.#folder, name));
      kept.set(name, { at: mtimeMs, bytes: size });
    }
    this.#kept = kept;
    return kept;
  }

  /** Removes what is too old, then the oldest. */
  async #makeRoom(kept: Map<string, Kept>): Promise<void> {
    let bytes = [...kept.values()].reduce((sum, each) => sum + each.bytes, 0);
    const tooOld = this.#clock() - keptFor;
    const oldestFirst = [...kept].toSorted(([, one], [, other]) => one.at - other.at);
    for (const [name, each] of oldestFirst) {
      if (each.at >= tooOld && bytes <= mostKeptBytes) return;
      await rm(join(this.#folder, name), { force: true });
      kept.delete(name);
      bytes -= each.bytes;
    }
  }

  #nameOf(address: string): string {
    return createHmac('sha256', this.#naming).update(address).digest('hex');
  }

  #seal(name: string, at: number, { contentType, body }: Pick<KeptAnswer, 'contentType' | 'body'>) {
    const time = Buffer.alloc(timeBytes);
    time.writeDoubleBE(at);
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, nonce);
    cipher.setAAD(Buffer.concat([Buffer.from(name), time]));
    const type = Buffer.from(`${contentType}\n`);
    const sealed = [cipher.update(type), cipher.update(body), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat([time, nonce, ...sealed]);
  }

  /** @throws where it is not what was sealed */
  #unseal(name: string, content: Buffer): KeptAnswer {
    const time = content.subarray(0, timeBytes);
    const nonce = content.subarray(timeBytes, timeBytes + nonceBytes);
    const decipher = createDecipheriv('aes-256-gcm', this.#sealing, nonce, {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.concat([Buffer.from(name), time]));
    decipher.setAuthTag(content.subarray(-tagBytes));
    const sealed = content.subarray(timeBytes + nonceBytes, -tagBytes);
    const opened = Buffer.concat([decipher.update(sealed), decipher.final()]);
    const end = opened.indexOf('\n');
    const contentType = opened.subarray(0, end).toString('utf8');
    return { readAt: time.readDoubleBE(), contentType, body: opened.subarray(end + 1) };
  }
}

/** Removes the folder of kept answers. */
export async function removeCache(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Bytes of what a folder of kept answers has; 0 where there is none. */
export async function sizeOfCache(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) => stat(join(folder, name)).then(sizeOf, () => 0)),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const sizeOf = ({ size }: { readonly size: number }) => size;
