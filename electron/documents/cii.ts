/** An invoice for machines: UN/CEFACT Cross Industry Invoice D16B after EN 16931, which the PDF carries as `factur-x.xml`. */

/** Kind of tax of a line, as EN 16931 has it (UNTDID 5305). */
export type TaxCategory = 'S' | 'Z' | 'E' | 'AE' | 'K' | 'G' | 'O';

export interface ElectronicParty {
  readonly name: string;
  readonly address: {
    readonly line1: string;
    readonly line2?: string | undefined;
    readonly city: string;
    readonly state?: string | undefined;
    readonly postalCode?: string | undefined;
    /** ISO 3166, two letters. */
    readonly country: string;
  };
  readonly email?: string | undefined;
  readonly vatId?: string | undefined;
  /** Number in a register of companies. */
  readonly registration?: string | undefined;
}

export interface TaxOfLine {
  readonly category: TaxCategory;
  /** Percent, as decimal digits. */
  readonly rate: string;
}

/** Amounts in minor units. */
export interface ElectronicLine {
  readonly name: string;
  /** Decimal digits. */
  readonly quantity: string;
  /** UN/ECE Recommendation 20: HUR, C62, E34. */
  readonly unit: string;
  readonly amount: bigint;
  readonly tax: TaxOfLine;
}

export interface ElectronicInvoice {
  /** UNTDID 1001: invoice, credit note, self-billed invoice. */
  readonly type: '380' | '381' | '389';
  readonly number: string;
  /** Days `YYYY-MM-DD`. */
  readonly issuedOn: string;
  readonly dueOn?: string | undefined;
  readonly period: { readonly start: string; readonly end: string };
  readonly currency: string;
  /** Decimals of the currency. */
  readonly decimals: number;
  readonly seller: ElectronicParty;
  readonly buyer: ElectronicParty;
  readonly orderNumber?: string | undefined;
  readonly notes: readonly string[];
  readonly terms: string;
  readonly lines: readonly ElectronicLine[];
  /** What is taken off the sum of the lines; amounts above 0. */
  readonly allowances: readonly {
    readonly reason: string;
    readonly amount: bigint;
    readonly tax: TaxOfLine;
  }[];
  readonly taxes: readonly (TaxOfLine & {
    readonly base: bigint;
    readonly amount: bigint;
    readonly reason?: string | undefined;
  })[];
  readonly payment?:
    | { readonly iban: string; readonly bic?: string | undefined; readonly name: string }
    | undefined;
  /** The invoice that a credit note takes back. */
  readonly preceding?: { readonly number: string; readonly issuedOn: string } | undefined;
}

/** Reasons with a code of their own (VATEX code list). */
const reasonCodes: Readonly<Partial<Record<TaxCategory, string>>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};
/** Decimals of the price of one unit: quantity × price comes to the line. */
const priceDecimals = 10;

const codeSpaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
} as const;
const guideline = 'urn:cen.eu:en16931:2017';

/** The text of the file, the same for the same invoice. */
export function ciiXml(invoice: ElectronicInvoice): string {
  const { number, type, issuedOn, notes, lines } = invoice;
  const parts = [
    node('rsm:ExchangedDocumentContext', [
      node('ram:GuidelineSpecifiedDocumentContextParameter', [leaf('ram:ID', guideline)]),
    ]),
    node('rsm:ExchangedDocument', [
      leaf('ram:ID', number),
      leaf('ram:TypeCode', type),
      node('ram:IssueDateTime', [day(issuedOn)]),
      ...notes.map((note) => node('ram:IncludedNote', [leaf('ram:Content', note)])),
    ]),
    node('rsm:SupplyChainTradeTransaction', [
      ...lines.map((line, index) => lineNode(line, index + 1, invoice)),
      agreementNode(invoice),
      deliveryNode(invoice),
      settlementNode(invoice),
    ]),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${node('rsm:CrossIndustryInvoice', parts, codeSpaces)}\n`;
}

function lineNode(line: ElectronicLine, place: number, { decimals }: ElectronicInvoice): string {
  return node('ram:IncludedSupplyChainTradeLineItem', [
    node('ram:AssociatedDocumentLineDocument', [leaf('ram:LineID', String(place))]),
    node('ram:SpecifiedTradeProduct', [leaf('ram:Name', line.name)]),
    node('ram:SpecifiedLineTradeAgreement', [
      node('ram:NetPriceProductTradePrice', [leaf('ram:ChargeAmount', unitPrice(line, decimals))]),
    ]),
    node('ram:SpecifiedLineTradeDelivery', [
      leaf('ram:BilledQuantity', line.quantity, { unitCode: line.unit }),
    ]),
    node('ram:SpecifiedLineTradeSettlement', [
      node('ram:ApplicableTradeTax', taxLeaves(line.tax)),
      node('ram:SpecifiedTradeSettlementLineMonetarySummation', [
        leaf('ram:LineTotalAmount', amountText(line.amount, decimals)),
      ]),
    ]),
  ]);
}

function agreementNode(invoice: ElectronicInvoice): string {
  const { seller, buyer, orderNumber } = invoice;
  // Of what is out of scope of VAT no party states its VAT number (BR-O-02).
  const tellsVat = invoice.taxes.every(({ category }) => category !== 'O');
  return node('ram:ApplicableHeaderTradeAgreement', [
    node('ram:SellerTradeParty', partyNodes(seller, { tellsVat, isSeller: true })),
    node('ram:BuyerTradeParty', partyNodes(buyer, { tellsVat, isSeller: false })),
    ...optional(orderNumber, (id) =>
      node('ram:BuyerOrderReferencedDocument', [leaf('ram:IssuerAssignedID', id)]),
    ),
  ]);
}

function partyNodes(
  { name, address, email, vatId, registration }: ElectronicParty,
  { tellsVat, isSeller }: { readonly tellsVat: boolean; readonly isSeller: boolean },
): string[] {
  const isTold = tellsVat && vatId !== undefined;
  // A seller is known by a number of some kind (BR-CO-26).
  const id = isSeller && !isTold && registration === undefined ? (vatId ?? name) : undefined;
  return [
    ...optional(id, (value) => leaf('ram:ID', value)),
    leaf('ram:Name', name),
    ...optional(registration, (value) =>
      node('ram:SpecifiedLegalOrganization', [leaf('ram:ID', value)]),
    ),
    node('ram:PostalTradeAddress', [
      ...optional(address.postalCode, (value) => leaf('ram:PostcodeCode', value)),
      leaf('ram:LineOne', address.line1),
      ...optional(address.line2, (value) => leaf('ram:LineTwo', value)),
      leaf('ram:CityName', address.city),
      leaf('ram:CountryID', address.country),
      ...optional(address.state, (value) => leaf('ram:CountrySubDivisionName', value)),
    ]),
    ...optional(email, (value) =>
      node('ram:URIUniversalCommunication', [leaf('ram:URIID', value, { schemeID: 'EM' })]),
    ),
    ...optional(isTold ? vatId : undefined, (value) =>
      node('ram:SpecifiedTaxRegistration', [leaf('ram:ID', value, { schemeID: 'VA' })]),
    ),
  ];
}

/** Where goods went: of a supply within the Union the country must be told (BR-IC-12). */
function deliveryNode({ buyer, taxes }: ElectronicInvoice): string {
  const isWithinUnion = taxes.some(({ category }) => category === 'K');
  if (!isWithinUnion) return node('ram:ApplicableHeaderTradeDelivery', []);
  return node('ram:ApplicableHeaderTradeDelivery', [
    node('ram:ShipToTradeParty', [
      leaf('ram:Name', buyer.name),
      node('ram:PostalTradeAddress', [leaf('ram:CountryID', buyer.address.country)]),
    ]),
  ]);
}

function settlementNode(invoice: ElectronicInvoice): string {
  const { number, currency, payment, taxes, period, allowances, preceding, decimals } = invoice;
  return node('ram:ApplicableHeaderTradeSettlement', [
    leaf('ram:PaymentReference', number),
    leaf('ram:InvoiceCurrencyCode', currency),
    ...optional(payment, ({ iban, bic, name }) =>
      node('ram:SpecifiedTradeSettlementPaymentMeans', [
        // A SEPA credit transfer, or any other.
        leaf('ram:TypeCode', currency === 'EUR' ? '58' : '30'),
        node('ram:PayeePartyCreditorFinancialAccount', [
          leaf('ram:IBANID', iban),
          leaf('ram:AccountName', name),
        ]),
        ...optional(bic, (value) =>
          node('ram:PayeeSpecifiedCreditorFinancialInstitution', [leaf('ram:BICID', value)]),
        ),
      ]),
    ),
    ...taxes.map(({ base, amount, reason, category, rate }) =>
      node('ram:ApplicableTradeTax', [
        leaf('ram:CalculatedAmount', amountText(amount, decimals)),
        leaf('ram:TypeCode', 'VAT'),
        ...optional(reason, (value) => leaf('ram:ExemptionReason', value)),
        leaf('ram:BasisAmount', amountText(base, decimals)),
        leaf('ram:CategoryCode', category),
        ...optional(reasonCodes[category], (value) => leaf('ram:ExemptionReasonCode', value)),
        ...rateLeaf({ category, rate }),
      ]),
    ),
    node('ram:BillingSpecifiedPeriod', [
      node('ram:StartDateTime', [day(period.start)]),
      node('ram:EndDateTime', [day(period.end)]),
    ]),
    ...allowances.map(({ reason, amount, tax }) =>
      node('ram:SpecifiedTradeAllowanceCharge', [
        node('ram:ChargeIndicator', [leaf('udt:Indicator', 'false')]),
        leaf('ram:ActualAmount', amountText(amount, decimals)),
        leaf('ram:Reason', reason),
        node('ram:CategoryTradeTax', taxLeaves(tax)),
      ]),
    ),
    node('ram:SpecifiedTradePaymentTerms', [
      leaf('ram:Description', invoice.terms),
      ...optional(invoice.dueOn, (value) => node('ram:DueDateDateTime', [day(value)])),
    ]),
    sumsNode(invoice),
    ...optional(preceding, (before) =>
      node('ram:InvoiceReferencedDocument', [
        leaf('ram:IssuerAssignedID', before.number),
        node('ram:FormattedIssueDateTime', [day(before.issuedOn, 'qdt')]),
      ]),
    ),
  ]);
}

function sumsNode({ lines, allowances, taxes, currency, decimals }: ElectronicInvoice): string {
  const sum = (amounts: readonly { readonly amount: bigint }[]) =>
    amounts.reduce((all, { amount }) => all + amount, 0n);
  const [gross, taken, tax] = [sum(lines), sum(allowances), sum(taxes)];
  const text = (amount: bigint) => amountText(amount, decimals);
  return node('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
    leaf('ram:LineTotalAmount', text(gross)),
    ...(allowances.length === 0 ? [] : [leaf('ram:AllowanceTotalAmount', text(taken))]),
    leaf('ram:TaxBasisTotalAmount', text(gross - taken)),
    leaf('ram:TaxTotalAmount', text(tax), { currencyID: currency }),
    leaf('ram:GrandTotalAmount', text(gross - taken + tax)),
    leaf('ram:DuePayableAmount', text(gross - taken + tax)),
  ]);
}

function taxLeaves(tax: TaxOfLine): string[] {
  return [leaf('ram:TypeCode', 'VAT'), leaf('ram:CategoryCode', tax.category), ...rateLeaf(tax)];
}

/** What is out of scope of VAT has no rate (BR-O-05). */
function rateLeaf({ category, rate }: TaxOfLine): string[] {
  return category === 'O' ? [] : [leaf('ram:RateApplicablePercent', rate)];
}

/** Amount by quantity, rounded half up. */
function unitPrice({ quantity, amount }: ElectronicLine, decimals: number): string {
  const [whole = '0', part = ''] = quantity.split('.');
  const count = BigInt(whole + part);
  if (count === 0n) return amountText(amount, decimals);
  const scaled = amount * 10n ** BigInt(part.length + priceDecimals - decimals);
  const price = digits((scaled * 2n + count) / (count * 2n), priceDecimals);
  return price.replace(/\.?0+$/, '');
}

/** Minor units as decimal digits. */
function amountText(amount: bigint, decimals: number): string {
  return digits(amount, decimals);
}

function digits(amount: bigint, decimals: number): string {
  const text = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, '0');
  const sign = amount < 0n ? '-' : '';
  if (decimals === 0) return `${sign}${text}`;
  return `${sign}${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

function day(value: string, space: 'udt' | 'qdt' = 'udt'): string {
  return leaf(`${space}:DateTimeString`, value.replaceAll('-', ''), { format: '102' });
}

function optional<Value>(value: Value | undefined, make: (value: Value) => string): string[] {
  return value === undefined || value === '' ? [] : [make(value)];
}

type Attributes = Readonly<Record<string, string>>;

function node(name: string, children: readonly string[], attributes: Attributes = {}): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join('');
  return `<${name}${written}>${children.join('')}</${name}>`;
}

function leaf(name: string, value: string, attributes: Attributes = {}): string {
  return node(name, [escaped(value)], attributes);
}

/** Text as XML 1.0 holds it: markup escaped, characters that it may not have left out. */
function escaped(value: string): string {
  return value
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
