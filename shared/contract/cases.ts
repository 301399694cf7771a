/** Cases: evidence bundles of anybody's ledger, verified and kept beside one's own (extensions). */
import * as z from './when-asked.ts';
import { bundleKinds } from './bundles.ts';
import { ledgerVerdictSchema } from './chain.ts';
import { checkpointVerdictSchema } from './checkpoints.ts';
import { hashSchema, instantSchema } from './common.ts';
import { jobSchema } from './jobs.ts';
import { limits } from './limits.ts';
import type { Route } from './route.ts';

/** A checkpoint of the same origin that was known before, and what it says of the bundle. */
export const comparisonSchema = z.object({
  source: z.string().meta({ description: 'local, demo or the id of another case' }),
  size: z.int(),
  root_hash: hashSchema,
  verdict: checkpointVerdictSchema,
});
export type Comparison = z.infer<typeof comparisonSchema>;

export const caseSchema = z
  .object({
    case_id: z.string().meta({ description: 'Prefix case_' }),
    name: z.string().meta({ description: 'The file’s name' }),
    kind: z.enum(bundleKinds),
    origin: z.string(),
    vkey: z.string(),
    entries: z.int().meta({ description: 'Entries in the bundle' }),
    records: z.int(),
    size: z.int().meta({ description: 'Entries that the checkpoint covers' }),
    root_hash: hashSchema,
    sha256: hashSchema.meta({ description: 'Of the zip' }),
    imported_at: instantSchema,
    verdict: ledgerVerdictSchema.meta({ description: 'When it was imported' }),
    findings_total: z.int(),
    withheld: z
      .int()
      .default(0)
      .meta({ description: 'Values that its maker left out, and says so' }),
    verifier_known: z.boolean().default(true).meta({
      description: 'Whether its auditor.py is one that was released, or that of this version',
    }),
    other_keys: z
      .array(z.object({ source: z.string(), vkey: z.string() }))
      .default([])
      .meta({ description: 'Where the name of this ledger is known with another key' }),
    older_than: z.int().nullable().default(null).meta({
      description:
        'Size of a later checkpoint known here, where nothing shows that it goes on from this bundle',
    }),
    compared: z.array(comparisonSchema).meta({
      description: 'Checkpoints of this origin known before; the gravest first, up to 50',
    }),
  })
  .meta({ id: 'Case' });
export type Case = z.infer<typeof caseSchema>;

export const caseListSchema = z.array(caseSchema).meta({ id: 'CaseList' });

/** The query of `POST /cases`; the body is the zip itself. */
export const createCaseQuerySchema = z.strictObject({
  name: z.string().min(1).max(255).default('evidence.zip').meta({ description: 'For display' }),
});

export const caseRoutes = [
  {
    operationId: 'createCase',
    method: 'POST',
    path: '/cases',
    summary: 'Verify an evidence bundle and keep it as a case, as a job',
    description: `The body is the zip. The \`result\` of the finished job is a Case. A bundle with findings is kept too, with its verdict; a zip that is not a bundle is refused: other names than a bundle has, paths that lead out, duplicates, links, more than ${limits.caseFiles} files or ${limits.caseBytes} bytes.`,
    area: 'workspace',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    query: createCaseQuerySchema,
    upload: ['application/zip'],
    status: 202,
    response: jobSchema,
    errors: [
      'validation_error',
      'idempotency_key_reused',
      'payload_too_large',
      'unsupported_media_type',
      'storage_full',
    ],
  },
  {
    operationId: 'listCases',
    method: 'GET',
    path: '/cases',
    summary: 'Every case kept here, the newest first',
    description:
      'A case is a bundle of somebody else that was opened here to be looked at; it is read-only.',
    area: 'workspace',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: caseListSchema,
    errors: [],
  },
  {
    operationId: 'getCase',
    method: 'GET',
    path: '/cases/{id}',
    summary: 'One case',
    description: 'With what its verification found and when.',
    area: 'workspace',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: caseSchema,
    errors: ['not_found'],
  },
  {
    operationId: 'deleteCase',
    method: 'DELETE',
    path: '/cases/{id}',
    summary: 'Remove a case with its files',
    description:
      'Answers the case as it was. The checkpoints that came with it are no longer known. Refused while the case is open; for the console only, not with an API key.',
    area: 'workspace',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: caseSchema,
    errors: ['not_found', 'conflict', 'forbidden'],
  },
] as const satisfies readonly Route[];
