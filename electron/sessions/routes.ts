/** The routes of a session's life, of its operations, and of evidence. */
import { ApiError } from '../../shared/contract/errors.ts';
import { dataOperations, type DataOperation } from '../../shared/contract/data-operations.ts';
import type { Policy } from '../../shared/contract/policies.ts';
import type { Session } from '../../shared/contract/sessions.ts';
import type { Writes } from '../access/commits.ts';
import { usersHolder } from '../access/ownership.ts';
import type { StoredDataset } from '../datasets/datasets-store.ts';
import {
  jsonReply,
  pageReply,
  type Own,
  type Principal,
  type RouteHandlers,
} from '../route-handler.ts';
import type { Acting } from '../access/acting.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { Granting } from './granting.ts';
import type { Metering } from './metering.ts';
import type { SessionSnapshots } from '../sources/session-rows.ts';
import { sessionStatus } from './session-state.ts';
import type { SessionWriter } from './session-writer.ts';
import type { SessionsStore, StoredSession } from './sessions-store.ts';

export type SessionReads = 'listSessions' | 'getSession' | 'listOperations';

/** Handlers of the session routes that a reader thread answers. `now` is the present, never before what was seen already. */
export function sessionReadRoutes(options: {
  readonly sessions: SessionsStore;
  /** Whether a caller may use the rows of a session. */
  readonly mayUse: MayUse;
  readonly now: () => string;
}): RouteHandlers<SessionReads> {
  const { sessions, mayUse, now } = options;
  return {
    listSessions: ({ query: { limit, offset, include, ...filter }, own, principal }) => {
      const withUsage = include === 'usage';
      const { data, total } = sessions.list(filter, { limit, offset }, now(), withUsage, own);
      const shown = data.map((each) => ({ ...each, may_use: mayUse(each.session_id, principal) }));
      return pageReply(shown, { total, limit, offset });
    },

    getSession: ({ parameters: { session_id: id }, query, principal }) => {
      const found = sessions.show(id, now(), query.include === 'usage') ?? unknownSession(id);
      return jsonReply({ ...found, may_use: mayUse(id, principal) } satisfies Session);
    },

    listOperations: ({ parameters: { session_id: id }, query: { limit, offset } }) => {
      const session = sessions.find(id) ?? unknownSession(id);
      const { data, total } = sessions.operations(session.number, { limit, offset });
      return pageReply(data, { total, limit, offset });
    },
  };
}

export type SessionWrites = 'createSession' | 'closeSession' | 'revokeSession';

type MayUse = (sessionId: string, principal: Principal) => boolean;

export interface SessionWriteOptions {
  readonly sessions: SessionsStore;
  readonly writer: SessionWriter;
  /** A dataset that sessions can be opened on. @throws {ApiError} `not_found`, `access_revoked` */
  readonly requireDataset: (datasetId: string, holderId: string | undefined) => StoredDataset;
  /** The policy in force. @throws {ApiError} `dataset_unpublished` */
  readonly policyOf: (dataset: StoredDataset, now: string) => Policy;
  readonly findDataset: (number: number) => StoredDataset | undefined;
  /** @throws {ApiError} `forbidden` for a model that another account registered */
  readonly refuseOthersModel: (modelId: string, own: Own | undefined) => void;
  readonly mayUse: MayUse;
  readonly acting: Acting;
  readonly createId: CreateId;
  readonly metering: Metering;
  readonly granting: Granting;
  readonly snapshots: Pick<SessionSnapshots, 'of'>;
  readonly commits: Writes;
}

const created = { status: 201, topics: ['sessions'] } as const;
const changed = { ...created, status: 200 } as const;

/** Handlers of the session routes that open and end sessions. */
export function sessionWriteRoutes(options: SessionWriteOptions): RouteHandlers<SessionWrites> {
  const { sessions, writer, commits } = options;

  const show = (id: string, now: string, principal: Principal): Session => {
    const found = sessions.show(id, now, false) ?? unknownSession(id);
    return { ...found, may_use: options.mayUse(id, principal) };
  };

  /** Ends an active session; one that is over stays as it is. */
  const end = (id: string, now: string, run: (session: StoredSession) => void): void => {
    const session = sessions.find(id) ?? unknownSession(id);
    if (sessionStatus(session, now) === 'active') run(session);
  };

  return {
    createSession: async (call) => {
      const rows = await options.snapshots.of(call.body.dataset_id);
      return commits.writeJson(call, created, (now) => {
        const { body, own, principal } = call;
        if (body.model_id !== undefined) options.refuseOthersModel(body.model_id, own);
        const dataset = options.requireDataset(body.dataset_id, usersHolder(principal));
        const policy = options.policyOf(dataset, now);
        const allowed = allowedOperations(body.allowed_operations, dataset, policy);
        const { grantId, accountId, operations } = options.granting.of(
          body,
          { dataset, policy },
          now,
        );
        const sessionId = options.createId('sess');
        const terms = options.metering.open(sessionId, dataset, { ...body, accountId }, now);
        writer.open(
          body,
          {
            sessionId,
            dataset,
            allowed: allowed.filter((each) => operations.includes(each)),
            terms,
            rows,
            grantId,
            openedBy: options.acting.actor,
            openerName: principal.kind === 'api_key' ? principal.name : null,
          },
          now,
        );
        return show(sessionId, now, principal);
      });
    },

    closeSession: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { session_id: id } = call.parameters;
        end(id, now, () => writer.close(id, now));
        return show(id, now, call.principal);
      }),

    revokeSession: (call) =>
      commits.writeJson(call, changed, (now) => {
        const { parameters, body, principal } = call;
        const { session_id: id } = parameters;
        end(id, now, (session) => {
          const holder = options.findDataset(session.dataset)?.holderId ?? '';
          writer.revoke(id, body.reason, body.revoked_by ?? holder, now);
        });
        return show(id, now, principal);
      }),
  };
}

/** What a session may do: what was asked for, which the policy must allow, or all that it allows. */
function allowedOperations(
  asked: readonly DataOperation[] | undefined,
  { datasetId }: StoredDataset,
  { operations: allowed = [...dataOperations] }: Policy,
): readonly DataOperation[] {
  if (asked === undefined) return dataOperations.filter((each) => allowed.includes(each));
  const refused = asked.filter((each) => !allowed.includes(each));
  if (refused.length > 0) {
    throw new ApiError(
      'forbidden',
      `The policy of the dataset does not allow ${refused.join(', ')}.`,
      { details: { dataset_id: datasetId, allowed_operations: allowed } },
    );
  }
  return dataOperations.filter((each) => asked.includes(each));
}

export function unknownSession(id: string): never {
  throw new ApiError('not_found', `There is no session ${id}.`);
}
