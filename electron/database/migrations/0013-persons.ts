/** Migration 13: requests of persons, and the letters to them. */
export const personsMigration = {
  version: 13,
  name: 'persons',
  sql: `
  -- What somebody asked for whom decisions are about, and until when it has to be answered.
  CREATE TABLE person_requests (
    number INTEGER PRIMARY KEY,
    request_id TEXT NOT NULL UNIQUE,
    request_number TEXT NOT NULL UNIQUE,
    n INTEGER NOT NULL,
    event TEXT NOT NULL,
    asks TEXT NOT NULL, -- canonical JSON
    rule TEXT NOT NULL,
    received_on TEXT NOT NULL,
    due TEXT NOT NULL,
    created_at TEXT NOT NULL,
    closed_at TEXT,
    person TEXT, -- canonical JSON
    records TEXT, -- canonical JSON
    note TEXT
  ) STRICT;
  CREATE INDEX person_requests_by_due ON person_requests (closed_at IS NOT NULL, due, number);
  CREATE TRIGGER person_requests_no_delete BEFORE DELETE ON person_requests
    BEGIN SELECT RAISE(ABORT, 'person_requests keeps its rows'); END;
  CREATE TABLE person_letters (
    number INTEGER PRIMARY KEY,
    request_id TEXT NOT NULL,
    n INTEGER NOT NULL,
    language TEXT NOT NULL,
    signed_at TEXT NOT NULL,
    record_id TEXT,
    hash TEXT,
    document TEXT, -- the PDF in base64
    UNIQUE (request_id, n)
  ) STRICT;
  CREATE TRIGGER person_letters_no_update BEFORE UPDATE ON person_letters
    WHEN NEW.number IS NOT OLD.number OR NEW.request_id IS NOT OLD.request_id OR NEW.n IS NOT OLD.n
      OR NEW.language IS NOT OLD.language OR NEW.signed_at IS NOT OLD.signed_at
      OR coalesce(NEW.record_id, OLD.record_id) IS NOT OLD.record_id
      OR coalesce(NEW.hash, OLD.hash) IS NOT OLD.hash
      OR coalesce(NEW.document, OLD.document) IS NOT OLD.document
    BEGIN SELECT RAISE(ABORT, 'person_letters is append-only'); END;
  CREATE TRIGGER person_letters_no_delete BEFORE DELETE ON person_letters
    BEGIN SELECT RAISE(ABORT, 'person_letters is append-only'); END;
  `,
};
