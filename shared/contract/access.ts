/** API keys, their roles, scopes and rate limits, and who a caller is (extensions; specification, "Authentication"). */
import { z } from 'zod';
import { identifier, instantSchema, paginated, queryInteger } from './common.ts';
import { limits } from './limits.ts';

/** Carries the API key of this start beside the session of a browser, where that alone is not enough. */
export const confirmHeader = 'proofdesk-confirm';

/** What a key may be for. The window of the application itself is nobody of these: it may do everything. */
export const roles = ['compliance', 'data_holder', 'ai_lab', 'admin'] as const;
export type Role = (typeof roles)[number];

/** What requests are counted as: each class has a bucket of its own for each key. */
export const rateClasses = ['read', 'query', 'write', 'bulk'] as const;
export type RateClass = (typeof rateClasses)[number];

const shortText = z
  .string()
  .min(1, 'must not be empty')
  .max(limits.shortString, `must be at most ${limits.shortString} characters`);

/** `30s`, `1m`, `24h`. */
const periodSchema = z
  .string()
  .regex(/^[1-9]\d{0,3}[smh]$/, 'must be a duration such as 30s, 1m or 24h')
  .meta({ examples: ['1m'] });

export const rateSchema = z.strictObject({
  limit: z
    .int()
    .min(1)
    .max(10_000_000)
    .meta({ description: 'Requests; also how many may come at once' }),
  period: periodSchema,
});
export type Rate = z.infer<typeof rateSchema>;

export const rateLimitsSchema = z.strictObject({
  read: rateSchema.meta({ description: 'What reads' }),
  query: rateSchema.meta({ description: 'Queries over the rows of sessions' }),
  write: rateSchema.meta({ description: 'What writes' }),
  bulk: rateSchema.meta({ description: 'Imports, exports, downloads and jobs' }),
});
export type RateLimits = z.infer<typeof rateLimitsSchema>;

const rateOverridesSchema = rateLimitsSchema.partial();
export type RateOverrides = z.infer<typeof rateOverridesSchema>;

/** `records:read`, `sessions:write`: an area of the interface, and what may be done in it. */
const scopeSchema = z
  .string()
  .regex(/^[a-z_]+:(read|write)$/, 'must be an area and read or write, such as records:read');

export const createApiKeySchema = z.strictObject({
  name: identifier(shortText),
  role: z.enum(roles, { error: `must be one of ${roles.join(', ')}` }),
  account_id: identifier(shortText).optional().meta({
    description: 'Whose sessions, usage and invoices: required for ai_lab, allowed for data_holder',
  }),
  holder_id: identifier(shortText).optional().meta({
    description: 'Whose datasets and payouts: required for data_holder',
  }),
  scopes: z
    .array(scopeSchema)
    .min(1, 'must name at least one scope')
    .max(64, 'must name at most 64 scopes')
    .optional()
    .meta({ description: 'Part of what the role may; all of it unless told' }),
  expires_at: z.iso
    .datetime({ error: 'must be a UTC instant, YYYY-MM-DDTHH:MM:SSZ' })
    .optional()
    .meta({ description: 'In the future; never unless told' }),
  rate_limits: rateOverridesSchema.optional().meta({ description: 'Instead of those of all keys' }),
});
export type CreateApiKey = z.infer<typeof createApiKeySchema>;

export const apiKeyStatuses = ['active', 'expired', 'revoked'] as const;

export const apiKeyCardSchema = z.object({
  key_id: z.string().meta({ description: 'Prefix key_' }),
  name: z.string(),
  role: z.enum(roles),
  account_id: z.string().nullable(),
  holder_id: z.string().nullable(),
  scopes: z.array(z.string()),
  rate_limits: rateOverridesSchema.nullable(),
  hint: z.string().meta({ description: 'How the key begins: pdk_ab12…' }),
  created_at: instantSchema,
  created_by: z.string().meta({ description: 'operator, or the id of a key' }),
  expires_at: instantSchema.nullable(),
  revoked_at: instantSchema.nullable(),
  last_used_at: instantSchema.nullable(),
  status: z.enum(apiKeyStatuses),
});
export type ApiKeyCard = z.infer<typeof apiKeyCardSchema>;

export const apiKeyPageSchema = paginated(apiKeyCardSchema);

export const createdApiKeySchema = apiKeyCardSchema.extend({
  key: z.string().nullable().meta({
    description:
      'The key itself, told this once and kept nowhere; null in the repeated answer to an Idempotency-Key',
  }),
});
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>;

export const listApiKeysQuerySchema = z.strictObject({
  status: z
    .enum(apiKeyStatuses, { error: `must be one of ${apiKeyStatuses.join(', ')}` })
    .optional(),
  limit: queryInteger(1, limits.apiKeys.maximumLimit).default(limits.apiKeys.defaultLimit),
  offset: queryInteger(0, Number.MAX_SAFE_INTEGER).default(0),
});

export const callerKinds = ['operator', 'api_key'] as const;

export const meSchema = z.object({
  kind: z.enum(callerKinds),
  role: z.enum(roles).nullable().meta({ description: 'null for the window itself' }),
  key_id: z.string().nullable(),
  name: z.string().nullable(),
  account_id: z.string().nullable(),
  holder_id: z.string().nullable(),
  scopes: z.array(z.string()),
  operations: z.array(z.string()).meta({
    description: 'operationId of everything this caller may ask for, as far as it is its own',
  }),
});
export type Me = z.infer<typeof meSchema>;
