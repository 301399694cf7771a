/** What needs attention: each item is there as long as its cause, and leads to the thing it is about. */
import { alertPageSchema } from '../../shared/contract/alerts.ts';
import {
  accountsSchema,
  invoicePageSchema,
  payoutPageSchema,
  spendingLimitsSchema,
} from '../../shared/contract/billing.ts';
import type { Chain } from '../../shared/contract/chain.ts';
import { paginated } from '../../shared/contract/common.ts';
import {
  grantPageSchema,
  type GrantNearness,
  type GrantRow,
} from '../../shared/contract/grants.ts';
import { isFinished, jobSchema } from '../../shared/contract/jobs.ts';
import type { Attention, ReviewFigures } from '../../shared/contract/overview.ts';
import { personRequestPageSchema } from '../../shared/contract/persons.ts';
import { sessionSchema } from '../../shared/contract/sessions.ts';
import type { Vouchers } from '../../shared/contract/vouchers.ts';
import { webhookPageSchema } from '../../shared/contract/webhooks.ts';
import { attentionOfLedger, byWeight, noAttention } from '../../shared/ledger-attention.ts';
import type { AlteredRow } from '../proof/access-tables.ts';
import type { CallerAsks } from './ask.ts';
import { ofMonths } from './month-attention.ts';
import { ofModels, type ModelSources } from './model-attention.ts';
import type { UnsignedAct } from './unsigned-people.ts';

const day = 24 * 3_600_000;
const expiringMs = 15 * 60_000;
const revokedMs = day;
/** How long a ledger with records may be without a copy outside. */
const aloneMs = 7 * day;
const failedJobMs = 7 * day;
const unsignedMs = 7 * day;
/** Share of a limit from which on it is near. */
const nearLimit = 0.8;
/** Things of one kind that are told; the list has the others. */
const shown = 5;
const pageSize = 100;
const mostPages = 10;

export interface AttentionSources extends ModelSources {
  /** Undefined where the caller may not ask. */
  readonly ledger: Chain | undefined;
  readonly reviews: ReviewFigures | null;
  /** Who vouches from outside; undefined where the caller may not verify. */
  readonly vouchers: Vouchers | undefined;
  /** When the first decision was recorded; undefined where there is none. */
  readonly recordedSince: string | undefined;
  /** Undefined where the caller may not ask. UTC instants. */
  readonly backups:
    | { readonly failedAt: string | null; readonly overdueSince: string | null }
    | undefined;
  /** Rows of access that are not what their facts say; none where the caller may not know of them. */
  readonly altered: readonly AlteredRow[];
  /** Tables, indexes and triggers that are not as the program makes them; 0 where the caller may not verify. */
  readonly schemaDifferences: number;
  /** People whom nobody's signature enrolled or revoked, since an instant; none where the caller may not know of them. */
  readonly unsigned: (since: string) => readonly UnsignedAct[];
}

/** Everything that needs attention, the heaviest first, in each kind the oldest. */
export async function attentionOf(sources: AttentionSources): Promise<Attention[]> {
  const { asks, now } = sources;
  const time = Date.parse(now);
  const found = [
    ...(sources.ledger === undefined ? [] : attentionOfLedger(sources.ledger, time)),
    ...ofSchema(sources),
    ...ofAccess(sources.altered),
    ...(await ofModels(sources)),
    ...ofUnsigned(sources, time),
    ...ofVouchers(sources, time),
    ...(await dueRequests(asks)),
    ...(await openAlerts(asks)),
    ...ofBackups(sources),
    ...(await suspendedAccounts(asks)),
    ...(await ofMonths(asks, time)),
    ...(await overdueInvoices(asks)),
    ...(await failedPayouts(asks)),
    ...(await disabledEndpoints(asks)),
    ...(await nearLimits(asks)),
    ...(await endingGrants(asks)),
    ...(await endingSessions(asks, time)),
    ...(await failedJobs(asks, time)),
    ...ofReview(sources),
  ];
  return byWeight(found);
}

function ofSchema({ schemaDifferences: count }: AttentionSources): Attention[] {
  if (count === 0) return [];
  return [{ ...noAttention, kind: 'schema_altered', severity: 'bad', count }];
}

const alteredKinds = {
  api_keys: 'key_altered',
  people: 'person_altered',
  profiles: 'profile_altered',
  rate_limits: 'rate_limits_altered',
} as const satisfies Readonly<Record<AlteredRow['table'], Attention['kind']>>;

function ofAccess(altered: readonly AlteredRow[]): Attention[] {
  return altered.slice(0, shown).map(({ table, row }) => ({
    ...noAttention,
    kind: alteredKinds[table],
    severity: 'bad',
    object_id: row,
    name: row,
  }));
}

/** Requests of persons whose last day is over, or near; told by their numbers alone. */
async function dueRequests(asks: CallerAsks): Promise<Attention[]> {
  const due = async (urgency: 'late' | 'soon', kind: Attention['kind']): Promise<Attention[]> => {
    const query = { urgency, limit: String(shown) };
    const found = await asks.ask(personRequestPageSchema, 'listPersonRequests', query);
    return (found?.data ?? []).map(({ request_id: id, number, due: day }) => ({
      ...noAttention,
      kind,
      severity: 'warn',
      since: `${day}T00:00:00.000Z`,
      object_id: id,
      name: number,
    }));
  };
  return [
    ...(await due('late', 'person_request_late')),
    ...(await due('soon', 'person_request_soon')),
  ];
}

/** Alerts that nobody has acknowledged. */
async function openAlerts(asks: CallerAsks): Promise<Attention[]> {
  const query = { state: 'open', limit: String(shown) };
  const open = await asks.ask(alertPageSchema, 'listRuleAlerts', query);
  return (open?.data ?? []).map(({ alert_id: id, model_id: name, rule, since, records }) => ({
    ...noAttention,
    kind: 'alert',
    severity: 'warn',
    since,
    object_id: id,
    name,
    rule,
    count: records?.count ?? null,
  }));
}

/** The one that failed is tried again by itself: then it is late because of that. */
function ofBackups({ backups }: AttentionSources): Attention[] {
  if (backups === undefined) return [];
  const { failedAt, overdueSince } = backups;
  if (failedAt !== null) {
    return [{ ...noAttention, kind: 'backup_failed', severity: 'warn', since: failedAt }];
  }
  if (overdueSince === null) return [];
  return [{ ...noAttention, kind: 'backup_overdue', severity: 'warn', since: overdueSince }];
}

/** The ledger says for good that nobody signed; here it is told as long as somebody may still wonder. */
function ofUnsigned({ unsigned }: AttentionSources, time: number): Attention[] {
  const acts = unsigned(new Date(time - unsignedMs).toISOString());
  return acts.slice(-shown).map(({ personId, name, at, isRevocation }) => ({
    ...noAttention,
    kind: isRevocation ? 'person_revoked_unsigned' : 'person_enrolled_unsigned',
    severity: 'warn',
    since: at,
    object_id: personId,
    name: name === '' ? personId : name,
  }));
}

/** A ledger of which nobody else has a checkpoint, once it holds something worth it; a last copy that is old. */
function ofVouchers({ vouchers, recordedSince }: AttentionSources, time: number): Attention[] {
  if (vouchers === undefined || recordedSince === undefined) return [];
  const { newest_at: newest, oldest_days: oldest } = vouchers;
  if (newest === null) {
    if (time - Date.parse(recordedSince) < aloneMs) return [];
    return [{ ...noAttention, kind: 'kept_nowhere', severity: 'warn', since: recordedSince }];
  }
  const days = Math.floor((time - Date.parse(newest)) / day);
  if (days < oldest) return [];
  return [{ ...noAttention, kind: 'copy_old', severity: 'warn', since: newest, count: days }];
}

/** What is past due, and what waits at all: that one since what is due first waits. */
function ofReview({ reviews }: AttentionSources): Attention[] {
  const { late = 0, waiting = 0, oldest_at: since = null } = reviews ?? {};
  return [
    ...(late === 0
      ? []
      : [{ ...noAttention, kind: 'review_late', severity: 'warn', count: late } as const]),
    ...(waiting === 0
      ? []
      : [
          {
            ...noAttention,
            kind: 'review_waiting',
            severity: 'info',
            since,
            count: waiting,
          } as const,
        ]),
  ];
}

/** Every row of a list that is read in pages; none where the caller may not ask. */
async function allPages<Row>(
  ask: (query: {
    readonly offset: string;
  }) => Promise<
    | { readonly data: readonly Row[]; readonly pagination: { readonly has_more: boolean } }
    | undefined
  >,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await ask({ offset: String(rows.length) });
    rows.push(...(page?.data ?? []));
    if (page?.pagination.has_more !== true || page.data.length === 0) return rows;
  }
}

async function suspendedAccounts(asks: CallerAsks): Promise<Attention[]> {
  const accounts = await allPages((query) => asks.ask(accountsSchema, 'listAccounts', query));
  return accounts.flatMap(({ account_id: id, name, suspensions }) => {
    const [first] = suspensions;
    if (first === undefined) return [];
    const since = first.since;
    return [
      { ...noAttention, kind: 'account_suspended', severity: 'warn', since, object_id: id, name },
    ] satisfies Attention[];
  });
}

async function overdueInvoices(asks: CallerAsks): Promise<Attention[]> {
  const query = { status: 'OVERDUE', limit: String(shown), include: 'account' };
  const overdue = await asks.ask(invoicePageSchema, 'listInvoices', query);
  return (overdue?.data ?? []).map((each) => ({
    ...noAttention,
    kind: 'invoice_overdue',
    severity: 'warn',
    since: each.due_date,
    object_id: each.invoice_id,
    name: each.account_id ?? null,
    amount: each.amount,
    currency: each.currency,
  }));
}

/** Endpoints that are told nothing any more, as their receivers did not take what was sent. */
async function disabledEndpoints(asks: CallerAsks): Promise<Attention[]> {
  const endpoints = await allPages((query) => asks.ask(webhookPageSchema, 'listWebhooks', query));
  return endpoints
    .filter(({ disabled_reason: reason }) => reason === 'gone' || reason === 'failing')
    .map(({ endpoint_id: id, url, disabled_at: since }) => ({
      ...noAttention,
      kind: 'endpoint_disabled',
      severity: 'warn',
      since,
      object_id: id,
      name: URL.canParse(url) ? new URL(url).host : id,
    }));
}

/** Failed payouts after which their holder had no other one: the money is back in its balance until then. */
async function failedPayouts(asks: CallerAsks): Promise<Attention[]> {
  const query = { status: 'FAILED', last: 'true', limit: String(shown), include: 'holder' };
  const failed = await asks.ask(payoutPageSchema, 'listPayouts', query);
  return (failed?.data ?? []).map((each) => ({
    ...noAttention,
    kind: 'payout_failed',
    severity: 'warn',
    since: each.created_at,
    object_id: each.payout_id,
    name: each.holder_id ?? null,
    amount: each.amount,
    currency: each.currency,
  }));
}

async function nearLimits(asks: CallerAsks): Promise<Attention[]> {
  const limits = await allPages((query) => asks.ask(spendingLimitsSchema, 'listLimits', query));
  return limits.flatMap((each) => {
    const share = each.amount === 0 ? 1 : each.spent / each.amount;
    if (share < nearLimit) return [];
    return [
      {
        ...noAttention,
        kind: 'limit_near',
        severity: 'warn',
        since: each.period_start,
        object_id: each.limit_id,
        name: each.account_id,
        share,
        amount: each.amount,
        currency: each.currency,
      },
    ] satisfies Attention[];
  });
}

/** Grants of which both sides learn that they come to their end, before they do. */
async function endingGrants(asks: CallerAsks): Promise<Attention[]> {
  const near = async (nearness: GrantNearness) =>
    (await asks.ask(grantPageSchema, 'listGrants', { near: nearness, limit: String(shown) }))
      ?.data ?? [];
  const about = ({ grant_id: id, purpose }: GrantRow) => ({
    ...noAttention,
    severity: 'warn' as const,
    object_id: id,
    name: purpose === '' ? id : purpose,
  });
  return [
    ...(await near('budget')).flatMap((grant): Attention[] => {
      const { spent, terms } = grant;
      if (terms.budget === null) return [];
      const { amount, currency } = terms.budget;
      const share = spent.amount / amount;
      return [{ ...about(grant), kind: 'grant_near_budget', share, amount, currency }];
    }),
    ...(await near('end')).map((grant): Attention => ({
      ...about(grant),
      kind: 'grant_ending',
      since: grant.terms.ends_at,
    })),
  ];
}

const sessionPageSchema = paginated(sessionSchema);

async function endingSessions(asks: CallerAsks, time: number): Promise<Attention[]> {
  const soon: Attention[] = [];
  for (let page = 0; page < mostPages; page += 1) {
    const active = await asks.ask(sessionPageSchema, 'listSessions', {
      status: 'active',
      limit: String(pageSize),
      offset: String(page * pageSize),
    });
    for (const { session_id: id, purpose, expires_at: end } of active?.data ?? []) {
      if (Date.parse(end) - time > expiringMs) continue;
      soon.push({
        ...noAttention,
        kind: 'session_expiring',
        severity: 'warn',
        since: end,
        object_id: id,
        name: purpose,
      });
    }
    if (active?.pagination.has_more !== true) break;
  }
  const query = { status: 'revoked', limit: '20' };
  const revoked = await asks.ask(sessionPageSchema, 'listSessions', query);
  const lately = (revoked?.data ?? []).flatMap((each): Attention[] => {
    const { session_id: id, purpose, revoked_at: at } = each;
    if (at === undefined || time - Date.parse(at) > revokedMs) return [];
    const about = { since: at, object_id: id, name: purpose };
    return [{ ...noAttention, ...about, kind: 'session_revoked', severity: 'warn' }];
  });
  return [
    ...soon
      .toSorted((one, other) => (one.since ?? '').localeCompare(other.since ?? ''))
      .slice(0, shown),
    ...lately.slice(0, shown),
  ];
}

/** Failed jobs after which none of their kind was completed. */
async function failedJobs(asks: CallerAsks, time: number): Promise<Attention[]> {
  const jobs = await asks.ask(paginated(jobSchema), 'listJobs', { limit: '50' });
  const settled = new Set<string>();
  const failed: Attention[] = [];
  for (const job of jobs?.data ?? []) {
    if (!isFinished(job.status) || job.status === 'canceled') continue;
    // Told as what it means: there is no backup.
    if (job.kind === 'backup') continue;
    if (job.status === 'failed' && !settled.has(job.kind) && failed.length < shown) {
      const at = job.finished_at ?? job.created_at;
      if (time - Date.parse(at) > failedJobMs) break;
      const about = { since: at, object_id: job.job_id, name: job.title, job: job.words };
      failed.push({ ...noAttention, ...about, kind: 'job_failed', severity: 'warn' });
    }
    // Newest first: what ended before it is over with.
    settled.add(job.kind);
  }
  return failed;
}
