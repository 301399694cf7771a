/** What people did about the demo's decisions: profiles with rules of review, interventions in every state, an erasure. */
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { DemoCalendar } from './calendar.ts';
import type { DemoPeople, DemoPerson } from './demo-people.ts';
import { demoProfiles, demoReviews } from './demo-profiles.ts';
import type { StoryStep } from './story-step.ts';

const hour = 60;
const day = 24 * hour;

interface Decision {
  readonly id: string;
  readonly output: JsonObject;
}

/** Decisions of a policy, the newest first, with what their output says. */
function decisions(database: WriterDatabase, policy: string, decided: string): Decision[] {
  return database
    .prepare<[string, string], { id: string; value: string }>(
      `SELECT r.id, p.value FROM records AS r JOIN payloads AS p ON p.seq = r.seq
       WHERE r.policy_id = ? AND p.field = 'output' AND p.value ->> 'decision' = ?
       ORDER BY r.position DESC LIMIT 12`,
    )
    .all(policy, decided)
    .map(({ id, value }) => {
      const output: unknown = JSON.parse(value);
      return { id, output: isJsonObject(output) ? output : {} };
    });
}

/** Tells whether the ledger has a card or a decision of a model. */
function isKnown(database: WriterDatabase, modelId: string): boolean {
  return (
    database
      .prepare(
        `SELECT 1 WHERE EXISTS (SELECT 1 FROM models WHERE model_id = @modelId)
         OR EXISTS (SELECT 1 FROM records WHERE model_id = @modelId)`,
      )
      .get({ modelId }) !== undefined
  );
}

const act = (at: number, id: string, by: DemoPerson, body: object, as?: string): StoryStep => ({
  at,
  operation: 'createIntervention',
  parameters: { id },
  body,
  signed: { by },
  ...(as === undefined ? {} : { as }),
});

const assign = (at: number, id: string, to: DemoPerson): StoryStep => ({
  at,
  operation: 'assignReview',
  parameters: { id },
  body: { assignee: to.personId },
});

/** What a model's decisions mean, and which of them wait. */
const confirm = (
  at: number,
  by: DemoPerson,
  [id, profile]: readonly [string, ProfileDocument],
): StoryStep => ({
  at,
  operation: 'createProfile',
  parameters: { id },
  body: { profile, accept_unseen: true },
  signed: { by },
});

/** The steps about decisions that the ledger has; a small ledger has fewer of them. */
export function reviewStory(
  database: WriterDatabase,
  people: DemoPeople,
  calendar: DemoCalendar,
): StoryStep[] {
  const { head } = people;
  const profiles = (at: number, documents: Readonly<Record<string, ProfileDocument>>) =>
    Object.entries(documents).flatMap((each) =>
      isKnown(database, each[0]) ? [confirm(at, head, each)] : [],
    );
  const loans = decisions(database, 'lending-policy-2024', 'DECLINE');
  const matches = decisions(database, 'aml-6', 'POSSIBLE_MATCH');
  return [
    ...profiles(50 * day, demoProfiles(calendar)),
    ...profiles(22 * hour, demoReviews(calendar)),
    ...loanSteps.flatMap((steps, index) => {
      const loan = loans[index];
      return loan === undefined ? [] : steps(loan, people);
    }),
    ...matchSteps.flatMap((steps, index) => {
      const match = matches[index];
      return match === undefined ? [] : steps(match, people);
    }),
  ];
}

const approved = ({ output }: Decision): JsonObject => ({
  ...Object.fromEntries(Object.entries(output).filter(([name]) => name !== 'reasons')),
  decision: 'APPROVE',
  limit: 8_000,
});

const loanSteps: readonly ((loan: Decision, people: DemoPeople) => StoryStep[])[] = [
  // Half of four eyes: waits for a second person, who is named.
  (loan, { officer, colleague }) => [
    act(3 * hour, loan.id, officer, {
      action: 'override',
      reason_code: 'R1',
      reason: 'The payslips of the last three months show a higher income than the bureau reports.',
      outcome: approved(loan),
      evidence_viewed: ['payslips-q3.pdf', 'bureau report'],
      meaning: 'proposal',
    }),
    assign(2 * hour, loan.id, colleague),
  ],
  // Escalated and late.
  (loan, { officer }) => [
    act(5 * day, loan.id, officer, {
      action: 'annotate',
      reason: 'The applicant called and asked for the reasons.',
    }),
    act(4 * day, loan.id, officer, {
      action: 'escalate',
      reason: 'The reasons name age. Is this attribution a proxy for something we must not use?',
    }),
  ],
  // Erased at the request of the person concerned.
  (loan, { head }) => [
    {
      at: 5 * day,
      operation: 'createErasure',
      parameters: { id: loan.id },
      body: {
        fields: ['input'],
        legal_basis: 'GDPR Art. 17(1)(b): consent withdrawn',
      },
      signed: { by: head },
    },
  ],
  // Four eyes, both of them.
  (loan, { officer, colleague }) => {
    const override = {
      action: 'override',
      reason_code: 'R1',
      reason: 'The delinquency is a namesake’s; the bureau confirmed the mistake in writing.',
      outcome: approved(loan),
    };
    return [
      act(6 * day, loan.id, officer, { ...override, meaning: 'proposal' }, 'mistaken'),
      act(6 * day - 4 * hour, loan.id, colleague, {
        ...override,
        evidence_viewed: ['letter of the bureau'],
        supersedes: '{mistaken}',
      }),
    ];
  },
  // Approved by two.
  (loan, { head, colleague }) => [
    act(9 * day, loan.id, colleague, { action: 'approve', meaning: 'proposal' }, 'approval'),
    act(9 * day - hour, loan.id, head, { action: 'approve', supersedes: '{approval}' }),
  ],
  // A change that was taken back.
  (loan, { head, officer, colleague }) => {
    const smaller = {
      action: 'modify',
      reason_code: 'R3',
      reason: 'A smaller limit is within the policy.',
      outcome: { ...approved(loan), limit: 2_500 },
    };
    return [
      act(12 * day, loan.id, colleague, { ...smaller, meaning: 'proposal' }, 'proposed'),
      act(12 * day - hour, loan.id, officer, { ...smaller, supersedes: '{proposed}' }, 'smaller'),
      act(11 * day, loan.id, head, {
        action: 'retract',
        reason: 'The policy excludes limits below 3,000.',
        supersedes: '{smaller}',
      }),
    ];
  },
];

const matchSteps: readonly ((match: Decision, people: DemoPeople) => StoryStep[])[] = [
  // Escalated, then reversed by somebody else.
  (match, { head, officer }) => [
    act(8 * day, match.id, officer, {
      action: 'escalate',
      reason: 'The name is common; the date of birth differs by a digit.',
    }),
    act(7 * day, match.id, head, {
      action: 'reverse',
      reason: 'Passport checked in person: another person than the one on the list.',
      outcome: { ...match.output, decision: 'CLEAR', next: null },
      evidence_viewed: ['passport', 'sanctions list entry'],
    }),
  ],
  // Escalated and late; somebody means to look at it.
  (match, { officer, colleague }) => [
    act(30 * hour, match.id, colleague, {
      action: 'escalate',
      reason: 'Two candidates with the same score. A second opinion, please.',
    }),
    assign(10 * hour, match.id, officer),
  ],
  // Approved, with a remark.
  (match, { colleague }) => [
    act(4 * day, match.id, colleague, { action: 'approve' }),
    act(4 * day - hour, match.id, colleague, {
      action: 'annotate',
      reason: 'The customer was told and has thirty days to object.',
    }),
  ],
];
