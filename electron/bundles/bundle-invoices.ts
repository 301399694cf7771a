/** Invoices of a bundle: their amounts are what their lines, and the tax on them, come to. */
import { taxOn } from '../../shared/billing/invoice-amounts.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson, parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import type { OtherEntry } from '../../shared/ledger/entries.ts';
import { invoiceType } from '../ledger/invoice-entries.ts';

const common =
  `account_id currency due_day id issued_at month number pdf subtotal_cents tax_bps tax_cents total_cents
  usage_to`.split(/\s+/);
const own = ['amounts', 'credits', 'fees_cents', 'pool_cents', 'shares'];
const ownEarlier = ['adjustments_cents', 'usage_cents'];

/** What lines must come to: their sum, and of what they are by kind a canonical text. */
interface Sums {
  readonly isEarlier: boolean;
  readonly subtotal: bigint;
  readonly byKind: string;
}

export class BundleInvoices {
  /** By id, until their lines came. */
  readonly #sums = new Map<string, Sums>();

  /** Takes the entry of an invoice in; what is wrong with its amounts, undefined for nothing. */
  add({ type, members: found }: OtherEntry): string | undefined {
    const isEarlier = type !== invoiceType;
    const { taxes } = found;
    const named = isEarlier ? ownEarlier : taxes === undefined ? own : [...own, 'taxes'];
    const names = new Set([...common, ...named]);
    const has = Object.keys(found);
    const { id } = found;
    if (has.length !== names.size || !has.every((name) => names.has(name))) {
      return 'has not the members of an invoice';
    }
    const [subtotal, taxBps, tax, total] = [
      'subtotal_cents',
      'tax_bps',
      'tax_cents',
      'total_cents',
    ].map((name) => wholeOf(found[name]));
    const byKind = isEarlier ? earlierByKind(found) : byKindOf(found, subtotal);
    if (subtotal === undefined || taxBps === undefined || tax === undefined) return noAmount;
    if (total === undefined || byKind === undefined || typeof id !== 'string') return noAmount;
    this.#sums.set(id, { isEarlier, subtotal, byKind });
    if (tax !== taxOf({ subtotal, taxBps, taxes }))
      return 'has another tax than its subtotal gives';
    if (total === subtotal + tax) return undefined;
    return 'has a total that is not its subtotal and its tax';
  }

  /** What is wrong with the lines of an invoice, given as their JSON text; undefined for nothing. */
  linesFault(id: string, text: string): string | undefined {
    const told = this.#sums.get(id);
    if (told === undefined) return undefined;
    this.#sums.delete(id);
    const lines = sumsOf(parseStrictJson(text));
    if (lines === undefined) return 'has lines that are none';
    const byKind = canonicalJson(
      told.isEarlier ? earlierAmounts(lines.byKind) : shown(lines.byKind),
    );
    const isSame = lines.subtotal === told.subtotal && byKind === told.byKind;
    return isSame ? undefined : 'has lines that do not add up to its amounts';
  }
}

const noAmount = 'has an amount that is none';

/** Members of a part under one tax. */
const ofTax = ['bps', 'subtotal_cents', 'tax_cents'];

/** The tax that the amounts of an entry give; undefined where its parts do not add up. */
function taxOf({
  subtotal,
  taxBps,
  taxes,
}: {
  readonly subtotal: bigint;
  readonly taxBps: bigint;
  readonly taxes: JsonValue | undefined;
}): bigint | undefined {
  if (taxes === undefined) return taxOn(subtotal, taxBps);
  if (!Array.isArray(taxes) || taxes.length === 0) return undefined;
  let [base, sum] = [0n, 0n];
  for (const each of taxes) {
    if (!isJsonObject(each) || Object.keys(each).length !== ofTax.length) return undefined;
    const [bps, part, tax] = ofTax.map((name) => wholeOf(each[name]));
    if (bps === undefined || part === undefined || tax !== taxOn(part, bps)) return undefined;
    base += part;
    sum += tax;
  }
  return base === subtotal ? sum : undefined;
}

/** What an entry says of its lines by kind: they add up to the subtotal. Pool, fees and credits are amounts. */
function byKindOf(found: JsonObject, subtotal: bigint | undefined): string | undefined {
  const { amounts, credits, shares } = found;
  const [pool, fees] = [wholeOf(found['pool_cents']), wholeOf(found['fees_cents'])];
  if (!isJsonObject(amounts) || !isJsonObject(credits) || !isJsonObject(shares)) return undefined;
  const sums = Object.values(amounts).map(wholeOf);
  const borne = ['holders', 'platform', 'prepaid'].map((name) => wholeOf(credits[name]));
  const count = wholeOf(shares['count']);
  const isShared = Object.keys(shares).length === 2 && count !== undefined && count >= 0n;
  const areBorne = Object.keys(credits).length === 3 && borne.every((each) => (each ?? -1n) >= 0n);
  if (pool === undefined || pool < 0n || fees === undefined || !isShared || !areBorne) {
    return undefined;
  }
  const { root } = shares;
  const isHash = typeof root === 'string' && /^sha256:[0-9a-f]{64}$/.test(root);
  if (!isHash || sums.some((each) => (each ?? 0n) === 0n)) {
    return undefined;
  }
  const sum = sums.reduce((all: bigint, each) => all + (each ?? 0n), 0n);
  return sum === subtotal ? canonicalJson(amounts) : undefined;
}

function earlierByKind(found: JsonObject): string | undefined {
  const [usage, adjustments] = [wholeOf(found['usage_cents']), wholeOf(found['adjustments_cents'])];
  if (usage === undefined || adjustments === undefined) return undefined;
  return canonicalJson({ adjustments: Number(adjustments), usage: Number(usage) });
}

/** Amounts of an invoice from before shares were fixed as it is issued. */
function earlierAmounts(byKind: ReadonlyMap<string, bigint>): JsonObject {
  const of = (kind: string) => byKind.get(kind) ?? 0n;
  const usage = of('usage') + of('late_usage');
  // What was taken back beyond what was used is shared by nobody.
  return { adjustments: Number(of('adjustment')), usage: usage < 0n ? 0 : Number(usage) };
}

function shown(byKind: ReadonlyMap<string, bigint>): JsonObject {
  return Object.fromEntries(
    [...byKind].filter(([, sum]) => sum !== 0n).map(([kind, sum]) => [kind, Number(sum)]),
  );
}

function sumsOf(
  lines: JsonValue,
): { readonly subtotal: bigint; readonly byKind: ReadonlyMap<string, bigint> } | undefined {
  if (!Array.isArray(lines)) return undefined;
  const byKind = new Map<string, bigint>();
  let subtotal = 0n;
  for (const line of lines) {
    const { kind, amount } = isJsonObject(line) ? line : {};
    const cents = wholeOf(amount);
    if (cents === undefined || typeof kind !== 'string') return undefined;
    subtotal += cents;
    byKind.set(kind, (byKind.get(kind) ?? 0n) + cents);
  }
  return { subtotal, byKind };
}

function wholeOf(value: JsonValue | undefined): bigint | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : undefined;
}
