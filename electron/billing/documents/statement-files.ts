/** A statement as a table for spreadsheets, and, where it is a self-billed invoice, as one for machines. */
import { addDays, dayOf } from '../../../shared/billing/calendar.ts';
import type { HolderStatement, StatementLine } from '../../../shared/contract/billing-holders.ts';
import { csvLine } from '../../../shared/csv.ts';
import { ciiXml, type ElectronicInvoice, type ElectronicParty } from '../../documents/cii.ts';
import type { DrawnStatement } from '../holders/statements.ts';
import { reasonOf } from '../party-checks.ts';
import { countryCode } from './country-code.ts';
import { categoryOf } from './paper-taxes.ts';
import { moneyIn, type Money } from '../../../shared/billing/money.ts';

const heads = [
  'statement',
  'payout_id',
  'document',
  'document_number',
  'lab',
  'month',
  'dataset_id',
  'paid_by_lab_at',
  'gross',
  'fee',
  'net',
  'currency',
] as const;

/** One line for each share, the same that the document has. */
export function statementCsv({ number, currency, lines }: HolderStatement): string {
  const rows = lines.map((line) =>
    csvLine([
      number,
      line.payout_id ?? '',
      line.document,
      line.document_number,
      line.account_name,
      line.month,
      line.dataset_id,
      line.paid_by_lab_at,
      line.gross,
      line.fee,
      line.net,
      currency,
    ]),
  );
  return [csvLine(heads), ...rows].join('');
}

/**
 * The self-billed invoice for machines (UNTDID 389): the holder is its seller. Undefined where the rules of the standard
 * cannot hold: without a country or the VAT number that its tax needs.
 */
export function selfBilledInvoice(drawn: DrawnStatement): string | undefined {
  const { statement, issuer, holder } = drawn;
  const { legal_name: name, address, tax } = holder;
  if (statement.kind !== 'SELF_BILLED_INVOICE' || issuer === undefined) return undefined;
  if (name === null || address === null || tax === null) return undefined;
  // The standard has amounts of two decimals at most (BR-DEC).
  if (moneyIn(statement.currency).places > 2) return undefined;
  const category = categoryOf(tax);
  const country = countryCode(address.country);
  const payerCountry = countryCode(issuer.address.country);
  if (country === undefined || payerCountry === undefined) return undefined;
  if (category !== 'O' && holder.vat_id === null) return undefined;
  if ((category === 'AE' || category === 'K') && issuer.vat_id === undefined) return undefined;
  const seller = partyOf(
    { name, address, vatId: holder.vat_id ?? undefined, email: holder.email ?? undefined },
    country,
  );
  const buyer = partyOf(
    { name: issuer.legal_name, address: issuer.address, vatId: issuer.vat_id, email: issuer.email },
    payerCountry,
  );
  const rate = { category, rate: String(tax.rate_percent) };
  const reason = category === 'S' || category === 'Z' ? undefined : reasonOf(tax);
  const money = moneyIn(statement.currency);
  return ciiXml({
    type: '389',
    number: statement.number,
    issuedOn: dayOf(statement.issued_at),
    dueOn: addDays(dayOf(statement.issued_at), 0),
    period: {
      start: dayOf(statement.period.start_date),
      end: dayOf(statement.period.end_date),
    },
    currency: statement.currency,
    decimals: money.places,
    seller,
    buyer,
    notes: [`Self-billed with the agreement of ${statement.self_billing_agreed_on ?? ''}.`],
    terms: 'Paid by transfer',
    ...linesOf(statement.lines, rate, money),
    taxes: [
      {
        ...rate,
        base: money.minor(statement.net),
        amount: money.minor(statement.tax.amount),
        reason,
      },
    ],
  });
}

/** Each share as a line; what a credit note took back lowers their sum. */
function linesOf(
  lines: readonly StatementLine[],
  tax: ElectronicInvoice['lines'][number]['tax'],
  money: Money,
): Pick<ElectronicInvoice, 'lines' | 'allowances'> {
  const named = lines.map((line) => ({
    name: `Use of ${line.dataset_id} in ${line.month}, ${line.document_number}`,
    amount: money.minor(line.net),
  }));
  return {
    lines: named
      .filter(({ amount }) => amount >= 0n)
      .map((each) => ({ ...each, quantity: '1', unit: 'C62', tax })),
    allowances: named
      .filter(({ amount }) => amount < 0n)
      .map(({ name: reason, amount }) => ({ reason, amount: -amount, tax })),
  };
}

function partyOf(
  party: {
    readonly name: string;
    readonly address: NonNullable<DrawnStatement['issuer']>['address'];
    readonly vatId: string | undefined;
    readonly email: string | undefined;
  },
  country: string,
): ElectronicParty {
  const { name, address, vatId, email } = party;
  const { line1, line2, city, state, postal_code: postalCode } = address;
  return { name, address: { line1, line2, city, state, postalCode, country }, email, vatId };
}
