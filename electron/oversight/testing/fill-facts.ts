/** Facts of a model's decisions by its newest profile, written past the journal: nobody acted on them. */
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';
import { ProfileReader } from '../../../shared/oversight/profile-reader.ts';
import type { TestApi } from '../../api/test-api.ts';
import { ledgerFileName } from '../../database/file-names.ts';
import { untilApplied } from './until-applied.ts';
import { AppliedProfiles } from '../applied-profiles.ts';

interface RecordRow {
  readonly position: number;
  readonly seq: number;
  readonly created_at: string;
}

/** Writes them, and that they are complete; where the service makes them itself, waits for it. */
export async function fillFacts(api: TestApi, modelId: string): Promise<void> {
  const database = new SqliteDatabase(join(api.directory, ledgerFileName));
  const made = database.prepare('SELECT 1 FROM applied_profiles WHERE model_id = ?').get(modelId);
  if (made !== undefined) {
    database.close();
    await untilApplied(api, modelId);
    return;
  }
  const [newest] = new AppliedProfiles(database).confirmed(modelId);
  if (newest === undefined) throw new Error(`${modelId} has no profile.`);
  const { number, document } = newest;
  const reader = new ProfileReader(document);
  const add = database.prepare<[number, string, string]>(
    'INSERT OR IGNORE INTO decision_values (profile, slot, value) VALUES (?, ?, ?)',
  );
  const find = database
    .prepare<[number, string, string], number>(
      'SELECT id FROM decision_values WHERE profile = ? AND slot = ? AND value = ?',
    )
    .pluck();
  const idOf = (slot: string, text: string | null) => {
    if (text === null) return null;
    add.run(number, slot, text);
    return find.get(number, slot, text) ?? null;
  };
  const records = database.prepare<[string], RecordRow>(
    'SELECT position, seq, created_at FROM records WHERE model_id = ?',
  );
  const payloads = database
    .prepare<[number], [field: string, value: string]>(
      'SELECT field, value FROM payloads WHERE seq = ?',
    )
    .raw();
  const insert = database.prepare(
    `INSERT INTO decision_facts VALUES (${Array.from({ length: 22 }, () => '?').join()})`,
  );
  database.transaction(() => {
    database
      .prepare("INSERT INTO applied_profiles (profile, model_id, state) VALUES (?, ?, 'complete')")
      .run(number, modelId);
    for (const { position, seq, created_at } of records.all(modelId)) {
      const record = Object.fromEntries(
        payloads.all(seq).map(([field, value]) => [field, z.json().parse(JSON.parse(value))]),
      );
      const facts = reader.read({ ...record, created_at });
      const outcome = idOf('outcome', facts.outcome);
      insert.run(
        number,
        position,
        outcome,
        outcome,
        idOf('version', facts.version),
        facts.decidedMs ?? Date.parse(created_at),
        facts.decidedMs === null ? 0 : 1,
        facts.amount,
        ...Array.from({ length: 4 }, (_, place) =>
          idOf(`g${place + 1}`, facts.groups[place] ?? null),
        ),
        ...Array.from({ length: 8 }, (_, place) => {
          const value = facts.columns[place] ?? null;
          return typeof value === 'string' ? idOf(`c${place + 1}`, value) : value;
        }),
        null,
        0,
      );
    }
  })();
  database.close();
}
