/** How a filter would run: SQL or residual, and which index (extension). */
import type { ExplainResult } from '../../shared/contract/sessions.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import type { DataMeans } from './data-means.ts';
import { openedSession } from './opened-session.ts';
import { readFilter } from './query-shape.ts';

export function explainRoute(means: DataMeans): RouteHandlers<'explainSession'> {
  return {
    explainSession: async ({ parameters: { session_id: sessionId }, body }) => {
      const { source, view } = openedSession(means, sessionId);
      const { plan, ...compiled } = await source.explain(readFilter(body.filter, view));
      const said: ExplainResult = {
        mode: compiled.exact ? 'sql' : saysNothing(compiled.sql) ? 'residual' : 'sql+residual',
        exact: compiled.exact,
        sql: compiled.sql,
        parameters: compiled.parameters.map((value) =>
          typeof value === 'bigint' ? String(value) : value,
        ),
        index: indexOf(plan),
        plan: [...plan],
        reasons: [...compiled.reasons],
      };
      return jsonReply(said);
    },
  };
}

/** A condition that every row satisfies. */
function saysNothing(sql: string): boolean {
  return /^\(*(1|TRUE)\)*$/i.test(sql);
}

/** The index that a plan names; null where rows are walked in order. */
function indexOf(plan: readonly string[]): string | null {
  for (const step of plan) {
    const found = /USING (?:COVERING )?INDEX (\S+)/.exec(step)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}
