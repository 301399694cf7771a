/** The routes of requests of persons that a reader answers (docs/oversight.md, "Requests of persons"). */
import { dayOf } from '../../shared/billing/calendar.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { PersonRequest } from '../../shared/contract/persons.ts';
import { stepFault, type RequestStep } from '../../shared/oversight/request-steps.ts';
import type { ReadContext } from '../area.ts';
import { jsonReply, pageReply, type RouteHandlers, type RouteReply } from '../route-handler.ts';
import { personSearches } from '../oversight/person-searches.ts';
import { Candidates } from './candidates.ts';
import { LetterSource } from './letter-facts.ts';
import { readyLetter } from './letters.ts';
import { readPersonSettings } from './person-settings.ts';
import { ErasurePlanner, shownPlan } from './person-erasure.ts';
import { RequestsStore, stateOf } from './requests-store.ts';

type Means = Pick<
  ReadContext,
  'database' | 'now' | 'clock' | 'createId' | 'workspace' | 'signingSeed'
>;

export function personReadRoutes(
  means: Means,
): RouteHandlers<
  | 'getPersonSettings'
  | 'listPersonRequests'
  | 'getPersonRequest'
  | 'listPersonCandidates'
  | 'previewPersonLetter'
  | 'getPersonLetter'
  | 'previewPersonErasure'
> {
  const { database, now, workspace } = means;
  const requests = new RequestsStore(database, workspace.directory);
  const candidates = new Candidates(database, personSearches(means));
  const source = new LetterSource(database);
  const planner = new ErasurePlanner(database);
  const require = (id: string, step: RequestStep) =>
    allowing(requests.find(id, dayOf(now())) ?? unknownRequest(id), step, now());
  return {
    getPersonSettings: () => jsonReply(readPersonSettings(workspace.directory)),

    listPersonRequests: ({ query: { limit, offset, order, ...filter } }) => {
      const found = requests.byDue(filter, dayOf(now()));
      if (order.endsWith('number')) {
        found.sort((one, other) => byNumber.compare(one.number, other.number));
      }
      if (order.startsWith('-')) found.reverse();
      const rows = found.slice(offset, offset + limit);
      return pageReply(rows, { total: found.length, limit, offset });
    },
    getPersonRequest: ({ parameters: { id } }) =>
      database
        .transaction(() => jsonReply(requests.find(id, dayOf(now())) ?? unknownRequest(id)))
        .deferred(),
    listPersonCandidates: ({ parameters: { id } }) =>
      database
        .transaction(() =>
          jsonReply(candidates.of(requests.find(id, dayOf(now())) ?? unknownRequest(id))),
        )
        .deferred(),
    previewPersonLetter: async ({ parameters: { id }, body }) =>
      jsonReply(await readyLetter(source, require(id, 'letter'), body, dayOf(now()))),
    getPersonLetter: ({ parameters: { id, n } }) => {
      const document = /^[1-9]\d{0,5}$/.test(n) ? requests.letter(id, Number(n)) : undefined;
      if (document === undefined) {
        throw new ApiError('not_found', `There is no letter ${n} of request ${id}.`);
      }
      return pdfReply(Buffer.from(document, 'base64'), `${id}-${n}`);
    },
    previewPersonErasure: ({ parameters: { id }, body }) =>
      database
        .transaction(() => {
          const request = require(id, 'erasure');
          return jsonReply(shownPlan(planner.plan(request, body), request, body));
        })
        .deferred(),
  };
}

function pdfReply(bytes: Uint8Array, name: string): RouteReply {
  return {
    body: new Blob([Uint8Array.from(bytes)]).stream(),
    headers: {
      'content-disposition': `inline; filename="${name}.pdf"`,
      'content-length': String(bytes.length),
    },
  };
}

/** The request, where a step may be taken now. @throws {ApiError} `conflict` */
export function allowing(request: PersonRequest, step: RequestStep, now: string): PersonRequest {
  const code = stepFault(step, stateOf(request, dayOf(now)));
  if (code === undefined) return request;
  throw new ApiError('conflict', `Request ${request.number} does not allow this step.`, {
    fields: [faultAt('id', code)],
    details: { request_id: request.request_id, step, reason: code },
  });
}

/** `2026-014` is before `2026-1000`. */
const byNumber = new Intl.Collator('en', { numeric: true });

/** @throws {ApiError} always */
export function unknownRequest(id: string): never {
  throw new ApiError('not_found', `There is no request ${id}.`);
}
