/** The ledger's signing key as a file under a passphrase: how it leaves, and how it comes back (extensions). */
import * as z from './when-asked.ts';
import { instantSchema } from './common.ts';
import type { Route } from './route.ts';
import { fault } from './faults.ts';

/** The bounds of a passphrase that a key file is made with, and of a file that is looked at. */
export const signingKeyLimits = {
  passphrase: { minimum: 12, maximum: 1_024 },
  /** Characters. */
  file: 65_536,
} as const;

const base64Schema = z.base64().max(16_384);

/** The file. Everything but `sealed` is authenticated with it; docs/ledger-format.md says how. */
export const signingKeyFileSchema = z.strictObject({
  format: z.literal('proofdesk.signing-key/v1'),
  origin: z.string().min(1).max(1_024),
  vkey: z.string().min(1).max(2_048),
  created_at: instantSchema,
  kdf: z.strictObject({
    name: z.literal('scrypt'),
    n: z.int(),
    r: z.int(),
    p: z.int(),
    salt: base64Schema,
  }),
  cipher: z.strictObject({ name: z.literal('aes-256-gcm'), nonce: base64Schema }),
  sealed: base64Schema,
});
export type SigningKeyFile = z.infer<typeof signingKeyFileSchema>;

/** Sealed content of the file: the key of the genesis, then those that followed it. */
export const sealedSigningKeysSchema = z.strictObject({
  keys: z
    .array(z.strictObject({ vkey: z.string().max(2_048), seed: z.base64().length(44) }))
    .min(1)
    .max(100),
});

const { passphrase } = signingKeyLimits;
export const exportSigningKeySchema = z
  .strictObject({
    passphrase: z
      .string()
      .min(passphrase.minimum, fault('at_least_characters', { minimum: passphrase.minimum }))
      .max(passphrase.maximum, fault('at_most_characters', { maximum: passphrase.maximum })),
  })
  .meta({ id: 'ExportSigningKey', sent: true });
export type ExportSigningKey = z.infer<typeof exportSigningKeySchema>;

/** A key file that somebody brings to a restore. */
export const broughtKeySchema = z.strictObject({
  file: z
    .string()
    .min(1)
    .max(signingKeyLimits.file, fault('key_file'))
    .meta({ description: 'The text of the key file' }),
  passphrase: z
    .string()
    .min(1, fault('required'))
    .max(passphrase.maximum, fault('passphrase_long')),
});
export type BroughtKey = z.infer<typeof broughtKeySchema>;

/** Another form of the key at rest. */
export const protectSigningKeySchema = z
  .strictObject({
    passphrase: exportSigningKeySchema.shape.passphrase.nullable().meta({
      description: 'null leaves the key to the permissions of its file',
    }),
    current: z
      .string()
      .min(1, fault('required'))
      .max(passphrase.maximum, fault('passphrase_long'))
      .exactOptional()
      .meta({ description: 'Needed where the key is under a passphrase' }),
  })
  .meta({ id: 'ProtectSigningKey', sent: true });
export type ProtectSigningKey = z.infer<typeof protectSigningKeySchema>;

export const keyProtections = ['system', 'file', 'passphrase'] as const;
export const signingKeySchema = z
  .object({
    protection: z.enum(keyProtections).meta({
      description:
        'What the key is protected by where it lies: the application and its system, the permissions of its file, a passphrase',
    }),
  })
  .meta({ id: 'SigningKey' });
export type SigningKey = z.infer<typeof signingKeySchema>;

export const signingKeyRoutes = [
  {
    operationId: 'getSigningKey',
    method: 'GET',
    path: '/signing-key',
    summary: 'How the key of the ledger is protected where it lies',
    description:
      'In clear in a file, under a passphrase, or sealed by the system; never the key itself.',
    area: 'service',
    errorShape: 'sessions',
    extension: true,
    access: 'host',
    status: 200,
    response: signingKeySchema,
    errors: [],
  },
  {
    operationId: 'protectSigningKey',
    method: 'POST',
    path: '/signing-key/protect',
    summary: 'Put the key of the ledger under a passphrase, another one, or none',
    description:
      'It protects copies of the folder and backups of it, not a running service: that has the key in its memory. For the console only. A browser’s session is not enough: the API key of this start belongs in `proofdesk-confirm`. The passphrase is kept nowhere: without it the ledger cannot be appended to any more. 409 in the application, where the system protects the key.',
    area: 'service',
    errorShape: 'sessions',
    extension: true,
    access: 'host',
    body: protectSigningKeySchema,
    status: 200,
    response: signingKeySchema,
    errors: [
      'validation_error',
      'malformed_json',
      'conflict',
      'forbidden',
      'payload_too_large',
      'unsupported_media_type',
      'rate_limit_exceeded',
      'engine_unavailable',
    ],
  },
  {
    operationId: 'exportSigningKey',
    method: 'POST',
    path: '/signing-key/export',
    summary: 'The keys that sign for the ledger, in a file under a passphrase',
    description:
      'With a backup it is all that another machine needs to go on with the ledger. For the console only. A browser’s session is not enough: the API key of this start belongs in `proofdesk-confirm`. The passphrase is kept nowhere: without it the file cannot be opened.',
    area: 'service',
    errorShape: 'sessions',
    extension: true,
    access: 'host',
    body: exportSigningKeySchema,
    status: 200,
    response: { mediaType: 'application/json' },
    errors: [
      'validation_error',
      'malformed_json',
      'conflict',
      'forbidden',
      'payload_too_large',
      'unsupported_media_type',
      'engine_unavailable',
    ],
  },
] as const satisfies readonly Route[];
