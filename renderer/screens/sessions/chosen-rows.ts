/** Turns the rows a dialog is about into their ids. */
import type { JsonObject } from '../../../shared/contract/json.ts';
import { readFilteredIds } from '../../api/sessions.ts';
import { idsIn, type RowsDraft } from './rows-draft.ts';

/** Rows taken of a filter: one filter call gives no more. */
export const filteredRows = 1_000;

/** The ids of the rows; those of a filter are read, which is metered. @throws ApiFailure */
export async function chosenRows(
  sessionId: string,
  draft: RowsDraft,
  selected: ReadonlySet<string>,
  filter: JsonObject,
): Promise<readonly string[]> {
  if (draft.source === 'selected') return [...selected];
  if (draft.source === 'ids') return idsIn(draft.text);
  return readFilteredIds(sessionId, filter, filteredRows);
}
