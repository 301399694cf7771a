/** What a server calls itself, what its role may do, and which tables and views that may read. */
import { z } from 'zod';
import type { Relation } from '../../../shared/contract/source-connections.ts';
import type { ServerLook } from './server-types.ts';
import { relationKindOf } from './relation-columns.ts';
import type { ServerQueries } from './server-pools.ts';

/** The oldest server that is taken. */
const leastVersion = 150_000;

/** The server is none that can be read. */
export class ServerUnfit extends Error {
  override readonly name = 'ServerUnfit';
}

const own = `nspname NOT IN ('pg_catalog', 'information_schema') AND nspname NOT LIKE 'pg\\_%'`;

const naming =
  "SELECT version(), current_setting('server_version_num'), current_setting('server_encoding')";

const mayWrite = `SELECT (SELECT bool_or(rolsuper OR rolcreaterole OR rolcreatedb) FROM pg_roles WHERE rolname = current_user)
  OR has_database_privilege(current_database(), 'CREATE')
  OR EXISTS (SELECT FROM pg_namespace WHERE ${own} AND has_schema_privilege(oid, 'CREATE'))
  OR EXISTS (SELECT FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE relkind IN ('r', 'p', 'v', 'f') AND ${own}
      AND (has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
        OR has_any_column_privilege(c.oid, 'INSERT, UPDATE')))`;

/** The name that a server that can be read calls itself by. @throws {ServerUnfit} */
export async function serverName(queries: ServerQueries): Promise<string> {
  const [row] = await queries.rows(naming);
  const [server, version, encoding] = row ?? [];
  if (typeof server !== 'string' || Number(version) < leastVersion || encoding !== 'UTF8') {
    throw new ServerUnfit('It is no server that can be read.');
  }
  return server.split(/ on |,/)[0] ?? server;
}

/** @throws {ServerUnfit} */
export async function lookAtServer(queries: ServerQueries): Promise<ServerLook> {
  const server = await serverName(queries);
  const [row] = await queries.rows(mayWrite);
  return { server, mayWrite: row?.[0] === 't' };
}

const listing = `SELECT n.nspname, c.relname, c.relkind,
    CASE WHEN c.reltuples >= 0 AND c.relkind IN ('r', 'm', 'f') THEN c.reltuples::bigint END
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND ${own}
    AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
    AND (CAST(? AS text) IS NULL OR strpos(lower(n.nspname || '.' || c.relname), lower(CAST(? AS text))) > 0)
  ORDER BY n.nspname, c.relname LIMIT CAST(? AS bigint)`;

const relationRow = z.tuple([z.string(), z.string(), z.string(), z.string().nullable()]);

/** Relations by name. @param search a part of the name of one or its schema */
export async function listRelations(
  queries: ServerQueries,
  { search, limit }: { readonly search: string | undefined; readonly limit: number },
): Promise<Relation[]> {
  const asked = search ?? null;
  const rows = await queries.rows(listing, [asked, asked, limit]);
  return rows.map((row) => {
    const [schema, name, kind, estimated] = relationRow.parse(row);
    return {
      schema,
      name,
      kind: relationKindOf(kind),
      estimated_rows: estimated === null ? null : Number(estimated),
    };
  });
}
