/** Lists read as one caller, by the routes that answer them, on connections of their own. */
import { ApiError, errorStatus, type ErrorCode } from '../../shared/contract/errors.ts';
import { isJsonObject } from '../../shared/contract/json.ts';
import type { ListReader } from '../exports/list.ts';
import { admittedBy, type Principal } from '../serve-request.ts';
import type { Means } from '../area.ts';
import type { ChangeHub } from './change-stream.ts';
import { closingOnFailure } from './closing-on-failure.ts';
import { openQueries } from './open-queries.ts';
import { openReads } from './open-reader.ts';
import { serveHandlers } from './serve.ts';

export interface ListReaderOptions {
  readonly principal: Principal;
  readonly withRows: boolean;
}

/** `withRows`: also what reads the rows of sessions, which the writer meters as it does for anybody. */
export async function openListReader(
  context: Means,
  changes: ChangeHub,
  { principal, withRows }: ListReaderOptions,
): Promise<ListReader> {
  return closingOnFailure(async (open) => {
    const lists = await openReads(context, changes);
    open(lists);
    const data = withRows ? await openQueries(context) : undefined;
    const serve = serveHandlers({
      handlers: { ...lists.handlers, ...data?.handlers },
      ownership: lists.ownership,
      guards: { ...data?.guards },
      confirm: () => lists.place.confirm(),
      bodies: context,
      createRequestId: () => context.createId('req'),
      log: context.log,
    });
    return {
      ask: async (path, body) => {
        const response = await serve(
          admittedBy(requestOf(path, body), { mount: 'direct', principal }),
        );
        const answer: unknown = await response.json();
        if (!response.ok) throw refusal(answer);
        return answer;
      },
      hold: () => lists.hold(),
      close: async () => {
        await data?.close();
        await lists.close();
      },
    };
  });
}

function requestOf(path: string, body: object | undefined): Request {
  const url = `http://export.invalid/v1${path}`;
  if (body === undefined) return new Request(url);
  const headers = { 'content-type': 'application/json' };
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** The error of an answer, in either of its shapes. */
function refusal(body: unknown): ApiError {
  const error = isJsonObject(body) && isJsonObject(body['error']) ? body['error'] : {};
  const code = error['code'] ?? error['type'];
  const message = typeof error['message'] === 'string' ? error['message'] : 'The list failed.';
  return new ApiError(isCode(code) ? code : 'internal_error', message, {
    details: isJsonObject(error['details']) ? error['details'] : {},
  });
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errorStatus, code);
}
