/** Migration 12: facts of decisions, made from the records by the decision profiles of their models. */
export const decisionFactsMigration = {
  version: 12,
  name: 'decision-facts',
  sql: `
  -- One row a record and profile. Texts are ids of decision_values, 0 for one of the others; NULL is absent or erased.
  CREATE TABLE decision_facts (
    profile INTEGER NOT NULL, -- applied_profiles.profile
    position INTEGER NOT NULL, -- records.position
    outcome INTEGER,
    effect INTEGER, -- outcome of the decision in effect
    version INTEGER,
    decided_ms INTEGER NOT NULL,
    decided_from INTEGER NOT NULL, -- 1: the profile's path, 0: time of recording
    amount REAL,
    g1 INTEGER, g2 INTEGER, g3 INTEGER, g4 INTEGER,
    c1 ANY, c2 ANY, c3 ANY, c4 ANY, c5 ANY, c6 ANY, c7 ANY, c8 ANY, -- REAL of a number, else the id of a text
    first_review_ms INTEGER, -- first decision of a person that stands
    changed INTEGER NOT NULL, -- 1: what is in effect is a person's
    PRIMARY KEY (profile, position)
  ) STRICT, WITHOUT ROWID;

  -- Who decisions are about, by keyed hashes.
  CREATE TABLE decision_subjects (
    subject BLOB NOT NULL, -- 16 bytes
    profile INTEGER NOT NULL,
    position INTEGER NOT NULL,
    PRIMARY KEY (subject, profile, position)
  ) STRICT, WITHOUT ROWID;

  -- Texts of facts. An empty one says that its slot takes no more: what is new there is one of the others.
  CREATE TABLE decision_values (
    id INTEGER PRIMARY KEY,
    profile INTEGER NOT NULL,
    slot TEXT NOT NULL, -- outcome (effect, too), version, g1 to g4, c1 to c8
    value TEXT NOT NULL, -- canonical JSON
    UNIQUE (profile, slot, value)
  ) STRICT;

  -- Profiles that facts are kept of: the first of those of a model that make the same facts stands for all of them.
  CREATE TABLE applied_profiles (
    profile INTEGER PRIMARY KEY, -- profiles.number
    model_id TEXT NOT NULL,
    state TEXT NOT NULL, -- filling, complete, leaving
    filled INTEGER, -- filling: position of the last record whose row was made
    fill_until INTEGER, -- filling: position of the last record when it began; later ones have their rows at once
    subject_key BLOB, -- first 8 bytes of the SHA-256 of the key that its subjects were made with
    subjects INTEGER, -- where subjects are made anew: like filled
    subjects_until INTEGER -- like fill_until
  ) STRICT;
  CREATE INDEX applied_profiles_by_model ON applied_profiles (model_id, profile);
  `,
};
