/** What is new in every area, as far as the caller may see it. */
import type { Database, Statement } from 'better-sqlite3';
import { invoicePageSchema, payoutPageSchema } from '../../shared/contract/billing.ts';
import { verificationSchema } from '../../shared/contract/chain.ts';
import { paginated } from '../../shared/contract/common.ts';
import type { Activity, OverviewDay } from '../../shared/contract/overview.ts';
import { personRequestPageSchema } from '../../shared/contract/persons.ts';
import { sessionSchema } from '../../shared/contract/sessions.ts';
import { holds } from '../../shared/ledger-state.ts';
import type { CallerAsks } from './ask.ts';
import { isProposal } from '../../shared/decision-in-effect.ts';

/** Of one area, so that a busy one does not hide the others. */
const ofEach = '5';
const shown = 12;

/** Every statement, by name, so that a test can read the plan of each. */
export const activityStatements = {
  interventions: `SELECT record_id, action, meaning, actor_role, created_at,
      signature IS NULL AS is_unsigned FROM interventions
    ORDER BY seq DESC LIMIT 5`,
  models: 'SELECT model_id, version, created_at FROM models ORDER BY seq DESC LIMIT 5',
} as const;

interface InterventionRow {
  readonly record_id: string;
  readonly action: string;
  readonly meaning: string | null;
  readonly actor_role: string;
  readonly created_at: string;
  readonly is_unsigned: 0 | 1;
}

interface ModelRow {
  readonly model_id: string;
  readonly version: string;
  readonly created_at: string;
}

const plain = { name: null, count: null, state: null, amount: null, currency: null } as const;

export class ActivityReader {
  readonly #interventions: Statement<[], InterventionRow>;
  readonly #models: Statement<[], ModelRow>;

  constructor(database: Database) {
    this.#interventions = database.prepare(activityStatements.interventions);
    this.#models = database.prepare(activityStatements.models);
  }

  /** The newest things of all areas, newest first. */
  async of(asks: CallerAsks, days: readonly OverviewDay[]): Promise<Activity[]> {
    const found: Activity[] = [
      ...decisionsByDay(days),
      ...(asks.seesAll('listInterventions') ? this.#interventions.all().map(intervention) : []),
      ...(asks.seesAll('listModelCards') ? this.#models.all().map(card) : []),
      ...(await sessions(asks)),
      ...(await invoices(asks)),
      ...(await payouts(asks)),
      ...(await verifications(asks)),
      ...(await personRequests(asks)),
    ];
    return found
      .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
      .slice(0, shown);
  }
}

function intervention(row: InterventionRow): Activity {
  const { record_id: id, action: state, actor_role: name, created_at: at } = row;
  return {
    ...plain,
    kind: 'intervention',
    at,
    object_id: id,
    name,
    state,
    ...(isProposal(row) && { proposal: true }),
    ...(row.is_unsigned === 1 && { unsigned: true }),
  };
}

function card({ model_id: id, version: state, created_at: at }: ModelRow): Activity {
  return { ...plain, kind: 'model', at, object_id: id, name: id, state };
}

/** The decisions of each of the newest days together, told of the day as it began. */
function decisionsByDay(days: readonly OverviewDay[]): Activity[] {
  return days
    .filter(({ total }) => total > 0)
    .slice(-Number(ofEach))
    .map(({ date, total }) => ({
      ...plain,
      kind: 'record',
      at: `${date}T00:00:00.000Z`,
      object_id: date,
      count: total,
    }));
}

async function sessions(asks: CallerAsks): Promise<Activity[]> {
  const newest = await asks.ask(paginated(sessionSchema), 'listSessions', { limit: ofEach });
  return (newest?.data ?? []).map((each) => ({
    ...plain,
    kind: 'session',
    at: each.revoked_at ?? each.closed_at ?? each.created_at,
    object_id: each.session_id,
    name: each.purpose,
    state: each.status,
  }));
}

async function invoices(asks: CallerAsks): Promise<Activity[]> {
  const newest = await asks.ask(invoicePageSchema, 'listInvoices', {
    limit: ofEach,
    include: 'account',
  });
  return (newest?.data ?? []).map((each) => ({
    kind: 'invoice',
    at: each.paid_date ?? each.issued_date,
    object_id: each.invoice_id,
    name: each.account_id ?? null,
    count: null,
    state: each.status,
    amount: each.amount,
    currency: each.currency,
  }));
}

async function payouts(asks: CallerAsks): Promise<Activity[]> {
  const query = { limit: ofEach, include: 'holder' };
  const newest = await asks.ask(payoutPageSchema, 'listPayouts', query);
  return (newest?.data ?? []).map((each) => ({
    kind: 'payout',
    at: each.completed_at ?? each.created_at,
    object_id: each.payout_id,
    name: each.holder_id ?? null,
    count: null,
    state: each.status,
    amount: each.amount,
    currency: each.currency,
  }));
}

async function verifications(asks: CallerAsks): Promise<Activity[]> {
  const query = { limit: ofEach };
  const newest = await asks.ask(paginated(verificationSchema), 'listVerifications', query);
  return (newest?.data ?? []).map((each) => ({
    ...plain,
    kind: 'verification',
    at: each.finished_at,
    object_id: each.verification_id,
    state: holds(each) ? 'held' : 'failed',
  }));
}

async function personRequests(asks: CallerAsks): Promise<Activity[]> {
  const query = { limit: ofEach, order: '-number' };
  const newest = await asks.ask(personRequestPageSchema, 'listPersonRequests', query);
  return (newest?.data ?? []).map((each) => ({
    ...plain,
    kind: 'person_request',
    at: each.closed_at ?? each.created_at,
    object_id: each.request_id,
    name: each.number,
    state: each.closed_at === null ? 'received' : 'closed',
  }));
}
