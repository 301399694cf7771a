/** What people ask for whom the demo's decisions are about: one request that is answered and soon due, one that just came. */
import { dayOf } from '../../shared/billing/calendar.ts';
import { instant } from '../../shared/time.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { DemoPeople } from './demo-people.ts';
import { sentAt, type StoryStep } from './story-step.ts';

const day = 24 * 60;
/** Newest decisions among which people are looked for. */
const looked = 400;
/** Decisions that a request is about, at most. */
const most = 3;

interface Named {
  readonly name: string;
  readonly ids: readonly string[];
}

/** People who were declined a loan, with their newest decisions but those of `taken`, who was declined last first. */
function declined(database: WriterDatabase, taken: ReadonlySet<string>): Named[] {
  const rows = database
    .prepare<[number], { id: string; name: string | null }>(
      `SELECT r.id, i.value ->> 'applicant' AS name
       FROM (SELECT id, seq FROM records WHERE model_id = 'credit-scorer'
         ORDER BY position DESC LIMIT ?) AS r
       JOIN payloads AS i ON i.seq = r.seq AND i.field = 'input'
       JOIN payloads AS o ON o.seq = r.seq AND o.field = 'output'
       WHERE o.value ->> 'decision' = 'DECLINE'`,
    )
    .all(looked);
  const ids = new Map<string, string[]>();
  for (const { id, name } of rows) {
    if (name !== null && !taken.has(id)) ids.set(name, [...(ids.get(name) ?? []), id]);
  }
  return [...ids].map(([name, found]) => ({ name, ids: found.slice(0, most) }));
}

const step = (at: number, operation: string, id: string, body: object): StoryStep => ({
  at,
  operation,
  parameters: { id },
  body,
});

export interface PersonsMeans {
  readonly database: WriterDatabase;
  readonly people: DemoPeople;
  readonly now: number;
  /** Decisions that another story is about. */
  readonly taken: ReadonlySet<string>;
}

/** The steps about people that the ledger has; a small one may have none. */
export function personsStory({ database, people, now, taken }: PersonsMeans): StoryStep[] {
  const { officer, colleague } = people;
  const today = (at: number) => dayOf(instant(sentAt({ at }, now)));
  const [first, second] = declined(database, taken);
  const letterhead = {
    sender: 'Meridian Bank\nConsumer loans\n1 Harbour Street',
    objection_to: 'Meridian Bank, Objections\nobjections@meridian-bank.example',
    authority: 'The data protection authority of your country',
  };
  const settings: StoryStep = {
    at: 30 * day,
    operation: 'changePersonSettings',
    body: { ...letterhead, kept_years: 3 },
  };
  return [
    settings,
    ...(first === undefined ? [] : answered(first, { today, letterhead, officer, colleague })),
    ...(second === undefined ? [] : justCame(second, today)),
  ];
}

/** Explained by a letter, then objected to; somebody means to look at it again. */
function answered(
  { name, ids }: Named,
  {
    today,
    letterhead,
    officer,
    colleague,
  }: Pick<DemoPeople, 'officer' | 'colleague'> & {
    readonly today: (at: number) => string;
    readonly letterhead: object;
  },
): StoryStep[] {
  const [newest = ''] = ids;
  const letter = {
    ...letterhead,
    record_id: newest,
    language: 'en',
    dated_on: today(18 * day),
    opening: 'Thank you for your request.',
  };
  return [
    {
      at: 25 * day,
      operation: 'createPersonRequest',
      body: {
        received_on: today(25 * day),
        asks: ['explanation', 'access', 'objection'],
        identifiers: [name],
        contact: '12 Orchard Lane',
        note: 'Came by letter.',
      },
      as: 'answered request',
    },
    step(24 * day, 'setPersonRecords', '{answered request}', { record_ids: ids }),
    {
      ...step(18 * day, 'createPersonLetter', '{answered request}', letter),
      signed: { by: officer },
    },
    {
      ...step(2 * day, 'objectForPerson', '{answered request}', {
        record_ids: [newest],
        reason: 'My income has risen since; the payslips are enclosed.',
      }),
      signed: { by: officer },
    },
    step(1 * day, 'assignReview', newest, { assignee: colleague.personId }),
  ];
}

function justCame({ name, ids }: Named, today: (at: number) => string): StoryStep[] {
  return [
    {
      at: 5 * day,
      operation: 'createPersonRequest',
      body: {
        received_on: today(5 * day),
        asks: ['access', 'erasure'],
        identifiers: [name],
      },
      as: 'new request',
    },
    step(4 * day, 'setPersonRecords', '{new request}', { record_ids: ids }),
  ];
}
