/** A database server of tests, whose tables datasets are made of. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresServer } from '../../electron/sources/testing/postgres-server.ts';
import type { Host } from './host.ts';

export {
  hasPostgres,
  readerRole,
  serverPassword,
  type PostgresServer,
} from '../../electron/sources/testing/postgres-server.ts';

const tables = `CREATE TABLE visits (patient text PRIMARY KEY, age integer NOT NULL, seen timestamptz NOT NULL,
    version bigint NOT NULL, codes text[], note jsonb, scan bytea);
  INSERT INTO visits SELECT 'p' || lpad(i::text, 4, '0'), 20 + i % 20, TIMESTAMPTZ '2026-01-01 08:00Z' + i * INTERVAL '1 hour',
    i, ARRAY['I10', 'E11'], jsonb_build_object('smoker', i % 2 = 0), '\\x00' FROM generate_series(1, 40) AS i;
  CREATE VIEW adults AS SELECT patient, age FROM visits WHERE age >= 30;
  CREATE TABLE log (line text, at timestamptz);
  INSERT INTO log VALUES ('seen', now()), ('seen', now());
  ANALYZE`;

/** A server with tables of a clinic. */
export async function startClinic(): Promise<PostgresServer> {
  const server = await PostgresServer.start();
  await server.query(tables);
  return server;
}

/** Allows servers, as a person would in the settings; `host:port`. */
export function giveServers(host: Host, servers: readonly string[]): void {
  const places = JSON.stringify({ folders: [], servers });
  writeFileSync(join(host.directory, 'source-places.json'), places);
}
