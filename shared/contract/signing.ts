/**
 * Acts that people sign: the members that their bodies have besides, and what is answered to `prepare`
 * (docs/ledger-format.md, "Entry types").
 */
import * as z from './when-asked.ts';
import { instantSchema, listOf, textsByName } from './common.ts';
import { fault, type FaultText } from './faults.ts';
import { limits } from './limits.ts';

/** How long prepared texts may be sent back signed; milliseconds. */
export const signingTime = 5 * 60_000;

/** `usr_…`. */
export const personIdSchema = z.string().regex(/^usr_[0-9A-HJKMNP-TV-Z]{26}$/, fault('person_id'));

/** The Ed25519 signature over a text, in the one canonical form of base64. */
const signatureSchema = z.string().regex(/^[A-Za-z0-9+/]{85}[AQgw]==$/, fault('signature'));

/** One entry of an act, as it was signed. */
export const signedTextSchema = z.strictObject({
  text: z
    .string()
    .max(limits.signedText, fault('at_most_characters', { maximum: limits.signedText }))
    .meta({ description: 'As it was answered to `prepare`, to the byte' }),
  salts: textsByName(limits.signedSalts).meta({
    description: 'As they were answered to `prepare`: by committed field, 16 bytes as base64url',
  }),
  signature: signatureSchema.meta({ description: 'Base64 of the signer’s, over the text' }),
  approval: signatureSchema.optional().meta({ description: 'Base64 of the approver’s' }),
});
export type SignedText = z.infer<typeof signedTextSchema>;

/** Members that say who signs, where that does not follow from the act. */
export const signerMembers = {
  signer: personIdSchema.optional().meta({ description: 'Who signs' }),
  approver: personIdSchema
    .optional()
    .meta({ description: 'The second person, where the act asks for one' }),
};

/** Members of the body of every act that people sign. */
export const signingMembers = {
  prepare: z
    .literal(true, { error: fault('exactly', { value: 'true' }) })
    .optional()
    .meta({
      description: 'Appends nothing and answers the texts to sign, a PreparedAct, with status 200',
    }),
  signed: listOf(signedTextSchema, limits.signedTexts).optional().meta({
    description: 'The texts of `prepare`, signed; the rest of the body is as it was then',
  }),
};

/** How an act is to be signed, as its body says. */
export interface Signing {
  readonly signer?: string | undefined;
  readonly approver?: string | undefined;
  readonly prepare?: true | undefined;
  readonly signed?: readonly SignedText[] | undefined;
}
export const signingNames = ['signer', 'approver', 'prepare', 'signed'] as const;
export type SigningName = (typeof signingNames)[number];

/** Refuses signing members that do not go together. */
export function checkSigning(
  { signer, approver, prepare, signed }: Signing,
  refuse: (field: string, message: FaultText) => void,
): void {
  if (prepare !== undefined && signed !== undefined) {
    refuse('prepare', fault('not_with', { other: 'signed' }));
  }
  const isSigned = prepare !== undefined || signed !== undefined;
  if (!isSigned && signer !== undefined) refuse('signer', fault('only_with', { other: 'prepare' }));
  if (!isSigned && approver !== undefined) {
    refuse('approver', fault('only_with', { other: 'prepare' }));
  }
  if (approver !== undefined && approver === signer) {
    refuse('approver', fault('another_person', { person: approver }));
  }
}

/** The same as a check of a schema. */
export function signingCheck(body: Signing, context: z.core.$RefinementCtx): void {
  checkSigning(body, (field, message) =>
    context.addIssue({ code: 'custom', path: [field], message }),
  );
}

/** The answer to `prepare`. */
export const preparedActSchema = z
  .object({
    texts: z
      .array(
        z.object({
          text: z.string().meta({
            description:
              'The canonical text of an entry of the act, with its origin and without seq, created_at and the signatures’ values: what is signed',
          }),
          salts: z.record(z.string(), z.string()).meta({
            description: 'By committed field; with the values that were sent they give `commit`',
          }),
        }),
      )
      .meta({ description: 'In the order in which they are appended' }),
    until: instantSchema.meta({ description: 'Until when they can be sent back' }),
  })
  .meta({ id: 'PreparedAct' });
export type PreparedAct = z.infer<typeof preparedActSchema>;

/** A person's signature as it stands in an entry. */
export const personSignatureSchema = z
  .object({
    at: instantSchema,
    by: z.string().meta({ description: 'Prefix usr_' }),
    key: z.string().meta({ description: 'Key id of the person’s key: eight hex digits' }),
    value: z.string().meta({ description: 'Ed25519, in base64' }),
  })
  .meta({ id: 'PersonSignature' });

/** Errors that an act may be refused with besides. */
export const signingErrors = [
  'signature_required',
  'signature_invalid',
  'person_revoked',
  'same_person',
  'signed_state_changed',
] as const;
