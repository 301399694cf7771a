/** The audit log's bytes: the line of an event, the columns it vouches for, and the entry that anchors lines. */
import { z } from 'zod';
import { auditActions, auditOutcomes } from '../../shared/contract/audit.ts';
import { hashSchema, instantSchema } from '../../shared/contract/common.ts';
import type { JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { otherEntry, type LedgerEntry, type OtherEntry } from '../../shared/ledger/entries.ts';

export const auditLineType = 'audit.event/v1';

const anchorType = 'ledger.evidence/v1';
const anchorKind = 'access_log';

/** An event exactly as its line says it. */
export const auditLineSchema = z.strictObject({
  type: z.literal(auditLineType),
  seq: z.int().min(1),
  at: instantSchema,
  request_id: z.string(),
  mount: z.enum(['app', 'loopback', 'direct']),
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

/** Statement of an entry of the kind access_log about the log: its events `from` to `to`, and the hash of the last. */
export interface AuditAnchor {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** `sha256:<hex>` */
  readonly head: string;
}

/** The canonical text of the entry. */
export function auditAnchorEntry(
  place: { readonly seq: number; readonly createdAt: string },
  anchor: AuditAnchor,
): string {
  const { id, from, to, count, head } = anchor;
  return otherEntry({
    type: anchorType,
    ...place,
    commitments: [],
    members: { kind: anchorKind, id, from, to, count, head },
  });
}

/** Tells whether an entry anchors the audit log. */
export function isAuditAnchor(entry: LedgerEntry): entry is OtherEntry {
  return 'members' in entry && entry.type === anchorType && entry.members['kind'] === anchorKind;
}

/** Reads such an entry; undefined where its members are not those of an anchor. */
export function readAuditAnchor(entry: OtherEntry): AuditAnchor | undefined {
  const result = anchorSchema.safeParse(
    entry.members satisfies Readonly<Record<string, JsonValue>>,
  );
  return result.success ? result.data : undefined;
}

const anchorSchema = z.object({
  id: z.string(),
  from: z.int().min(1),
  to: z.int().min(1),
  count: z.int().min(1),
  head: hashSchema,
});
