/** Who is on a paper of billing: the issuer, the accounts that pay, the holders who are paid. */
import * as z from './when-asked.ts';
import { currencies, finestPlaces } from '../billing/currency.ts';
import { unitsOf } from '../billing/decimal.ts';
import { accountSchema, month, suspendAfterDays } from './billing.ts';
import { dunningSchema, monthCloseSchema } from './billing-close.ts';
import { dateSchema, instantSchema, oneOf } from './common.ts';
import { fault } from './faults.ts';
import { email, filled, issuerSchema, postalAddressSchema, written } from './issuer.ts';
import { previousOf } from './previous.ts';
import type { Route } from './route.ts';

/** Kinds of tax, each a category of EN 16931: S, Z, E, AE, K, G, O. */
export const taxKinds = [
  'STANDARD',
  'ZERO',
  'EXEMPT',
  'REVERSE_CHARGE',
  'INTRA_COMMUNITY',
  'EXPORT',
  'OUT_OF_SCOPE',
] as const;
export type TaxKind = (typeof taxKinds)[number];

/** Years for which what stands on papers is kept where nothing else was said. */
export const usualKeptYears = 10;
const keptYears = z
  .int({ error: fault('type_integer') })
  .min(1, fault('at_least', { minimum: 1 }))
  .max(100, fault('at_most', { maximum: 100 }));

export const changeBillingSettingsSchema = z
  .strictObject({
    issuer: issuerSchema,
    kept_years: keptYears
      .exactOptional()
      .meta({ description: 'As it was unless told; a new one is for papers of before as well' }),
    close: monthCloseSchema.exactOptional().meta({ description: 'As it was unless told' }),
    dunning: dunningSchema.exactOptional().meta({ description: 'As it was unless told' }),
    currency: oneOf(currencies).exactOptional().meta({
      description: 'ISO 4217; another one only while no amount is kept in the present one',
    }),
    if_previous: previousOf({ issuer: issuerSchema.nullable(), kept_years: keptYears }),
  })
  .meta({ id: 'ChangeBillingSettings', sent: true });
export type ChangeBillingSettings = Omit<
  z.output<typeof changeBillingSettingsSchema>,
  'if_previous'
>;
export const billingSettingsSchema = z
  .object({
    version: z.int().meta({ description: '0 before the first one' }),
    changed_at: instantSchema.nullable(),
    issuer: issuerSchema.nullable().meta({ description: 'Without one nothing is issued' }),
    kept_years: z.int().meta({
      description:
        'Years from its issue for which nothing that stands on a paper, or in evidence of a session, is erased (409 retention)',
    }),
    close: monthCloseSchema.meta({ description: 'When months close by the clock' }),
    dunning: dunningSchema.meta({
      description: 'Steps after the day on which an invoice is due: reminders, suspension',
    }),
    currency: z.string().meta({ description: 'In which everything is billed; three letters' }),
    currency_in_use: z.string().nullable().meta({
      description: 'A kind of thing with amounts in it, for which it cannot be changed any more',
    }),
  })
  .meta({ id: 'BillingSettings' });
export type BillingSettings = z.infer<typeof billingSettingsSchema>;

const percent = z
  .number({ error: fault('type_number') })
  .min(0, fault('at_least', { minimum: 0 }))
  .max(100, fault('at_most', { maximum: 100 }))
  .multipleOf(0.01, fault('at_most_decimals', { maximum: 2 }));
/** A tax as it stands on papers. */
export const taxSchema = z
  .strictObject({
    kind: oneOf(taxKinds),
    rate_percent: percent.default(0).meta({ description: 'Of STANDARD alone' }),
    reason: written
      .exactOptional()
      .meta({ description: 'Printed; required for EXEMPT and OUT_OF_SCOPE, given for others' }),
  })
  .refine(({ kind, rate_percent: rate }) => kind === 'STANDARD' || rate === 0, {
    path: ['rate_percent'],
    error: fault('only_for_standard'),
  })
  .meta({ id: 'PartyTax' });
export type PartyTax = z.output<typeof taxSchema>;

/** Kinds of lines that may have another tax than use has. */
export const taxedKinds = ['fee', 'charge', 'prepayment', 'true_up', 'minimum'] as const;
export const otherTaxesSchema = z.partialRecord(z.enum(taxedKinds), taxSchema);
export type OtherTaxes = z.output<typeof otherTaxesSchema>;

/** Members of an account that its lab may change, too. */
export const labMembers = [
  'name',
  'email',
  'address',
  'vat_id',
  'order_number',
  'show_name_to_holders',
] as const;

const accountAddressSchema = z.strictObject({
  line1: written,
  line2: written,
  city: written,
  state: written,
  postal_code: written,
  country: written,
});
export const changeAccountSchema = z
  .strictObject({
    name: filled,
    email,
    address: accountAddressSchema.partial(),
    vat_id: filled.nullable(),
    order_number: filled.nullable(),
    tax: taxSchema,
    kinds: otherTaxesSchema.meta({
      description: 'By kind of line, where it has another tax; {} for none',
    }),
    payment_terms_days: z
      .int()
      .min(0, fault('at_least', { minimum: 0 }))
      .max(365, fault('at_most', { maximum: 365 })),
    suspend_after_days: suspendAfterDays.nullable(),
    show_name_to_holders: z.boolean({ error: fault('type_boolean') }).meta({
      description: 'Otherwise data holders see a number in place of its name',
    }),
  })
  .partial()
  .meta({ id: 'ChangeAccount', sent: true });
export type ChangeAccount = z.output<typeof changeAccountSchema>;

export const accountDetailsSchema = accountSchema
  .extend({
    version: z.int().meta({ description: '1 until it is changed' }),
    line2: z.string().meta({ description: 'The second line of its address' }),
    vat_id: z.string().nullable(),
    order_number: z.string().nullable().meta({ description: 'Printed on each invoice' }),
    tax: taxSchema,
    kinds: otherTaxesSchema.meta({ description: 'By kind of line, where it has another tax' }),
    show_name_to_holders: z.boolean(),
    history: z
      .array(z.object({ version: z.int(), at: instantSchema, by: z.string() }))
      .meta({ description: 'Newest first' }),
  })
  .meta({ id: 'AccountDetails' });
export type AccountDetails = z.infer<typeof accountDetailsSchema>;

/** Where a holder is paid. */
export const destinationSchema = z
  .discriminatedUnion(
    'type',
    [
      z.strictObject({
        type: z.literal('iban'),
        iban: filled,
        bic: filled.exactOptional(),
        owner: filled,
      }),
      z.strictObject({
        type: z.literal('other'),
        lines: z
          .array(filled)
          .min(1, fault('not_empty'))
          .max(6, fault('at_most', { maximum: 6 })),
      }),
    ],
    { error: fault('required_one_of', { values: 'iban, other' }) },
  )
  .meta({ id: 'Destination' });
export type Destination = z.output<typeof destinationSchema>;

const bps = z
  .int({ error: fault('type_number') })
  .min(1, fault('at_least', { minimum: 1 }))
  .max(10_000, fault('at_most', { maximum: 10_000 }));
const feeTiersSchema = z
  .array(
    z.strictObject({
      up_to: z
        .number({ error: fault('type_number') })
        .min(0.001, fault('at_least', { minimum: 0.001 }))
        .refine((value) => unitsOf(value, finestPlaces) !== undefined, {
          error: fault('at_most_decimals', { maximum: finestPlaces }),
        })
        .nullable()
        .meta({ description: 'Of what it was given since 1 January; null in the last, open tier' }),
      percent,
    }),
  )
  .min(1, fault('one_tier'))
  .max(20, fault('at_most_items', { maximum: 20 }))
  .refine(
    (tiers) =>
      tiers.every(({ up_to: end }, at) => {
        const before = at === 0 ? 0 : (tiers[at - 1]?.up_to ?? Number.POSITIVE_INFINITY);
        return at === tiers.length - 1 ? end === null : end !== null && end > before;
      }),
    { error: fault('rising_open') },
  );
const beneficiarySchema = z.strictObject({ holder_id: filled, bps });
const beneficiariesSchema = z.strictObject({
  dataset_id: filled,
  from_month: month,
  shares: z
    .array(beneficiarySchema)
    .min(1, fault('not_empty'))
    .max(20, fault('at_most_items', { maximum: 20 }))
    .refine((shares) => shares.reduce((sum, each) => sum + each.bps, 0) === 10_000, {
      error: fault('bps_whole'),
    })
    .refine((shares) => new Set(shares.map((each) => each.holder_id)).size === shares.length, {
      error: fault('named_twice'),
    })
    .meta({ description: 'In hundredths of a percent, together 10000' }),
});

export const changeHolderSchema = z
  .strictObject({
    legal_name: filled,
    email,
    address: postalAddressSchema,
    vat_id: filled.nullable(),
    tax: taxSchema,
    self_billing_agreed_on: dateSchema.nullable(),
    destination: destinationSchema,
    fee: z
      .strictObject({ from_month: month, tiers: feeTiersSchema })
      .meta({ description: 'Set by the operator; for what is issued from that month on' }),
    beneficiaries: z
      .array(beneficiariesSchema)
      .max(100, fault('at_most_items', { maximum: 100 }))
      .meta({ description: 'Of its datasets, for what is used from that month on' }),
  })
  .partial()
  .meta({ id: 'ChangeHolder', sent: true });
export type ChangeHolder = z.output<typeof changeHolderSchema>;

const shownDestinationSchema = z.object({
  type: z.enum(['iban', 'other']),
  last4: z.string().meta({ description: 'Its last characters' }),
  usable_from: instantSchema.meta({ description: 'Payouts go there from then on' }),
  destination: destinationSchema
    .optional()
    .meta({ description: 'In full, with include=destination' }),
});
export type ShownDestination = z.infer<typeof shownDestinationSchema>;
export const holderDetailsSchema = z
  .object({
    holder_id: z.string(),
    version: z.int().meta({ description: '0 until something is said of it' }),
    legal_name: z.string().nullable(),
    email: z.string().nullable(),
    address: postalAddressSchema.nullable(),
    vat_id: z.string().nullable(),
    tax: taxSchema.nullable(),
    self_billing_agreed_on: z.string().nullable(),
    destination: shownDestinationSchema.nullable(),
    next_destination: shownDestinationSchema
      .nullable()
      .meta({ description: 'One that was changed, until it is used' }),
    fees: z
      .array(z.object({ from_month: z.string().nullable(), tiers: feeTiersSchema }))
      .meta({ description: 'In force, and to come; from_month is null of the usual one' }),
    beneficiaries: z
      .array(
        z.object({
          dataset_id: z.string(),
          from_month: z.string(),
          shares: z.array(beneficiarySchema),
        }),
      )
      .meta({ description: 'Of its datasets, in force and to come; without one all is its own' }),
    history: accountDetailsSchema.shape.history,
  })
  .meta({ id: 'HolderDetails' });
export type HolderDetails = z.infer<typeof holderDetailsSchema>;
export const holderQuerySchema = z.strictObject({ include: oneOf(['destination']).optional() });

const bodyErrors = [
  'validation_error',
  'malformed_json',
  'idempotency_key_reused',
  'payload_too_large',
  'unsupported_media_type',
] as const;

/** Texts that are looked at together. */
const mostTexts = 40;
const longestText = 4_000;

export const checkPrintableSchema = z
  .strictObject({
    texts: z
      .array(
        z
          .string({ error: fault('type_string') })
          .max(longestText, fault('at_most_characters', { maximum: longestText })),
      )
      .min(1, fault('not_empty'))
      .max(mostTexts, fault('at_most_items', { maximum: mostTexts })),
  })
  .meta({ id: 'CheckPrintable', sent: true });

export const printableSchema = z
  .object({
    characters: z.array(z.string()).meta({
      description: 'That no font writes, each once: a paper shows them as [U+1F600]',
    }),
    fonts: z.array(z.string()).meta({
      description:
        'Packages of fonts that would write them, where the machine has none of a script',
    }),
  })
  .meta({ id: 'Printable' });

export const partyRoutes = [
  {
    operationId: 'checkPrintable',
    method: 'POST',
    path: '/billing/printable',
    summary: 'What of some texts cannot be printed on papers',
    description: 'By the fonts of the machine that makes the papers. Nothing is kept.',
    area: 'billing',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    body: checkPrintableSchema,
    status: 200,
    response: printableSchema,
    errors: ['validation_error', 'malformed_json', 'payload_too_large', 'unsupported_media_type'],
  },
  {
    operationId: 'getBillingSettings',
    method: 'GET',
    path: '/billing/settings',
    summary: 'In whose name invoices are issued, and for how long they are kept',
    description: 'The issuer stands on every invoice; without one none can be issued.',
    area: 'billing',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: billingSettingsSchema,
    errors: [],
  },
  {
    operationId: 'changeBillingSettings',
    method: 'PUT',
    path: '/billing/settings',
    summary: 'Say in whose name invoices are issued, and for how long they are kept',
    description: 'A new version; what was issued stays as it is.',
    area: 'billing',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    body: changeBillingSettingsSchema,
    status: 200,
    response: billingSettingsSchema,
    errors: [...bodyErrors, 'conflict'],
  },
  {
    operationId: 'getAccount',
    method: 'GET',
    path: '/billing/accounts/{account_id}',
    summary: 'One account with all that stands on its papers',
    description:
      'Names and addresses for its invoices, its tax, its balance and whether it is suspended.',
    area: 'billing',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    status: 200,
    response: accountDetailsSchema,
    errors: ['not_found'],
  },
  {
    operationId: 'changeAccount',
    method: 'PATCH',
    path: '/billing/accounts/{account_id}',
    summary: 'Change an account',
    description:
      'Members that are not named stay (RFC 7396). `If-Match` with the version that was read refuses to go over the change of somebody else. A lab may change its name, email, address, VAT number and order number.',
    area: 'billing',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    body: changeAccountSchema,
    status: 200,
    response: accountDetailsSchema,
    errors: [...bodyErrors, 'not_found', 'forbidden', 'version_changed'],
  },
  {
    operationId: 'getHolder',
    method: 'GET',
    path: '/billing/holders/{holder_id}',
    summary: 'Who a data holder is, and where it is paid',
    description: 'Of an account its last characters, unless asked for with include=destination.',
    area: 'billing',
    access: 'read',
    errorShape: 'sessions',
    extension: true,
    query: holderQuerySchema,
    status: 200,
    response: holderDetailsSchema,
    errors: ['not_found', 'validation_error'],
  },
  {
    operationId: 'changeHolder',
    method: 'PATCH',
    path: '/billing/holders/{holder_id}',
    summary: 'Change who a data holder is, or where it is paid',
    description:
      'Members that are not named stay (RFC 7396). A changed destination is used 72 hours later, and the one before it until then. A holder may say who benefits of its datasets, and not what it is charged.',
    area: 'billing',
    access: 'write',
    errorShape: 'sessions',
    extension: true,
    body: changeHolderSchema,
    status: 200,
    response: holderDetailsSchema,
    errors: [...bodyErrors, 'not_found', 'forbidden', 'version_changed'],
  },
] as const satisfies readonly Route[];
