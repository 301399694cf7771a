/** A server of PostgreSQL of its own for tests: a new cluster in a temporary folder, on a free port of loopback. */
import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

const run = promisify(execFile);
/** Where Debian puts the programs of each version. */
const folders = ['15', '16', '17'].map((version) => `/usr/lib/postgresql/${version}/bin`);
const found = folders.find((each) => existsSync(join(each, 'initdb')));

/** Password of every role of such a server. */
export const serverPassword = 'pw-7f3a9c51e2d84b06';
/** A role that may read everything, and change nothing. */
export const readerRole = 'reader';

/** Tells whether tests have one. @throws where it is required and not there */
export function hasPostgres(): boolean {
  if (found !== undefined) return true;
  if (process.env['PROOFDESK_POSTGRES'] === 'required') {
    throw new Error(
      'These tests need PostgreSQL 15 or newer (Debian: postgresql), which is not installed.',
    );
  }
  console.log('PostgreSQL is not installed: tests of its servers are skipped.');
  return false;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}

/** Servers refuse to run as root: then they run as the user that Debian made for them. */
const isRoot = process.getuid?.() === 0;

async function program(name: string, ...options: string[]): Promise<void> {
  const path = join(found ?? '', name);
  await (isRoot ? run('runuser', ['-u', 'postgres', '--', path, ...options]) : run(path, options));
}

function userId(name: string): number {
  return Number(execFileSync('id', ['-u', name]).toString());
}

export class PostgresServer {
  readonly host = '127.0.0.1';
  readonly database = 'clinic';
  readonly port: number;
  readonly #folder: string;
  #owner: Client | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
  }

  static async start(): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), 'proofdesk-postgres-'));
    if (isRoot) chownSync(folder, userId('postgres'), -1);
    const server = new PostgresServer(folder, await freePort());
    const data = join(folder, 'data');
    await program(
      'initdb',
      '-D',
      data,
      '-U',
      'owner',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    );
    await server.restart();
    const first = await server.connect('postgres', 'owner');
    await first.query(`CREATE DATABASE ${server.database}`);
    await first.query(`CREATE ROLE ${readerRole} LOGIN PASSWORD '${serverPassword}'`);
    await first.query(`ALTER ROLE owner PASSWORD '${serverPassword}'`);
    await first.end();
    await server.query(
      `GRANT pg_read_all_data TO ${readerRole};
       CREATE EXTENSION IF NOT EXISTS citext;`,
    );
    // From now on a password is asked for.
    await server.query(
      `COPY (SELECT 'host all all 127.0.0.1/32 scram-sha-256') TO '${join(data, 'pg_hba.conf')}';
       SELECT pg_reload_conf();`,
    );
    return server;
  }

  /** Runs statements as the owner of everything. */
  async query(text: string): Promise<void> {
    this.#owner ??= await this.connect(this.database, 'owner');
    await this.#owner.query(text);
  }

  /** From now on every role comes in without a password, as behind a program that asks for it itself. */
  async trustAll(): Promise<void> {
    await this.query(
      `DO $$ BEGIN EXECUTE format('COPY (SELECT %L) TO %L', 'host all all 127.0.0.1/32 trust', current_setting('hba_file')); END $$;
       SELECT pg_reload_conf();`,
    );
  }

  /** Another connection. It ends with the server. */
  async connect(database = this.database, user = 'owner'): Promise<Client> {
    const client = new Client({
      host: this.host,
      port: this.port,
      database,
      user,
      password: serverPassword,
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  /** Ends every connection, and the server. */
  async stop(): Promise<void> {
    await this.#owner?.end().catch(() => {});
    this.#owner = undefined;
    await program('pg_ctl', '-D', join(this.#folder, 'data'), '-m', 'fast', '-w', 'stop');
  }

  async restart(): Promise<void> {
    const options = `-p ${this.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off -c max_connections=40`;
    const log = join(this.#folder, 'log');
    await program(
      'pg_ctl',
      '-D',
      join(this.#folder, 'data'),
      '-l',
      log,
      '-o',
      options,
      '-w',
      'start',
    );
  }

  async remove(): Promise<void> {
    await this.stop().catch(() => {});
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
