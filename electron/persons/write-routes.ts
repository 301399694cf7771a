/** The routes of requests of persons that write: each change of one is a fact that says what happened. */
import { dayOf } from '../../shared/billing/calendar.ts';
import { validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { dueDay, extendedDay } from '../../shared/oversight/deadlines.ts';
import type { WriteContext } from '../area.ts';
import type { RouteHandlers } from '../route-handler.ts';
import { readPersonSettings, writePersonSettings } from './person-settings.ts';
import { requireRecords } from './require-records.ts';
import { RequestWriter } from './request-writer.ts';

export type PersonWriteMeans = Pick<
  WriteContext,
  'database' | 'workspace' | 'facts' | 'acts' | 'commits' | 'withheld' | 'createId'
>;

const topics = ['persons'] as const;

export function personWriteRoutes(
  means: PersonWriteMeans,
): RouteHandlers<
  | 'changePersonSettings'
  | 'createPersonRequest'
  | 'setPersonRecords'
  | 'extendPersonRequest'
  | 'closePersonRequest'
> {
  const { database, commits, workspace } = means;
  const writer = new RequestWriter(means);
  return {
    changePersonSettings: (call) =>
      commits.writeJson(call, { status: 200, topics }, () => {
        call.previous.confirm(readPersonSettings(workspace.directory));
        writePersonSettings(workspace.directory, call.body);
        return call.body;
      }),

    createPersonRequest: (call) =>
      commits.writeJson(call, { status: 201, topics }, (now) => {
        const { received_on, rule, asks, identifiers, contact = null, note } = call.body;
        if (received_on > dayOf(now)) {
          throw validationError([faultAt('received_on', 'not_in_future')]);
        }
        return writer.begin(now, {
          set: { asks, rule, received_on, due: dueDay(received_on, rule) },
          commit: {
            person: { identifiers, contact },
            records: [],
            ...(note === undefined ? {} : { note }),
          },
        });
      }),

    setPersonRecords: (call) =>
      commits.writeJson(call, { status: 200, topics }, (now) => {
        const request = writer.require(call.parameters.id, 'records', now);
        const records = call.body.record_ids;
        requireRecords(database, records);
        return writer.change(request, now, { event: 'found', commit: { records } });
      }),

    extendPersonRequest: (call) =>
      commits.writeJson(call, { status: 200, topics }, (now) => {
        const request = writer.require(call.parameters.id, 'extension', now);
        const due = extendedDay(request.received_on, request.rule) ?? request.due;
        const commit = { note: call.body.reason };
        return writer.change(request, now, { event: 'extended', set: { due }, commit });
      }),

    closePersonRequest: (call) =>
      commits.writeJson(call, { status: 200, topics }, (now) => {
        const request = writer.require(call.parameters.id, 'closing', now);
        const { as, note } = call.body;
        const isAnswered = request.events.some(({ event }) => answers.has(event));
        if (note === undefined && !isAnswered) {
          throw validationError([faultAt('note', 'required')]);
        }
        const commit = note === undefined ? {} : { note };
        return writer.change(request, now, { event: as, set: { closed_at: now }, commit });
      }),
  };
}

/** What is an answer to the person, in whole or in part. */
const answers: ReadonlySet<string> = new Set(['answered', 'disclosed', 'objected', 'erased']);
