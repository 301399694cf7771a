/** A year of the demo's billing: requests to the API and when they were sent, like those of its sessions. */
import { addDays, addMonths, monthOf, startOf } from '../../shared/billing/calendar.ts';
import { instant } from '../../shared/time.ts';
import type { StoryStep } from './story-step.ts';

const months = 12;

const accounts = [
  {
    id: 'meridian-labs',
    dataset: 'riverside-outpatients',
    other: 'northwind-claims',
    model: 'triage-net',
    terms: 30,
  },
  {
    id: 'northstar-ai',
    dataset: 'northwind-claims',
    other: 'riverside-outpatients',
    model: 'fraud-guard',
    terms: 14,
  },
] as const;
type Account = (typeof accounts)[number];

/**
 * Accounts with a tiered and a committed rate card, twelve months of sessions with their invoices in all
 * four states, payouts in all three, and a limit near its threshold.
 */
export function billingStory(now: number): StoryStep[] {
  const minutesTo = (time: string) => (now - Date.parse(time)) / 60_000;
  const thisMonth = monthOf(instant(now));
  const past = Array.from({ length: months }, (_, index) => addMonths(thisMonth, index - months));
  const first = past[0] ?? thisMonth;
  return [
    ...setUp(minutesTo(startOf(addDays(first, -1))), first),
    ...past.flatMap((month, index) => [
      ...accounts.flatMap((account, place) => usage(account, month, index + place, minutesTo)),
      ...closing(month, index, minutesTo),
    ]),
    ...lately(),
  ].filter((step) => step.at > 0);
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

function setUp(at: number, first: string): StoryStep[] {
  const place = { state: '', country: 'Germany' };
  return [
    { at: at + 1, operation: 'changeBillingSettings', body: { issuer, close, dunning } },
    ...accounts.map(({ id, terms }): StoryStep => ({
      at,
      operation: 'createAccount',
      body: {
        account_id: id,
        name: id === 'meridian-labs' ? 'Meridian Labs GmbH' : 'Northstar AI, Inc.',
        email: `accounts-payable@${id}.example`,
        address:
          id === 'meridian-labs'
            ? { ...place, line1: 'Lindenstraße 12', city: 'Hamburg', postal_code: '20095' }
            : {
                line1: '400 Harbor Boulevard',
                city: 'Boston',
                state: 'MA',
                postal_code: '02210',
                country: 'United States',
              },
        tax_percent: id === 'meridian-labs' ? 19 : 0,
        payment_terms_days: terms,
      },
    })),
    ...rateCards(at - 1),
    ...[
      ['meridian-labs', 'volume-tiers'],
      ['northstar-ai', 'committed-500'],
    ].map(([id = '', card]): StoryStep => ({
      at: at - 2,
      operation: 'assignRateCard',
      parameters: { account_id: id },
      body: { rate_card_id: card, from_month: first.slice(0, 7) },
    })),
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

/** Two sessions in a month, some hours each: more from month to month, with a quieter summer. */
function usage(
  account: Account,
  month: string,
  index: number,
  minutesTo: (time: string) => number,
): StoryStep[] {
  return [account.dataset, account.other].flatMap((dataset, session): StoryStep[] => {
    const day = addDays(month, 3 + session * 11 + (index % 5));
    const at = minutesTo(`${day}T${String(8 + ((index * 3) % 9)).padStart(2, '0')}:10:00.000Z`);
    const isSummer = month.slice(5, 7) === '07' || month.slice(5, 7) === '08';
    const hours = (4 + ((index * 7 + session * 3) % 6) + index) / (isSummer ? 2 : 1);
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
      { at: at - Math.round(hours * 60), operation: 'closeSession', parameters },
    ];
  });
}

/** Invoices an hour and a half after the month, paid within two weeks, and the payouts after that. */
function closing(month: string, index: number, minutesTo: (time: string) => number): StoryStep[] {
  const next = addMonths(month, 1);
  const issuedAt = minutesTo(`${next}T01:30:00.000Z`);
  const close = (id: string, at: number, as: string): StoryStep => ({
    at,
    operation: 'closePeriod',
    body: { account_id: id, month: month.slice(0, 7) },
    as,
  });
  const pay = (as: string, at: number): StoryStep => ({
    at,
    operation: 'payInvoice',
    parameters: { invoice_id: `{${as}}` },
    body: { payment_method_id: '{good}' },
  });
  const steps: StoryStep[] = [];
  for (const { id } of accounts) {
    const as = `invoice ${id} ${month}`;
    steps.push(close(id, issuedAt, as));
    const paidAt = minutesTo(`${addDays(next, 9)}T14:20:00.000Z`);
    if (id === 'meridian-labs' && index === months - 4) {
      const again = `${as} again`;
      const reason = 'Issued to the wrong cost center.';
      const parameters = { invoice_id: `{${as}}` };
      steps.push(
        { at: issuedAt - 600, operation: 'cancelInvoice', parameters, body: { reason } },
        close(id, issuedAt - 660, again),
        pay(again, paidAt),
      );
    } else if (index < months - 2 || (index === months - 2 && id === 'meridian-labs')) {
      steps.push(pay(as, paidAt));
    }
  }
  const runAt = minutesTo(`${addDays(next, 12)}T00:05:00.000Z`);
  const run = (at: number): StoryStep => ({ at, operation: 'runPayouts', body: {} });
  // One month the transfer to a holder fails; the run after it makes a new one.
  const holder = 'northwind-insurance';
  const failing = index === months - 5;
  if (failing) steps.push(preference(runAt + 3, holder, 'WEEKLY', 'test_failing'));
  steps.push(run(runAt), run(runAt - 60));
  if (failing) {
    steps.push(
      preference(runAt - 120, holder, 'WEEKLY', 'bank_transfer'),
      run(runAt - 180),
      run(runAt - 240),
    );
  }
  if (index === months - 2) steps.push(preference(runAt + 2, holder, 'WEEKLY', 'test_slow'));
  return steps;
}

/** A daily limit that is nearly reached. */
function lately(): StoryStep[] {
  const parameters = { session_id: '{latest}' };
  return [
    {
      at: 9,
      operation: 'createLimit',
      body: { account_id: 'meridian-labs', period: 'DAILY', mode: 'HARD', amount: 12 },
    },
    {
      at: 8,
      operation: 'createSession',
      body: {
        dataset_id: 'riverside-outpatients',
        purpose: 'Spot check',
        account_id: 'meridian-labs',
        model_id: 'triage-net',
      },
      as: 'latest',
    },
    ...[7, 6].map((at): StoryStep => ({
      at,
      operation: 'streamSession',
      parameters,
      query: { batch_size: '100' },
    })),
    { at: 2, operation: 'closeSession', parameters },
  ];
}
