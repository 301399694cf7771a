/** The routes of rules and alerts (docs/oversight.md, "Rules", "Alerts"). */
import type { Alert } from '../../shared/contract/alerts.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { midnightOf } from '../../shared/oversight/rules.ts';
import type { ReadContext, WriteContext } from '../area.ts';
import { jsonReply, pageReply, type RouteHandlers } from '../route-handler.ts';
import { AlertStore, type CountRecords } from './alert-store.ts';
import type { AlertWriter } from './alert-writer.ts';
import { columnsOf, type ColumnsStore } from './columns-store.ts';
import { DueRules } from './due-rules.ts';
import { refuseFields } from './fields-of-model.ts';
import { ProfileStore } from './profile-store.ts';
import { evaluateRule, rowsOf } from './rule-evaluator.ts';
import { readWhere } from './where.ts';

/** Handlers that a reader thread answers. */
export function alertReadRoutes({
  database,
  clock,
}: Pick<ReadContext, 'database' | 'clock'>): RouteHandlers<'listRuleAlerts' | 'getWatchedRules'> {
  const columns = columnsOf(database);
  const alerts = new AlertStore(database);
  const profiles = new ProfileStore(database);
  const due = new DueRules(database);
  const counts = countingBy(columns);
  return {
    listRuleAlerts: ({ query }) =>
      database
        .transaction(() => {
          const { data, total } = alerts.list(query, counts);
          return pageReply(data, { total, limit: query.limit, offset: query.offset });
        })
        .deferred(),
    getWatchedRules: ({ query: { model_id: modelId } }) =>
      database
        .transaction(() => {
          if (!profiles.isKnown(modelId)) {
            throw new ApiError('not_found', `There is no model ${modelId}.`);
          }
          const decisions = columns.of(modelId);
          const { profile } = decisions;
          if (profile === undefined) throw noProfile(modelId);
          const { document, profileId, n, number } = profile;
          const standing = new Map(
            alerts.standing(modelId, counts).map((alert) => [alert.rule_id, alert]),
          );
          const source = { columns: decisions, document, midnight: midnightOf(clock()) };
          return jsonReply({
            model_id: modelId,
            profile: { profile_id: profileId, n },
            evaluated_to: due.evaluatedTo(modelId, number) ?? null,
            data: (document.rules ?? []).map((rule) => ({
              rule,
              ...evaluateRule(rule, source),
              alert: standing.get(rule.id) ?? null,
            })),
          });
        })
        .deferred(),
  };
}

/** Handlers that write. */
export function alertWriteRoutes(
  { commits, acting }: Pick<WriteContext, 'commits' | 'acting'>,
  writer: AlertWriter,
): RouteHandlers<'acknowledgeAlert'> {
  return {
    acknowledgeAlert: (call) =>
      commits.append(call, ['models'], (journal) => {
        const { id } = call.parameters;
        const alert = writer.store.find(id);
        if (alert === undefined) throw new ApiError('not_found', `There is no alert ${id}.`);
        refuseUnlessOpen(alert);
        writer.acknowledge(journal, alert, { actor: acting.actor, note: call.body.note });
        return { status: 201, body: JSON.stringify(writer.store.find(id)) };
      }),
  };
}

function refuseUnlessOpen({ alert_id: id, state }: Alert): void {
  if (state === 'open') return;
  throw new ApiError('conflict', `The alert ${id} is ${state}: it is not open any more.`, {
    details: { state },
  });
}

/** Counts decisions by the columns of their model; null where its profile has no such member any more. */
function countingBy(columns: ColumnsStore): CountRecords {
  return (modelId, found) => {
    try {
      const where = readWhere(found.where);
      refuseFields(
        [...where.fields],
        { model_id: modelId, writer: undefined },
        { columns, place: 'where' },
      );
      return { count: rowsOf(columns.of(modelId), where.json).length, where: where.text };
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  };
}

function noProfile(modelId: string): ApiError {
  return new ApiError(
    'no_profile',
    `Nobody has said yet what an outcome of the model ${modelId} is.`,
    { details: { model_id: modelId, being_applied: null } },
  );
}
