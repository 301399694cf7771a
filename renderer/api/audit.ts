/** The audit log: its pages, one event, how far it is anchored, its export as a file. */
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import {
  auditEventDetailsSchema,
  auditOutcomes,
  auditPageSchema,
  auditStateSchema,
  type AuditFilter,
  type AuditOutcome,
  type CreateAuditExport,
} from '../../shared/contract/audit.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { useAnswer } from './answers.ts';
import { postOnce, reads, type Attempt } from './client.ts';
import { useJobRequest } from './jobs.ts';
import { queryKeys } from './query-keys.ts';

export const auditPageSize = 100;

/** A page of events, newest first. */
export function useAuditEvents(filter: AuditFilter, offset: number) {
  return useAnswer('listAuditEvents', {
    queryKey: [...queryKeys.audit, 'events', filter, offset],
    queryFn: reads(auditPageSchema, {
      path: '/audit/events',
      query: { ...filter, limit: auditPageSize, offset },
    }),
    placeholderData: keepPreviousData,
  });
}

/** How many events there are of each outcome, whatever outcome `filter` names; undefined until all are known. */
export function useAuditCounts(filter: AuditFilter): Record<AuditOutcome, number> | undefined {
  const others = { ...filter, outcome: undefined };
  const counts = useQueries({
    queries: auditOutcomes.map((outcome) => ({
      queryKey: [...queryKeys.audit, 'count', others, outcome],
      queryFn: reads(
        { parse: (value: unknown) => auditPageSchema.parse(value).pagination.total },
        { path: '/audit/events', query: { ...others, outcome, limit: 1 } },
      ),
      placeholderData: keepPreviousData,
    })),
  });
  const [done, refused, failed] = counts.map(({ data }) => data);
  if (done === undefined || refused === undefined || failed === undefined) return undefined;
  return { done, refused, failed };
}

/**
 * One event with the line that is hashed. It never changes, and looking at it may itself be an
 * event: it is not asked again because the log has grown.
 */
export function useAuditEvent(seq: number) {
  return useAnswer('getAuditEvent', {
    queryKey: [...queryKeys.auditEvent, seq],
    queryFn: reads(auditEventDetailsSchema, { path: `/audit/events/${seq}` }),
  });
}

export function useAuditState() {
  return useAnswer('getAuditState', {
    queryKey: [...queryKeys.audit, 'state'],
    queryFn: reads(auditStateSchema, { path: '/audit/state' }),
  });
}

/** Starts an export; the answer is its job. */
export function useCreateAuditExport() {
  return useJobRequest((attempt: Attempt<CreateAuditExport>) =>
    postOnce('/audit/exports', attempt, jobSchema),
  );
}

/** Where the file of a finished export is. */
export function auditExportPath(id: string): string {
  return `/audit/exports/${encodeURIComponent(id)}`;
}
