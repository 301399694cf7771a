/** Whether the ledger of this machine is open, and when it is not, why and what can be done (extensions). */
import * as z from './when-asked.ts';
import { instantSchema } from './common.ts';
import { fault } from './faults.ts';
import type { Route } from './route.ts';
import { ledgerKinds } from './workspace.ts';

/** `recovering`: a thread crashed and starts again by itself. `failed`: nothing goes on by itself. */
export const engineStates = ['opening', 'ready', 'recovering', 'failed'] as const;

/** Each has its own page: what happened, and what can be done, differ. */
export const recoveryFaults = [
  'corrupt',
  'locked',
  'unwritable',
  'full',
  'newer',
  'older',
  'foreign',
  'moved',
  'in_use',
  'crashed',
  'key_locked',
  'unknown',
] as const;
export type RecoveryFault = (typeof recoveryFaults)[number];

export const engineThreads = ['lock', 'writer', 'reader', 'data', 'jobs', 'maintenance'] as const;

export const lockHolderSchema = z
  .object({
    label: z.string().meta({ description: 'What the program calls itself' }),
    pid: z.int(),
    started_at: z.string(),
  })
  .meta({ id: 'LockHolder' });
export type LockHolder = z.infer<typeof lockHolderSchema>;

/** How far a demo ledger that is being made is: records. */
export const fillingSchema = z.object({ done: z.int(), total: z.int() });
export type Filling = z.infer<typeof fillingSchema>;

export const recoverySchema = z
  .object({
    state: z.enum(engineStates),
    since: instantSchema.meta({ description: 'Of the state' }),
    workspace: z.enum(ledgerKinds).meta({ description: 'The ledger that is, or was to be, open' }),
    fault: z.enum(recoveryFaults).nullable().meta({
      description:
        'Why it is not open. While it is open: `corrupt` when damage was met since it was opened, `full` when there was no room on the disk and it is open for reading only',
    }),
    message: z.string().nullable().meta({ description: 'What the engine said, for a person' }),
    code: z
      .string()
      .nullable()
      .meta({ description: 'What SQLite or the system called it: `SQLITE_NOTADB`, `EACCES`, …' }),
    path: z.string().nullable().meta({ description: 'The file or folder that it is about' }),
    file_bytes: z
      .int()
      .nullable()
      .meta({ description: 'Its size; null where there is no such file' }),
    free_bytes: z.int().nullable().meta({ description: 'Room on the disk of the data directory' }),
    versions: z
      .object({ found: z.int(), known: z.int() })
      .nullable()
      .meta({ description: 'Schema versions of a ledger that is `newer`, and of this program' }),
    holder: lockHolderSchema
      .nullable()
      .meta({ description: 'Who has the data directory, where it is `in_use` and known' }),
    crash: z
      .object({
        thread: z.enum(engineThreads),
        times: z.int().meta({ description: 'In a row' }),
        attempts: z.int().meta({ description: 'After more crashes than this it stays down' }),
        next_attempt_at: instantSchema.nullable(),
      })
      .nullable()
      .meta({ description: 'The thread that crashed, while it is away' }),
    filling: fillingSchema.nullable().meta({
      description: 'Records of the demo ledger that is being made, while it is `opening`',
    }),
    data_directory: z.string(),
    version: z.string().meta({ description: 'Of this program' }),
    can_open_folder: z
      .boolean()
      .meta({ description: 'Whether the host has a desktop to show it on' }),
  })
  .meta({ id: 'Recovery' });
export type Recovery = z.infer<typeof recoverySchema>;

/** The bounds of what is typed to open a key. */
const longestPassphrase = 1_024;
export const unlockSchema = z
  .strictObject({
    passphrase: z
      .string()
      .min(1, fault('required'))
      .max(longestPassphrase, fault('passphrase_long')),
  })
  .meta({ id: 'UnlockLedger', sent: true });

const forConsole = 'For the console only, not with an API key.';

export const recoveryRoutes = [
  {
    operationId: 'getRecovery',
    method: 'GET',
    path: '/recovery',
    summary: 'Whether the ledger is open, and if not, why',
    description: `Answered whatever state the ledger is in. ${forConsole}`,
    area: 'service',
    access: 'host',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: recoverySchema,
    errors: ['forbidden'],
  },
  {
    operationId: 'retryRecovery',
    method: 'POST',
    path: '/recovery/retry',
    summary: 'Open the ledger again',
    description: `Takes the data directory, starts every thread and opens the ledger as if the program were started; answered when that has come to its end. While the ledger is open, for writing too, and whole nothing happens. ${forConsole}`,
    area: 'service',
    access: 'host',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: recoverySchema,
    errors: ['forbidden'],
  },
  {
    operationId: 'unlockLedger',
    method: 'POST',
    path: '/recovery/unlock',
    summary: 'Open a ledger whose key is under a passphrase',
    description: `Answered when it has opened, or has not. Five tries a minute. The passphrase is kept nowhere; the key that it opens stays in the memory of the host. ${forConsole}`,
    area: 'service',
    access: 'host',
    errorShape: 'sessions',
    extension: true,
    body: unlockSchema,
    status: 200,
    response: recoverySchema,
    errors: [
      'validation_error',
      'malformed_json',
      'conflict',
      'forbidden',
      'payload_too_large',
      'unsupported_media_type',
      'rate_limit_exceeded',
    ],
  },
  {
    operationId: 'openDataFolder',
    method: 'POST',
    path: '/recovery/open-folder',
    summary: 'Show the data directory in the file manager',
    description: `404 on a host without a desktop. ${forConsole}`,
    area: 'service',
    access: 'host',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: recoverySchema,
    errors: ['forbidden', 'not_found'],
  },
] as const satisfies readonly Route[];
