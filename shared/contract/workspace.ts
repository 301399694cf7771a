/** Which ledger this engine has open (extension). */
import { z } from 'zod';
import { instantSchema } from './common.ts';

export const workspaceKinds = ['local', 'demo', 'case'] as const;
export const workspaceSchema = z.object({
  kind: z.enum(workspaceKinds),
  origin: z.string(),
  record_count: z.int(),
  created_at: instantSchema,
  data_directory: z.string(),
  version: z.string(),
  case_id: z
    .string()
    .nullable()
    .meta({ description: 'Which case; null for a ledger of one’s own' }),
});
export type Workspace = z.infer<typeof workspaceSchema>;
export type WorkspaceKind = Workspace['kind'];

/** `reset` throws the demo ledger away and makes it anew; a local ledger is never reset. */
export const openWorkspaceSchema = z.strictObject({
  kind: z.enum(workspaceKinds, { error: 'must be local, demo or case' }),
  records: z.int().min(1).max(5_000_000).optional(),
  reset: z.boolean().optional(),
  case_id: z
    .string()
    .regex(/^case_[0-9A-Z]{1,64}$/, 'must be the id of a case')
    .optional(),
});
export type OpenWorkspace = z.infer<typeof openWorkspaceSchema>;

/** One line of `GET /events` (`application/x-ndjson`): what changed, never the data itself. */
export const changeTopics = [
  'records',
  'models',
  'datasets',
  'sessions',
  'billing',
  'jobs',
  'verifications',
  'workspace',
  'cases',
] as const;
export const changeSchema = z.object({ changed: z.array(z.enum(changeTopics)) });
export type ChangeTopic = (typeof changeTopics)[number];
export type Change = z.infer<typeof changeSchema>;
