/** Invoices for machines: valid by schema, true by the rules of EN 16931, and carried by an archive. */
import { describe, expect, test } from 'vitest';
import { ciiXml, type ElectronicInvoice, type TaxCategory } from './cii.ts';
import { DocumentPage } from './document-page.ts';
import { invoiceFile } from './pdf-a3.ts';
import { archiveFaults, attachedTexts } from './testing/archive-faults.ts';
import { brokenRules } from './testing/en16931-rules.ts';
import { allAt, readXml, textAt } from './testing/read-xml.ts';
import { schemaFaults } from './testing/schema-faults.ts';
import { oneIn } from '../testing/rounds.ts';

const address = {
  line1: 'Keizersgracht 241',
  city: 'Amsterdam',
  postalCode: '1016 EA',
  country: 'NL',
};
const seller = {
  name: 'Datahaven Exchange B.V.',
  address,
  email: 'billing@datahaven.example',
  vatId: 'NL123456782B90',
  registration: '34200841',
};
const buyer = {
  name: 'Meridian <Labs> & "Co" GmbH',
  address: {
    line1: 'Lindenstraße 12',
    line2: 'Hof',
    city: 'Hamburg',
    state: 'HH',
    postalCode: '20095',
    country: 'DE',
  },
  email: 'ap@meridian-labs.example',
  vatId: 'DE136695976',
};
const s20 = { category: 'S', rate: '20' } as const;

function invoice(changes: Partial<ElectronicInvoice> = {}): ElectronicInvoice {
  const tax = changes.taxes?.[0] ?? { ...s20, base: 44_551n, amount: 8_910n };
  return {
    type: '380',
    number: 'INV-2026-000022',
    issuedOn: '2026-10-01',
    dueOn: '2026-10-31',
    period: { start: '2026-09-01', end: '2026-09-30' },
    currency: 'EUR',
    decimals: 2,
    seller,
    buyer,
    orderNumber: 'PO-4711',
    notes: [],
    terms: 'Net 30 days',
    lines: [
      { name: 'Access time', quantity: '33', unit: 'HUR', amount: 39_300n, tax },
      { name: 'Records', quantity: '1060', unit: 'C62', amount: 5_240n, tax },
      { name: 'Data', quantity: '0.223095', unit: 'E34', amount: 3n, tax },
      { name: 'Operations', quantity: '4', unit: 'C62', amount: 8n, tax },
    ],
    allowances: [],
    taxes: [tax],
    payment: { iban: 'NL91ABNA0417164300', bic: 'ABNANL2A', name: seller.name },
    ...changes,
  };
}

function ofKind(category: TaxCategory): ElectronicInvoice {
  const [rate, amount] = category === 'S' ? ['20', 8_910n] : ['0', 0n];
  const reason = category === 'S' || category === 'Z' ? undefined : 'As the law has it.';
  return invoice({ taxes: [{ category, rate, base: 44_551n, amount, reason }] });
}

const s5 = { category: 'S', rate: '5' } as const;
const twoRates = invoice({
  lines: [
    { name: 'Use', quantity: '1', unit: 'C62', amount: 3_333n, tax: s20 },
    { name: 'Support', quantity: '1', unit: 'C62', amount: 1_000n, tax: s5 },
  ],
  taxes: [
    { ...s20, base: 3_333n, amount: 667n },
    { ...s5, base: 1_000n, amount: 50n },
  ],
});
const withCredit = invoice({
  lines: [{ name: 'Use', quantity: '9999999', unit: 'C62', amount: 12_345_678n, tax: s20 }],
  allowances: [{ reason: 'Credit', amount: 3_000n, tax: s20 }],
  taxes: [{ ...s20, base: 12_342_678n, amount: 2_468_536n }],
});
const creditNote = invoice({
  type: '381',
  number: 'CN-2026-000001',
  dueOn: undefined,
  preceding: { number: 'INV-2026-000022', issuedOn: '2026-10-01' },
});
const selfBilled = invoice({ type: '389', number: 'PS-2026-000009', payment: undefined });

const kinds = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
const all: readonly (readonly [string, ElectronicInvoice])[] = [
  ...kinds.map((kind) => [`of the kind ${kind}`, ofKind(kind)] as const),
  ['of two rates', twoRates],
  ['with a credit', withCredit],
  ['that is a credit note', creditNote],
  ['that is self-billed', selfBilled],
];

describe('An invoice for machines', () => {
  test.each(oneIn(4, all))('%s is valid and true', async (_, each) => {
    const xml = ciiXml(each);
    expect(await schemaFaults(xml)).toEqual([]);
    expect(brokenRules(readXml(xml))).toEqual([]);
  });

  test.each([
    ['without its number', (xml: string) => xml.replace(/<ram:ID>INV[^<]*<\/ram:ID>/, '')],
    ['with a date that is none', (xml: string) => xml.replaceAll('format="102"', 'form="102"')],
    ['with an amount that is none', (xml: string) => xml.replace('>393.00<', '>many<')],
  ])('%s is refused by the schema', async (_, breaks) => {
    expect(await schemaFaults(breaks(ciiXml(invoice())))).not.toEqual([]);
  });

  test.each([
    ['BR-CO-10', '<ram:LineTotalAmount>445.51<', '<ram:LineTotalAmount>445.52<'],
    ['BR-CO-15', '<ram:GrandTotalAmount>534.61<', '<ram:GrandTotalAmount>534.62<'],
    ['BR-S-08', '<ram:BasisAmount>445.51<', '<ram:BasisAmount>400.00<'],
    ['BR-S-02', 'schemeID="VA">NL', 'schemeID="FC">NL'],
  ])('that breaks %s is found', (rule, from, to) => {
    const xml = ciiXml(invoice());
    expect(xml).toContain(from);
    const broken = xml
      .replace(from, to)
      .replace(
        /<ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">.*?<\/ram:SpecifiedTaxRegistration>/,
        '',
      );
    expect(brokenRules(readXml(broken))).toContain(rule);
  });

  test('says the parties and their order as they are', () => {
    const [transaction] = allAt(readXml(ciiXml(invoice())), 'SupplyChainTradeTransaction');
    const [agreement] =
      transaction === undefined ? [] : allAt(transaction, 'ApplicableHeaderTradeAgreement');
    if (agreement === undefined) throw new Error('There is no agreement.');
    expect(textAt(agreement, 'BuyerTradeParty', 'Name')).toBe(buyer.name);
    expect(
      textAt(agreement, 'BuyerTradeParty', 'PostalTradeAddress', 'CountrySubDivisionName'),
    ).toBe('HH');
    expect(textAt(agreement, 'BuyerOrderReferencedDocument', 'IssuerAssignedID')).toBe('PO-4711');
    expect(
      allAt(agreement, 'SellerTradeParty', 'SpecifiedTaxRegistration', 'ID')[0]?.attributes,
    ).toEqual({ schemeID: 'VA' });
  });
});

describe('The archive that carries it', () => {
  const date = new Date('2026-10-01T09:00:00.000Z');
  const archive = () => {
    const page = new DocumentPage('Invoice', date, 'INV', {
      size: 'A4',
      landscape: false,
      margin: 56,
      isArchive: true,
    });
    page.text('Größe & Søn');
    page.archive(date, [invoiceFile(ciiXml(invoice()))]);
    return page.finish();
  };

  test('states its part, brings its colours and fonts and the file, and has the same bytes twice', async () => {
    const bytes = Buffer.from(await archive());
    expect(bytes.equals(await archive())).toBe(true);
    expect(archiveFaults(bytes, { hasFile: true })).toEqual([]);
    expect(attachedTexts(bytes)).toEqual([ciiXml(invoice())]);
  });
});
