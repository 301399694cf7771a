/** Alerts as their entries make them: which are open, how each opened, was acknowledged and closed. */
import type { Database, Statement } from 'better-sqlite3';
import {
  ruleFindingSchema,
  type Alert,
  type AlertsQuery,
  type AlertState,
  type RuleFinding,
} from '../../shared/contract/alerts.ts';
import { jsonOrUndefined } from '../../shared/contract/json.ts';
import type { Counted } from '../../shared/contract/oversight.ts';
import type { WatchRule } from '../../shared/contract/rules.ts';
import { documentOrUndefined } from './profile-store.ts';

const columns = `o.alert_id, o.seq, o.model_id, o.profile_id, o.rule_id, o.created_at, o.window_from,
  o.window_to, a.seq AS acknowledged_seq, a.created_at AS acknowledged_at,
  a.actor_id AS acknowledged_by, a.actor_role AS acknowledged_role, c.seq AS closed_seq,
  c.created_at AS closed_at, c.actor_id AS closed_by, c.actor_role AS closed_role,
  c.profile_id AS closed_profile`;
const steps = `LEFT JOIN alert_entries AS a ON a.alert_id = o.alert_id AND a.state = 'acknowledged'
  LEFT JOIN alert_entries AS c ON c.alert_id = o.alert_id AND c.state = 'closed'`;
/** Null stands for every state. */
const inState = `(@state IS NULL OR @state = CASE WHEN c.seq IS NOT NULL THEN 'closed'
  WHEN a.seq IS NOT NULL THEN 'acknowledged' ELSE 'open' END)`;

function ofOpenings(from: string, more: string) {
  return `${from} FROM alert_entries AS o ${steps} WHERE o.state = 'open' AND ${more}`;
}

/** Every statement, by name, so that a test can read the plan of each. */
export const alertStatements = {
  page: `${ofOpenings(`SELECT ${columns}`, inState)} ORDER BY o.seq DESC LIMIT @limit OFFSET @offset`,
  count: ofOpenings('SELECT count(*)', inState),
  pageOfModel: `${ofOpenings(`SELECT ${columns}`, `o.model_id = @model AND ${inState}`)}
    ORDER BY o.seq DESC LIMIT @limit OFFSET @offset`,
  countOfModel: ofOpenings('SELECT count(*)', `o.model_id = @model AND ${inState}`),
  one: ofOpenings(`SELECT ${columns}`, 'o.alert_id = @id'),
  standing: `${ofOpenings(`SELECT ${columns}`, 'o.model_id = @model AND c.seq IS NULL')}
    ORDER BY o.seq`,
  value: 'SELECT value FROM payloads WHERE seq = ? AND field = ?',
  document: 'SELECT document FROM profiles WHERE profile_id = ?',
  profileNumber: `SELECT count(*) FROM profiles AS one JOIN profiles AS p ON p.model_id = one.model_id
    WHERE one.profile_id = ? AND p.number <= one.number`,
  insert: `INSERT INTO alert_entries (seq, id, alert_id, model_id, profile_id, rule_id, state, window_from,
      window_to, actor_id, actor_role, created_at, hash)
    VALUES (@seq, @id, @alert_id, @model_id, @profile_id, @rule_id, @state, @window_from, @window_to,
      @actor_id, @actor_role, @created_at, unhex(@hash))`,
} as const;

interface AlertRow {
  readonly alert_id: string;
  readonly seq: number;
  readonly model_id: string;
  readonly profile_id: string;
  readonly rule_id: string;
  readonly created_at: string;
  readonly window_from: string | null;
  readonly window_to: string;
  readonly acknowledged_seq: number | null;
  readonly acknowledged_at: string | null;
  readonly acknowledged_by: string | null;
  readonly acknowledged_role: string | null;
  readonly closed_seq: number | null;
  readonly closed_at: string | null;
  readonly closed_by: string | null;
  readonly closed_role: string | null;
  readonly closed_profile: string | null;
}

interface Filter {
  readonly state: AlertState | null;
  readonly model: string | null;
}
interface PageFilter extends Filter {
  readonly limit: number;
  readonly offset: number;
}

/** How many decisions the filter of those that were found selects now; null where the profile in force cannot tell. */
export type CountRecords = (modelId: string, found: Counted) => Counted | null;

/** Alerts, over one connection. */
export class AlertStore {
  readonly #page: Statement<[PageFilter], AlertRow>;
  readonly #count: Statement<[Filter], number>;
  readonly #pageOfModel: Statement<[PageFilter], AlertRow>;
  readonly #countOfModel: Statement<[Filter], number>;
  readonly #one: Statement<[{ readonly id: string }], AlertRow>;
  readonly #standing: Statement<[{ readonly model: string }], AlertRow>;
  readonly #value: Statement<[number, string], string>;
  readonly #document: Statement<[string], string>;
  readonly #profileNumber: Statement<[string], number>;

  constructor(database: Database) {
    const sql = alertStatements;
    this.#page = database.prepare(sql.page);
    this.#count = database.prepare<[Filter], number>(sql.count).pluck();
    this.#pageOfModel = database.prepare(sql.pageOfModel);
    this.#countOfModel = database.prepare<[Filter], number>(sql.countOfModel).pluck();
    this.#one = database.prepare(sql.one);
    this.#standing = database.prepare(sql.standing);
    this.#value = database.prepare<[number, string], string>(sql.value).pluck();
    this.#document = database.prepare<[string], string>(sql.document).pluck();
    this.#profileNumber = database.prepare<[string], number>(sql.profileNumber).pluck();
  }

  /** A page of the list, the newest first. */
  list(
    { state, model_id: model, limit, offset }: AlertsQuery,
    counts: CountRecords,
  ): { readonly data: Alert[]; readonly total: number } {
    const filter = { state: state ?? null, model: model ?? null };
    const [page, count] =
      model === undefined ? [this.#page, this.#count] : [this.#pageOfModel, this.#countOfModel];
    const rows = page.all({ ...filter, limit, offset });
    return { data: rows.map((row) => this.#told(row, counts)), total: count.get(filter) ?? 0 };
  }

  find(alertId: string, counts: CountRecords = asFound): Alert | undefined {
    const row = this.#one.get({ id: alertId });
    return row && this.#told(row, counts);
  }

  /** Alerts of a model that are not closed, the oldest first. */
  standing(modelId: string, counts: CountRecords = asFound): Alert[] {
    return this.#standing.all({ model: modelId }).map((row) => this.#told(row, counts));
  }

  #told(row: AlertRow, counts: CountRecords): Alert {
    const finding = this.#finding(row.seq);
    return {
      alert_id: row.alert_id,
      model_id: row.model_id,
      rule_id: row.rule_id,
      rule: this.#rule(row),
      profile: this.#profile(row.profile_id),
      state:
        row.closed_seq !== null
          ? 'closed'
          : row.acknowledged_seq !== null
            ? 'acknowledged'
            : 'open',
      since: row.created_at,
      window: { from: row.window_from, to: row.window_to },
      finding,
      records: finding && counts(row.model_id, finding.records),
      acknowledged:
        row.acknowledged_seq === null
          ? null
          : {
              at: row.acknowledged_at ?? '',
              actor: { id: row.acknowledged_by ?? '', role: row.acknowledged_role ?? '' },
              note: this.#note(row.acknowledged_seq),
            },
      closed: row.closed_seq === null ? null : this.#closing(row, row.closed_seq),
      sequence: row.seq,
    };
  }

  /** Somebody stands in a closing where a new profile took the rule away. */
  #closing(row: AlertRow, seq: number): NonNullable<Alert['closed']> {
    const { closed_at: at, closed_by: id, closed_role: role, closed_profile: profile } = row;
    const byProfile = id !== null && profile !== null;
    return {
      at: at ?? '',
      profile: byProfile ? this.#profile(profile) : null,
      actor: byProfile ? { id, role: role ?? '' } : null,
      finding: this.#finding(seq),
    };
  }

  #rule({ profile_id: id, rule_id: ruleId }: AlertRow): WatchRule | null {
    const text = this.#document.get(id);
    const document = text === undefined ? undefined : documentOrUndefined(text);
    return document?.rules?.find((rule) => rule.id === ruleId) ?? null;
  }

  #profile(id: string): Alert['profile'] {
    return { profile_id: id, n: this.#profileNumber.get(id) ?? 0 };
  }

  #finding(seq: number): RuleFinding | null {
    const value = jsonOrUndefined(this.#value.get(seq, 'result') ?? '');
    return ruleFindingSchema.safeParse(value).data ?? null;
  }

  #note(seq: number): string | null {
    const value = jsonOrUndefined(this.#value.get(seq, 'note') ?? '');
    return typeof value === 'string' ? value : null;
  }
}

/** On the writer nothing is counted: others wait for it. */
function asFound(_modelId: string, found: Counted): Counted {
  return found;
}
