/** How a filter would run: SQL or residual, and which index (extension). */
import type { ExplainResult } from '../../shared/contract/sessions.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import type { DataMeans } from './data-means.ts';
import { openedSession } from './opened-session.ts';
import { readFilter } from './query-shape.ts';

export function explainRoute(means: DataMeans): RouteHandlers<'explainSession'> {
  return {
    explainSession: async ({ parameters: { session_id: sessionId }, body, own }) => {
      const { source, view } = openedSession(means, sessionId);
      // Labs are not told how the databases of others find their rows.
      const isTold = own === undefined || source.kind === 'embedded';
      const { dialect, sql, parameters, plan, exact, reasons } = await source.explain(
        readFilter(body.filter, view),
        isTold,
      );
      const said: ExplainResult = {
        dialect,
        mode: exact ? 'sql' : saysNothing(sql) ? 'residual' : 'sql+residual',
        exact,
        sql: isTold ? sql : '',
        parameters: isTold
          ? parameters.map((value) => (typeof value === 'bigint' ? String(value) : value))
          : [],
        index: indexOf(plan),
        plan: [...plan],
        reasons: [...reasons],
      };
      return jsonReply(said);
    },
  };
}

/** A condition that every row satisfies. */
function saysNothing(sql: string): boolean {
  return /^\(*(1|TRUE)\)*$/i.test(sql);
}

/** Indexes as SQLite and PostgreSQL tell them. */
const indexes = [
  /USING (?:COVERING )?INDEX (\S+)/,
  /Index (?:Only )?Scan (?:Backward )?using ("[^"]+"|\S+)/,
  /Bitmap Index Scan on ("[^"]+"|\S+)/,
];

/** The first index that a plan names; null where rows are walked in order. */
function indexOf(plan: readonly string[]): string | null {
  for (const step of plan) {
    for (const index of indexes) {
      const found = index.exec(step)?.[1];
      if (found !== undefined) return found;
    }
  }
  return null;
}
