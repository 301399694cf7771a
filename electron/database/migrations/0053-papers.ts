/** Migration 53: papers as they were issued, of credit notes, payouts and reminders; an invoice has its own in its row. */
export const papersMigration = {
  version: 53,
  name: 'papers',
  sql: `
  CREATE TABLE papers (
    kind TEXT NOT NULL CHECK (kind IN ('CREDIT_NOTE', 'STATEMENT', 'REMINDER')),
    about TEXT NOT NULL, -- id of the credit note or payout; of a reminder that of its invoice and its level: inv_…/1
    pdf_sha256 TEXT NOT NULL,
    pdf BLOB, -- null once a value that it shows was erased
    kept_at TEXT NOT NULL,
    taken INTEGER CHECK (taken = 1), -- once that was
    PRIMARY KEY (kind, about),
    CHECK (pdf IS NOT NULL OR taken IS NOT NULL)
  ) STRICT;
  CREATE TRIGGER papers_no_update BEFORE UPDATE OF kind, about, pdf_sha256, kept_at ON papers
    BEGIN SELECT RAISE(ABORT, 'a paper stays as it was issued'); END;
  CREATE TRIGGER papers_pdf_stays BEFORE UPDATE OF pdf ON papers WHEN new.pdf IS NOT NULL
    BEGIN SELECT RAISE(ABORT, 'a paper stays as it was issued'); END;
  CREATE TRIGGER papers_no_delete BEFORE DELETE ON papers
    BEGIN SELECT RAISE(ABORT, 'papers stay'); END;
  `,
} as const;
