/** Facts of decisions folded from scratch, from what is stored, by other means than those that keep them. */
import type { Database } from 'better-sqlite3';
import type { ProfileDocument } from '../../../shared/contract/profiles.ts';
import { bandLabels } from '../../../shared/oversight/bands.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

interface RecordRow {
  readonly position: number;
  readonly seq: number;
  readonly id: string;
  readonly created_at: string;
  readonly confidence: number | null;
  readonly policy_id: string | null;
}
interface StepRow {
  readonly seq: number;
  readonly id: string;
  readonly action: string;
  readonly meaning: string | null;
  readonly supersedes: string | null;
  readonly created_at: string;
}

const isObject = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function at(record: Json, pointer: string): Json | undefined {
  let value: Json | undefined = record;
  for (const part of pointer.split('/').slice(1)) {
    value = isObject(value) ? value[part] : undefined;
  }
  return isObject(value) || Array.isArray(value) ? undefined : value;
}

/** Profiles of these tests name plain members, and their values are short: JSON's text is the canonical one. */
const textAt = (record: Json, pointer: string) => {
  const value = at(record, pointer);
  return value === undefined || value === null ? null : JSON.stringify(value);
};
const numberAt = (record: Json, pointer: string) => {
  const value = at(record, pointer);
  return typeof value === 'number' ? value : null;
};

function valuesOf(database: Database, seq: number): Record<string, Json> {
  const rows = database
    .prepare<[number], { field: string; value: string }>(
      'SELECT field, value FROM payloads WHERE seq = ?',
    )
    .all(seq);
  return Object.fromEntries(
    rows.map(({ field, value }) => {
      const parsed: Json = JSON.parse(value);
      return [field, parsed];
    }),
  );
}

function bandAt(record: Json, pointer: string, bands: readonly number[]) {
  const value = numberAt(record, pointer);
  if (value === null) return null;
  const place = bands.filter((edge) => value >= edge).length;
  return JSON.stringify(bandLabels(bands)[place]);
}

/** What people came to, decision by decision. */
function reviewed(database: Database, recordId: string, recorded: Json | undefined) {
  const steps = database
    .prepare<[string], StepRow>('SELECT * FROM interventions WHERE record_id = ? ORDER BY n')
    .all(recordId);
  let output = recorded;
  let status = 'model';
  let first: string | null = null;
  for (const step of steps) {
    if (steps.some(({ supersedes }) => supersedes === step.id)) continue;
    if (step.meaning === 'proposal') continue;
    if (['modify', 'override', 'reverse'].includes(step.action)) {
      output = valuesOf(database, step.seq)['outcome'];
      status = 'changed';
    } else if (step.action === 'approve') status = 'approved';
    else if (step.action === 'escalate') status = 'escalated';
    else continue;
    if (step.action !== 'escalate') first ??= step.created_at;
  }
  return { output, changed: status === 'changed' ? 1 : 0, first };
}

/** One row as it has to be, texts as they are; and who it is about. */
export function foldFacts(database: Database, modelId: string, profile: ProfileDocument) {
  const records = database
    .prepare<[string], RecordRow>('SELECT * FROM records WHERE model_id = ? ORDER BY position')
    .all(modelId);
  const cards = database
    .prepare<[string], { seq: number; version: string }>(
      'SELECT seq, version FROM models WHERE model_id = ? ORDER BY seq',
    )
    .all(modelId);
  return records.map((row) => {
    const { id, created_at, confidence, policy_id } = row;
    const values = valuesOf(database, row.seq);
    const record = { ...values, id, created_at, confidence, policy_id };
    const { output, changed, first } = reviewed(database, id, values['output']);
    const decided = profile.decided_at === null ? null : textAt(record, profile.decided_at.path);
    const decidedMs = decided === null ? Number.NaN : Date.parse(String(JSON.parse(decided)));
    const outcomeAt = (value: Json) => {
      const found = profile.outcome === null ? undefined : at(value, profile.outcome.path);
      return found === undefined ? null : JSON.stringify(found);
    };
    const kept = {
      position: row.position,
      outcome: outcomeAt(record),
      effect: outcomeAt({ output: output ?? null }),
      version:
        profile.version === null
          ? textOf(cards.findLast(({ seq }) => seq < row.seq)?.version)
          : textAt(record, profile.version.path),
      decided_ms: Number.isNaN(decidedMs) ? Date.parse(created_at) : decidedMs,
      decided_from: Number.isNaN(decidedMs) ? 0 : 1,
      amount: profile.amount === null ? null : numberAt(record, profile.amount.path),
      groups: profile.groups.map(({ path, bands }) =>
        bands === undefined ? textAt(record, path) : bandAt(record, path, bands),
      ),
      columns: profile.columns.map(({ path, kind }) =>
        kind === 'number' ? numberAt(record, path) : textAt(record, path),
      ),
      first_review_ms: first === null ? null : Date.parse(first),
      changed,
    };
    return {
      row: kept,
      subjects: (profile.subject?.paths ?? []).flatMap((path) => {
        const value = at(record, path);
        return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
      }),
    };
  });
}

function textOf(version: string | undefined): string | null {
  return version === undefined ? null : JSON.stringify(version);
}

/** The rows as they are kept, texts in the place of their ids; and who each is about. */
export function keptFacts(database: Database, profile: number, document: ProfileDocument) {
  const texts = new Map(
    database
      .prepare<[number], [number, string]>(
        'SELECT id, value FROM decision_values WHERE profile = ?',
      )
      .raw()
      .all(profile),
  );
  const rows = database
    .prepare<[number], Record<string, number | null>>(
      'SELECT * FROM decision_facts WHERE profile = ? ORDER BY position',
    )
    .all(profile);
  const text = (id: number | null | undefined) =>
    id === null || id === undefined ? null : (texts.get(id) ?? `no text ${id}`);
  return {
    /** Texts that no row has. */
    unused: [...texts.keys()].filter(
      (id) => !rows.some((row) => textColumnsOf(document).some((column) => row[column] === id)),
    ),
    rows: rows.map((row) => ({
      position: row['position'],
      outcome: text(row['outcome']),
      effect: text(row['effect']),
      version: text(row['version']),
      decided_ms: row['decided_ms'],
      decided_from: row['decided_from'],
      amount: row['amount'],
      groups: document.groups.map((_, place) => text(row[`g${place + 1}`])),
      columns: document.columns.map(({ kind }, place) =>
        kind === 'number' ? row[`c${place + 1}`] : text(row[`c${place + 1}`]),
      ),
      first_review_ms: row['first_review_ms'],
      changed: row['changed'],
    })),
    subjects: database
      .prepare<[number], [Buffer, number]>(
        'SELECT subject, position FROM decision_subjects WHERE profile = ?',
      )
      .raw()
      .all(profile)
      .map(([subject, position]) => `${position} ${subject.toString('hex')}`)
      .toSorted(),
  };
}

function textColumnsOf({ groups, columns }: ProfileDocument): string[] {
  return [
    'outcome',
    'effect',
    'version',
    ...groups.map((_, place) => `g${place + 1}`),
    ...columns.flatMap(({ kind }, place) => (kind === 'text' ? [`c${place + 1}`] : [])),
  ];
}
