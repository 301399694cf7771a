/** Looks at the rows of active sessions where they are, again and again: who reads nothing learns of a change, too. */
import type { WriteContext } from '../area.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { CopySweep } from '../sources/copy-sweep.ts';
import { changedRowsSchema } from '../sources/session-rows.ts';
import { keepSeen } from '../sources/source-facts.ts';
import { looksOf, type Looks } from '../sources/looks.ts';
import { lookAt, SourceStates, type SourceLook } from '../sources/source-states.ts';
import { SourcesStore, type StoredSource } from '../sources/sources-store.ts';
import type { SessionsStore, WatchedSession } from './sessions-store.ts';
import type { SessionWriter } from './session-writer.ts';

export class SourceWatch {
  readonly #context: WriteContext;
  readonly #sessions: SessionsStore;
  readonly #writer: SessionWriter;
  readonly #sources: SourcesStore;
  readonly #states: SourceStates;
  readonly #looks: Looks;
  readonly #sweep: CopySweep;
  #isLooking = false;

  constructor(
    context: WriteContext,
    { sessions, writer }: { readonly sessions: SessionsStore; readonly writer: SessionWriter },
  ) {
    this.#context = context;
    this.#sessions = sessions;
    this.#writer = writer;
    this.#sources = new SourcesStore(context.database);
    this.#states = new SourceStates(context.database);
    this.#looks = looksOf(context);
    this.#sweep = new CopySweep(context.workspace.directory, this.#sources);
  }

  /** Looks at every source that an active session reads, one after the other; not again while it is at that. */
  async look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const watched = this.#sessions.watched(this.#context.wallClock.now());
      const byDataset = Map.groupBy(watched, ({ datasetId }) => datasetId);
      this.#sweep.run(watched);
      for (const [datasetId, sessions] of byDataset) await this.#lookAt(datasetId, sessions);
    } finally {
      this.#isLooking = false;
    }
  }

  async #lookAt(datasetId: string, sessions: readonly WatchedSession[]): Promise<void> {
    const source = this.#sources.find(datasetId);
    if (source === undefined) return;
    const looked = await lookAt(this.#looks, source);
    const ended: { readonly sessionId: string; readonly found: string | null }[] = [];
    for (const [sha256, same] of Map.groupBy(sessions, (each) => each.sha256)) {
      // What was just found is what they see: a table is gone through once.
      if (sha256 === looked.found?.snapshotSha256) continue;
      const found = await this.#changeOf(source, same[0]?.snapshot);
      if (found === undefined) continue;
      ended.push(...same.map(({ sessionId }) => ({ sessionId, found: found.sha256 })));
    }
    await this.#keep(source, looked, ended);
  }

  /** What is there in place of the rows of a snapshot; undefined where they are those, or cannot be read now. */
  async #changeOf(
    source: StoredSource,
    snapshot = '',
  ): Promise<{ readonly sha256: string | null } | undefined> {
    try {
      await this.#looks.same(source, snapshot);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'source_changed') return undefined;
      const { found } = changedRowsSchema.pick({ found: true }).parse({
        found: error.details['found_sha256'],
      });
      return { sha256: found };
    }
  }

  async #keep(
    { datasetId, snapshotSha256 }: StoredSource,
    looked: SourceLook,
    ended: readonly { readonly sessionId: string; readonly found: string | null }[],
  ): Promise<void> {
    const { lock, transaction, supervisor } = this.#context;
    const before = this.#states.find(datasetId).state;
    const { found, state } = looked;
    const isOther = found !== undefined && found.snapshotSha256 !== snapshotSha256;
    await lock.run(() =>
      transaction((now) => {
        this.#states.keep(datasetId, looked, now);
        if (isOther) keepSeen(this.#context, datasetId, found, now);
        for (const { sessionId, found: sha256 } of ended) {
          const session = this.#sessions.find(sessionId);
          if (session !== undefined) this.#writer.noteChanged(session, sha256, now);
        }
      }),
    );
    if (isOther || before !== state) supervisor.changed(['datasets']);
    if (ended.length > 0) supervisor.changed(['sessions']);
  }
}
