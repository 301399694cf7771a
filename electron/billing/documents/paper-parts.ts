/** Parts that papers of billing have in common: parties side by side, a row of facts, sums by tax, how to pay. */
import { moneyIn } from '../../../shared/billing/money.ts';
import type { TaxKind } from '../../../shared/contract/billing-parties.ts';
import type { Issuer } from '../../../shared/contract/issuer.ts';
import {
  dim,
  type DocumentPage,
  type PageLayout,
  type TextStyle,
} from '../../documents/document-page.ts';
import { placeLines } from './address-lines.ts';
import type { InvoicePaper } from './invoice-paper.ts';
import { categoryOf, type PaperTax } from './paper-taxes.ts';
import { taxNames } from './paper-words.ts';

/** The page of everything that is kept as it was issued. */
export const archivePage: PageLayout = {
  size: 'A4',
  landscape: false,
  margin: 56,
  isArchive: true,
};

export const small = 9;
export const label: TextStyle = { size: 8, color: dim };

/** The name of a paper with its amount, and below them which one it is and when. */
export function drawTitle(
  page: DocumentPage,
  title: {
    readonly name: string;
    readonly amount: string;
    readonly number: string;
    readonly day: string;
  },
): void {
  const right = { from: 0.4, to: 0.88, align: 'right' } as const;
  page.row([
    [title.name, { weight: 'bold', size: 21, to: 0.5 }],
    [title.amount, { weight: 'bold', size: 21, ...right }],
  ]);
  page.row([
    [title.number, { color: dim, size: 10.5, to: 0.5 }],
    [title.day, { color: dim, size: 10.5, ...right, from: 0.5 }],
  ]);
}

/** Both parties side by side, each with its own lines. */
export function drawParties(
  page: DocumentPage,
  { issuer, buyer }: Pick<InvoicePaper, 'issuer' | 'buyer'>,
  to = 'Bill to',
): void {
  const left = { to: 0.5 };
  const right = { from: 0.52 };
  const { address } = buyer;
  page.space(18);
  page.row([
    [issuer === undefined ? '' : 'From', { ...label, ...left }],
    [to, { ...label, ...right }],
  ]);
  page.row([
    [issuer?.legal_name ?? '', { weight: 'bold', size: small, ...left }],
    [buyer.name, { weight: 'bold', size: small, ...right }],
  ]);
  page.row([
    [issuer === undefined ? '' : placeLines(issuer.address).join('\n'), { size: small, ...left }],
    [placeLines(address).join('\n'), { size: small, ...right }],
  ]);
  const vat = (id: string | null | undefined) =>
    id === null || id === undefined ? '' : `VAT ${id}`;
  page.row([
    [joined(vat(issuer?.vat_id), issuer?.registration ?? ''), { size: small, color: dim, ...left }],
    [
      [vat(buyer.vat_id), buyer.email].filter((each) => each !== '').join('\n'),
      { size: small, color: dim, ...right },
    ],
  ]);
}

function joined(...parts: readonly string[]): string {
  return parts.filter((each) => each !== '').join(' · ');
}

/** Facts in one row, each below its name. */
export function drawFactRow(
  page: DocumentPage,
  facts: readonly (readonly [name: string, value: string])[],
): void {
  const place = (index: number) => ({
    from: index / facts.length,
    to: (index + 1) / facts.length - 0.01,
  });
  page.rule(12, 6);
  page.row(facts.map(([name], index) => [name, { ...label, ...place(index) }]));
  page.row(facts.map(([, value], index) => [value, { size: small, ...place(index) }]));
  page.rule(4, 14);
}

/** The sum of the lines, each tax with its base, the sum of all, and why a tax is as it is. */
export function drawSums(
  page: DocumentPage,
  sums: { readonly subtotal: bigint; readonly total: bigint; readonly currency: string },
  taxes: readonly PaperTax[],
): void {
  const money = moneyIn(sums.currency);
  page.keepRoom(90);
  page.space(6);
  const rows = [
    ['Subtotal', sums.subtotal] as const,
    ...taxes.map((tax) => [taxText(tax, money.text(tax.base)), tax.amount] as const),
  ];
  for (const [name, amount] of rows) {
    page.row([
      [name, { size: small, from: 0.5, to: 0.88 }],
      [money.text(amount), { size: small, from: 0.88, align: 'right' }],
    ]);
    page.space(2);
  }
  page.row([
    [`Total, ${sums.currency}`, { size: 11, weight: 'bold', from: 0.5, to: 0.8 }],
    [money.text(sums.total), { size: 11, weight: 'bold', from: 0.8, align: 'right' }],
  ]);
  for (const reason of new Set(taxes.map((tax) => tax.reason).filter((each) => each !== ''))) {
    page.space(6);
    page.text(reason, { size: small });
  }
}

/** `VAT (S), 20 % of 38.70`: the rate in percent, what it is taken of as text. */
export function taxText(
  { kind, rate }: { readonly kind: TaxKind; readonly rate: number },
  base: string,
): string {
  return `${taxNames[kind]} (${categoryOf({ kind })}), ${rate} % of ${base}`;
}

/** Groups of four, as banks write it. */
function ibanText(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** A frame that says how to pay; nothing where nobody said how. */
export function drawPayment(
  page: DocumentPage,
  issuer: Issuer | undefined,
  due: { readonly reference: string; readonly amount: string; readonly by: string },
): void {
  if (issuer === undefined) return;
  const { iban, bic, payment_text: text = '' } = issuer;
  if (iban === undefined && text === '') return;
  const left = [
    ['Beneficiary', issuer.legal_name],
    ['IBAN', iban === undefined ? '' : ibanText(iban)],
    ['BIC', bic ?? ''],
  ].filter(([, value]) => value !== '');
  const right = [
    ['Reference', due.reference],
    ['Amount', due.amount],
    ['By', due.by],
  ];
  page.space(16);
  page.framed(() => {
    page.row([
      ['Pay by transfer', { ...label, from: 0.02, to: 0.5 }],
      ['With this reference', { ...label, from: 0.52, to: 0.98 }],
    ]);
    for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
      const [one, other] = [left[index] ?? ['', ''], right[index] ?? ['', '']];
      page.row([
        [one[0] ?? '', { size: small, color: dim, from: 0.02, to: 0.14 }],
        [one[1] ?? '', { size: small, from: 0.14, to: 0.5 }],
        [other[0] ?? '', { size: small, color: dim, from: 0.52, to: 0.64 }],
        [other[1] ?? '', { size: small, from: 0.64, to: 0.98 }],
      ]);
    }
    if (text !== '') page.text(text, { size: small, from: 0.02, to: 0.98 });
  });
}
