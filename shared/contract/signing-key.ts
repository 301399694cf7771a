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

export const signingKeyRoutes = [
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
