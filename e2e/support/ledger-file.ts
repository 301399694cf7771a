/** Alters a closed ledger file behind the program's back, as someone with the disk in hand would. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { node, repository } from './host.ts';

const program = `
import Database from 'better-sqlite3';
const [file, statements] = JSON.parse(process.argv[1]);
const database = new Database(file);
for (const { name } of database.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all()) {
  database.exec('DROP TRIGGER "' + name + '"');
}
database.pragma('ignore_check_constraints = ON');
database.pragma('foreign_keys = OFF');
for (const statement of statements) database.exec(statement);
database.pragma('wal_checkpoint(TRUNCATE)');
database.close();
`;

export function ledgerFile(directory: string, workspace: 'local' | 'demo' = 'local'): string {
  return join(directory, workspace, 'proofdesk.db');
}

/** Drops every trigger of `file`, then runs `statements`. The host must be stopped. */
export function tamper(file: string, statements: readonly string[]): void {
  execFileSync(node, ['--input-type=module', '-e', program, JSON.stringify([file, statements])], {
    cwd: repository,
  });
}
