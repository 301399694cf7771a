/** The audit log's bytes: the line of an event, and the columns it vouches for. */
import { z } from 'zod';
import { auditActions, auditOutcomes } from '../../shared/contract/audit.ts';
import { hashSchema, instantSchema } from '../../shared/contract/common.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';

export const auditLineType = 'audit.event/v1';

/** An event exactly as its line says it. */
export const auditLineSchema = z.strictObject({
  type: z.literal(auditLineType),
  seq: z.int().min(1),
  at: instantSchema,
  request_id: z.string(),
  mount: z.enum(['app', 'loopback', 'server', 'direct']),
  caller: z.strictObject({
    kind: z.enum(['operator', 'api_key', 'anonymous']),
    key_id: z.string().nullable(),
    role: z.string().nullable(),
  }),
  action: z.enum(auditActions),
  operation_id: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  object_id: z.string().nullable(),
  status: z.int(),
  outcome: z.enum(auditOutcomes),
  ms: z.int(),
  omitted: z.int(),
  decisions: z
    .strictObject({ created: z.int(), replayed: z.int(), refused: z.int() })
    .exactOptional(),
  previous_hash: hashSchema,
});
export type AuditLine = z.infer<typeof auditLineSchema>;

/** The canonical text of an event: what is hashed. */
export function auditLineText(line: AuditLine): string {
  return canonicalJson(line);
}

/** The event of a line; undefined where the text is not exactly one in canonical form. */
export function readAuditLine(text: unknown): AuditLine | undefined {
  if (typeof text !== 'string') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const result = auditLineSchema.safeParse(value);
  return result.success && auditLineText(result.data) === text ? result.data : undefined;
}

/** The columns that a line vouches for, as the table has them. */
export function auditColumns(line: AuditLine): {
  readonly at: string;
  readonly request_id: string;
  readonly caller: string;
  readonly action: string;
  readonly operation_id: string | null;
  readonly object_id: string | null;
  readonly outcome: string;
} {
  const { at, request_id, caller, action, operation_id, object_id, outcome } = line;
  const name = caller.key_id ?? caller.kind;
  return { at, request_id, caller: name, action, operation_id, object_id, outcome };
}
