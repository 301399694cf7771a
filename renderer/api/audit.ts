/** The audit log: its pages, one event, how far it is anchored, its export as a file. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  auditEventDetailsSchema,
  auditPageSchema,
  auditStateSchema,
  type AuditFilter,
  type CreateAuditExport,
} from '../../shared/contract/audit.ts';
import { jobSchema } from '../../shared/contract/jobs.ts';
import { newIdempotencyKey, request, requestFile } from './client.ts';
import { queryKeys } from './query-keys.ts';

export const auditPageSize = 100;

/** A page of events, newest first. */
export function useAuditEvents(filter: AuditFilter, offset: number) {
  return useQuery({
    queryKey: [...queryKeys.audit, 'events', filter, offset],
    queryFn: ({ signal }) =>
      request({
        path: '/audit/events',
        query: { ...filter, limit: auditPageSize, offset },
        signal,
        parse: (value) => auditPageSchema.parse(value),
      }),
    placeholderData: keepPreviousData,
  });
}

/**
 * One event with the line that is hashed. It never changes, and looking at it may itself be an
 * event: it is not asked again because the log has grown.
 */
export function useAuditEvent(seq: number) {
  return useQuery({
    queryKey: [...queryKeys.auditEvent, seq],
    queryFn: ({ signal }) =>
      request({
        path: `/audit/events/${seq}`,
        signal,
        parse: (value) => auditEventDetailsSchema.parse(value),
      }),
  });
}

export function useAuditState() {
  return useQuery({
    queryKey: [...queryKeys.audit, 'state'],
    queryFn: ({ signal }) =>
      request({ path: '/audit/state', signal, parse: (value) => auditStateSchema.parse(value) }),
  });
}

/** Starts an export; the answer is its job. */
export function useCreateAuditExport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateAuditExport) =>
      request({
        method: 'POST',
        path: '/audit/exports',
        body,
        idempotencyKey: newIdempotencyKey(),
        parse: (value) => jobSchema.parse(value),
      }),
    onSuccess: async (job) => {
      queryClient.setQueryData([...queryKeys.jobs, 'one', job.job_id], job);
      await queryClient.invalidateQueries({ queryKey: queryKeys.jobs });
    },
  });
}

/** The file of a finished export, with a name to save it by. */
export async function fetchAuditExport(id: string): Promise<{ content: Blob; name: string }> {
  const file = await requestFile(`/audit/exports/${encodeURIComponent(id)}`);
  return { content: file.content, name: file.name ?? id };
}
