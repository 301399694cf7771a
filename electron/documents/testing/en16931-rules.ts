/** Business rules of EN 16931 computed anew from an invoice's XML; each that does not hold by its number. */
import { allAt, textAt, type XmlElement } from './read-xml.ts';

/** Cents, of decimal digits. */
function cents(text: string | undefined): number {
  return Math.round(Number(text ?? 0) * 100);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, each) => all + each, 0);
}

interface Parts {
  readonly lines: readonly XmlElement[];
  readonly settlement: XmlElement;
  readonly agreement: XmlElement;
  readonly delivery: XmlElement;
  readonly sums: XmlElement;
  readonly taxes: readonly XmlElement[];
  readonly allowances: readonly XmlElement[];
}

function partsOf(invoice: XmlElement): Parts {
  const [transaction] = allAt(invoice, 'SupplyChainTradeTransaction');
  if (transaction === undefined) throw new Error('There is no transaction.');
  const only = (element: XmlElement, name: string): XmlElement => {
    const found = allAt(element, name)[0];
    if (found === undefined) throw new Error(`There is no ${name}.`);
    return found;
  };
  const settlement = only(transaction, 'ApplicableHeaderTradeSettlement');
  return {
    lines: allAt(transaction, 'IncludedSupplyChainTradeLineItem'),
    settlement,
    agreement: only(transaction, 'ApplicableHeaderTradeAgreement'),
    delivery: only(transaction, 'ApplicableHeaderTradeDelivery'),
    sums: only(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation'),
    taxes: allAt(settlement, 'ApplicableTradeTax'),
    allowances: allAt(settlement, 'SpecifiedTradeAllowanceCharge'),
  };
}

const lineSettlement = 'SpecifiedLineTradeSettlement';
const lineSum = [
  lineSettlement,
  'SpecifiedTradeSettlementLineMonetarySummation',
  'LineTotalAmount',
];
const vat = ['SpecifiedTaxRegistration', 'ID'];

function sumRules(
  { lines, sums, taxes, allowances, settlement }: Parts,
  mostOff: number,
): Record<string, boolean> {
  const of = (name: string) => cents(textAt(sums, name));
  const due = of('DuePayableAmount');
  return {
    'BR-CO-10': of('LineTotalAmount') === sum(lines.map((each) => cents(textAt(each, ...lineSum)))),
    'BR-CO-11':
      of('AllowanceTotalAmount') ===
      sum(allowances.map((each) => cents(textAt(each, 'ActualAmount')))),
    'BR-CO-13':
      of('TaxBasisTotalAmount') ===
      of('LineTotalAmount') - of('AllowanceTotalAmount') + of('ChargeTotalAmount'),
    'BR-CO-14':
      of('TaxTotalAmount') === sum(taxes.map((each) => cents(textAt(each, 'CalculatedAmount')))),
    'BR-CO-15': of('GrandTotalAmount') === of('TaxBasisTotalAmount') + of('TaxTotalAmount'),
    'BR-CO-16': due === of('GrandTotalAmount') - of('TotalPrepaidAmount'),
    'BR-CO-17': taxes.every((each) => {
      const base = cents(textAt(each, 'BasisAmount'));
      const rate = Number(textAt(each, 'RateApplicablePercent') ?? 0);
      return (
        Math.abs(cents(textAt(each, 'CalculatedAmount')) - (base * rate) / 100) <= mostOff + 1e-9
      );
    }),
    'BR-CO-25':
      due <= 0 ||
      textAt(settlement, 'SpecifiedTradePaymentTerms', 'DueDateDateTime', 'DateTimeString') !==
        undefined ||
      textAt(settlement, 'SpecifiedTradePaymentTerms', 'Description') !== undefined,
  };
}

/** What the lines and allowances of one kind and rate come to is its base. */
function baseHolds({ lines, allowances }: Parts, tax: XmlElement): boolean {
  const category = textAt(tax, 'CategoryCode');
  const rate = textAt(tax, 'RateApplicablePercent');
  const isOf = (element: XmlElement, ...path: readonly string[]) =>
    textAt(element, ...path, 'CategoryCode') === category &&
    textAt(element, ...path, 'RateApplicablePercent') === rate;
  const charged = lines
    .filter((each) => isOf(each, lineSettlement, 'ApplicableTradeTax'))
    .map((each) => cents(textAt(each, ...lineSum)));
  const taken = allowances
    .filter((each) => isOf(each, 'CategoryTradeTax'))
    .map((each) => cents(textAt(each, 'ActualAmount')));
  return cents(textAt(tax, 'BasisAmount')) === sum(charged) - sum(taken);
}

/** Each tax of a line or an allowance has a sum of its own (BR-S-01 and those of the other kinds). */
function hasSums({ lines, allowances, taxes }: Parts): boolean {
  const taxOf = (element: XmlElement, ...path: readonly string[]) =>
    `${textAt(element, ...path, 'CategoryCode')} ${textAt(element, ...path, 'RateApplicablePercent')}`;
  const sums = taxes.map((each) => taxOf(each));
  const used = [
    ...lines.map((each) => taxOf(each, lineSettlement, 'ApplicableTradeTax')),
    ...allowances.map((each) => taxOf(each, 'CategoryTradeTax')),
  ];
  return used.every((each) => sums.includes(each)) && new Set(sums).size === sums.length;
}

function categoryRules(parts: Parts): Record<string, boolean> {
  const { taxes, agreement, delivery } = parts;
  const of = (category: string) =>
    taxes.filter((each) => textAt(each, 'CategoryCode') === category);
  const seller = textAt(agreement, 'SellerTradeParty', ...vat);
  const buyer = textAt(agreement, 'BuyerTradeParty', ...vat);
  const isUsed = (category: string) => of(category).length > 0;
  const isExempt = (category: string) =>
    of(category).every(
      (each) =>
        cents(textAt(each, 'CalculatedAmount')) === 0 &&
        textAt(each, 'ExemptionReason') !== undefined,
    );
  const holds = (category: string) => of(category).every((each) => baseHolds(parts, each));
  return {
    'BR-S-01': hasSums(parts),
    'BR-S-08': holds('S'),
    'BR-Z-08': holds('Z'),
    'BR-E-08': holds('E'),
    'BR-AE-08': holds('AE'),
    'BR-IC-08': holds('K'),
    'BR-G-08': holds('G'),
    'BR-O-08': holds('O'),
    'BR-S-02': !isUsed('S') || seller !== undefined,
    'BR-AE-02': !isUsed('AE') || (seller !== undefined && buyer !== undefined),
    'BR-IC-02': !isUsed('K') || (seller !== undefined && buyer !== undefined),
    'BR-IC-12':
      !isUsed('K') ||
      textAt(delivery, 'ShipToTradeParty', 'PostalTradeAddress', 'CountryID') !== undefined,
    'BR-O-02': !isUsed('O') || (seller === undefined && buyer === undefined),
    'BR-AE-10': isExempt('AE'),
    'BR-IC-10': isExempt('K'),
    'BR-G-10': isExempt('G'),
    'BR-E-10': isExempt('E'),
    'BR-O-10': isExempt('O'),
    'BR-Z-10': of('Z').every((each) => textAt(each, 'ExemptionReason') === undefined),
    'BR-S-10': of('S').every((each) => textAt(each, 'ExemptionReason') === undefined),
  };
}

/** Each line's quantity times its price comes to its amount. */
function lineRules({ lines }: Parts): Record<string, boolean> {
  return {
    'BT-131': lines.every((line) => {
      const quantity = Number(textAt(line, 'SpecifiedLineTradeDelivery', 'BilledQuantity'));
      const price = Number(
        textAt(line, 'SpecifiedLineTradeAgreement', 'NetPriceProductTradePrice', 'ChargeAmount'),
      );
      return Math.round(quantity * price * 100) === cents(textAt(line, ...lineSum));
    }),
  };
}

/**
 * The numbers of the rules that an invoice breaks. `mostOff`: by how many cents a tax may differ from its rate times its base. That
 * of a second credit note is the difference of two rounded taxes.
 */
export function brokenRules(invoice: XmlElement, { mostOff = 0.5 } = {}): string[] {
  const parts = partsOf(invoice);
  const rules = { ...sumRules(parts, mostOff), ...categoryRules(parts), ...lineRules(parts) };
  return Object.entries(rules)
    .filter(([, holds]) => !holds)
    .map(([name]) => name);
}
