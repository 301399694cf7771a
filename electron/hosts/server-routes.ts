/** The routes of the host’s own server: what it is told to do, and links into its console. */
import type { Clock } from '../../shared/time.ts';
import { RecentAnswers } from '../remote/recent-answers.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import type { ServerControl } from './server-control.ts';

export type ServerOperations = 'getServer' | 'changeServer' | 'createServerLink';

export function serverRoutes(
  control: ServerControl,
  clock: Clock,
): RouteHandlers<ServerOperations> {
  const answers = new RecentAnswers(clock);
  return {
    getServer: () => jsonReply(control.describe()),
    changeServer: async ({ body, previous }) =>
      jsonReply(await control.change(body, (now) => previous.confirm(now))),
    createServerLink: ({ idempotency }) =>
      answers.once(idempotency, async () => jsonReply(control.createLink())),
  };
}
