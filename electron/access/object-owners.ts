/** Whose an object is, by its id. */
import type { Database, Statement } from 'better-sqlite3';

export type ObjectKind =
  | 'record'
  | 'model'
  | 'job'
  | 'dataset'
  | 'session'
  | 'grant'
  | 'evidence'
  | 'api_key'
  | 'account'
  | 'holder'
  | 'invoice'
  | 'payment'
  | 'credit_note'
  | 'payment_method'
  | 'payout'
  | 'limit'
  | 'webhook'
  | 'source_connection'
  | 'person';

/** null where that side of it is nobody's. */
export interface Owner {
  readonly accountId: string | null;
  readonly holderId: string | null;
  /** The caller who started a job. */
  readonly keyId: string | null;
  /** Whose key, where it is a person's. */
  readonly personId?: string;
}

interface Row {
  readonly account_id: string | null;
  readonly holder_id: string | null;
}

const sessionSides = `b.account_id, d.holder_id FROM sessions AS s
  JOIN datasets AS d ON d.number = s.dataset
  LEFT JOIN billed_sessions AS b ON b.session_id = s.session_id`;

/** Every statement, by name, so that a test can read the plan of each. */
export const ownerStatements = {
  record: 'SELECT account_id, NULL AS holder_id FROM records WHERE id = ?',
  // One that an account has a card of takes no card of another.
  model: `SELECT account_id, NULL AS holder_id FROM models
    WHERE model_id = ? AND account_id IS NOT NULL LIMIT 1`,
  dataset: 'SELECT NULL AS account_id, holder_id FROM datasets WHERE dataset_id = ?',
  session: `SELECT ${sessionSides} WHERE s.session_id = ?`,
  grant: `SELECT g.account_id, d.holder_id FROM grants AS g JOIN datasets AS d ON d.number = g.dataset
    WHERE g.grant_id = ?`,
  evidence: `SELECT ${sessionSides} WHERE s.session_id =
    coalesce((SELECT session_id FROM evidence WHERE evidence_id = @id),
      (SELECT session_id FROM evidence WHERE subject_id = @id))`,
  // A holder has those of labs that it made, a lab the loggers of its account.
  api_key: `SELECT CASE role WHEN 'logger' THEN account_id END AS account_id,
      CASE role WHEN 'ai_lab' THEN holder_id END AS holder_id
    FROM api_keys WHERE key_id = ? AND role IN ('ai_lab', 'logger')`,
  account: 'SELECT account_id, holder_id FROM accounts WHERE account_id = ?',
  invoice: 'SELECT account_id, NULL AS holder_id FROM invoices WHERE invoice_id = ?',
  payment: `SELECT i.account_id, NULL AS holder_id FROM payments AS p
    JOIN invoices AS i ON i.number = p.invoice WHERE p.payment_id = ?`,
  credit_note: `SELECT i.account_id, NULL AS holder_id FROM credit_notes AS n
    JOIN invoices AS i ON i.number = n.invoice WHERE n.credit_note_id = ?`,
  payment_method: `SELECT account_id, NULL AS holder_id FROM payment_methods
    WHERE payment_method_id = ?`,
  payout: 'SELECT NULL AS account_id, holder_id FROM payouts WHERE payout_id = ?',
  limit: `SELECT account_id, NULL AS holder_id FROM spending_limits
    WHERE limit_id = ? AND deleted_at IS NULL`,
  webhook: `SELECT account_id, holder_id FROM webhook_endpoints
    WHERE endpoint_id = ? AND deleted_at IS NULL`,
  source_connection: `SELECT NULL AS account_id, holder_id FROM source_connections
    WHERE connection_id = ? AND removed_at IS NULL`,
  person: 'SELECT account_id, holder_id FROM people WHERE person_id = ?',
} as const;

/** The name of an account: so that a test can read its plan. */
export const accountNameStatement = 'SELECT name FROM accounts WHERE account_id = ?';

/** Whose else a session is: so that a test can read its plan. */
export const openerStatement = 'SELECT opened_by FROM sessions WHERE session_id = ?';

export const jobOwnerStatement = 'SELECT started_by FROM jobs WHERE job_id = ?';

export class ObjectOwners {
  readonly #rows: Readonly<
    Record<Exclude<ObjectKind, 'job' | 'holder'>, Statement<[object | string], Row>>
  >;
  readonly #starter: Statement<[string], string> | undefined;
  readonly #opener: Statement<[string], string>;
  readonly #accountName: Statement<[string], string>;

  /** `jobs` is the jobs database; a thread without it knows no job. */
  constructor(database: Database, jobs?: Database) {
    const row = (sql: string) => database.prepare<[object | string], Row>(sql);
    this.#rows = {
      record: row(ownerStatements.record),
      model: row(ownerStatements.model),
      dataset: row(ownerStatements.dataset),
      session: row(ownerStatements.session),
      grant: row(ownerStatements.grant),
      evidence: row(ownerStatements.evidence),
      api_key: row(ownerStatements.api_key),
      account: row(ownerStatements.account),
      invoice: row(ownerStatements.invoice),
      payment: row(ownerStatements.payment),
      credit_note: row(ownerStatements.credit_note),
      payment_method: row(ownerStatements.payment_method),
      payout: row(ownerStatements.payout),
      limit: row(ownerStatements.limit),
      webhook: row(ownerStatements.webhook),
      source_connection: row(ownerStatements.source_connection),
      person: row(ownerStatements.person),
    };
    this.#accountName = database.prepare<[string], string>(accountNameStatement).pluck();
    this.#opener = database.prepare<[string], string>(openerStatement).pluck();
    this.#starter = jobs?.prepare<[string], string>(jobOwnerStatement).pluck();
  }

  /** undefined when there is no such object. */
  of(kind: ObjectKind, id: string): Owner | undefined {
    if (kind === 'job') {
      const keyId = this.#starter?.get(id);
      return keyId === undefined ? undefined : { accountId: null, holderId: null, keyId };
    }
    // Whoever is named so.
    if (kind === 'holder') return { accountId: null, holderId: id, keyId: null };
    const row = this.#rows[kind].get(kind === 'evidence' ? { id } : id);
    if (row === undefined) return undefined;
    const owner = { accountId: row.account_id, holderId: row.holder_id, keyId: null };
    return kind === 'person' ? { ...owner, personId: id } : owner;
  }

  /** The name of an account; its id where it has none any more. */
  nameOf(accountId: string): string {
    const name = this.#accountName.get(accountId) ?? '';
    return name === '' ? accountId : name;
  }

  /** The id (`actorOf`) of who opened a session; undefined where there is none. */
  openerOf(sessionId: string): string | undefined {
    return this.#opener.get(sessionId);
  }
}
