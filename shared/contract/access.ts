/** API keys, their roles, scopes and rate limits, and who a caller is (extensions; specification, "Authentication"). */
import * as z from './when-asked.ts';
import { identifier, instantSchema, paginated, listOf } from './common.ts';
import { limits } from './limits.ts';
import { previousOf } from './previous.ts';
import { page } from './route.ts';
import { fault } from './faults.ts';
import { personIdSchema } from './signing.ts';

/** Carries the API key of this start beside the session of a browser, where that alone is not enough. */
export const confirmHeader = 'proofdesk-confirm';

/** Roles that people have. */
export const personRoles = ['compliance', 'data_holder', 'ai_lab', 'admin'] as const;
export type PersonRole = (typeof personRoles)[number];

/**
 * Roles of API keys: those of people, and that of a program that appends decisions and reads nothing. The window of
 * the application itself is nobody of these: it may do everything.
 */
export const roles = [...personRoles, 'logger'] as const;
export type Role = (typeof roles)[number];

/**
 * Classes that requests are counted in: each class has a bucket of its own for each key. `rows` counts rows, of the pages
 * that continue a stream.
 */
export const rateClasses = ['read', 'query', 'write', 'bulk', 'rows'] as const;
export type RateClass = (typeof rateClasses)[number];

const shortText = z
  .string()
  .min(1, fault('not_empty'))
  .max(limits.shortString, fault('at_most_characters_long', { maximum: limits.shortString }));

/** `30s`, `1m`, `24h`. */
const periodSchema = z
  .string()
  .regex(/^[1-9]\d{0,3}[smh]$/, fault('duration'))
  .meta({ examples: ['1m'] });

export const rateSchema = z.strictObject({
  limit: z
    .int()
    .min(1)
    .max(10_000_000)
    .meta({ description: 'Requests, of `rows` rows; also how many may come at once' }),
  period: periodSchema,
});
export type Rate = z.infer<typeof rateSchema>;

const rateMembers = {
  read: rateSchema.meta({ description: 'What reads' }),
  query: rateSchema.meta({
    description: 'Queries over the rows of sessions, and first pages of streams',
  }),
  write: rateSchema.meta({ description: 'What writes' }),
  bulk: rateSchema.meta({ description: 'Imports, exports, downloads and jobs' }),
  rows: rateSchema.meta({
    description:
      'Rows of the pages that continue a stream with a cursor; such a page counts as no request, and as 32 rows at least',
  }),
};

/** Rows that every key may stream where nobody says otherwise. */
export const defaultRowRate: Rate = { limit: 3_000_000, period: '1m' };

export const rateLimitsSchema = z
  .strictObject({ ...rateMembers, rows: rateMembers.rows.default(defaultRowRate) })
  .meta({ id: 'RateLimits' });
export type RateLimits = z.infer<typeof rateLimitsSchema>;

/** The body of `PUT /rate-limits`. */
export const setRateLimitsSchema = rateLimitsSchema
  .extend({
    if_previous: previousOf(rateMembers),
  })
  .meta({ id: 'SetRateLimits', sent: true });

export const rateOverridesSchema = z.strictObject(rateMembers).partial();
export type RateOverrides = z.infer<typeof rateOverridesSchema>;

/** `records:read`, `sessions:write`: an area of the interface, and what may be done in it. */
const scopeSchema = z.string().regex(/^[a-z_]+:(read|write)$/, fault('scope'));

export const createApiKeySchema = z
  .strictObject({
    name: identifier(shortText),
    role: z.enum(roles, { error: fault('one_of', { values: roles.join(', ') }) }),
    account_id: identifier(shortText).optional().meta({
      description:
        'Whose sessions, usage and invoices: required for ai_lab, allowed for data_holder; of a logger whose decisions it appends',
    }),
    holder_id: identifier(shortText).optional().meta({
      description: 'Whose datasets and payouts: required for data_holder',
    }),
    person_id: personIdSchema.optional().meta({
      description:
        'The person whose signatures alone it carries: in force, of the same role, holder and account',
    }),
    models: listOf(identifier(shortText), limits.keyModels, {
      none: fault('at_least_items', { minimum: 1 }),
    })
      .optional()
      .meta({
        description: 'The models that alone a logger may append decisions of; any unless told',
      }),
    scopes: listOf(scopeSchema, 64, {
      none: fault('one_scope_named'),
      tooMany: fault('at_most_scopes_named', { maximum: 64 }),
    })
      .optional()
      .meta({ description: 'Part of what the role may; all of it unless told' }),
    expires_at: z.iso
      .datetime({ error: fault('instant_written') })
      .optional()
      .meta({ description: 'In the future; never unless told' }),
    rate_limits: rateOverridesSchema
      .optional()
      .meta({ description: 'Instead of those of all keys' }),
  })
  .meta({ id: 'CreateApiKey', sent: true });
export type CreateApiKey = z.infer<typeof createApiKeySchema>;

export const apiKeyStatuses = ['active', 'expired', 'revoked'] as const;

export const apiKeyCardSchema = z
  .object({
    key_id: z.string().meta({ description: 'Prefix key_' }),
    name: z.string(),
    role: z.enum(roles),
    account_id: z.string().nullable(),
    holder_id: z.string().nullable(),
    person_id: z.string().nullable(),
    models: z
      .array(z.string())
      .exactOptional()
      .meta({ description: 'Of a logger that is bound to some' }),
    scopes: z.array(z.string()),
    rate_limits: rateOverridesSchema.nullable(),
    hint: z.string().meta({ description: 'How the key begins: pdk_ab12…' }),
    created_at: instantSchema,
    created_by: z.string().meta({ description: 'operator, or the id of a key' }),
    expires_at: instantSchema.nullable(),
    revoked_at: instantSchema.nullable(),
    last_used_at: instantSchema.nullable(),
    status: z.enum(apiKeyStatuses),
  })
  .meta({ id: 'ApiKey' });
export type ApiKeyCard = z.infer<typeof apiKeyCardSchema>;

export const apiKeyPageSchema = paginated(apiKeyCardSchema).meta({ id: 'ApiKeyPage' });

export const createdApiKeySchema = apiKeyCardSchema
  .extend({
    key: z.string().nullable().meta({
      description:
        'The key itself, told this once and kept nowhere; null in the repeated answer to an Idempotency-Key',
    }),
  })
  .meta({ id: 'CreatedApiKey' });
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>;

export const listApiKeysQuerySchema = z.strictObject({
  status: z
    .enum(apiKeyStatuses, { error: fault('one_of', { values: apiKeyStatuses.join(', ') }) })
    .optional(),
  ...page(limits.apiKeys),
});

export const callerKinds = ['operator', 'api_key'] as const;

export const meSchema = z
  .object({
    kind: z.enum(callerKinds),
    role: z.enum(roles).nullable().meta({ description: 'null for the window itself' }),
    key_id: z.string().nullable(),
    name: z.string().nullable(),
    account_id: z.string().nullable(),
    holder_id: z.string().nullable(),
    person_id: z.string().nullable().meta({ description: 'Whom the API key names' }),
    models: z
      .array(z.string())
      .exactOptional()
      .meta({ description: 'The models that alone a logger may append decisions of' }),
    scopes: z.array(z.string()),
    operations: z.array(z.string()).meta({
      description: 'operationId of everything this caller may ask for, as far as it is its own',
    }),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof meSchema>;
