/** The routes of the queue: what waits, one review, who does it. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { ReadContext, WriteContext } from '../area.ts';
import { permissionOf } from '../access/permissions.ts';
import { ProfileStore } from '../oversight/profile-store.ts';
import { People } from '../proof/people.ts';
import { jsonReply, type RouteCall, type RouteHandlers } from '../route-handler.ts';
import { ReviewQueue } from './review-queue.ts';
import { ReviewedRecords, type StoredReview } from './reviewed-records.ts';
import { reviewQueueStatements as sql } from './statements.ts';

/** Handlers that a reader thread answers. */
export function reviewReadRoutes({
  database,
  now,
}: Pick<ReadContext, 'database' | 'now'>): RouteHandlers<'listReviews' | 'getReview'> {
  const queue = new ReviewQueue(database);
  const records = new ReviewedRecords(database);
  const profiles = new ProfileStore(database);
  return {
    listReviews: ({ query }) =>
      database.transaction(() => jsonReply(queue.list(query, Date.parse(now())))).deferred(),

    getReview: ({ parameters: { id } }) =>
      database
        .transaction(() => {
          const record = requireRecord(records, id);
          const profile = records.rules.ofModel(record.model_id);
          const { reason, previousHash, count } = records.standing(record);
          const told = queue.standingOf(id) ?? { since: null, due_at: null };
          return jsonReply({
            ...records.told(record),
            ...told,
            reason,
            is_blind: reason === 'second_review',
            previous_hash: previousHash,
            intervention_count: count,
            record: records.values(record),
            profile_id: profiles.newest(record.model_id) ?? null,
            profile:
              profile === undefined
                ? null
                : { outcome: profile.outcome, amount: profile.amount, review: profile.review },
            ...records.choices(record),
          });
        })
        .deferred(),
  };
}

/** Handlers that write. */
export function reviewWriteRoutes({
  database,
  commits,
}: Pick<WriteContext, 'database' | 'commits'>): RouteHandlers<'assignReview'> {
  const records = new ReviewedRecords(database);
  const people = new People(database);
  const assign = database.prepare<[string, string, string]>(sql.assign);
  const unassign = database.prepare<[string]>(sql.unassign);
  return {
    assignReview: (call) =>
      commits.writeJson(call, { status: 200, topics: ['records'] }, (now) => {
        const { id } = call.parameters;
        const { assignee } = call.body;
        const record = requireRecord(records, id);
        refuseStranger(assignee, call.principal, people);
        call.previous.confirm({ assignee: record.assignee });
        if (assignee === null) unassign.run(id);
        else assign.run(id, assignee, now);
        return { record_id: id, assignee };
      }),
  };
}

/** @throws {ApiError} `validation_error` for somebody who may not review */
function refuseStranger(
  assignee: string | null,
  principal: RouteCall<'assignReview'>['principal'],
  people: People,
): void {
  if (assignee === null || assignee === 'operator') return;
  if (principal.kind === 'api_key' && principal.keyId === assignee) return;
  const person = people.find(assignee);
  const mayReview =
    person !== undefined && permissionOf('createIntervention', person.role) !== 'none';
  if (mayReview && person.revokedAt === null) return;
  throw validationError([faultAt('assignee', 'not_known', { unit: 'person' })]);
}

/** @throws {ApiError} `not_found` */
function requireRecord(records: ReviewedRecords, id: string): StoredReview {
  const record = records.find(id);
  if (record === undefined) throw new ApiError('not_found', `There is no record ${id}.`);
  return record;
}
