/** Connections on disk: a list that anybody may read aloud, and each key in a file of its own, 0600. */
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import { randomBytes } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { connectionSchema, type Connection } from '../../shared/contract/connections.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { makeFolder } from '../database/make-folder.ts';
import { writeWholeLater } from '../database/durable-files.ts';
import type { KeySeal } from '../database/key-seal.ts';
import type { Clock } from '../../shared/time.ts';
import { AnswerCache, cacheKeyBytes, removeCache, sizeOfCache } from './answer-cache.ts';

const directoryName = 'connections';
const listName = 'connections.json';

/**
 * `sealed` says what is in the key's file, `cache_sealed` what is in that of the key of kept answers, where there is
 * one; they are not part of what is answered.
 */
const keptSchema = connectionSchema.omit({ kept_bytes: true }).extend({
  // Connections from before anything was kept.
  keep_offline: z.boolean().default(true),
  sealed: z.boolean(),
  cache_sealed: z.boolean().optional(),
});
type Kept = z.infer<typeof keptSchema>;
type NewConnection = Omit<Connection, 'key_protection' | 'kept_bytes'>;
const fileSchema = z.object({ version: z.literal(1), connections: z.array(keptSchema) });

type Confirm = (now: Pick<Connection, 'name' | 'base_url' | 'keep_offline'>) => void;

/** The connections in `dataRoot`, whose owner this process is. */
export class ConnectionsStore {
  readonly #dataRoot: string;
  readonly #directory: string;
  readonly #seal: KeySeal;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(dataRoot: string, seal: KeySeal) {
    this.#dataRoot = dataRoot;
    this.#directory = join(dataRoot, directoryName);
    this.#seal = seal;
  }

  /** By name. @throws ApiError when the list on disk is damaged */
  async list(): Promise<Connection[]> {
    return Promise.all(sorted(await this.#read()).map((kept) => this.#shown(kept)));
  }

  /** @throws ApiError `not_found` */
  async get(id: string): Promise<Connection> {
    return this.#shown(found(await this.#read(), id));
  }

  /** @throws ApiError `conflict` when the name is taken */
  create(connection: NewConnection, apiKey: string): Promise<Connection> {
    return this.#inTurn(async () => {
      const kept = await this.#read();
      refuseSameName(kept, connection.name);
      const made = { ...connection, ...(await this.#writeKey(connection.connection_id, apiKey)) };
      await this.#write([...kept, made]);
      return this.#shown(made);
    });
  }

  /**
   * Without `apiKey` the key stays. With another key or address, or where nothing is to be kept any more, what was
   * kept goes.
   * @throws ApiError `not_found`, `conflict`, and what `confirm` throws, which is shown what is changed
   */
  change(
    id: string,
    members: Partial<Pick<Connection, 'name' | 'base_url' | 'last_online_at' | 'keep_offline'>>,
    apiKey?: string,
    confirm?: Confirm,
  ): Promise<Connection> {
    return this.#inTurn(async () => {
      const kept = await this.#read();
      const before = found(kept, id);
      confirm?.(before);
      if (members.name !== undefined) {
        refuseSameName(
          kept.filter((each) => each !== before),
          members.name,
        );
      }
      const key = apiKey === undefined ? {} : await this.#writeKey(id, apiKey);
      const { cache_sealed: cacheSealed, ...changed } = { ...before, ...members, ...key };
      const isOther = apiKey !== undefined || changed.base_url !== before.base_url;
      const after =
        isOther || !changed.keep_offline ? changed : { ...changed, cache_sealed: cacheSealed };
      if (after === changed) await this.#forgetAnswers(id);
      await this.#write(kept.map((each) => (each === before ? after : each)));
      return this.#shown(after);
    });
  }

  /**
   * The connection as it was; its key is gone from the disk, and what was kept of it.
   * @throws ApiError `not_found`, and what `confirm` throws, which is shown what is removed
   */
  remove(id: string, confirm?: Confirm): Promise<Connection> {
    return this.#inTurn(async () => {
      const kept = await this.#read();
      const gone = found(kept, id);
      confirm?.(gone);
      const told = await this.#shown(gone);
      await rm(join(this.#directory, keyName(id)), { force: true });
      await this.#forgetAnswers(id);
      await this.#write(kept.filter((each) => each !== gone));
      return told;
    });
  }

  /** @throws ApiError `conflict` when the key cannot be read here */
  async keyOf(id: string): Promise<string> {
    const { sealed, name } = found(await this.#read(), id);
    try {
      return await this.#seal.open(
        new Uint8Array(await readFile(join(this.#directory, keyName(id)))),
        sealed,
      );
    } catch {
      throw new ApiError(
        'conflict',
        `The key of ${name} cannot be read here. Enter it again in the connection.`,
        { details: { connection_id: id } },
      );
    }
  }

  /** What is kept of a server's answers; undefined where nothing is to be. Its key is made where there is none yet. */
  cacheOf(id: string, clock: Clock): Promise<AnswerCache | undefined> {
    return this.#inTurn(async () => {
      const kept = await this.#read();
      const connection = found(kept, id);
      if (!connection.keep_offline) {
        await removeCache(this.#cacheFolder(id));
        return undefined;
      }
      const key = (await this.#cacheKey(connection)) ?? (await this.#newCacheKey(connection, kept));
      return new AnswerCache(this.#cacheFolder(id), key, clock);
    });
  }

  async #cacheKey({ connection_id: id, cache_sealed: sealed }: Kept): Promise<Buffer | undefined> {
    if (sealed === undefined) return undefined;
    try {
      const bytes = await readFile(join(this.#directory, cacheKeyName(id)));
      const key = Buffer.from(await this.#seal.open(new Uint8Array(bytes), sealed), 'base64url');
      return key.length === cacheKeyBytes ? key : undefined;
    } catch {
      // What cannot be opened here is begun anew.
      return undefined;
    }
  }

  async #newCacheKey(connection: Kept, kept: readonly Kept[]): Promise<Buffer> {
    const key = randomBytes(cacheKeyBytes);
    const { bytes, sealed } = await this.#seal.seal(key.toString('base64url'));
    makeFolder(this.#directory, this.#dataRoot);
    await writeWholeLater(this.#directory, cacheKeyName(connection.connection_id), bytes);
    const after = { ...connection, cache_sealed: sealed };
    await this.#write(kept.map((each) => (each === connection ? after : each)));
    return key;
  }

  /** Without their key they cannot be read; what is still on its way is sealed with the key before. */
  async #forgetAnswers(id: string): Promise<void> {
    await rm(join(this.#directory, cacheKeyName(id)), { force: true });
    await removeCache(this.#cacheFolder(id));
  }

  #cacheFolder(id: string): string {
    return join(this.#directory, `${id}.cache`);
  }

  async #shown(kept: Kept): Promise<Connection> {
    const folder = this.#cacheFolder(kept.connection_id);
    const size = kept.keep_offline ? await sizeOfCache(folder) : 0;
    return connectionSchema.parse({ ...kept, kept_bytes: size });
  }

  /** One change after the other: each reads what the one before has written. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  async #read(): Promise<Kept[]> {
    const listPath = join(this.#directory, listName);
    let text: string;
    try {
      text = await readFile(listPath, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
    const parsed = fileSchema.safeParse(jsonOrUndefined(text));
    if (parsed.success) return parsed.data.connections;
    throw new ApiError(
      'conflict',
      `${listPath} is damaged. Put it back from a backup, or move it away to begin anew.`,
    );
  }

  async #write(connections: readonly Kept[]): Promise<void> {
    makeFolder(this.#directory, this.#dataRoot);
    const text = `${JSON.stringify({ version: 1, connections }, null, 2)}\n`;
    await writeWholeLater(this.#directory, listName, new TextEncoder().encode(text));
  }

  /** The key first: a list never names a connection without one. */
  async #writeKey(id: string, apiKey: string) {
    const { bytes, sealed, protection } = await this.#seal.seal(apiKey);
    makeFolder(this.#directory, this.#dataRoot);
    await writeWholeLater(this.#directory, keyName(id), bytes);
    return { sealed, key_protection: protection };
  }
}

const keyName = (id: string) => `${id}.key`;
const cacheKeyName = (id: string) => `${id}.cache-key`;

function found(kept: readonly Kept[], id: string): Kept {
  const one = kept.find((each) => each.connection_id === id);
  if (one === undefined) throw new ApiError('not_found', `There is no connection ${id}.`);
  return one;
}

function refuseSameName(kept: readonly Kept[], name: string): void {
  if (!kept.some((each) => each.name === name)) return;
  throw new ApiError('conflict', `Another connection is called ${name}.`, {
    fields: [faultAt('name', 'connection_name')],
  });
}

function sorted(kept: readonly Kept[]): Kept[] {
  return kept.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
}
