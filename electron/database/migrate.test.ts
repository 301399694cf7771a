/**
 * Migrations run once, in order, after a backup that was proved; or not at all.
 * @push
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { migrations, type Migration } from './migrations/all-migrations.ts';
import { newestSchemaDigest } from './newest-schema.ts';
import { digestOfSchema } from './schema-digest.ts';
import { oldestSchema, openReader, openWriter } from './open-database.ts';
import { oneIn } from '../testing/rounds.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

const first = migrations.slice(0, 1);
const second: Migration = { version: 2, name: 'note', sql: 'CREATE TABLE note (text TEXT) STRICT' };
const third: Migration = {
  version: 3,
  name: 'fill',
  sql: "INSERT INTO note SELECT 'entries: ' || count(*) FROM entries",
};
const broken: Migration = { ...third, sql: `${third.sql}; INSERT INTO nowhere VALUES (1)` };
const clock = () => Date.parse('2026-03-01T12:00:00.000Z');

/** The triggers that one step of several has dropped, alone or with a table that is made anew. */
function triggersLostIn(steps: readonly Migration[]): string[] {
  const database = new Database(':memory:');
  const lost = steps.flatMap(({ sql }) => {
    const before = triggersOf(database);
    database.exec(sql);
    const after = triggersOf(database);
    // A guard may become another, of the same name.
    const names = new Set(after.map(nameOfTrigger));
    return before.filter(
      (each) => !names.has(nameOfTrigger(each)) && isTriggerOfTable(database, each),
    );
  });
  database.close();
  return lost;
}

const nameOfTrigger = (sql: string): string | undefined => /TRIGGER (\w+)/.exec(sql)?.[1];

const triggersOf = (database: Database.Database): string[] =>
  database
    .prepare<[], string>("SELECT sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")
    .pluck()
    .all();

/** Whether the table that a trigger is of is there. */
const isTriggerOfTable = (database: Database.Database, sql: string): boolean =>
  database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all()
    .some((table) => new RegExp(`\\bON ${table}\\b`).test(sql));

/** The first digits of the SHA-256 of each migration, as ledgers have it that exist. */
const released = {
  ledger: '8b52574ceb108b35',
  models: '16e17198db5f7491',
  sessions: 'a5bcc20d18663fdb',
  billing: 'bcce803aa2a2e9a0',
  evidence: 'd1b9da37029494d7',
  'key-rotations': '6213f13eccf63ea2',
  access: '7a6e0f941a38e16b',
  audit: '5aadf9a15c1efec1',
  'session-openers': '43823e18b4de194f',
  proof: '9aa81372a1dcf374',
  profiles: '9356ed1af321e16a',
  'decision-facts': 'e4916bab00994e4a',
  persons: 'bf3cd4366a9253c0',
  'review-rules': 'd179b53c12cbc3e0',
  'review-work': 'ae213f8fc9cfd186',
  alerts: 'f22d446ab945bd51',
  figures: 'ae29d57ccc1c121a',
  grants: '8e64838621c3d453',
  'no-index-by-policy': '7d6b26f3431c4fa1',
  activity: 'a033b3ba2fba5287',
  'written-facts': '447a050bba9dc35c',
  policies: 'bca12699770e1d2b',
  'keys-of-grants': '9b4e36653b5ef960',
  parties: 'dc52e6e0306b2130',
  'month-prices': '3a88c1774798bcc0',
  'grant-lists': '5cbea569e629b122',
  statistics: '17a0f74d792f6db8',
  shares: '6c3092382190b4fb',
  'share-terms': '8e337311d6964bca',
  credits: '2337e66d09035b6b',
  'kept-years': '9a6b60debe975b95',
  receipts: 'c58eeb46909f2cf7',
  'row-erasures': '58feed08d45cb2e8',
  intake: 'b8e9709987e45c8b',
  webhooks: '7faea4a6994e7096',
  'credit-notes': 'f2fb6f8f2f6ea08c',
  months: '28e7c0242408b961',
  'payout-papers': '17cb4255657cf71e',
  'deleted-methods': 'a4cccc016eb44bd1',
  sources: 'fbe933b8174208d6',
  'source-connections': '7234a566251dde75',
  'dataset-columns': 'dc80f64b2544eb47',
  'erased-keys': 'afd168215e248a97',
  'source-states': '06b3679098cabd27',
  currency: 'd00b67d0b23b10b4',
  'withdrawn-cards': '4169ced7dd252320',
  'suspension-days': '9e5335938855a4b3',
  'other-taxes': '17bf3004529924a3',
  papers: 'f63bea3c95e15c8d',
};
const digestOf = (sql: string) => createHash('sha256').update(sql).digest('hex').slice(0, 16);

/** Indexes that a migration drops since nothing is found by them. */
const dropped: Readonly<Record<string, readonly string[]>> = {
  'no-index-by-policy': ['records_by_policy'],
};

let cases = 0;
function ledgerOfVersionOne(): string {
  cases += 1;
  const path = join(folder.path, `case-${cases}`, 'proofdesk.db');
  const database = openWriter(path, { migrations: first });
  database.exec("INSERT INTO entries VALUES (0, 'genesis', x'00')");
  database.close();
  return path;
}

describe('migrations', () => {
  it('are all listed, each under the number and name of its file, and make strict tables', () => {
    const files = readdirSync(join(import.meta.dirname, 'migrations'))
      .filter((file) => /^\d{4}-.*(?<!\.test)\.ts$/.test(file))
      .toSorted();
    const named = migrations.map(
      ({ version, name }) => `${String(version).padStart(4, '0')}-${name}.ts`,
    );
    expect(named).toEqual(files);
    const database = new Database(':memory:');
    for (const { sql } of migrations) database.exec(sql);
    const loose = database
      .prepare(
        `SELECT name FROM pragma_table_list
         WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'`,
      )
      .pluck()
      .all();
    database.close();
    expect(loose).toEqual([]);
  });

  it('keep every trigger: a table that is made anew gets its own again', () => {
    expect(triggersLostIn(migrations)).toEqual([]);
    const anew: Migration = {
      version: 99,
      name: 'anew',
      sql: `CREATE TABLE anew AS SELECT * FROM payments;
        DROP TABLE payments;
        ALTER TABLE anew RENAME TO payments;`,
    };
    expect(triggersLostIn([...migrations, anew])).toEqual([
      expect.stringContaining('payments_no_delete'),
      expect.stringContaining('payments_no_update'),
    ]);
  });

  it.each(migrations.filter(({ version }) => version < oldestSchema).map(({ version }) => version))(
    'refuse a ledger of version %i, which has no facts, and leave it as it was',
    (version) => {
      cases += 1;
      const path = join(folder.path, `case-${cases}`, 'proofdesk.db');
      openWriter(path, { migrations: migrations.slice(0, version) }).close();
      const before = readFileSync(path);
      for (const open of [openWriter, openReader]) {
        expect(() => open(path, { clock })).toThrow(expect.objectContaining({ fault: 'older' }));
      }
      expect(readFileSync(path).equals(before)).toBe(true);
      expect(existsSync(join(path, '..', 'backups'))).toBe(false);
    },
  );

  const opened = migrations.filter(({ version }) => version >= oldestSchema);
  it.each(
    oneIn(
      6,
      opened.map(({ version }) => version),
    ),
  )('leave a ledger of version %i with the triggers of a new one', (version) => {
    cases += 1;
    const path = join(folder.path, `case-${cases}`, 'proofdesk.db');
    openWriter(path, { migrations: migrations.slice(0, version) }).close();
    const upToDate = openWriter(path, { clock });
    const fresh = openWriter(join(folder.path, `fresh-${cases}`, 'proofdesk.db'));
    expect(triggersOf(upToDate)).toEqual(triggersOf(fresh));
    upToDate.close();
    fresh.close();
  });
  it('keep the text that they were released with: ledgers hold it', () => {
    const texts = migrations.map(({ name, sql }) => [name, digestOf(sql)]);
    expect(Object.fromEntries(texts)).toEqual(released);
  });

  it('make the tables, indexes and triggers whose digest an opening compares; otherwise run "npm run docs"', () => {
    const database = new Database(':memory:');
    for (const { sql } of migrations) database.exec(sql);
    expect(digestOfSchema(database)).toBe(newestSchemaDigest);
    database.exec('CREATE TRIGGER more AFTER INSERT ON facts BEGIN SELECT 1; END');
    expect(digestOfSchema(database)).not.toBe(newestSchemaDigest);
    database.close();
  });

  it('lose no index and no guard on the way, and nothing that a ledger holds', () => {
    const database = new Database(':memory:');
    database.pragma('foreign_keys = ON');
    const guards = () =>
      database
        .prepare<[], { name: string; tbl_name: string }>(
          "SELECT name, tbl_name FROM sqlite_schema WHERE type IN ('index', 'trigger')",
        )
        .all();
    const tables = database
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .pluck();
    for (const { name, sql } of migrations) {
      const before = guards();
      database.transaction(() => database.exec(sql))();
      const after = new Set(guards().map((each) => each.name));
      // A table that goes takes its own along.
      const kept = new Set(tables.all());
      const lost = before
        .filter((each) => kept.has(each.tbl_name) && !after.has(each.name))
        .map((each) => each.name);
      expect({ name, lost }).toEqual({ name, lost: dropped[name] ?? [] });
      // A row that others stand on.
      if (name === 'billing') {
        database.exec(
          "INSERT INTO rate_card_assignments VALUES (1, 'default', '2026-01-01', 'standard', 1, 'x')",
        );
      }
    }
    expect(database.pragma('foreign_key_check')).toEqual([]);
    expect(database.prepare('SELECT count(*) FROM rate_card_assignments').pluck().get()).toBe(1);
    database.close();
  });

  it('are numbered from 1 on, each greater than the one before', () => {
    const versions = migrations.map((each) => each.version);
    expect(versions[0]).toBe(1);
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
  });

  it('bring an older ledger up to date, in order, and keep a copy of it', () => {
    const path = ledgerOfVersionOne();
    const database = openWriter(path, { migrations: [...first, second, third], clock });
    expect(database.pragma('user_version', { simple: true })).toBe(3);
    expect(database.prepare('SELECT text FROM note').pluck().all()).toEqual(['entries: 1']);
    database.close();
    const backups = join(path, '..', 'backups');
    expect(readdirSync(backups)).toEqual(['bak_20260301T120000000Z-migration']);
    expect(statSync(backups).mode & 0o777).toBe(0o700);
    const made = join(backups, 'bak_20260301T120000000Z-migration');
    expect(readdirSync(made).toSorted()).toEqual(['manifest.json', 'proofdesk.db']);
    expect(JSON.parse(readFileSync(join(made, 'manifest.json'), 'utf8'))).toMatchObject({
      reason: 'migration',
      schema_version: 1,
      entries: 1,
      sha256: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    });
    const backup = join(made, 'proofdesk.db');
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    const copy = openReader(backup, { migrations: first });
    expect(copy.pragma('user_version', { simple: true })).toBe(1);
    expect(copy.prepare('SELECT bytes FROM entries').pluck().all()).toEqual(['genesis']);
    copy.close();
  });

  it('do not run twice, and make no backup then', () => {
    const path = ledgerOfVersionOne();
    openWriter(path, { migrations: [...first, second, third], clock }).close();
    const database = openWriter(path, { migrations: [...first, second, third], clock });
    expect(database.prepare('SELECT count(*) FROM note').pluck().get()).toBe(1);
    database.close();
    expect(readdirSync(join(path, '..', 'backups'))).toHaveLength(1);
  });

  it('make no backup of a new ledger', () => {
    cases += 1;
    const path = join(folder.path, `case-${cases}`, 'proofdesk.db');
    openWriter(path, { migrations: [...first, second] }).close();
    expect(existsSync(join(path, '..', 'backups'))).toBe(false);
  });

  it('leave the version before a step that fails', () => {
    const path = ledgerOfVersionOne();
    expect(() => openWriter(path, { migrations: [...first, second, broken], clock })).toThrow(
      'nowhere',
    );
    const database = new Database(path);
    expect(database.pragma('user_version', { simple: true })).toBe(2);
    expect(database.prepare('SELECT count(*) FROM note').pluck().get()).toBe(0);
    database.close();
  });

  it('do not start where the backup cannot be made', () => {
    const path = ledgerOfVersionOne();
    writeFileSync(join(path, '..', 'backups'), 'in the way');
    expect(() => openWriter(path, { migrations: [...first, second], clock })).toThrow(
      expect.objectContaining({ fault: 'unwritable' }),
    );
    const database = new Database(path);
    expect(database.pragma('user_version', { simple: true })).toBe(1);
    database.close();
  });

  it('never replace a backup', () => {
    const path = ledgerOfVersionOne();
    const backups = join(path, '..', 'backups');
    mkdirSync(join(backups, 'bak_20260301T120000000Z-migration'), { recursive: true });
    expect(() => openWriter(path, { migrations: [...first, second], clock })).toThrow(
      'exists already',
    );
    expect(readdirSync(backups)).toEqual(['bak_20260301T120000000Z-migration']);
  });

  it('do not start on a damaged ledger', () => {
    const path = ledgerOfVersionOne();
    const database = new Database(path);
    database.unsafeMode(true);
    database.pragma('writable_schema = ON');
    database.exec("UPDATE sqlite_schema SET rootpage = 900 WHERE name = 'payloads'");
    database.close();
    expect(() => openWriter(path, { migrations: [...first, second], clock })).toThrow(
      expect.objectContaining({ fault: 'corrupt' }),
    );
  });
});
