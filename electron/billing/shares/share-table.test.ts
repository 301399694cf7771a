/**
 * The table of the share rule through the API: cards, use, credits, closing, payment, payout. Late use, which no call brings
 * about, is metered in the ledger itself.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  invoiceSchema,
  paymentMethodSchema,
  payoutPreferencesListSchema,
  payoutPageSchema,
  type CreateRateCard,
} from '../../../shared/contract/billing.ts';
import { creditNoteSchema } from '../../../shared/contract/billing-credit-notes.ts';
import { statementSchema } from '../../../shared/contract/billing-holders.ts';
import { creditPageSchema, sharePageSchema } from '../../../shared/contract/billing-credits.ts';
import { TestApi, testIssuer } from '../../api/test-api.ts';
import {
  clinicalRow,
  makeDataset,
  openSession,
  refusalOf,
} from '../../sessions/testing/clinical.ts';
import { cases } from '../../testing/rounds.ts';
import { useLate } from '../testing/late-use.ts';

type Terms = Omit<CreateRateCard, 'rate_card_id' | 'name'>;
type Gross = readonly [gross: number, fee: number, net: number];

/** Of one lab in a month: its card, what it used of each dataset, and what is to come of it. */
interface Case {
  readonly name: string;
  readonly card: Terms;
  /** Records of each dataset, and hours where told; each dataset has a holder of its own. */
  readonly use?: readonly (readonly [records: number, hours?: number])[];
  readonly isOfLastDay?: true;
  readonly tax?: number;
  readonly discount?: number;
  readonly isReverseCharge?: true;
  readonly credits?: readonly (readonly [amount: number, borne: 'PLATFORM' | 'HOLDERS'])[];
  readonly beneficiaries?: readonly number[];
  /** A version of the card with this rate, in the middle of the month; another is refused. */
  readonly later?: { readonly rate: number; readonly refused: number };
  readonly lines: readonly number[];
  readonly totals: readonly [tax: number, total: number];
  readonly shares: readonly Gross[];
}

const free = { rate: 0 };
const terms = (record: CreateRateCard['record'], more: Partial<Terms> = {}): Terms => ({
  model: 'CUSTOM',
  time: free,
  data: free,
  operation: free,
  record,
  ...more,
});
const rate = (each: number) => terms({ rate: each });
const volume = (end: number, first: number, then: number) =>
  terms({
    mode: 'VOLUME',
    tiers: [
      { up_to: end, rate: first },
      { up_to: null, rate: then },
    ],
  });
const committed = (each: number, more: Partial<Terms> = {}) =>
  terms(
    { rate: each },
    {
      model: 'COMMITTED',
      commitment: { coverage: 1_000, discount_percent: 20, overage_factor: 1 },
      ...more,
    },
  );

const byDay: readonly Case[] = [
  {
    name: '6: a credit that holders bear, taxed',
    card: rate(100),
    use: [[1]],
    tax: 20,
    credits: [[30, 'HOLDERS']],
    lines: [100, -30],
    totals: [14, 84],
    shares: [[70, 10.5, 59.5]],
  },
  {
    name: '24: such a credit over two datasets',
    card: rate(10.01),
    use: [[2], [1]],
    credits: [[10.01, 'HOLDERS']],
    lines: [30.03, -10.01],
    totals: [0, 20.02],
    shares: [
      [13.35, 2, 11.35],
      [6.67, 1, 5.67],
    ],
  },
];
const others: readonly Case[] = [
  {
    name: '1: all units at the tier reached',
    card: volume(10, 1, 0.1),
    use: [[1_000]],
    lines: [100],
    totals: [0, 100],
    shares: [[100, 15, 85]],
  },
  {
    name: '2: 10 of them',
    card: volume(10, 1, 0.1),
    use: [[10]],
    lines: [10],
    totals: [0, 10],
    shares: [[10, 1.5, 8.5]],
  },
  {
    name: '2: 11 of them',
    card: volume(10, 1, 0.1),
    use: [[11]],
    lines: [1.1],
    totals: [0, 1.1],
    shares: [[1.1, 0.17, 0.93]],
  },
  {
    name: '3: a full credit of the platform',
    card: rate(100),
    use: [[10]],
    credits: [[1_000, 'PLATFORM']],
    lines: [1_000, -1_000],
    totals: [0, 0],
    shares: [[1_000, 150, 850]],
  },
  {
    name: '4: a full credit of holders',
    card: rate(100),
    use: [[10]],
    credits: [[1_000, 'HOLDERS']],
    lines: [1_000, -1_000],
    totals: [0, 0],
    shares: [],
  },
  {
    name: '5: a credit of the platform, taxed',
    card: rate(100),
    use: [[1]],
    tax: 20,
    credits: [[30, 'PLATFORM']],
    lines: [100, -30],
    totals: [14, 84],
    shares: [[100, 15, 85]],
  },
  {
    name: '7: a credit that is carried',
    card: rate(38.7),
    use: [[1]],
    credits: [[50, 'PLATFORM']],
    lines: [38.7, -38.7],
    totals: [0, 0],
    shares: [[38.7, 5.81, 32.89]],
  },
  {
    name: '8: 165 at 1.764',
    card: volume(100, 1.309, 1.764),
    use: [[165]],
    lines: [291.06],
    totals: [0, 291.06],
    shares: [[291.06, 43.66, 247.4]],
  },
  {
    name: '9: 631 at 0.135',
    card: volume(100, 1.19, 0.135),
    use: [[631]],
    lines: [85.19],
    totals: [0, 85.19],
    shares: [[85.19, 12.78, 72.41]],
  },
  {
    name: '11: the card of the month is lowered, and cannot be raised',
    card: rate(0.05),
    use: [[600]],
    later: { rate: 0.04, refused: 0.06 },
    lines: [24],
    totals: [0, 24],
    shares: [[24, 3.6, 20.4]],
  },
  {
    name: '12: a commitment of one day without use',
    card: committed(1),
    isOfLastDay: true,
    lines: [25.81],
    totals: [0, 25.81],
    shares: [],
  },
  {
    name: '13: the same, 10.00 used',
    card: committed(10),
    isOfLastDay: true,
    use: [[1]],
    lines: [8, 17.81],
    totals: [0, 25.81],
    shares: [[8, 1.2, 6.8]],
  },
  {
    name: '14: fee and minimum of one day',
    card: terms({ rate: 1 }, { fees: [{ description: 'Support', amount: 310 }], minimum: 620 }),
    isOfLastDay: true,
    lines: [10, 10],
    totals: [0, 20],
    shares: [],
  },
  {
    name: '15: a commitment, 640 used',
    card: committed(640),
    use: [[1]],
    lines: [512, 288],
    totals: [0, 800],
    shares: [[512, 76.8, 435.2]],
  },
  {
    name: '16: the same, the true-up shared',
    card: committed(640, { shared_extras: ['true_up'] }),
    use: [[1]],
    lines: [512, 288],
    totals: [0, 800],
    shares: [[800, 120, 680]],
  },
  {
    name: '17: 999.99 used',
    card: committed(999.99),
    use: [[1]],
    lines: [799.99, 0.01],
    totals: [0, 800],
    shares: [[799.99, 120, 679.99]],
  },
  {
    name: '17: 1,250.50 used',
    card: committed(1_250.5),
    use: [[1]],
    lines: [1_050.5],
    totals: [0, 1_050.5],
    shares: [[1_050.5, 157.58, 892.92]],
  },
  {
    name: '18: two holders, one to one',
    card: rate(10.005),
    use: [[1], [1]],
    lines: [20.01],
    totals: [0, 20.01],
    shares: [
      [10.01, 1.5, 8.51],
      [10, 1.5, 8.5],
    ],
  },
  {
    name: '20: 0.05 over three datasets',
    card: rate(0.016666),
    use: [[1], [1], [1]],
    lines: [0.05],
    totals: [0, 0.05],
    shares: [
      [0.02, 0, 0.02],
      [0.02, 0, 0.02],
      [0.01, 0, 0.01],
    ],
  },
  {
    name: '21: 100.00 by 1:2:3',
    card: rate(16.666667),
    use: [[1], [2], [3]],
    lines: [100],
    totals: [0, 100],
    shares: [
      [16.67, 2.5, 14.17],
      [33.33, 5, 28.33],
      [50, 7.5, 42.5],
    ],
  },
  {
    name: '22: time by 2:1, records by 1:1',
    card: terms({ rate: 0.025 }, { time: { rate: 20 } }),
    use: [
      [1, 2],
      [1, 1],
    ],
    lines: [60, 0.05],
    totals: [0, 60.05],
    shares: [
      [40.03, 6, 34.03],
      [20.02, 3, 17.02],
    ],
  },
  {
    name: '23: beneficiaries 6000:4000',
    card: rate(0.05),
    use: [[1]],
    beneficiaries: [6_000, 4_000],
    lines: [0.05],
    totals: [0, 0.05],
    shares: [
      [0.03, 0, 0.03],
      [0.02, 0, 0.02],
    ],
  },
  {
    name: '28: a discount of 10 %',
    card: volume(100, 1.309, 1.764),
    use: [[165]],
    discount: 10,
    lines: [261.95],
    totals: [0, 261.95],
    shares: [[261.95, 39.29, 222.66]],
  },
  {
    name: '30: reverse charge',
    card: rate(444.48),
    use: [[1]],
    isReverseCharge: true,
    lines: [444.48],
    totals: [0, 444.48],
    shares: [[444.48, 66.67, 377.81]],
  },
  {
    name: '31: 100 free, then 0.50',
    card: terms({ rate: 0.5, free: 100 }),
    use: [[50], [51]],
    lines: [0.5],
    totals: [0, 0.5],
    shares: [
      [0.25, 0.04, 0.21],
      [0.25, 0.04, 0.21],
    ],
  },
];
const tried = cases(byDay, others);

let api: TestApi;
let method = '';
const rows = Array.from({ length: 100 }, (_, index) => clinicalRow(index + 1));

async function send(verb: string, path: string, body?: object): Promise<unknown> {
  const response = await api.send(verb, path, body === undefined ? {} : { body });
  if (response.status >= 300) throw new Error(`${path}: ${await response.text()}`);
  const answer: unknown = await response.json();
  return answer;
}

const paperCard = { type: 'card', last4: '4242', brand: 'visa' };

const holderOf = (at: string, dataset: number) => `holder_${at}_${dataset}`;
const datasetOf = (at: string, dataset: number) => `ds_${at}_${dataset}`;

async function addLab(id: string, card: Terms, { tax = 0, discount = 0 } = {}): Promise<void> {
  await api.addAccount(id);
  if (tax > 0) {
    const body = { tax: { kind: 'STANDARD', rate_percent: tax } };
    await send('PATCH', `/billing/accounts/${id}`, body);
  }
  await send('POST', '/billing/rate-cards', { rate_card_id: id, name: id, ...card });
  await assign(id, discount);
}

async function assign(id: string, discount = 0): Promise<void> {
  const month = new Date(api.now).toISOString().slice(0, 7);
  const body = { rate_card_id: id, from_month: month, reason: 'Agreed' };
  await send('PUT', `/billing/accounts/${id}/rate-card`, { ...body, discount_percent: discount });
}

/** Reads records in a session of its own; returns the session's id. */
async function use(lab: string, dataset: string, records: number, hours = 0): Promise<string> {
  const ttl = Math.max(60, hours * 3_600);
  const open = { account_id: lab, ttl_seconds: ttl };
  const { session_id: id } = await openSession(api, dataset, open);
  for (let left = records; left > 0; left -= 100) {
    await api.send('GET', `/sessions/${id}/stream?batch_size=${Math.min(100, left)}`);
  }
  return id;
}

async function prepare(each: Case, at: string): Promise<void> {
  const { card, tax, discount, use: uses = [], credits = [], beneficiaries } = each;
  await addLab(at, card, { ...(tax && { tax }), ...(discount && { discount }) });
  if (each.isReverseCharge === true) {
    const body = { vat_id: 'DE136695976', tax: { kind: 'REVERSE_CHARGE' } };
    await send('PATCH', `/billing/accounts/${at}`, body);
  }
  for (const [index, [records, hours]] of uses.entries()) {
    const dataset = { dataset_id: datasetOf(at, index), holder_id: holderOf(at, index) };
    await makeDataset(api, rows, dataset);
    await use(at, dataset.dataset_id, records, hours);
  }
  if (beneficiaries !== undefined) await setBeneficiaries(at, beneficiaries);
  for (const [amount, borne_by] of credits) {
    const credit = { account_id: at, kind: 'GOODWILL', amount, borne_by, reason: 'Goodwill' };
    await send('POST', '/billing/credits', credit);
  }
  if (each.later !== undefined) await changeCard(at, card, each.later);
}

async function setBeneficiaries(at: string, parts: readonly number[]): Promise<void> {
  for (const [index] of parts.entries()) await prefer(holderOf(at, index));
  const shares = parts.map((bps, index) => ({ holder_id: holderOf(at, index), bps }));
  const month = new Date(api.now).toISOString().slice(0, 7);
  const body = { beneficiaries: [{ dataset_id: datasetOf(at, 0), from_month: month, shares }] };
  await send('PATCH', `/billing/holders/${holderOf(at, 0)}`, body);
}

const prefer = (holder_id: string, threshold = 0.01) =>
  send('PUT', '/billing/payout-preferences', {
    holder_id,
    frequency: 'MONTHLY',
    threshold,
    method: 'bank_transfer',
  });

async function changeCard(
  id: string,
  card: Terms,
  { rate: lower, refused }: { readonly rate: number; readonly refused: number },
): Promise<void> {
  const month = new Date(api.now).toISOString().slice(0, 7);
  const body = { rate_card_id: id, from_month: month };
  const version = (each: number) =>
    send('POST', '/billing/rate-cards', {
      rate_card_id: id,
      name: id,
      ...card,
      record: { rate: each },
    });
  await version(refused);
  const raised = await api.send('PUT', `/billing/accounts/${id}/rate-card`, { body });
  expect(await refusalOf(raised)).toBe('409 conflict');
  await version(lower);
  await assign(id);
}

async function close(lab: string, month: string) {
  const body = { account_id: lab, month };
  return invoiceSchema.parse(await send('POST', '/billing/invoices', body));
}

async function pay(invoiceId: string): Promise<void> {
  await send('POST', `/billing/invoices/${invoiceId}/pay`, { payment_method_id: method });
}

/** What a paid invoice gave holders, in the order of its shares. */
async function sharesOf(invoiceId: string): Promise<Gross[]> {
  const page = await api.read(sharePageSchema, `/billing/shares?document=${invoiceId}`);
  const earned = page.data.filter(({ earned_at: at }) => at !== null);
  return earned.toReversed().map(({ gross, fee, net }) => [gross, fee, net]);
}

const linesOf = ({ line_items: lines }: z.output<typeof invoiceSchema>) =>
  lines.map(({ amount }) => amount).filter((amount) => amount !== 0);

beforeAll(async () => {
  api = await TestApi.open({ now: Date.UTC(2026, 11, 1) });
  await api.nameIssuer();
  const made = await send('POST', '/billing/payment-methods', paperCard);
  method = paymentMethodSchema.parse(made).payment_method_id;
}, 120_000);
afterAll(() => api.close());

describe('An invoice of December', () => {
  const idOf = (each: Case) => `lab${tried.indexOf(each)}`;
  beforeAll(async () => {
    for (const each of tried) if (each.isOfLastDay !== true) await prepare(each, idOf(each));
    api.now = Date.UTC(2026, 11, 31, 9);
    for (const each of tried) if (each.isOfLastDay === true) await prepare(each, idOf(each));
    api.now = Date.UTC(2027, 0, 1, 2);
  }, 600_000);

  test.each(tried.map((each) => [each.name, each] as const))('%s', async (_, each) => {
    const invoice = await close(idOf(each), '2026-12');
    expect([linesOf(invoice), invoice.tax, invoice.total]).toEqual([each.lines, ...each.totals]);
    const path = `/billing/shares?document=${invoice.invoice_id}`;
    const fixed = (await api.read(sharePageSchema, path)).data.toReversed();
    expect(fixed.map(({ gross, fee, net }) => [gross, fee, net])).toEqual(each.shares);
    const state = invoice.total === 0 ? 'EARNED' : 'EXPECTED';
    expect(fixed.map((share) => share.state)).toEqual(each.shares.map(() => state));
    // Of nothing that is due nothing waits.
    const expected = invoice.total === 0 ? each.shares : [];
    expect(await sharesOf(invoice.invoice_id)).toEqual(expected);
    if (invoice.total !== 0) await pay(invoice.invoice_id);
    expect(await sharesOf(invoice.invoice_id)).toEqual(each.shares);
  });

  test('pays each holder what its shares come to', async () => {
    const holders = tried.flatMap((each) =>
      each.shares.map(([, , net], index) => [holderOf(idOf(each), index), net] as const),
    );
    for (const [holder] of holders) await prefer(holder);
    await send('POST', '/billing/payout-runs', {});
    const paid = await api.read(payoutPageSchema, '/billing/payouts?limit=100&include=holder');
    const amounts = new Map(paid.data.map((each) => [each.holder_id, each.amount]));
    expect(amounts).toEqual(new Map(holders));
    const way = await api.read(sharePageSchema, '/billing/shares?state=ON_ITS_WAY&limit=1');
    expect(way.pagination.total).toBe(holders.length);
  });
});

describe('From month to month @whole', () => {
  const month = (index: number) => new Date(Date.UTC(2027, index, 1)).toISOString().slice(0, 7);
  const next = (index: number) => void (api.now = Date.UTC(2027, index, 1, 2));
  /** Months since January 2027. */
  const present = () => {
    const now = new Date(api.now);
    return (now.getUTCFullYear() - 2027) * 12 + now.getUTCMonth();
  };
  const cheap = rate(50);

  test('10: a new version of the same card goes on in its tiers', async () => {
    next(0);
    const tiers = [
      { up_to: 1_000, rate: 1 },
      { up_to: null, rate: 0.1 },
    ];
    await addLab('tiers', terms({ tiers }));
    await makeDataset(api, rows, { dataset_id: 'ds_tiers', holder_id: 'holder_tiers' });
    await use('tiers', 'ds_tiers', 1_000);
    const same = { rate_card_id: 'tiers', name: 'tiers', ...terms({ tiers }) };
    await send('POST', '/billing/rate-cards', same);
    await assign('tiers');
    await use('tiers', 'ds_tiers', 1_000);
    next(1);
    const invoice = await close('tiers', month(0));
    await pay(invoice.invoice_id);
    expect([linesOf(invoice), await sharesOf(invoice.invoice_id)]).toEqual([
      [1_100],
      [[1_100, 165, 935]],
    ]);
  });

  test('32: what a holder gets of three invoices, with a fee table of the year', async () => {
    await makeDataset(api, rows, { dataset_id: 'ds_year', holder_id: 'holder_year' });
    const tiers = [
      { up_to: 1_000, percent: 20 },
      { up_to: null, percent: 15 },
    ];
    const fee = { from_month: month(1), tiers };
    await send('PATCH', '/billing/holders/holder_year', { fee });
    const grosses = [950, 100, 333.33];
    for (const [index, gross] of grosses.entries()) {
      await addLab(`year${index}`, rate(gross));
      await use(`year${index}`, 'ds_year', 1);
    }
    next(2);
    const issued = [];
    for (const [index] of grosses.entries()) issued.push(await close(`year${index}`, month(1)));
    const shares = [];
    for (const { invoice_id: id } of issued) {
      await pay(id);
      shares.push(...(await sharesOf(id)));
    }
    expect(shares).toEqual([
      [950, 190, 760],
      [100, 17.5, 82.5],
      [333.33, 50, 283.33],
    ]);
  });

  test('25, 26, 27: what is paid beforehand lowers later invoices, after goodwill that expires', async () => {
    const buy = async (lab: string, amount: number, tax: number) => {
      await addLab(lab, cheap, { tax });
      const charge = { account_id: lab, kind: 'PREPAYMENT', amount, description: 'Beforehand' };
      await send('POST', '/billing/charges', charge);
      await makeDataset(api, rows, { dataset_id: `ds_${lab}`, holder_id: `holder_${lab}` });
    };
    await buy('pre', 500, 20);
    await buy('mixed', 100, 0);
    next(3);
    const bought = await close('pre', month(2));
    expect([linesOf(bought), bought.tax, bought.total]).toEqual([[500], 100, 600]);
    for (const { invoice_id: id } of [bought, await close('mixed', month(2))]) {
      await pay(id);
      expect(await sharesOf(id)).toEqual([]);
    }
    await use('pre', 'ds_pre', 6);
    await use('mixed', 'ds_mixed', 1);
    const goodwill = { account_id: 'mixed', kind: 'GOODWILL', amount: 20, borne_by: 'PLATFORM' };
    const until = { expires_on: '2027-05-20', reason: 'An outage' };
    await send('POST', '/billing/credits', { ...goodwill, ...until });
    next(4);
    const left = async (lab: string) => {
      const page = await api.read(creditPageSchema, `/billing/credits?account_id=${lab}`);
      return page.data.map((credit) => credit.left);
    };
    const used = await close('pre', month(3));
    expect([linesOf(used), used.tax, used.total, await left('pre')]).toEqual([
      [300, -300],
      0,
      0,
      [200],
    ]);
    expect(await sharesOf(used.invoice_id)).toEqual([[300, 45, 255]]);
    const mixed = await close('mixed', month(3));
    expect([linesOf(mixed), await left('mixed')]).toEqual([
      [50, -20, -30],
      [0, 70],
    ]);
    expect(await sharesOf(mixed.invoice_id)).toEqual([[50, 7.5, 42.5]]);
  });

  test('33: what a credit note takes back is carried against later earnings', async () => {
    const lab = 'noted';
    await addLab(lab, rate(100), { tax: 20 });
    await makeDataset(api, rows, { dataset_id: 'ds_noted', holder_id: 'holder_noted' });
    await use(lab, 'ds_noted', 1);
    await prefer('holder_noted');
    const at = present();
    next(at + 1);
    const first = await close(lab, month(at));
    await pay(first.invoice_id);
    await send('POST', '/billing/payout-runs', { holder_id: 'holder_noted' });
    const body = { lines: [{ line: 2, amount: 30 }], reason: 'Empty', reference: '1' };
    const path = `/billing/invoices/${first.invoice_id}/credit-notes`;
    const note = creditNoteSchema.parse(await send('POST', path, { ...body, borne_by: 'HOLDERS' }));
    expect([note.subtotal, note.tax, note.total]).toEqual([30, 6, 36]);
    expect(note.shares?.map(({ gross, fee, net }) => [gross, fee, net])).toEqual([
      [-30, -4.5, -25.5],
    ]);
    const balance = async () => {
      const where = '/billing/payout-preferences?holder_id=holder_noted';
      return (await api.read(payoutPreferencesListSchema, where)).data[0]?.balance;
    };
    expect(await balance()).toBe(-25.5);
    // A balance below zero is carried.
    await send('POST', '/billing/payout-runs', { holder_id: 'holder_noted' });
    expect(await balance()).toBe(-25.5);
    await addLab('later', rate(60));
    await use('later', 'ds_noted', 1);
    next(at + 2);
    const second = await close('later', month(at + 1));
    await pay(second.invoice_id);
    expect(await balance()).toBe(25.5);
  });

  test('34: 10.00 taken back of three shares', async () => {
    const parts = [1, 2, 3];
    await addLab('three', rate(16.666667));
    for (const part of parts) {
      const ids = { dataset_id: `ds_part_${part}`, holder_id: `holder_part_${part}` };
      await makeDataset(api, rows, ids);
      await use('three', ids.dataset_id, part);
    }
    const at = present();
    next(at + 1);
    const invoice = await close('three', month(at));
    await pay(invoice.invoice_id);
    const body = { lines: [{ line: 2, amount: 10 }], reason: 'Empty', reference: '1' };
    const path = `/billing/invoices/${invoice.invoice_id}/credit-notes`;
    const note = creditNoteSchema.parse(await send('POST', path, { ...body, borne_by: 'HOLDERS' }));
    expect(note.shares?.map(({ gross }) => gross)).toEqual([-1.67, -3.33, -5]);
  });

  test('19: three invoices of one month, two of them paid', async () => {
    const datasets = ['riverside', 'northwind'];
    for (const id of datasets) {
      await makeDataset(api, rows, { dataset_id: `ds_${id}`, holder_id: id });
    }
    const labs = ['first', 'second', 'third'];
    for (const lab of labs) {
      await addLab(lab, rate(10.005));
      for (const id of datasets) await use(lab, `ds_${id}`, 1);
    }
    const at = present();
    next(at + 1);
    const invoices = [];
    for (const lab of labs) invoices.push(await close(lab, month(at)));
    for (const { invoice_id: id } of invoices.slice(0, 2)) await pay(id);
    expect(invoices.reduce((sum, { total }) => sum + total, 0)).toBeCloseTo(60.03, 9);
    const gross = async (holder: string, state = '') => {
      const page = await api.read(sharePageSchema, `/billing/shares?holder_id=${holder}${state}`);
      return page.data.reduce((sum, each) => sum + Math.round(each.gross * 100), 0);
    };
    const states = ['', '&state=EARNED', '&state=EXPECTED'];
    // The dataset whose id comes first has the cent that is left.
    for (const [holder, cents] of [
      ['northwind', [3_003, 2_002, 1_001]],
      ['riverside', [3_000, 2_000, 1_000]],
    ] as const) {
      expect(await Promise.all(states.map((state) => gross(holder, state)))).toEqual(cents);
    }
  });

  test('35: a holder that charges VAT is paid it on top', async () => {
    await addLab('vat', rate(100));
    await makeDataset(api, rows, { dataset_id: 'ds_vat', holder_id: 'holder_vat' });
    await use('vat', 'ds_vat', 1);
    await prefer('holder_vat');
    const tax = { kind: 'STANDARD', rate_percent: 21 };
    await send('PATCH', '/billing/holders/holder_vat', { tax });
    const at = present();
    next(at + 1);
    await pay((await close('vat', month(at))).invoice_id);
    await send('POST', '/billing/payout-runs', { holder_id: 'holder_vat' });
    const { data } = await api.read(payoutPageSchema, '/billing/payouts?holder_id=holder_vat');
    const path = `/billing/payouts/${data[0]?.payout_id}/statement`;
    const statement = await api.read(statementSchema, path);
    expect([statement.net, statement.tax.amount, statement.amount, data[0]?.amount]).toEqual([
      85, 17.85, 102.85, 102.85,
    ]);
  });

  test.each([
    {
      name: '36: 990 late, all of the month cheaper',
      of: [volume(10, 1, 0.1), 10, 990],
      first: 10,
      late: 90,
    },
    {
      name: '36: 1 late, and less is asked than was invoiced',
      of: [volume(10, 1, 0.1), 10, 1],
      first: 10,
      late: -8.9,
    },
    { name: '37: 3 at 0.335, and 3 more late', of: [rate(0.335), 3, 3], first: 1.01, late: 1 },
  ] as const)('$name', async ({ name, of: [card, before, after], first, late }) => {
    const lab = `late_${name.replaceAll(/\W+/g, '_')}`;
    const at = present();
    await addLab(lab, card);
    await makeDataset(api, rows, { dataset_id: `ds_${lab}`, holder_id: `holder_${lab}` });
    const sessionId = await use(lab, `ds_${lab}`, before);
    const inMonth = new Date(api.now + 60_000).toISOString();
    next(at + 1);
    expect(linesOf(await close(lab, month(at)))).toEqual([first]);
    await api.reopen(() => useLate(api.directory, { sessionId, records: after, at: inMonth }));
    // A month in which less is asked than was invoiced asks for nothing: what is given back is a credit.
    const other = await use(lab, `ds_${lab}`, late < 0 ? 100 : 0);
    expect(other).not.toBe(sessionId);
    next(at + 2);
    const second = await close(lab, month(at + 1));
    const of = second.line_items.filter(({ description }) => description.startsWith('Late usage'));
    expect(of.map(({ amount }) => amount)).toEqual([late]);
  });
});

/** What two holders get of an invoice in a currency, taxed: three records, the first of them of one dataset. */
describe('In another currency @whole', () => {
  test.each([
    {
      name: '38: yen have no decimals',
      of: ['JPY', 33.5, 10, [2, 1]],
      lines: [101],
      totals: [10, 111],
      gross: [67, 34],
    },
    {
      name: '38: half each',
      of: ['JPY', 50.5, 10, [1, 1]],
      lines: [101],
      totals: [10, 111],
      gross: [51, 50],
    },
    {
      name: '39: dinars have three',
      of: ['KWD', 1.0005, 5, [1]],
      lines: [1.001],
      totals: [0.05, 1.051],
      gross: [1.001],
    },
  ] as const)('$name', async ({ of: [currency, each, tax, uses], lines, totals, gross }) => {
    const before = api;
    api = await TestApi.open({ now: Date.UTC(2026, 11, 1) });
    try {
      await send('PUT', '/billing/settings', { issuer: testIssuer, currency });
      await addLab('lab', rate(each), { tax });
      for (const [index, records] of uses.entries()) {
        const ids = { dataset_id: `ds_${index}`, holder_id: `holder_${index}` };
        await makeDataset(api, rows, ids);
        await use('lab', ids.dataset_id, records);
        await prefer(ids.holder_id, currency === 'KWD' ? 0.001 : 1);
      }
      api.now = Date.UTC(2027, 0, 1, 2);
      const invoice = await close('lab', '2026-12');
      expect(invoice.currency).toBe(currency);
      expect([linesOf(invoice), invoice.tax, invoice.total]).toEqual([lines, ...totals]);
      const made = await send('POST', '/billing/payment-methods', paperCard);
      method = paymentMethodSchema.parse(made).payment_method_id;
      await pay(invoice.invoice_id);
      const shares = await sharesOf(invoice.invoice_id);
      expect(shares.map(([part]) => part)).toEqual(gross);
      await send('POST', '/billing/payout-runs', {});
      const paid = await api.read(payoutPageSchema, '/billing/payouts');
      expect(new Set(paid.data.map((payout) => payout.currency))).toEqual(new Set([currency]));
      const sum = (values: readonly number[]) => values.reduce((all, part) => all + part, 0);
      const nets = sum(shares.map(([, , net]) => net));
      expect(sum(paid.data.map(({ amount }) => amount))).toBeCloseTo(nets, 9);
    } finally {
      await api.close();
      api = before;
    }
  });
});
