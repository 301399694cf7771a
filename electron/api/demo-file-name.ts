/** Names of the files that leave a ledger which is an example. */
import { demoMark } from '../../shared/ledger/demo-origin.ts';
import type { RouteReply } from '../route-handler.ts';

/**
 * A reply whose file says in its name that it comes from an example: `payouts.csv` is saved as
 * `DEMO-payouts.csv` (both names of RFC 6266). Programs keep their names: they are the same everywhere.
 */
export function demoNamed(reply: RouteReply): RouteReply {
  const disposition = reply.headers?.['content-disposition'];
  if (disposition === undefined || disposition.includes('.py"')) return reply;
  const marked = disposition
    .replace(/filename="/, `filename="${demoMark}-`)
    .replace(/filename\*=UTF-8''/, `filename*=UTF-8''${demoMark}-`);
  return { ...reply, headers: { ...reply.headers, 'content-disposition': marked } };
}
