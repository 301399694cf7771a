/** Results of an aggregation as they are given out: what stands in place of the salts of rows is made of the grant's key. */
import type { JsonObject } from '../../shared/contract/json.ts';
import { resultSalts } from '../receipts/leaves.ts';
import type { OpenedSession } from './opened-session.ts';
import type { GivenRow } from '../sources/row-source.ts';
import { keyOfSession } from './session-views.ts';

export function givenResults(
  results: readonly JsonObject[],
  { session, dataset }: Pick<OpenedSession, 'session' | 'dataset'>,
): GivenRow[] {
  const saltOf = resultSalts(keyOfSession(session, dataset));
  return results.map((row, index) => ({ seq: undefined, rowSalt: saltOf(index + 1), row }));
}
