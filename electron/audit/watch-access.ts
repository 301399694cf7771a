/** What stands behind the gate's back: the audit log and the list of requests, fed by what it answered. */
import type { AnsweredRequest } from '../access/gate.ts';
import { later } from '../database/schedule.ts';
import type { RouteHandlers } from '../route-handler.ts';
import { AccessRecorder } from './access-recorder.ts';
import type { NewAuditEvent } from './audit-log.ts';
import { RequestRing } from './request-ring.ts';
import { requestRoutes } from './routes.ts';

export interface WatchAccessOptions {
  /** Has the writer append events to the log; undefined where none is kept. */
  readonly write: ((events: readonly NewAuditEvent[]) => Promise<unknown>) | undefined;
  /** Tells the windows that there are new requests. */
  readonly changed: () => void;
  readonly log: (line: string) => void;
}

export interface AccessWatch {
  /** To be told every answered request. */
  readonly observe: (request: AnsweredRequest) => void;
  readonly handlers: RouteHandlers<'listRequests'>;
  /** Has what was asked until now written, before its lines are sealed. */
  flush(): Promise<void>;
  /** Has everything written that belongs to the open ledger; before its writer closes. */
  settle(): Promise<void>;
}

export function watchAccess({ write, changed, log }: WatchAccessOptions): AccessWatch {
  const ring = new RequestRing({ changed, schedule: later });
  const recorder =
    write === undefined
      ? undefined
      : new AccessRecorder({
          write: async (events) => void (await write(events)),
          schedule: later,
          log,
        });
  return {
    observe: (request) => {
      ring.observe(request);
      recorder?.observe(request);
    },
    handlers: requestRoutes(ring),
    flush: async () => {
      await recorder?.flush();
    },
    settle: async () => {
      ring.close();
      await recorder?.settle();
    },
  };
}
