/** A year of the demo's billing: requests to the API and when they were sent, like those of its sessions. */
import { addDays, addMonths, monthOf, startOf, weekStart } from '../../shared/billing/calendar.ts';
import { instant } from '../../shared/time.ts';
import type { StoryStep, StoryTask } from './story-step.ts';

const months = 12;
const hour = 60;
const day = 24 * hour;

/** Labs, each with the place of the month of the twelve from which on it uses anything. */
const accounts = [
  {
    id: 'meridian-labs',
    from: 0,
    datasets: ['riverside-outpatients', 'northwind-claims'],
    model: 'triage-net',
    terms: 60,
    card: 'volume-tiers',
  },
  {
    id: 'northstar-ai',
    from: 0,
    datasets: ['northwind-claims', 'riverside-outpatients'],
    model: 'fraud-guard',
    terms: 14,
    card: 'committed-500',
  },
  {
    id: 'halden-research',
    from: 5,
    datasets: ['riverside-home-monitoring', 'northwind-telematics'],
    model: 'triage-net',
    terms: 30,
    card: 'volume-tiers',
  },
] as const;
type Account = (typeof accounts)[number];

/** Withdrawn four days before the end: nobody opens it since. */
const withdrawn = 'riverside-home-monitoring';

/** The end of a demo as its story needs it. */
interface Present {
  /** Minutes from an instant to the end; below 0 after it. */
  readonly minutesTo: (time: string) => number;
  /** Minutes from the beginning of the day that the daily limit is about. */
  readonly today: number;
  /** Twelve months that were closed, as their first days. */
  readonly past: readonly string[];
  /** The first month that is not closed yet. */
  readonly open: string;
}

/**
 * Three labs and what they use of two holders, month by month: invoices in all four states, credits and credit notes of each kind,
 * payouts in all three, shares in all five, a month that is held back, and a limit near its threshold. All of it is there
 * whenever the story ends: months are closed on the second day of the next one, and what is unpaid, overdue and just paid
 * is so by when that was.
 */
export function billingStory(now: number): (StoryStep | StoryTask)[] {
  const minutesTo = (time: string) => (now - Date.parse(time)) / 60_000;
  const open = monthOf(instant(now - (closingHours + 1) * 3_600_000));
  const past = Array.from({ length: months }, (_, index) => addMonths(open, index - months));
  const today = minutesTo(startOf(instant(now - lateMinutes * 60_000).slice(0, 10)));
  const present = { minutesTo, today, past, open };
  const first = past[0] ?? open;
  return [
    ...setUp(minutesTo(startOf(addDays(first, -1))), first),
    // Before what is of the same moment: what was due then is paid out, what comes about then is not.
    ...sweeps(present),
    ...past.flatMap((month, index) => [
      ...accounts.flatMap((account, place) =>
        index < account.from ? [] : usage(account, month, index + place, present),
      ),
      ...closing(month, index, minutesTo),
      ...credits(month, index, minutesTo),
    ]),
    ...accounts.flatMap((account, place) =>
      [open, addMonths(open, 1)].flatMap((month) => usage(account, month, months + place, present)),
    ),
    ...lately(limitFor(monthOf(instant(now)), present)),
  ].filter((step) => step.at >= 0);
}

/** In whose name the demo's invoices are issued; its numbers are examples. */
const issuer = {
  legal_name: 'Datahaven Exchange B.V.',
  address: {
    line1: 'Keizersgracht 241',
    city: 'Amsterdam',
    postal_code: '1016 EA',
    country: 'NL',
  },
  email: 'billing@datahaven.example',
  vat_id: 'NL123456782B90',
  registration: 'KvK 34200841',
  iban: 'NL91ABNA0417164300',
  bic: 'ABNANL2A',
};

/** Who is paid; the numbers are examples. */
const holders = [
  {
    id: 'riverside-clinic',
    legal_name: 'Stichting Riverside Clinic',
    email: 'finance@riverside-clinic.example',
    address: { line1: 'Waalkade 8', postal_code: '6511 XR', city: 'Nijmegen', country: 'NL' },
    tax: {
      kind: 'EXEMPT',
      reason: 'Small-business scheme, Art. 284, Directive 2006/112/EC.',
    },
    self_billing_agreed_on: '2025-02-03',
    destination: { type: 'iban', iban: 'NL20INGB0001234567', owner: 'Stichting Riverside Clinic' },
  },
  {
    id: 'northwind-insurance',
    legal_name: 'Northwind Insurance Ltd',
    email: 'payables@northwind-insurance.example',
    address: { line1: '12 Harbour Street', city: 'Dublin', country: 'IE' },
    tax: { kind: 'OUT_OF_SCOPE', reason: 'No VAT is charged.' },
    destination: { type: 'other', lines: ['Bank of the River', 'Account 99-1234'] },
  },
] as const;

/** Its months are closed by the story alone: nothing comes about while somebody looks. */
const close = { auto: false, grace_hours: 24 };

/** What is overdue here is reminded of twice, and suspends nobody. */
const dunning = [
  { after_days: 3, action: 'REMIND' },
  { after_days: 14, action: 'REMIND' },
  { after_days: 60, action: 'SUSPEND' },
];

/** Hours from the end of a month to its closing. */
const closingHours = 25.5;

/** Who the labs are; the numbers are examples. */
const parties = {
  'meridian-labs': {
    name: 'Meridian Labs GmbH',
    address: {
      line1: 'Lindenstraße 12',
      city: 'Hamburg',
      postal_code: '20095',
      country: 'Germany',
    },
    change: {
      vat_id: 'DE136695976',
      order_number: 'PO-4711',
      tax: { kind: 'REVERSE_CHARGE' },
    },
  },
  'northstar-ai': {
    name: 'Northstar AI, Inc.',
    address: {
      line1: '400 Harbor Boulevard',
      city: 'Boston',
      state: 'MA',
      postal_code: '02210',
      country: 'United States',
    },
    change: { tax: { kind: 'OUT_OF_SCOPE', reason: 'Services to a business outside the Union.' } },
  },
  'halden-research': {
    name: 'Halden Research AS',
    address: { line1: 'Storgata 7', city: 'Halden', postal_code: '1771', country: 'Norway' },
    change: {
      order_number: 'HR-2210',
      tax: { kind: 'OUT_OF_SCOPE', reason: 'Services to a business outside the Union.' },
    },
  },
} as const satisfies Record<Account['id'], object>;

function setUp(at: number, first: string): StoryStep[] {
  return [
    { at: at + 1, operation: 'changeBillingSettings', body: { issuer, close, dunning } },
    ...rateCards(at - 1),
    ...accounts.flatMap(({ id, terms, card }): StoryStep[] => {
      const { name, address, change } = parties[id];
      const parameters = { account_id: id };
      return [
        {
          at,
          operation: 'createAccount',
          body: {
            ...parameters,
            name,
            email: `accounts-payable@${id}.example`,
            address: { state: '', ...address },
            payment_terms_days: terms,
          },
        },
        { at: at - 1, operation: 'changeAccount', parameters, body: change },
        {
          at: at - 2,
          operation: 'assignRateCard',
          parameters,
          body: { rate_card_id: card, from_month: first.slice(0, 7) },
        },
      ];
    }),
    ...[
      ['good', '4242', 'visa'],
      ['declining', '0002', 'mastercard'],
    ].map(([as = '', last4, brand]): StoryStep => ({
      at: at - 3,
      operation: 'createPaymentMethod',
      body: { type: 'card', last4, brand },
      as,
    })),
    preference(at - 4, 'riverside-clinic', 'MONTHLY', 'bank_transfer'),
    preference(at - 4, 'northwind-insurance', 'WEEKLY', 'bank_transfer'),
    ...holders.map(({ id, ...body }): StoryStep => ({
      at: at - 5,
      operation: 'changeHolder',
      parameters: { holder_id: id },
      body,
    })),
  ];
}

function rateCards(at: number): StoryStep[] {
  return [
    {
      rate_card_id: 'volume-tiers',
      name: 'Volume tiers',
      model: 'TIERED',
      time: {
        tiers: [
          { up_to: 5, rate: 14 },
          { up_to: null, rate: 11.5 },
        ],
      },
      record: {
        tiers: [
          { up_to: 1_000, rate: 0.05 },
          { up_to: 10_000, rate: 0.04 },
          { up_to: null, rate: 0.03 },
        ],
      },
      data: { rate: 0.12 },
      operation: { rate: 0.02 },
    },
    {
      rate_card_id: 'committed-500',
      name: 'Commitment of 500',
      model: 'COMMITTED',
      time: { rate: 12.5 },
      record: { rate: 0.005 },
      data: { rate: 0.12 },
      operation: { rate: 0.02 },
      commitment: { coverage: 500, discount_percent: 20, overage_factor: 1 },
    },
  ].map((body): StoryStep => ({ at, operation: 'createRateCard', body }));
}

function preference(at: number, holder_id: string, frequency: string, method: string): StoryStep {
  const body = { holder_id, frequency, threshold: 100, method };
  return { at, operation: 'setPayoutPreferences', body };
}

/**
 * Two sessions in a month, some hours each: more from month to month, with a quieter summer. None that was not over
 * before today: what is nearly reached today is reached by what `lately` does.
 */
function usage(
  account: Account,
  month: string,
  index: number,
  { minutesTo, today }: Pick<Present, 'minutesTo' | 'today'>,
): StoryStep[] {
  return account.datasets.flatMap((wanted, session): StoryStep[] => {
    const date = addDays(month, 3 + session * 11 + (index % 5));
    const at = minutesTo(`${date}T${String(8 + ((index * 3) % 9)).padStart(2, '0')}:10:00.000Z`);
    const isSummer = month.slice(5, 7) === '07' || month.slice(5, 7) === '08';
    const hours = (4 + ((index * 7 + session * 3) % 6) + index) / (isSummer ? 2 : 1);
    if (at - hours * hour <= today) return [];
    const dataset = wanted === withdrawn && at < 5 * day ? 'riverside-outpatients' : wanted;
    const as = `${account.id} ${month} ${session}`;
    const parameters = { session_id: `{${as}}` };
    return [
      {
        at,
        operation: 'createSession',
        body: {
          dataset_id: dataset,
          purpose: session === 0 ? 'Model training' : 'Monthly evaluation',
          model_id: account.model,
          account_id: account.id,
          ttl_seconds: 172_800,
        },
        as,
      },
      { at: at - 7, operation: 'streamSession', parameters, query: { batch_size: '100' } },
      {
        at: at - 40,
        operation: 'filterSession',
        parameters,
        body: { filter: {}, limit: 300 + ((index * 53) % 400) },
      },
      { at: at - Math.round(hours * hour), operation: 'closeSession', parameters },
    ];
  });
}

/** Invoices of a month that the story pays, cancels and takes back by these names. */
const named = (id: Account['id'], month: string) => `invoice ${id} ${month}`;

const pay = (as: string, at: number): StoryStep => ({
  at,
  operation: 'payInvoice',
  parameters: { invoice_id: `{${as}}` },
  body: { payment_method_id: '{good}' },
});

const cancel = (as: string, at: number, body: object): StoryStep => ({
  at,
  operation: 'cancelInvoice',
  parameters: { invoice_id: `{${as}}` },
  body,
});

/** Invoices on the second day after the month, and what becomes of them. */
function closing(
  month: string,
  index: number,
  minutesTo: (time: string) => number,
): (StoryStep | StoryTask)[] {
  const next = addMonths(month, 1);
  const issuedAt = minutesTo(startOf(next)) - closingHours * hour;
  const close = (id: Account['id'], at: number, as = named(id, month)): StoryStep => ({
    at,
    operation: 'closePeriod',
    body: { account_id: id, month: month.slice(0, 7) },
    as,
  });
  const dayAfter = (days: number, time = '14:20') =>
    minutesTo(`${addDays(next, days)}T${time}:00.000Z`);
  if (index === months - 1) {
    const begun = [addMonths(next, 1), next].map((each) => minutesTo(startOf(each)));
    const sincePayouts = begun.find((each) => each >= 0) ?? 0;
    return lastClosing(month, { issuedAt, sincePayouts }, close);
  }
  const meridian = named('meridian-labs', month);
  const halden = named('halden-research', month);
  const steps = accounts.filter(({ from }) => index >= from).map(({ id }) => close(id, issuedAt));
  if (index === months - 4) {
    const again = `${meridian} again`;
    steps.push(
      cancel(meridian, issuedAt - 600, { reason: 'Issued to the wrong cost center.' }),
      close('meridian-labs', issuedAt - 660, again),
      pay(again, dayAfter(9)),
    );
  } else steps.push(pay(meridian, dayAfter(9)));
  if (index === 6) {
    const reason = 'The grant that was to pay for it ended.';
    steps.push(cancel(halden, dayAfter(75), { reason, kind: 'UNCOLLECTIBLE' }));
  } else if (index >= 5) steps.push(pay(halden, dayAfter(19)));
  // The last but one of this lab is overdue.
  if (index < months - 2) steps.push(pay(named('northstar-ai', month), dayAfter(12)));
  // One month the transfer to a holder fails; the run of the next week makes a new one.
  const method = (at: number, name: string) =>
    steps.push(preference(at, 'northwind-insurance', 'WEEKLY', name));
  if (index === months - 5) {
    method(dayAfter(10), 'test_failing');
    method(dayAfter(18), 'bank_transfer');
  }
  // The last transfer to it is still on its way.
  if (index === months - 2) method(dayAfter(10), 'test_slow');
  return steps;
}

/** The month that was closed last: one lab has just paid, one has time, one is held back. */
function lastClosing(
  month: string,
  { issuedAt, sincePayouts }: { readonly issuedAt: number; readonly sincePayouts: number },
  close: (id: Account['id'], at: number) => StoryStep,
): (StoryStep | StoryTask)[] {
  // Since the last day of payouts, so that it is in none.
  const paidAt = Math.min(issuedAt / 2, sincePayouts / 2, 26 * hour);
  return [
    {
      at: issuedAt + 1,
      operation: 'holdDraft',
      parameters: { account_id: 'northstar-ai', month: month.slice(0, 7) },
      body: { reason: 'It disputes the hours of the second session.' },
    },
    close('halden-research', issuedAt),
    {
      at: issuedAt - 2,
      operation: 'startRun',
      body: { month: month.slice(0, 7), account_ids: ['meridian-labs', 'northstar-ai'] },
    },
    { at: issuedAt - 2, task: 'close-months' },
    pay(named('halden-research', month), paidAt),
  ];
}

/** Credits of each kind, what is paid beforehand, a charge, and a credit note on a paid invoice. */
function credits(month: string, index: number, minutesTo: (time: string) => number): StoryStep[] {
  const at = minutesTo(`${addDays(month, 14)}T10:00:00.000Z`);
  const give = (operation: string, account_id: Account['id'], body: object): StoryStep => ({
    at,
    operation,
    body: { account_id, ...body },
  });
  const goodwill = { kind: 'GOODWILL', reason: 'Streams were slow for two days.' };
  switch (index) {
    case 0:
      return [
        give('createCharge', 'meridian-labs', {
          kind: 'CHARGE',
          amount: 150,
          description: 'Onboarding',
        }),
      ];
    case 5:
      return [
        give('createCharge', 'halden-research', {
          kind: 'PREPAYMENT',
          amount: 60,
          description: 'Prepayment',
        }),
      ];
    case 4:
      return [
        give('createCredit', 'northstar-ai', { ...goodwill, amount: 15, borne_by: 'PLATFORM' }),
      ];
    case 6:
      return [
        give('createCredit', 'meridian-labs', { ...goodwill, amount: 12, borne_by: 'HOLDERS' }),
      ];
    case 7:
      return [
        {
          at: minutesTo(`${addDays(addMonths(month, 1), 23)}T09:30:00.000Z`),
          operation: 'createCreditNote',
          parameters: { invoice_id: `{${named('meridian-labs', month)}}` },
          body: {
            lines: [{ line: 2, amount: 5 }],
            reason: 'Rows were sent twice.',
            borne_by: 'HOLDERS',
            reference: 'Transfer 2291',
          },
        },
      ];
    default:
      return [];
  }
}

/** What the clock does meanwhile: payouts on their days, and what becomes of them; reminders. */
function sweeps({ minutesTo, past, open }: Present): StoryTask[] {
  const first = addDays(past[0] ?? open, 1);
  const days = [...past.slice(1), open, addMonths(open, 1)];
  for (
    let week = addDays(weekStart(first), 7);
    minutesTo(startOf(week)) >= 0;
    week = addDays(week, 7)
  ) {
    days.push(week);
  }
  // The invoice that is overdue is reminded of 3 and 14 days after its day.
  const due = addDays(addMonths(open, -1), 1 + 14);
  days.push(addDays(due, 3), addDays(due, 14));
  return days.flatMap((date) => {
    const at = minutesTo(startOf(date));
    const task = 'sweep-billing';
    return [
      { at, task },
      { at: Math.max(at - 1, at * 0.75), task },
    ];
  });
}

/** A daily limit that the use of this hour nearly reaches: once a month has had two sessions its records cost less. */
function limitFor(month: string, present: Present): number {
  const [meridian] = accounts;
  const used = usage(meridian, month, months, present);
  return used.filter(({ operation }) => operation === 'createSession').length === 2 ? 11 : 13;
}

/** Minutes before the end at which the daily limit is set. */
const lateMinutes = 9;

/** A daily limit that is nearly reached, use of this very hour, and a credit that nothing has used. */
function lately(limit: number): StoryStep[] {
  const spot = (as: string, dataset: string, account: Account): StoryStep => ({
    at: 8,
    operation: 'createSession',
    body: {
      dataset_id: dataset,
      purpose: 'Spot check',
      account_id: account.id,
      model_id: account.model,
    },
    as,
  });
  const read = (as: string, at: number, size: string): StoryStep => ({
    at,
    operation: 'streamSession',
    parameters: { session_id: `{${as}}` },
    query: { batch_size: size },
  });
  const close = (as: string): StoryStep => ({
    at: 2,
    operation: 'closeSession',
    parameters: { session_id: `{${as}}` },
  });
  const [meridian, , halden] = accounts;
  return [
    {
      at: 20 * hour,
      operation: 'createCredit',
      body: {
        account_id: 'northstar-ai',
        kind: 'GOODWILL',
        amount: 25,
        borne_by: 'PLATFORM',
        reason: 'A report came late.',
      },
    },
    {
      at: lateMinutes,
      operation: 'createLimit',
      body: { account_id: 'meridian-labs', period: 'DAILY', mode: 'HARD', amount: limit },
    },
    spot('sampled', 'northwind-telematics', halden),
    spot('latest', 'riverside-outpatients', meridian),
    read('sampled', 7, '50'),
    read('latest', 7, '100'),
    read('latest', 6, '100'),
    close('sampled'),
    close('latest'),
  ];
}
