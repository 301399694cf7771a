/** What people did about the demo's decisions: rules of review, interventions in every state, an erasure. */
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { StoryStep } from './story-step.ts';

const hour = 60;
const day = 24 * hour;

const officer = { id: 'm.lindqvist', role: 'compliance_officer', name: 'Maja Lindqvist' };
const colleague = { id: 't.okafor', role: 'compliance_officer', name: 'Tunde Okafor' };
const head = { id: 'r.castellanos', role: 'head_of_compliance', name: 'Rosa Castellanos' };

/** What the seconding entry says of somebody: the name is committed to by their own entry. */
const named = ({ id, role }: { id: string; role: string }) => ({ id, role });

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

const act = (at: number, id: string, body: object, as?: string): StoryStep => ({
  at,
  operation: 'createIntervention',
  parameters: { id },
  body,
  ...(as === undefined ? {} : { as }),
});

const ask = (policy_id: string, body: object): StoryStep => ({
  at: 50 * day,
  operation: 'setReviewPolicy',
  parameters: { policy_id },
  body,
});

/** The steps about decisions that the ledger has; a small ledger has fewer of them. */
export function reviewStory(database: WriterDatabase): StoryStep[] {
  const loans = decisions(database, 'lending-policy-2024', 'DECLINE');
  const matches = decisions(database, 'aml-6', 'POSSIBLE_MATCH');
  return [
    ask('lending-policy-2024', { second_actor: true, review_below: 0.5 }),
    ask('aml-6', { second_actor: false, review_below: 0.35 }),
    ask('triage-protocol-mts-3', { second_actor: false, review_below: null }),
    ...loanSteps.flatMap((steps, index) => {
      const loan = loans[index];
      return loan === undefined ? [] : steps(loan);
    }),
    ...matchSteps.flatMap((steps, index) => {
      const match = matches[index];
      return match === undefined ? [] : steps(match);
    }),
  ];
}

const approved = ({ output }: Decision): JsonObject => ({
  ...Object.fromEntries(Object.entries(output).filter(([name]) => name !== 'reasons')),
  decision: 'APPROVE',
  limit: 8_000,
});

const loanSteps: readonly ((loan: Decision) => StoryStep[])[] = [
  // Half of four eyes: waits for a second person.
  (loan) => [
    act(3 * hour, loan.id, {
      action: 'override',
      actor: officer,
      reason: 'The payslips of the last three months show a higher income than the bureau reports.',
      outcome: approved(loan),
      evidence_viewed: ['payslips-q3.pdf', 'bureau report'],
      meaning: 'proposal',
    }),
  ],
  // Escalated and still open.
  (loan) => [
    act(2 * day, loan.id, {
      action: 'annotate',
      actor: officer,
      reason: 'The applicant called and asked for the reasons.',
    }),
    act(1 * day, loan.id, {
      action: 'escalate',
      actor: officer,
      reason: 'The reasons name age. Is this attribution a proxy for something we must not use?',
    }),
  ],
  // Erased at the request of the person concerned.
  (loan) => [
    {
      at: 5 * day,
      operation: 'createErasure',
      parameters: { id: loan.id },
      body: {
        fields: ['input'],
        legal_basis: 'GDPR Art. 17(1)(b): consent withdrawn',
        actor: named(head),
      },
    },
  ],
  // Four eyes, both of them.
  (loan) => {
    const override = {
      action: 'override',
      reason: 'The delinquency is a namesake’s; the bureau confirmed the mistake in writing.',
      outcome: approved(loan),
    };
    return [
      act(6 * day, loan.id, { ...override, actor: officer, meaning: 'proposal' }, 'mistaken'),
      act(6 * day - 4 * hour, loan.id, {
        ...override,
        actor: colleague,
        second_actor: named(officer),
        evidence_viewed: ['letter of the bureau'],
        supersedes: '{mistaken}',
      }),
    ];
  },
  // Approved by two at once.
  (loan) => [
    act(9 * day, loan.id, {
      action: 'approve',
      actor: colleague,
      second_actor: named(head),
      meaning: 'review',
    }),
  ],
  // A change that was taken back.
  (loan) => [
    act(
      12 * day,
      loan.id,
      {
        action: 'modify',
        actor: colleague,
        second_actor: named(officer),
        reason: 'A smaller limit is within the policy.',
        outcome: { ...approved(loan), limit: 2_500 },
      },
      'smaller',
    ),
    act(11 * day, loan.id, {
      action: 'retract',
      actor: head,
      reason: 'The policy excludes limits below 3,000.',
      supersedes: '{smaller}',
    }),
  ],
];

const matchSteps: readonly ((match: Decision) => StoryStep[])[] = [
  // Escalated, then reversed by somebody else.
  (match) => [
    act(8 * day, match.id, {
      action: 'escalate',
      actor: officer,
      reason: 'The name is common; the date of birth differs by a digit.',
    }),
    act(7 * day, match.id, {
      action: 'reverse',
      actor: head,
      reason: 'Passport checked in person: another person than the one on the list.',
      outcome: { ...match.output, decision: 'CLEAR', next: null },
      evidence_viewed: ['passport', 'sanctions list entry'],
    }),
  ],
  // Escalated and still open.
  (match) => [
    act(20 * hour, match.id, {
      action: 'escalate',
      actor: colleague,
      reason: 'Two candidates with the same score. A second opinion, please.',
    }),
  ],
  // Approved, with a remark.
  (match) => [
    act(4 * day, match.id, { action: 'approve', actor: colleague }),
    act(4 * day - hour, match.id, {
      action: 'annotate',
      actor: colleague,
      reason: 'The customer was told and has thirty days to object.',
    }),
  ],
];
