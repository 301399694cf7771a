/** A statement as a page: payer and payee, each share with the invoice that it is of, tax, how use became money, the balance. */
import { dayOf } from '../../../shared/billing/calendar.ts';
import { plainDigits } from '../../../shared/plain-digits.ts';
import type { HolderStatement, StatementParty } from '../../../shared/contract/billing-holders.ts';
import { taxKinds, type TaxKind } from '../../../shared/contract/billing-parties.ts';
import { dim, DocumentPage, type TextStyle } from '../../documents/document-page.ts';
import { invoiceFile } from '../../documents/pdf-a3.ts';
import type { DrawnStatement } from '../holders/statements.ts';
import { longDay, shortDay } from './paper-days.ts';
import { archivePage, label, small, taxText } from './paper-parts.ts';
import { groupedDigits } from './paper-words.ts';
import { selfBilledInvoice } from './statement-files.ts';
import { moneyIn } from '../../../shared/billing/money.ts';

const titles = {
  PAYOUT_STATEMENT: 'Payout statement',
  SELF_BILLED_INVOICE: 'Payout statement',
  PERIOD_STATEMENT: 'Statement',
} as const satisfies Record<HolderStatement['kind'], string>;

/** The bytes of the document; the same for the same statement. */
export async function statementPdf(
  drawn: DrawnStatement,
  { isDemo }: { readonly isDemo: boolean },
): Promise<Uint8Array> {
  const { statement } = drawn;
  const { number, issued_at: at } = statement;
  const xml = isDemo ? undefined : selfBilledInvoice(drawn);
  const foot = [
    `${number} · ${statement.holder_id}`,
    `The same figures are to be had as CSV and JSON.${xml === undefined ? '' : ' EN 16931 data attached: factur-x.xml'}`,
  ].join('\n');
  const page = new DocumentPage(
    `${titles[statement.kind]} ${number}`,
    new Date(at),
    foot,
    archivePage,
  );
  if (isDemo) page.ribbon('DEMO · NOT AN INVOICE');
  drawHead(page, statement);
  drawParties(page, statement);
  drawFacts(page, statement);
  drawLines(page, statement);
  drawSums(page, statement);
  page.headPages(undefined);
  drawUse(page, statement);
  drawPayouts(page, statement);
  drawBalance(page, statement);
  drawRest(page, statement);
  page.archive(new Date(at), xml === undefined ? [] : [invoiceFile(xml)]);
  return page.finish();
}

/** Amounts of the major unit as text. */
function textIn(currency: string): (amount: number) => string {
  const money = moneyIn(currency);
  return (amount) => money.text(money.minor(amount));
}

function drawHead(page: DocumentPage, statement: HolderStatement): void {
  const { kind, number, amount, currency, period, issued_at: at } = statement;
  const text = textIn(currency);
  const isPeriod = kind === 'PERIOD_STATEMENT';
  page.row([
    [titles[kind], { weight: 'bold', size: 21, to: 0.55 }],
    [
      `${text(amount)} ${currency}`,
      { weight: 'bold', size: 21, from: 0.5, to: 0.88, align: 'right' },
    ],
  ]);
  const self = kind === 'SELF_BILLED_INVOICE' ? ' · self-billed invoice' : '';
  const when = isPeriod
    ? `earned by ${longDay(dayOf(period.end_date))}`
    : `made ${longDay(dayOf(at))}`;
  page.row([
    [`${number}${self}`, { color: dim, size: 10.5, to: 0.55 }],
    [when, { color: dim, size: 10.5, from: 0.55, to: 0.88, align: 'right' }],
  ]);
}

function drawParties(page: DocumentPage, { payer, payee, destination }: HolderStatement): void {
  const left = { to: 0.5 };
  const right = { from: 0.52 };
  const vatText = (party: StatementParty) =>
    party.tax_id === null ? 'No VAT number' : `VAT ${party.tax_id}`;
  const paidTo = destination === null ? '' : ` · account •••• ${destination}`;
  page.space(18);
  page.row([
    [payer === null ? '' : 'Paid by, on behalf of the supplier', { ...label, ...left }],
    ['Supplier and payee', { ...label, ...right }],
  ]);
  page.row([
    [payer?.name ?? '', { weight: 'bold', size: small, ...left }],
    [payee.name, { weight: 'bold', size: small, ...right }],
  ]);
  page.row([
    [payer?.address.join('\n') ?? '', { size: small, ...left }],
    [payee.address.join('\n'), { size: small, ...right }],
  ]);
  page.row([
    [payer === null ? '' : vatText(payer), { size: small, color: dim, ...left }],
    [`${vatText(payee)}${paidTo}`, { size: small, color: dim, ...right }],
  ]);
}

function drawFacts(page: DocumentPage, statement: HolderStatement): void {
  const { period, number, kind, lines, issued_at: at } = statement;
  const isPeriod = kind === 'PERIOD_STATEMENT';
  const span = `${shortDay(dayOf(period.start_date))} – ${shortDay(dayOf(period.end_date))}`;
  const facts = [
    [isPeriod ? 'Period' : 'Use of', span],
    [isPeriod ? 'Up to' : 'Run', shortDay(dayOf(at))],
    ['Shares', String(lines.length)],
    ['Reference', isPeriod ? '–' : number],
  ] as const;
  const place = (index: number) => ({
    from: index / facts.length,
    to: (index + 1) / facts.length - 0.01,
  });
  page.rule(12, 6);
  page.row(facts.map(([name], index) => [name, { ...label, ...place(index) }]));
  page.row(facts.map(([, value], index) => [value, { size: small, ...place(index) }]));
  page.rule(4, 14);
}

const columns = {
  lab: { to: 0.36 },
  dataset: { from: 0.37, to: 0.56 },
  paid: { from: 0.57, to: 0.7 },
  gross: { from: 0.7, to: 0.8, align: 'right' },
  fee: { from: 0.81, to: 0.89, align: 'right' },
  net: { from: 0.9, align: 'right' },
} as const satisfies Record<string, TextStyle>;

function drawLines(page: DocumentPage, { lines, currency }: HolderStatement): void {
  const text = textIn(currency);
  const head = () => {
    page.row([
      ['Lab and invoice', { ...label, ...columns.lab }],
      ['Dataset', { ...label, ...columns.dataset }],
      ['Paid by lab', { ...label, ...columns.paid }],
      ['Gross', { ...label, ...columns.gross }],
      ['Fee', { ...label, ...columns.fee }],
      [`Net, ${currency}`, { ...label, ...columns.net }],
    ]);
    page.rule(2, 5);
  };
  head();
  page.headPages(head);
  for (const line of lines) {
    page.row([
      [
        `${line.account_name}\n${line.document_number}, ${line.month}`,
        { size: small, ...columns.lab },
      ],
      [line.dataset_id, { size: small, ...columns.dataset }],
      [shortDay(dayOf(line.paid_by_lab_at)), { size: small, ...columns.paid }],
      [text(line.gross), { size: small, ...columns.gross }],
      [text(-line.fee), { size: small, ...columns.fee }],
      [text(line.net), { size: small, weight: 'bold', ...columns.net }],
    ]);
    page.rule(2, 4);
  }
  if (lines.length === 0) page.text('No lab paid anything.', { size: small, color: dim });
}

function drawSums(page: DocumentPage, statement: HolderStatement): void {
  const text = textIn(statement.currency);
  const { gross, fee, net, tax, amount, currency, kind } = statement;
  const known: TaxKind | undefined = taxKinds.find((each) => each === tax.kind);
  const sums = [
    ['Gross', text(gross)],
    ['Fee', text(-fee)],
    ['Net', text(net)],
    ...(known === undefined
      ? []
      : [[taxText({ kind: known, rate: tax.rate_percent }, text(net)), text(tax.amount)] as const]),
  ] as const;
  page.keepRoom(100);
  page.space(6);
  for (const [name, value] of sums) {
    page.row([
      [name, { size: small, from: 0.5, to: 0.88 }],
      [value, { size: small, from: 0.88, align: 'right' }],
    ]);
    page.space(2);
  }
  const word = kind === 'PERIOD_STATEMENT' ? 'Earned' : 'Amount';
  page.row([
    [`${word}, ${currency}`, { size: 11, weight: 'bold', from: 0.5, to: 0.8 }],
    [text(amount), { size: 11, weight: 'bold', from: 0.8, align: 'right' }],
  ]);
  const agreed =
    kind === 'SELF_BILLED_INVOICE' && statement.self_billing_agreed_on !== null
      ? `Self-billed with the agreement of ${longDay(statement.self_billing_agreed_on)}.`
      : '';
  const said = [tax.reason, agreed].filter((each) => each !== '').join(' ');
  if (said === '') return;
  page.space(6);
  page.text(said, { size: small });
}

/** A small table below its title: the first column is a name, the others are figures. */
function drawTable(
  page: DocumentPage,
  title: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const first = 0.34;
  const width = (1 - first) / (heads.length - 1);
  const place = (index: number): TextStyle =>
    index === 0
      ? { to: first - 0.01 }
      : { from: first + (index - 1) * width + 0.01, to: first + index * width, align: 'right' };
  page.keepRoom(60);
  page.space(16);
  page.text(title, { weight: 'bold', size: 10 });
  page.space(3);
  page.row(heads.map((each, index) => [each, { ...label, ...place(index) }]));
  page.rule(2, 5);
  for (const row of rows) {
    page.row(row.map((each, index) => [each, { size: small, ...place(index) }]));
    page.rule(2, 4);
  }
}

function drawUse(page: DocumentPage, { use, currency }: HolderStatement): void {
  const text = textIn(currency);
  if (use.length === 0) return;
  drawTable(
    page,
    'How the use became money',
    ['Dataset', 'Sessions', 'Hours', 'Records', 'Operations', 'Gross'],
    use.map((each) => [
      each.dataset_id,
      groupedDigits(String(each.sessions)),
      groupedDigits(plainDigits(each.hours)),
      groupedDigits(String(each.records)),
      groupedDigits(String(each.operations)),
      text(each.gross),
    ]),
  );
}

/** Of a period: the payouts that were made in it. */
function drawPayouts(page: DocumentPage, { kind, payouts, currency }: HolderStatement): void {
  const text = textIn(currency);
  if (kind !== 'PERIOD_STATEMENT' || payouts.length === 0) return;
  drawTable(
    page,
    'Payouts',
    ['Statement', 'Made', 'State', 'Amount'],
    payouts.map((each) => [
      each.number,
      shortDay(dayOf(each.created_at)),
      each.status.toLowerCase(),
      text(each.amount),
    ]),
  );
}

function drawBalance(page: DocumentPage, { balance, kind, currency }: HolderStatement): void {
  const text = textIn(currency);
  const { before, earned, returned, taken_back: takenBack, paid_out: paidOut, after } = balance;
  drawTable(
    page,
    'Your balance',
    [
      'Before',
      'Earned since',
      'Returned',
      'Taken back',
      kind === 'PERIOD_STATEMENT' ? 'Payouts' : 'This payout',
      'After',
    ],
    [[text(before), text(earned), text(returned), text(-takenBack), text(-paidOut), text(after)]],
  );
}

function drawRest(
  page: DocumentPage,
  { not_in_it: rest, issued_at: at, currency }: HolderStatement,
): void {
  if (rest === null) return;
  const text = textIn(currency);
  page.space(14);
  page.framed(() => {
    page.row([
      [`Not in this payout, as of ${longDay(dayOf(at))}`, { ...label, from: 0.02, to: 0.98 }],
    ]);
    page.row([
      ['Invoiced, not yet paid by labs (net)', { size: small, from: 0.02, to: 0.8 }],
      [text(rest.invoiced), { size: small, from: 0.8, to: 0.98, align: 'right' }],
    ]);
  }, 60);
}
