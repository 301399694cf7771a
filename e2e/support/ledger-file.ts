/** Alters a closed ledger file behind the program's back, as someone with the disk in hand would. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
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

const holder = `
import Database from 'better-sqlite3';
const database = new Database(process.argv[1]);
database.pragma('locking_mode = EXCLUSIVE');
database.exec('BEGIN EXCLUSIVE');
console.log('held');
setInterval(() => {}, 1000);
`;

/** Has another program hold the closed ledger `file` for itself, until the returned function is called. */
export async function hold(file: string): Promise<() => Promise<void>> {
  const child = spawn(node, ['--input-type=module', '-e', holder, file], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
}
