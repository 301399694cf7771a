/** Every row of a list, read through the API page by page as somebody who may list it. */
import { z } from 'zod';
import { exportBatchRows, type ExportableOperation } from '../../shared/contract/exports.ts';
import { limits } from '../../shared/contract/limits.ts';
import { pointer } from '../../shared/json-pointer.ts';
import { listPath, rowSchema, type ListedRows, type ListReader, type ListSource } from './list.ts';
import type { Row } from './row-values.ts';

/** Rows of one page: as many as the list gives at once. */
const pageSizes: Readonly<Record<ExportableOperation, number>> = {
  listRecords: limits.records.maximumLimit,
  listModelCards: limits.models.maximumLimit,
  listCheckpoints: limits.checkpoints.maximumLimit,
  listDatasets: limits.sessions.maximumLimit,
  listGrants: limits.grants.maximumLimit,
  listReviews: limits.records.maximumLimit,
  listSessions: limits.sessions.maximumLimit,
  listOperations: limits.sessions.maximumLimit,
  listSessionEvidence: limits.sessions.maximumLimit,
  listUsedSessions: limits.billing.maximumLimit,
  listInvoices: limits.billing.maximumLimit,
  listPayouts: limits.billing.maximumLimit,
  listShares: limits.billing.maximumLimit,
  listDrafts: limits.billing.maximumLimit,
  listRuns: limits.billing.maximumLimit,
  listAlerts: limits.billing.maximumLimit,
  listRuleAlerts: limits.oversight.maximumLimit,
  listAdjustments: limits.billing.maximumLimit,
  listPayments: limits.billing.maximumLimit,
  listBookTransactions: limits.billing.maximumLimit,
  listApiKeys: limits.apiKeys.maximumLimit,
  listAuditEvents: limits.audit.maximumLimit,
  listVerifications: limits.jobs.maximumLimit,
  listFindings: limits.findings.maximumLimit,
  listJobs: limits.jobs.maximumLimit,
  streamSession: exportBatchRows,
};

const pageSchema = z.object({
  data: z.array(rowSchema),
  // Records say it at the top, every other list in its `pagination`.
  total: z.int().optional(),
  pagination: z.object({ total: z.int() }).optional(),
});

/**
 * The rows that `source` names, all of one moment, and how many they are. Records are read on from
 * the last one by its place in the journal, so that a million of them costs no more than their pages.
 * @throws {ApiError} what the list answers for these parameters to this caller
 */
export async function readList(source: ListSource, reader: ListReader): Promise<ListedRows> {
  const path = listPath(source);
  // In an order of its own a list is not in that of the journal.
  const bySeq = source.operation === 'listRecords' && source.query['sort'] === undefined;
  const ask = async (page: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ ...source.query, ...page });
    return pageSchema.parse(await reader.ask(`${path}?${query.toString()}`));
  };
  // What a list brings up to date before it answers is to be among the rows.
  await ask({ limit: '1' });
  reader.hold();
  const { total, pagination } = await ask({ limit: '1' });
  const limit = pageSizes[source.operation];
  const pages = bySeq ? pagesBySeq(ask, limit) : pagesByOffset(ask, limit);
  if (source.each !== undefined) return { total: null, pages: unfolded(pages, source.each) };
  return { total: total ?? pagination?.total ?? 0, pages };
}

/** A row for each element of the list at `path` in a row. */
async function* unfolded(
  pages: AsyncGenerator<readonly Row[]>,
  path: string,
): AsyncGenerator<readonly Row[]> {
  const read = pointer(path);
  for await (const page of pages) {
    yield page.flatMap((row): Row[] => {
      const items = read(row);
      return Array.isArray(items) ? items.map((item: unknown) => ({ ...row, item })) : [];
    });
  }
}

type Ask = (page: Readonly<Record<string, string>>) => Promise<z.infer<typeof pageSchema>>;

/** Pages by the number of rows that came: an answer may have room for fewer than were asked for. */
async function* pagesByOffset(ask: Ask, limit: number): AsyncGenerator<readonly Row[]> {
  for (let offset = 0; ;) {
    const { data } = await ask({ limit: String(limit), offset: String(offset) });
    if (data.length === 0) return;
    yield data;
    offset += data.length;
  }
}

async function* pagesBySeq(ask: Ask, limit: number): AsyncGenerator<readonly Row[]> {
  for (let after: string | undefined; ;) {
    const { data } = await ask({
      limit: String(limit),
      include: 'seq',
      ...(after === undefined ? {} : { after_seq: after }),
    });
    const last = data.at(-1)?.['seq'];
    if (typeof last !== 'number') return;
    yield data;
    after = String(last);
  }
}
