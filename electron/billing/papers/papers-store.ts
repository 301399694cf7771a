/** Papers as they were issued, and which have none yet: credit notes, statements of payouts, reminders. */
import type { Database, Statement } from 'better-sqlite3';
import { reminderAbout } from '../../proof/taken-papers.ts';

export const paperKinds = ['CREDIT_NOTE', 'STATEMENT', 'REMINDER'] as const;
export type PaperKind = (typeof paperKinds)[number];

/** The paper of one thing: of a credit note or a payout by its id, of a reminder by `reminderKey`. */
export interface PaperPlace {
  readonly kind: PaperKind;
  readonly about: string;
}

interface KeptRow {
  readonly sha256: string;
  readonly pdf: Buffer | null;
}

const lacking = (kind: PaperKind, about: string) =>
  `NOT EXISTS (SELECT 1 FROM papers AS p WHERE p.kind = '${kind}' AND p.about = ${about})`;

/** Every statement, by name, so that a test can read the plan of each. */
export const paperStatements = {
  one: 'SELECT pdf_sha256 AS sha256, pdf FROM papers WHERE kind = @kind AND about = @about',
  /** How many things there are that have a paper: they never get fewer. */
  things: `SELECT (SELECT coalesce(max(number), 0) FROM credit_notes)
    + (SELECT coalesce(max(number), 0) FROM payouts) + (SELECT count(*) FROM reminders)`,
  unkept: `SELECT * FROM (
      SELECT 'CREDIT_NOTE' AS kind, n.credit_note_id AS about FROM credit_notes AS n
        WHERE ${lacking('CREDIT_NOTE', 'n.credit_note_id')}
      UNION ALL
      SELECT 'STATEMENT', o.payout_id FROM payouts AS o WHERE ${lacking('STATEMENT', 'o.payout_id')}
      UNION ALL
      SELECT 'REMINDER', ${reminderAbout} FROM reminders AS r JOIN invoices AS i ON i.number = r.invoice
        WHERE ${lacking('REMINDER', reminderAbout)}
    ) LIMIT @most`,
} as const;

/** Over one connection. */
export class PapersStore {
  readonly #one: Statement<[object], KeptRow>;
  readonly #things: Statement<[], number>;
  readonly #unkept: Statement<[object], PaperPlace>;

  constructor(database: Database) {
    this.#one = database.prepare(paperStatements.one);
    this.#things = database.prepare<[], number>(paperStatements.things).pluck();
    this.#unkept = database.prepare(paperStatements.unkept);
  }

  /** The bytes of a paper; undefined where they are not kept, or were taken since an erased value stands on them. */
  pdf({ kind, about }: PaperPlace): Uint8Array | undefined {
    return this.#one.get({ kind, about })?.pdf ?? undefined;
  }

  /** `sha256:<hex>` of a paper; undefined while it is not kept. */
  sha256({ kind, about }: PaperPlace): string | undefined {
    return this.#one.get({ kind, about })?.sha256;
  }

  /** How many things have a paper or are to have one. */
  things(): number {
    return this.#things.get() ?? 0;
  }

  /** Things whose paper is not kept, `most` of them. */
  unkept(most: number): PaperPlace[] {
    return this.#unkept.all({ most });
  }
}

/** By which the paper of a reminder is kept. */
export function reminderKey(invoiceId: string, level: number | string): string {
  return `${invoiceId}/${level}`;
}
