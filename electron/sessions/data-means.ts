import type { CreateId, RandomBytes } from '../../shared/ids.ts';
import type { WallClock } from '../database/wall-clock.ts';
import type { DatasetsStore } from '../datasets/datasets-store.ts';
import type { AnswerTicks } from './answer-tick.ts';
import type { CursorCodec } from './cursor.ts';
import type { ReceiptedAccesses } from './receipted.ts';
import type { RowQueries } from '../sources/embedded/row-queries.ts';
import type { SessionSources } from '../sources/session-rows.ts';
import type { SessionViews } from './session-views.ts';
import type { SessionsStore } from './sessions-store.ts';

/** Means that the data routes work with. */
export interface DataMeans {
  readonly sessions: SessionsStore;
  readonly datasets: DatasetsStore;
  readonly views: SessionViews;
  readonly queries: RowQueries;
  readonly sources: Pick<SessionSources, 'open'>;
  /** How long a query may run; milliseconds. */
  readonly queryMs: number;
  /** Has the writer keep that the rows of a session are others by now. */
  readonly noteChanged: (sessionId: string, found: string | null) => Promise<void>;
  readonly cursors: CursorCodec;
  readonly ticks: AnswerTicks;
  readonly wallClock: WallClock;
  readonly createId: CreateId;
  readonly random: RandomBytes;
  readonly accesses: ReceiptedAccesses;
}
