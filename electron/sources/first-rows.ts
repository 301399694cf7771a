/** The first rows of sources, for the analysis of their datasets. */
import { instant } from '../../shared/time.ts';
import type { JobsContext, Means } from '../area.ts';
import { parseDocument } from '../datasets/datasets-store.ts';
import type { FindElsewhere } from '../datasets/elsewhere.ts';
import type { ViewedSource } from '../policies/view.ts';
import { SourceConnectionsStore } from './connections/source-connections-store.ts';
import { Looks } from './looks.ts';
import { markOf, type RowMark } from './read-row.ts';
import type { FoundRows } from './source-facts.ts';
import { SourcesStore, type StoredSource } from './sources-store.ts';

type ReaderMeans = Pick<JobsContext, 'database' | 'clock'> &
  Pick<Means, 'supervisor' | 'workspace'>;

export function openElsewhere({ database, clock, ...means }: ReaderMeans): FindElsewhere {
  const sources = new SourcesStore(database);
  const looks = new Looks(means, new SourceConnectionsStore(database), () => instant(clock()));
  return async (datasetId) => {
    const source = sources.find(datasetId);
    if (source === undefined) return undefined;
    const found = await looks.again(source);
    return { total: found.rows, first: (most) => firstOf({ looks, source, found }, most) };
  };
}

interface Place {
  readonly looks: Looks;
  readonly source: StoredSource;
  readonly found: FoundRows;
}

async function* firstOf(
  { looks, source, found }: Place,
  most: number,
): AsyncGenerator<ViewedSource[]> {
  let after: RowMark = 0;
  for (let left = most; left > 0;) {
    const rows = await looks.rows(source, found, { after, most: left });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ seq, key, text }) => ({ seq, key, document: parseDocument(text) }));
    after = markOf(last);
    left -= rows.length;
  }
}
