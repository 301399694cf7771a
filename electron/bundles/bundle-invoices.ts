/** Invoices of a bundle: their amounts are what their lines, and the tax on them, come to. */
import { taxOn } from '../../shared/billing/invoice-amounts.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { parseStrictJson } from '../../shared/ledger/canonical-json.ts';
import type { OtherEntry } from '../../shared/ledger/entries.ts';

const members = new Set([
  'account_id',
  'adjustments_cents',
  'currency',
  'due_day',
  'id',
  'issued_at',
  'month',
  'number',
  'pdf',
  'subtotal_cents',
  'tax_bps',
  'tax_cents',
  'total_cents',
  'usage_cents',
  'usage_to',
]);

/** Amounts that the lines come to. */
interface Sums {
  readonly usage: bigint;
  readonly adjustments: bigint;
  readonly subtotal: bigint;
}

export class BundleInvoices {
  /** By id, until their lines came. */
  readonly #sums = new Map<string, Sums>();

  /** Takes the entry of an invoice in; what is wrong with its amounts, undefined for nothing. */
  add({ members: found }: OtherEntry): string | undefined {
    const has = Object.keys(found);
    const amounts = amountsOf(found);
    const { id } = found;
    if (has.length !== members.size || !has.every((name) => members.has(name))) {
      return 'has not the members of an invoice';
    }
    if (amounts === undefined || typeof id !== 'string') return 'has an amount that is none';
    const { taxBps, tax, total, ...sums } = amounts;
    this.#sums.set(id, sums);
    if (tax !== taxOn(sums.subtotal, taxBps)) return 'has another tax than its subtotal gives';
    if (total === sums.subtotal + tax) return undefined;
    return 'has a total that is not its subtotal and its tax';
  }

  /** What is wrong with the lines of an invoice, given as their JSON text; undefined for nothing. */
  linesFault(id: string, lines: string): string | undefined {
    const told = this.#sums.get(id);
    if (told === undefined) return undefined;
    this.#sums.delete(id);
    const sums = sumsOf(parseStrictJson(lines));
    if (sums === undefined) return 'has lines that are none';
    const isSame =
      sums.usage === told.usage &&
      sums.adjustments === told.adjustments &&
      sums.subtotal === told.subtotal;
    return isSame ? undefined : 'has lines that do not add up to its amounts';
  }
}

function amountsOf(found: JsonObject) {
  const cents = (name: string) => wholeOf(found[name]);
  const [usage, adjustments, subtotal] = [
    cents('usage_cents'),
    cents('adjustments_cents'),
    cents('subtotal_cents'),
  ];
  const [taxBps, tax, total] = [cents('tax_bps'), cents('tax_cents'), cents('total_cents')];
  if (usage === undefined || adjustments === undefined || subtotal === undefined) return undefined;
  if (taxBps === undefined || tax === undefined || total === undefined) return undefined;
  return { usage, adjustments, subtotal, taxBps, tax, total };
}

function sumsOf(lines: JsonValue): Sums | undefined {
  if (!Array.isArray(lines)) return undefined;
  const sums = { usage: 0n, adjustments: 0n, subtotal: 0n };
  for (const line of lines) {
    const { kind, amount } = isJsonObject(line) ? line : {};
    const cents = wholeOf(amount);
    if (cents === undefined) return undefined;
    sums.subtotal += cents;
    if (kind === 'adjustment') sums.adjustments += cents;
    if (kind === 'usage' || kind === 'late_usage') sums.usage += cents;
  }
  // What was taken back beyond what was used is shared by nobody.
  return sums.usage < 0n ? { ...sums, usage: 0n } : sums;
}

function wholeOf(value: JsonValue | undefined): bigint | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : undefined;
}
