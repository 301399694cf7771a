/** Backups of the ledger, their schedule, the way back from one, and what diagnostics hold (extensions). */
import * as z from './when-asked.ts';
import { hashSchema, instantSchema } from './common.ts';
import { jobSchema } from './jobs.ts';
import { previousOf } from './previous.ts';
import type { Route } from './route.ts';
import { broughtKeySchema } from './signing-key.ts';
import { fault } from './faults.ts';

/** Why a backup was made. `erasure`: after values were erased, since older ones hold them. */
export const backupReasons = ['manual', 'scheduled', 'migration', 'erasure'] as const;
export type BackupReason = (typeof backupReasons)[number];

/** `bak_`, the instant of its making, why: so that a folder of them is readable without this program. */
export const backupIdPattern = /^bak_\d{8}T\d{9}Z-(manual|scheduled|migration|erasure)$/;
const backupIdSchema = z.string().regex(backupIdPattern, fault('backup_id'));

/** Contents of `manifest.json`, which stands beside each copy. */
export const backupManifestSchema = z
  .object({
    format: z.literal('proofdesk.backup/v1'),
    backup_id: z.string(),
    job_id: z.string().nullable().meta({ description: 'Null before a migration' }),
    reason: z.enum(backupReasons),
    created_at: instantSchema,
    duration_ms: z.int(),
    program_version: z.string(),
    schema_version: z.int(),
    origin: z.string().nullable(),
    vkey: z.string().nullable().meta({ description: 'The key that the genesis names' }),
    entries: z.int(),
    head_hash: hashSchema.nullable().meta({ description: 'Of the last entry' }),
    newest_at: instantSchema.nullable().meta({ description: 'Of the last entry' }),
    bytes: z.int(),
    sha256: hashSchema.meta({ description: 'Of the file' }),
  })
  .meta({ id: 'BackupManifest' });
export type BackupManifest = z.infer<typeof backupManifestSchema>;

export const backupVerificationSchema = z
  .object({
    verified_at: instantSchema,
    intact: z.boolean(),
    message: z.string(),
  })
  .meta({ id: 'BackupVerification' });
export type BackupVerification = z.infer<typeof backupVerificationSchema>;

export const backupSchema = z
  .object({
    backup_id: z.string().meta({ description: 'Prefix bak_' }),
    path: z.string().meta({ description: 'Its folder' }),
    manifest: backupManifestSchema
      .nullable()
      .meta({ description: 'Null where it is missing or cannot be read' }),
    bytes: z.int().nullable().meta({ description: 'Of the copy; null where it is missing' }),
    fault: z
      .string()
      .nullable()
      .meta({ description: 'What is wrong with it, seen without reading the copy' }),
    verification: backupVerificationSchema
      .nullable()
      .meta({ description: 'The last one; every backup is verified when it is made' }),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof backupSchema>;

export const backupListSchema = z
  .object({
    data: z.array(backupSchema),
    folders: z.array(
      z.object({
        path: z.string(),
        fault: z.string().nullable().meta({ description: 'Why it cannot be looked into' }),
      }),
    ),
  })
  .meta({ id: 'BackupList' });
export type BackupList = z.infer<typeof backupListSchema>;

export const backupSchedules = ['off', 'hours', 'daily'] as const;

const count = (maximum: number) => z.int().min(0).max(maximum);

export const changeBackupSettingsSchema = z.strictObject({
  schedule: z.enum(backupSchedules, {
    error: fault('either_of', { values: 'off, hours', last: 'daily' }),
  }),
  every_hours: z.int().min(1).max(168).meta({ description: 'For the schedule `hours`' }),
  daily_at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, fault('time_of_day'))
    .meta({ description: 'UTC, for the schedule `daily`' }),
  keep_last: z.int().min(1).max(1_000),
  keep_days: count(3_660).meta({ description: 'The last one of each of so many days' }),
  keep_months: count(1_200).meta({ description: 'The last one of each of so many months' }),
  folder: z
    .string()
    .min(1)
    .max(4_096)
    .nullable()
    .meta({ description: 'Null: `backups` beside the ledger' }),
});
export type ChangeBackupSettings = z.infer<typeof changeBackupSettingsSchema>;

/** The body of `PUT /backups/settings`. */
export const putBackupSettingsSchema = changeBackupSettingsSchema
  .extend({
    if_previous: previousOf(changeBackupSettingsSchema.shape),
  })
  .meta({ id: 'ChangeBackupSettings', sent: true });

export const backupSettingsSchema = changeBackupSettingsSchema
  .extend({
    available: z.boolean().meta({ description: 'False for a case, which is not backed up' }),
    folder_in_use: z.string(),
    next_at: instantSchema.nullable().meta({ description: 'Null where nothing is scheduled' }),
    last_success: z.object({ backup_id: z.string(), created_at: instantSchema }).nullable(),
    last_failure: z
      .object({ at: instantSchema, message: z.string() })
      .nullable()
      .meta({ description: 'Null once a later one succeeded' }),
    overdue: z
      .boolean()
      .meta({ description: 'Whether a scheduled backup should have been made long ago' }),
    signing_key: z.object({
      exported_at: instantSchema
        .nullable()
        .meta({ description: 'When it was last put into a file; null where it never was' }),
      complete: z
        .boolean()
        .meta({ description: 'Whether that file has every key that signs for the ledger' }),
    }),
  })
  .meta({ id: 'BackupSettings' });
export type BackupSettings = z.infer<typeof backupSettingsSchema>;

/** The body of `POST /backups`: nothing to choose. */
export const createBackupSchema = z.strictObject({}).meta({ id: 'CreateBackup', sent: true });

/** The result of a finished job of the kind `backup`. */
export const backupResultSchema = backupManifestSchema
  .omit({ format: true })
  .meta({ id: 'BackupResult' });
export type BackupResult = z.infer<typeof backupResultSchema>;

/** The result of a finished job of the kind `backup_verification`. */
export const backupCheckResultSchema = backupVerificationSchema
  .extend({
    backup_id: z.string(),
    entries: z.int(),
  })
  .meta({ id: 'BackupCheckResult' });
export type BackupCheckResult = z.infer<typeof backupCheckResultSchema>;

const sourceMembers = {
  backup_id: backupIdSchema.optional(),
  path: z.string().min(1).max(4_096).optional().meta({
    description: 'A backup’s folder, or a ledger file, elsewhere. For the console only',
  }),
  key: broughtKeySchema.optional().meta({
    description:
      'Where the key of the ledger is not here: the file of `exportSigningKey`. For the console only',
  }),
};
const oneSource = (body: { backup_id?: string | undefined; path?: string | undefined }) =>
  (body.backup_id === undefined) !== (body.path === undefined);
const sourceFault = {
  path: ['backup_id'],
  error: fault('either_required', { one: 'backup_id', other: 'path' }),
};

export const previewRestoreSchema = z
  .strictObject(sourceMembers)
  .refine(oneSource, sourceFault)
  .meta({ id: 'PreviewRestore', sent: true });
export type PreviewRestore = z.infer<typeof previewRestoreSchema>;

export const restoreLedgerSchema = z
  .strictObject({
    ...sourceMembers,
    confirm: hashSchema.meta({ description: 'The `head_hash` that the preview showed' }),
    erase_again: z.boolean().default(true).meta({
      description: 'Whether what was erased since the backup is erased in what is restored, too',
    }),
  })
  .refine(oneSource, sourceFault)
  .meta({ id: 'RestoreLedger', sent: true });
export type RestoreLedger = z.input<typeof restoreLedgerSchema>;

/** Why a backup cannot be restored here. */
export const restoreObstacles = [
  'damaged',
  'newer',
  'older',
  'empty',
  'another_ledger',
  'key_missing',
  'key_outdated',
] as const;

/** Obstacles that the file of the signing key takes away. */
export const keyObstacles: ReadonlySet<string> = new Set<(typeof restoreObstacles)[number]>([
  'another_ledger',
  'key_missing',
  'key_outdated',
]);

/**
 * How the backup stands to the ledger that is here: `same` end, `behind` it, `ahead` of it (the
 * ledger lost entries), `apart` (they went different ways), `another` (the ledger that is here is not
 * the one of the backup), `unknown` (the ledger cannot be read).
 */
export const restoreRelations = ['same', 'behind', 'ahead', 'apart', 'another', 'unknown'] as const;

const ledgerFactsSchema = z.object({
  origin: z.string().nullable(),
  schema_version: z.int(),
  entries: z.int(),
  records: z.int(),
  head_hash: hashSchema.nullable(),
  newest_at: instantSchema.nullable(),
});

export const restorePreviewSchema = z
  .object({
    backup_id: z.string().nullable().meta({ description: 'Null for a file elsewhere' }),
    path: z.string(),
    obstacle: z
      .enum(restoreObstacles)
      .nullable()
      .meta({ description: 'Why it cannot be restored' }),
    message: z.string().nullable().meta({ description: 'The obstacle, for a person' }),
    manifest: z.boolean().meta({ description: 'Whether a manifest vouches for the file' }),
    backup: ledgerFactsSchema.nullable(),
    present: ledgerFactsSchema.nullable().meta({ description: 'Null where it cannot be read' }),
    relation: z.enum(restoreRelations),
    common: z.int().meta({ description: 'Entries that both have' }),
    lost: z.object({
      entries: z.int().meta({ description: 'In the ledger and not in the backup' }),
      records: z.int(),
      first_at: instantSchema.nullable(),
      newest_at: instantSchema.nullable(),
      erasures: z.int(),
      erasable: z.int().meta({
        description: 'Erasures among them of what is in the backup: they can be made again',
      }),
    }),
    checkpoints: z
      .int()
      .meta({ description: 'Known checkpoints that will not fit the restored ledger' }),
    migrates: z.boolean().meta({ description: 'Whether its schema is brought up to date' }),
    brings_key: z
      .boolean()
      .meta({ description: 'Whether the key file that was brought is that of the ledger' }),
  })
  .meta({ id: 'RestorePreview' });
export type RestorePreview = z.infer<typeof restorePreviewSchema>;

export const restoreResultSchema = z
  .object({
    restore_id: z.string(),
    backup_id: z.string().nullable(),
    entries: z.int(),
    head_hash: hashSchema,
    replaced_path: z.string().meta({ description: 'Where the replaced ledger was put' }),
    erased_again: z.int().meta({ description: 'Erasures that are made again' }),
    opened: z.boolean().meta({ description: 'Whether the ledger is open again' }),
  })
  .meta({ id: 'RestoreResult' });
export type RestoreResult = z.infer<typeof restoreResultSchema>;

export const diagnosticsSchema = z
  .object({
    data_directory: z.string(),
    ledger_path: z.string(),
    ledger_bytes: z.int().nullable(),
    log_bytes: z.int().nullable().meta({ description: 'Of the write-ahead log' }),
    jobs_bytes: z.int().nullable(),
    backups_bytes: z.int(),
    replaced: z
      .array(z.object({ path: z.string(), bytes: z.int() }))
      .meta({ description: 'Ledgers that a restore has replaced' }),
    free_bytes: z.int().nullable(),
    version: z.string(),
    node: z.string(),
    platform: z.string(),
    engine: z.string(),
    files: z
      .array(z.object({ name: z.string(), holds: z.string() }))
      .meta({ description: 'What an export holds' }),
  })
  .meta({ id: 'Diagnostics' });
export type Diagnostics = z.infer<typeof diagnosticsSchema>;

const jobErrors = [
  'validation_error',
  'malformed_json',
  'conflict',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
] as const;
const bodyErrors = [
  'validation_error',
  'malformed_json',
  'conflict',
  'payload_too_large',
  'unsupported_media_type',
] as const;
const common = { area: 'service', errorShape: 'sessions', extension: true } as const;

export const backupRoutes = [
  {
    operationId: 'createBackup',
    method: 'POST',
    path: '/backups',
    summary: 'Back up the ledger as a job',
    description:
      'Appends go on meanwhile. The copy is checked (SQLite’s own check, number of entries, last entry, SHA-256) before it counts. The `result` of the finished job is the manifest. The signing key is not in it: keep that apart.',
    ...common,
    access: 'write',
    body: createBackupSchema,
    status: 202,
    response: jobSchema,
    errors: jobErrors,
  },
  {
    operationId: 'listBackups',
    method: 'GET',
    path: '/backups',
    summary: 'Backups, newest first, with what is wrong with them',
    description:
      'Answered whatever state the ledger is in: the manifests are read, not the copies.',
    ...common,
    access: 'host',
    status: 200,
    response: backupListSchema,
    errors: [],
  },
  {
    operationId: 'getBackupSettings',
    method: 'GET',
    path: '/backups/settings',
    summary: 'When backups are made, where, and which are kept',
    description: 'With when the next one is due and how the last one ended.',
    ...common,
    access: 'host',
    status: 200,
    response: backupSettingsSchema,
    errors: [],
  },
  {
    operationId: 'changeBackupSettings',
    method: 'PUT',
    path: '/backups/settings',
    summary: 'Change when backups are made, where, and which are kept',
    description:
      'The folder must be there, be absolute, be no link, and be writable. Only backups of this ledger are ever removed, and only after a newer one was verified.',
    ...common,
    access: 'host',
    body: putBackupSettingsSchema,
    status: 200,
    response: backupSettingsSchema,
    errors: bodyErrors,
  },
  {
    operationId: 'verifyBackup',
    method: 'POST',
    path: '/backups/{id}/verify',
    summary: 'Verify a backup as a job',
    description:
      'Hashes the file, has SQLite check it, and verifies every entry in it. The `result` says whether it is intact.',
    ...common,
    access: 'write',
    status: 202,
    response: jobSchema,
    errors: ['not_found', 'idempotency_key_reused'],
  },
  {
    operationId: 'deleteBackup',
    method: 'DELETE',
    path: '/backups/{id}',
    summary: 'Delete a backup',
    description: 'Answers it as it was.',
    ...common,
    access: 'host',
    status: 200,
    response: backupSchema,
    errors: ['not_found'],
  },
  {
    operationId: 'previewRestore',
    method: 'POST',
    path: '/restores/preview',
    summary: 'What would change if the ledger were restored from a backup',
    description: 'Checks the copy as a restore does. Changes nothing.',
    ...common,
    access: 'host',
    body: previewRestoreSchema,
    status: 200,
    response: restorePreviewSchema,
    errors: ['validation_error', 'malformed_json', 'forbidden', 'not_found'],
  },
  {
    operationId: 'restoreLedger',
    method: 'POST',
    path: '/restores',
    summary: 'Replace the ledger by a backup of it',
    description:
      'Works also when the ledger cannot be opened. The replaced ledger is kept, and an entry `ledger.restore/v1` says what was restored and what was replaced. Jobs that run are stopped. Checkpoints that cover entries the backup lacks are set aside with the replaced ledger; those kept elsewhere will contradict.',
    ...common,
    access: 'host',
    body: restoreLedgerSchema,
    status: 200,
    response: restoreResultSchema,
    errors: [...bodyErrors, 'forbidden', 'not_found', 'engine_unavailable', 'storage_full'],
  },
  {
    operationId: 'describeDiagnostics',
    method: 'GET',
    path: '/diagnostics',
    summary: 'Where the data is, how large it is, and what an export of diagnostics holds',
    description:
      'Paths, sizes, versions and lines of the log. No record, name or key is among them.',
    ...common,
    access: 'host',
    status: 200,
    response: diagnosticsSchema,
    errors: [],
  },
  {
    operationId: 'exportDiagnostics',
    method: 'POST',
    path: '/diagnostics',
    summary: 'A zip that helps to find out what is wrong',
    description: 'No records, no keys, no names. Answered whatever state the ledger is in.',
    ...common,
    access: 'host',
    status: 200,
    response: { mediaType: 'application/zip' },
    errors: [],
  },
] as const satisfies readonly Route[];
