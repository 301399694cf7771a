/** People who sign: enrolment, keys, revocation (extensions; docs/ledger-format.md, "Entry types"). */
import * as z from './when-asked.ts';
import { personRoles } from './access.ts';
import { identifier, instantSchema } from './common.ts';
import { fault } from './faults.ts';
import { limits } from './limits.ts';
import type { Route } from './route.ts';
import {
  personIdSchema,
  signerMembers,
  signingCheck,
  signingErrors,
  signingMembers,
} from './signing.ts';

const shortText = z
  .string()
  .refine((text) => text.trim() !== '', fault('not_empty'))
  .max(limits.shortString, fault('at_most_characters', { maximum: limits.shortString }));

/** A sealed key as the ledger keeps it, `proofdesk.person-key/v1`: opened in the window by its passphrase alone. */
export const sealedKeySchema = z
  .strictObject({
    cipher: z.strictObject({ name: z.literal('aes-256-gcm'), nonce: z.string().max(64) }),
    created_at: z.string().max(64),
    format: z.literal('proofdesk.person-key/v1'),
    kdf: z.strictObject({
      hash: z.literal('SHA-256'),
      iterations: z.literal(600_000),
      name: z.literal('pbkdf2'),
      salt: z.string().max(64),
    }),
    sealed: z.string().max(128),
    vkey: z.string().max(256),
  })
  .meta({ id: 'SealedKey', sent: true });
export type SealedKey = z.infer<typeof sealedKeySchema>;

/** Opens the keys of the demo's people: shown where one signs in. */
export const demoPassphrase = 'proofdesk demo';

const keyMembers = {
  vkey: z.string().max(256).meta({
    description: 'Verifier key: `<person_id>+<key id>+<base64(0x01 ‖ Ed25519 public key)>`',
  }),
  sealed: sealedKeySchema,
};

/** The body of `POST /people`. */
export const createPersonSchema = z
  .strictObject({
    person_id: personIdSchema.meta({ description: 'Made by whoever makes the key' }),
    name: identifier(shortText),
    role: z.enum(personRoles, { error: fault('one_of', { values: personRoles.join(', ') }) }),
    holder_id: identifier(shortText)
      .optional()
      .meta({ description: 'For whom: required for data_holder' }),
    account_id: identifier(shortText)
      .optional()
      .meta({ description: 'For whom: required for ai_lab' }),
    ...keyMembers,
    approver: signerMembers.approver.meta({
      description: 'The admin who enrols, once there is one',
    }),
    ...signingMembers,
  })
  .superRefine((body, context) => {
    signingCheck(body, context);
    const needed = { data_holder: 'holder_id', ai_lab: 'account_id' } as const;
    const { role } = body;
    const member = role === 'data_holder' || role === 'ai_lab' ? needed[role] : undefined;
    for (const each of ['holder_id', 'account_id'] as const) {
      const isGiven = body[each] !== undefined;
      if (member === each && !isGiven) {
        context.addIssue({
          code: 'custom',
          path: [each],
          message: fault('required_for_role', { role }),
        });
      }
      if (member !== each && isGiven) {
        context.addIssue({
          code: 'custom',
          path: [each],
          message: fault('not_for_role', { role }),
        });
      }
    }
  })
  .meta({ id: 'CreatePerson', sent: true });
export type CreatePerson = z.infer<typeof createPersonSchema>;

/** The body of `POST /people/{id}/key`: the new key signs, and the old one approves. */
export const changePersonKeySchema = z
  .strictObject({ ...keyMembers, ...signingMembers })
  .superRefine(signingCheck)
  .meta({ id: 'ChangePersonKey', sent: true });
export type ChangePersonKey = z.infer<typeof changePersonKeySchema>;

/** The body of `POST /people/{id}/revoke`. */
export const revokePersonSchema = z
  .strictObject({
    reason: shortText,
    signer: signerMembers.signer.meta({ description: 'An admin, or the person' }),
    ...signingMembers,
  })
  .superRefine(signingCheck)
  .meta({ id: 'RevokePerson', sent: true });
export type RevokePerson = z.infer<typeof revokePersonSchema>;

export const personSchema = z
  .object({
    person_id: z.string().meta({ description: 'Prefix usr_' }),
    name: z.string(),
    role: z.enum(personRoles),
    holder_id: z.string().nullable(),
    account_id: z.string().nullable(),
    key_id: z.string().meta({ description: 'Of the key in force: eight hex digits' }),
    vkey: z.string(),
    enrolled_at: instantSchema,
    revoked_at: instantSchema.nullable(),
    reason: z.string().nullable().meta({ description: 'Why the person was revoked' }),
    is_signed: z.boolean().meta({
      description: 'Whether a person, not the machine or a key alone, enrolled this one',
    }),
  })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof personSchema>;

export const personListSchema = z
  .object({ data: z.array(personSchema) })
  .meta({ id: 'PersonList' });
export type PersonList = z.infer<typeof personListSchema>;

const bodyErrors = [
  'validation_error',
  'malformed_json',
  'conflict',
  ...signingErrors,
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
] as const;

export const peopleRoutes = [
  {
    operationId: 'listPeople',
    method: 'GET',
    path: '/people',
    summary: 'People who sign, in the order of their enrolment; the revoked ones too',
    description: 'Name, role and public key of each. Private keys are kept in their own hands.',
    area: 'people',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: personListSchema,
    errors: [],
  },
  {
    operationId: 'createPerson',
    method: 'POST',
    path: '/people',
    summary: 'Enrol a person: their new key signs, and an admin approves once there is one',
    description:
      'Always in two steps, `prepare` and `signed`. The first admin is enrolled by the person at the machine, without an approval. From the first person of a role on, the acts of that role must be signed.',
    area: 'people',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    prepares: true,
    body: createPersonSchema,
    status: 201,
    response: personSchema,
    errors: bodyErrors,
  },
  {
    operationId: 'getPersonKey',
    method: 'GET',
    path: '/people/{id}/key',
    summary: 'The sealed key of a person, which only its passphrase opens',
    description: 'For the machine, and for an API key that names the person.',
    area: 'people',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: sealedKeySchema,
    errors: ['not_found'],
  },
  {
    operationId: 'changePersonKey',
    method: 'POST',
    path: '/people/{id}/key',
    summary: 'Give a person a new key: signed with it, and with the old one',
    description: 'Always in two steps. `signature` is by the new key, `approval` by the old one.',
    area: 'people',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    prepares: true,
    body: changePersonKeySchema,
    status: 200,
    response: personSchema,
    errors: ['not_found', ...bodyErrors],
  },
  {
    operationId: 'revokePerson',
    method: 'POST',
    path: '/people/{id}/revoke',
    summary: 'Revoke a person: nothing that they sign from now on counts',
    description:
      'Signed by an admin or by the person. The person at the machine may do it unsigned while there is no admin, and for the only one.',
    area: 'people',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    prepares: true,
    body: revokePersonSchema,
    status: 200,
    response: personSchema,
    errors: ['not_found', ...bodyErrors],
  },
] as const satisfies readonly Route[];
