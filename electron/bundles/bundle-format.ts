/** The form of a bundle (docs/ledger-format.md, "Bundles"): its files, its manifest, what is signed over its sums. */
import { z } from 'zod';
import { ApiError } from '../../shared/contract/errors.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson, parseStrictJson } from '../../shared/ledger/canonical-json.ts';

export const bundleFormat = 'proofdesk.bundle/v2';

/** Sums over every other file, and the ledger's signature over them: they do not sum themselves. */
export const sumsFile = 'SHA256SUMS';
export const sumsNoteFile = 'SHA256SUMS.note';

/** Every name that a bundle may hold. */
export const bundleNames =
  /^(README\.txt|SHA256SUMS|SHA256SUMS\.note|manifest\.json|checkpoint\.note|entries\.ndjson|payloads\.ndjson|subjects\.ndjson|lines\.ndjson|shares\.ndjson|auditor\.py|keys\/ledger\.(vkey|pub\.pem)|view\/report\.pdf|anchors\/[1-9][0-9]{0,15}\.(note|tsr|proof)|consistency\/[1-9][0-9]{0,15}\.proof|proofs\/[A-Za-z0-9_-]{1,96}\.tlog-proof)$/;

/** Files that each bundle has. */
const always = [
  'README.txt',
  sumsFile,
  sumsNoteFile,
  'manifest.json',
  'checkpoint.note',
  'entries.ndjson',
  'payloads.ndjson',
  'auditor.py',
  'keys/ledger.vkey',
  'keys/ledger.pub.pem',
  'view/report.pdf',
] as const;

const idsSchema = z.array(z.string().min(1).max(512)).min(1);
const sinceSchema = z.array(z.int().min(1)).min(1).optional();
const orderSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('full'), since: sinceSchema }),
  z.strictObject({
    kind: z.literal('range'),
    from: z.int().min(1),
    to: z.int().min(1),
    since: sinceSchema,
  }),
  z.strictObject({ kind: z.literal('selection'), record_ids: idsSchema, since: sinceSchema }),
  z.strictObject({
    kind: z.literal('payout'),
    payout_id: z.string().min(1).max(512),
    since: sinceSchema,
  }),
  z.strictObject({
    kind: z.literal('figure'),
    figure_id: z.string().min(1).max(512),
    since: sinceSchema,
  }),
]);
/** Selection by which the entries of a bundle were taken, as its manifest states it. */
export type BundleOrder = z.infer<typeof orderSchema>;

const manifestSchema = z.strictObject({
  entries: z.int().min(1),
  format: z.literal(bundleFormat),
  order: orderSchema,
  origin: z.string().min(1).max(512),
  size: z.int().min(1),
  vkey: z.string().min(1).max(1_024),
  withheld: z.array(z.strictObject({ field: z.string(), id: z.string() })),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The text of a manifest: one canonical line. */
export function manifestText({ order, ...manifest }: Manifest): string {
  const { since, ...what } = order;
  const members: JsonObject = {
    ...manifest,
    withheld: manifest.withheld.map((each) => ({ ...each })),
    order: { ...what, ...(since === undefined ? {} : { since }) },
  };
  return `${canonicalJson(members)}\n`;
}

/**
 * Reads a manifest strictly: its form, not what it says.
 * @throws {ApiError} `validation_error` where it is missing, of another format or not in canonical form
 */
export function parseManifest(text: string): Manifest {
  const value = lineValue(text);
  const format = isJsonObject(value ?? null) ? Reflect.get(Object(value), 'format') : undefined;
  if (format === 'proofdesk.bundle/v1') {
    throw new ApiError(
      'validation_error',
      'The file is an evidence bundle of the form proofdesk.bundle/v1, which is no longer read: it is not exact. Have it exported again.',
    );
  }
  const parsed = manifestSchema.safeParse(value);
  const fault = parsed.success ? faultOf(parsed.data) : undefined;
  if (parsed.success && fault === undefined) return parsed.data;
  throw new ApiError(
    'validation_error',
    `The file is not an evidence bundle. ${fault ?? 'Its manifest.json is missing, or of another form.'}`,
  );
}

function faultOf({ order, size, withheld }: Manifest): string | undefined {
  if (order.kind === 'range' && (order.from > order.to || order.to >= size)) {
    return 'Its manifest.json orders no range of the ledger.';
  }
  if (order.kind === 'selection' && new Set(order.record_ids).size < order.record_ids.length) {
    return 'Its manifest.json orders a record twice.';
  }
  const { since = [] } = order;
  const padded = since.map((each) => String(each).padStart(16, '0'));
  if (!isIncreasing(padded) || (since.at(-1) ?? 0) > size) {
    return 'Its manifest.json names earlier sizes that are none.';
  }
  // An id has no line feed, so that the pairs stand in the order of these texts.
  const pairs = withheld.map(({ id, field }) => `${id}\n${field}`);
  return isIncreasing(pairs)
    ? undefined
    : 'Its manifest.json does not say in order what is withheld.';
}

function isIncreasing(values: readonly string[]): boolean {
  return values.every((value, at) => at === 0 || (values[at - 1] ?? value) < value);
}

/** The value of a text that is one canonical line; undefined for any other. */
export function lineValue(text: string): JsonValue | undefined {
  return text.endsWith('\n') ? canonicalValue(text.slice(0, -1)) : undefined;
}

/** The value of a text in canonical form (RFC 8785); undefined for any other. */
export function canonicalValue(text: string): JsonValue | undefined {
  try {
    const value = parseStrictJson(text);
    return canonicalJson(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Files that a bundle of this order has for certain; proofs and what others vouched for come to them. */
export function requiredFiles({ kind, since = [] }: BundleOrder): readonly string[] {
  return [
    ...always,
    ...(kind === 'full' || kind === 'range' ? [] : ['subjects.ndjson']),
    ...(kind === 'payout' ? ['lines.ndjson', 'shares.ndjson'] : []),
    ...since.map((size) => `consistency/${size}.proof`),
  ];
}

/** The text that the ledger's key signs over the sums; no checkpoint looks like it, whose second line is a number. */
export function sumsBody(claim: {
  readonly origin: string;
  readonly size: number;
  /** Hex SHA-256 of the sums. */
  readonly digest: string;
}): string {
  return `${bundleFormat}\n${claim.origin}\n${claim.size}\n${claim.digest}\n`;
}
