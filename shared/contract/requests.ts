/** The requests that were answered lately, of every caller (extension). Kept in memory only. */
import * as z from './when-asked.ts';
import { auditCallerSchema } from './audit.ts';
import { instantSchema, queryInteger } from './common.ts';
import { limits } from './limits.ts';
import { fault } from './faults.ts';

export const answeredRequestSchema = z
  .object({
    request_id: z.string().meta({ description: 'Prefix req_' }),
    at: instantSchema,
    mount: z.enum(['app', 'loopback', 'server', 'direct']),
    caller: auditCallerSchema,
    method: z.string(),
    path: z.string().meta({ description: 'Without query; at most 512 characters' }),
    operation_id: z.string().nullable(),
    status: z.int(),
    ms: z.int().meta({ description: 'Until the answer began' }),
    error: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: 'The error as it was answered, JSON; null where there was none' }),
    rate_limit: z
      .object({
        class: z.string(),
        limit: z.int(),
        remaining: z.int(),
        reset_seconds: z.int(),
      })
      .nullable()
      .meta({ description: 'null for callers that are not limited' }),
  })
  .meta({ id: 'AnsweredRequest' });
export type AnsweredRequest = z.infer<typeof answeredRequestSchema>;

/** Newest first. */
export const answeredRequestsSchema = z
  .object({ data: z.array(answeredRequestSchema) })
  .meta({ id: 'AnsweredRequests' });
export type AnsweredRequests = z.infer<typeof answeredRequestsSchema>;

export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;

export const listRequestsQuerySchema = z.strictObject({
  limit: queryInteger(1, limits.requests.kept).default(limits.requests.defaultLimit),
  caller: z
    .string()
    .min(1, fault('not_empty'))
    .max(limits.shortString)
    .optional()
    .meta({ description: '`operator`, `anonymous` or the id of an API key' }),
  status_class: z
    .enum(statusClasses, { error: fault('one_of', { values: statusClasses.join(', ') }) })
    .optional(),
});
export type ListRequestsQuery = z.output<typeof listRequestsQuerySchema>;
