/** Who vouches for the ledger from outside: places, witnesses, time-stamping authorities (extensions). */
import * as z from './when-asked.ts';
import { instantSchema, listOf, queryInteger } from './common.ts';
import { fault } from './faults.ts';
import type { Route } from './route.ts';

export const voucherLimits = {
  places: 8,
  /** Characters of a path. */
  path: 4_096,
  /** Days after which the last copy outside is old, unless somebody says otherwise. */
  oldestDays: 30,
  mostDays: 3_650,
  /** Certificates of authorities, in one body and kept. */
  certificates: 16,
  /** Bytes of a policy, of signature lines, of certificates, of the reply of an authority. */
  bodyBytes: 65_536,
  /** Signature lines of one body. */
  cosignatures: 16,
} as const;

/**
 * States of a place. `waiting`: nobody looked yet. `kept`: the newest checkpoint there is one of
 * this ledger as it is. `gone`: there is no such folder. `unwritable`: it cannot be written to.
 * `silent`: it does not answer. `damaged`: what lies there is no checkpoint. `other_key`: the ledger's
 * name, under another key. `forked`, `rolled_back`: the checkpoint contradicts the ledger.
 */
export const placeStates = [
  'waiting',
  'kept',
  'gone',
  'unwritable',
  'silent',
  'damaged',
  'other_key',
  'forked',
  'rolled_back',
] as const;
export type PlaceState = (typeof placeStates)[number];

export const voucherPlaceSchema = z.object({
  path: z.string(),
  size: z.int().nullable().meta({ description: 'Entries that the newest checkpoint there covers' }),
  at: instantSchema.nullable().meta({ description: 'When it was last seen there' }),
  state: z.enum(placeStates),
  same_volume: z.boolean().meta({
    description: 'Whether it is on the volume of the ledger: what becomes of one becomes of both',
  }),
});
export type VoucherPlace = z.infer<typeof voucherPlaceSchema>;

export const voucherWitnessSchema = z.object({
  name: z.string().meta({ description: 'Of its key' }),
  key_id: z.string(),
  size: z.int().nullable().meta({
    description: 'Entries of the greatest checkpoint that it cosigned; null where there is none',
  }),
  time: instantSchema.nullable().meta({ description: 'What it says when it did' }),
});
export type VoucherWitness = z.infer<typeof voucherWitnessSchema>;

export const voucherTimestampSchema = z.object({
  authority: z.string().meta({ description: 'Subject of the certificate that was trusted' }),
  fingerprint: z.string().meta({ description: 'Of that certificate: SHA-256, hexadecimal' }),
  size: z.int(),
  time: instantSchema,
});
export type VoucherTimestamp = z.infer<typeof voucherTimestampSchema>;

export const authoritySchema = z.object({
  fingerprint: z.string().meta({ description: 'SHA-256 of the certificate, hexadecimal' }),
  subject: z.string(),
  valid_to: instantSchema,
});
export type VoucherAuthority = z.infer<typeof authoritySchema>;

export const vouchersSchema = z
  .object({
    places: z.array(voucherPlaceSchema),
    witnesses: z.array(voucherWitnessSchema).meta({ description: 'Those that the policy names' }),
    timestamps: z.array(voucherTimestampSchema).meta({
      description: 'The newest of each authority, the newest first',
    }),
    authorities: z.array(authoritySchema),
    quorum: z.object({
      met: z.boolean().meta({ description: 'Whether a checkpoint kept here has the quorum' }),
      text: z.string().meta({ description: 'What the policy asks for; `none` where for nobody' }),
      size: z.int().nullable().meta({ description: 'Entries of the greatest such checkpoint' }),
    }),
    oldest_days: z.int().meta({ description: 'Days after which the last copy outside is old' }),
    newest_at: instantSchema.nullable().meta({
      description: 'When a copy outside was last made or seen; null where nobody outside has one',
    }),
  })
  .meta({ id: 'Vouchers' });
export type Vouchers = z.infer<typeof vouchersSchema>;

export const setPlacesSchema = z
  .strictObject({
    places: listOf(
      z.strictObject({
        path: z
          .string()
          .min(1, fault('required'))
          .max(voucherLimits.path, fault('at_most_characters', { maximum: voucherLimits.path })),
      }),
      voucherLimits.places,
    ),
    oldest_days: z.int().min(1).max(voucherLimits.mostDays).exactOptional().meta({
      description: 'As it was unless given; at first 30',
    }),
  })
  .meta({ id: 'SetPlaces', sent: true });
export type SetPlaces = z.infer<typeof setPlacesSchema>;

export const witnessRequestQuerySchema = z.strictObject({
  witness: z
    .string()
    .min(1)
    .max(1_024)
    .meta({ description: 'The name of its key, or its name in the policy' }),
  old: queryInteger(0, Number.MAX_SAFE_INTEGER).optional().meta({
    description: 'The size that the witness cosigned last, where it says another one (409)',
  }),
});

export const timestampQueryQuerySchema = z.strictObject({
  size: queryInteger(1, Number.MAX_SAFE_INTEGER).optional().meta({
    description: 'Of a checkpoint that is kept here; that of the ledger as it is unless given',
  }),
});

export const keptCosignaturesSchema = z
  .object({
    kept: z.array(z.object({ name: z.string(), size: z.int(), time: instantSchema })),
    ignored: z.int().meta({ description: 'Lines that do not count' }),
  })
  .meta({ id: 'KeptCosignatures' });
export type KeptCosignatures = z.infer<typeof keptCosignaturesSchema>;

export const policyMediaType = 'text/plain';
export const queryMediaType = 'application/timestamp-query';
export const replyMediaType = 'application/timestamp-reply';
export const pemMediaType = 'application/x-pem-file';

const shared = { area: 'chain', errorShape: 'sessions', extension: true } as const;
const uploadErrors = [
  'validation_error',
  'conflict',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
] as const;
const forMachine = 'For the console only, not with an API key.';

export const voucherRoutes = [
  {
    operationId: 'getVouchers',
    method: 'GET',
    path: '/chain/vouchers',
    summary: 'Who vouches for this ledger: places, witnesses, time stamps',
    description:
      'Folders that keep checkpoints, witnesses that cosign them, and time stamps (RFC 3161), with the newest checkpoint that each vouches for.',
    ...shared,
    access: 'read',
    status: 200,
    response: vouchersSchema,
    errors: [],
  },
  {
    operationId: 'setPlaces',
    method: 'PUT',
    path: '/chain/places',
    summary: 'The folders that keep checkpoints of this ledger',
    description: `Each is looked at before it is taken. After each signing, at most once an hour, the checkpoint is written there; at opening and daily the newest is read back and judged. ${forMachine}`,
    ...shared,
    access: 'write',
    body: setPlacesSchema,
    status: 200,
    response: vouchersSchema,
    errors: [
      'validation_error',
      'malformed_json',
      'conflict',
      'forbidden',
      'idempotency_key_reused',
      'payload_too_large',
      'unsupported_media_type',
    ],
  },
  {
    operationId: 'getTrustPolicy',
    method: 'GET',
    path: '/chain/policy',
    summary: 'Whose cosignatures count (C2SP tlog-policy)',
    description: '`quorum none` where there is none yet.',
    ...shared,
    access: 'read',
    status: 200,
    response: { mediaType: policyMediaType },
    errors: [],
  },
  {
    operationId: 'setTrustPolicy',
    method: 'PUT',
    path: '/chain/policy',
    summary: 'Say whose cosignatures count (C2SP tlog-policy)',
    description: `At most 64 KiB. What was cosigned stays; whether it counts follows the policy. ${forMachine}`,
    ...shared,
    access: 'write',
    upload: [policyMediaType],
    status: 200,
    response: vouchersSchema,
    errors: [...uploadErrors, 'forbidden'],
  },
  {
    operationId: 'getWitnessRequest',
    method: 'GET',
    path: '/chain/witness-request',
    summary: 'The request to a witness for a cosignature',
    description:
      'Byte for byte the body of `add-checkpoint` (C2SP tlog-witness), over the ledger as it is. 404 of a witness that the policy does not name.',
    ...shared,
    access: 'read',
    query: witnessRequestQuerySchema,
    status: 200,
    response: { mediaType: policyMediaType },
    errors: ['validation_error', 'not_found', 'engine_unavailable'],
  },
  {
    operationId: 'addCosignatures',
    method: 'POST',
    path: '/chain/cosignatures',
    summary: 'Bring the answer of a witness',
    description: `Signature lines, or the whole note; at most ${voucherLimits.cosignatures} lines. One counts when the policy names its key, it holds for a checkpoint kept here, and its time is not more than a day ahead. 400 where none counts.`,
    ...shared,
    access: 'write',
    upload: [policyMediaType],
    status: 201,
    response: keptCosignaturesSchema,
    errors: uploadErrors,
  },
  {
    operationId: 'getTimestampQuery',
    method: 'GET',
    path: '/chain/timestamp-query',
    summary: 'The query to a time-stamping authority (RFC 3161)',
    description:
      'Over the SHA-256 of the first five lines of the note. 404 of a size that no checkpoint kept here has.',
    ...shared,
    access: 'read',
    query: timestampQueryQuerySchema,
    status: 200,
    response: { mediaType: queryMediaType },
    errors: ['validation_error', 'not_found', 'engine_unavailable'],
  },
  {
    operationId: 'addTimestamp',
    method: 'POST',
    path: '/chain/timestamps',
    summary: 'Bring the reply of a time-stamping authority (RFC 3161)',
    description:
      'At most 64 KiB. 400 with the reason where it does not hold, 409 where it is of no checkpoint kept here.',
    ...shared,
    access: 'write',
    upload: [replyMediaType],
    status: 201,
    response: voucherTimestampSchema,
    errors: uploadErrors,
  },
  {
    operationId: 'addAuthorities',
    method: 'POST',
    path: '/chain/authorities',
    summary: 'Trust time-stamping authorities by their certificates',
    description: `PEM, at most ${voucherLimits.certificates} certificates; no more are kept. ${forMachine}`,
    ...shared,
    access: 'write',
    upload: [pemMediaType, policyMediaType],
    status: 201,
    response: z.array(authoritySchema),
    errors: [...uploadErrors, 'forbidden'],
  },
  {
    operationId: 'deleteAuthority',
    method: 'DELETE',
    path: '/chain/authorities/{fingerprint}',
    summary: 'Trust a time-stamping authority no longer',
    description: `Its time stamps stay and count no more. ${forMachine}`,
    ...shared,
    access: 'write',
    status: 200,
    response: authoritySchema,
    errors: ['not_found', 'conflict', 'forbidden', 'idempotency_key_reused'],
  },
] as const satisfies readonly Route[];
