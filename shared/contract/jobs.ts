/** Long work as a resource: progress, cancel, result (extension). */
import * as z from './when-asked.ts';
import { instantSchema } from './common.ts';
import { jobTitleNames } from '../job-titles.ts';
import { sessionsErrorSchema } from './errors.ts';

export const jobKinds = [
  'import',
  'verification',
  'artifact_check',
  'dataset_import',
  'dataset_analysis',
  'bundle',
  'case_import',
  'audit_export',
  'backup',
  'backup_verification',
  'view_export',
  'decision_facts',
  'rule_evaluation',
  'person_access',
] as const;
export const jobStatuses = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;

/** Title of a job, to be said in any language. */
export const jobWordsSchema = z.object({
  text: z.enum(jobTitleNames),
  values: z.record(z.string(), z.string()).meta({ description: 'What is put into it' }),
});

export const jobSchema = z
  .object({
    job_id: z.string().meta({ description: 'Prefix job_' }),
    kind: z.enum(jobKinds),
    title: z.string().meta({ description: 'In English' }),
    words: jobWordsSchema.nullable().meta({
      description: 'The same by its name; null for a job of an earlier version',
    }),
    status: z.enum(jobStatuses),
    phase: z.string().meta({ description: 'What it does now, e.g. checking, writing, verifying' }),
    progress: z.object({
      done: z.int(),
      total: z.int().nullable().meta({ description: 'null while unknown' }),
      unit: z.enum(['bytes', 'records', 'entries', 'rows']),
      per_second: z.number(),
    }),
    cancel_requested: z.boolean(),
    may_use: z.boolean().default(true).meta({
      description:
        'Whether the caller may cancel it and fetch the table that it made: whoever began it, the operator and administrators',
    }),
    created_at: instantSchema,
    started_at: instantSchema.nullable(),
    finished_at: instantSchema.nullable(),
    error: sessionsErrorSchema.shape.error.omit({ request_id: true, faults: true }).nullable(),
    result: z.record(z.string(), z.unknown()).nullable(),
    freed_bytes: z.int().nullable().meta({
      description:
        'Of the disk: what it had taken and gave back when it failed or was canceled. Null while it is not over, and for one that completed',
    }),
  })
  .meta({ id: 'Job' });
export type Job = z.infer<typeof jobSchema>;
export type JobKind = Job['kind'];
export type JobStatus = Job['status'];

export function isFinished(status: JobStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'canceled';
}
