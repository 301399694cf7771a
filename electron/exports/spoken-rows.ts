/** Rows of a list whose words are the service's own, in the language of a file: titles of jobs. */
import { jobWordsSchema } from '../../shared/contract/jobs.ts';
import type { CreateExport } from '../../shared/contract/exports.ts';
import { titleOf } from '../../shared/job-titles.ts';
import { localTimes } from '../../shared/local-time.ts';
import type { ListedRows } from './list.ts';
import type { Row } from './row-values.ts';

/**
 * The rows with their titles as the file says them, instants in its zone. Whole rows stay as the API gives
 * them, and so does a job of an earlier version, which has no more than its title.
 */
export function spokenRows(order: CreateExport, listed: ListedRows): ListedRows {
  const { source, columns, language } = order;
  const isOfJobs = 'operation' in source && source.operation === 'listJobs';
  if (!isOfJobs || columns.length === 0) return listed;
  const localTime = localTimes(order.time_zone);
  const spoken = (row: Row): Row => {
    const { data: words } = jobWordsSchema.safeParse(row['words']);
    if (words === undefined) return row;
    const { made_at: madeAt } = words.values;
    const values =
      madeAt === undefined || Number.isNaN(Date.parse(madeAt))
        ? words.values
        : { ...words.values, made_at: localTime(madeAt) };
    return { ...row, title: titleOf({ ...words, values }, language) };
  };
  const pages = async function* () {
    for await (const page of listed.pages) yield page.map(spoken);
  };
  return { ...listed, pages: pages() };
}
