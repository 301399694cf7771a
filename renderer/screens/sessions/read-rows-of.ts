/** What was read of a session here: its lists of rows, and the filters whose rows were counted. */
import { RowLists } from '../../ui/rows/row-pages.ts';

export class ReadRowsOf {
  readonly lists = new RowLists();
  /** Filters as JSON; their counts are kept answers. */
  readonly counted = new Set<string>();
}
