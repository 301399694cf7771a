/** Where a connection to a database server leads, as one text; a dash where that was erased. */
import type { SourceConnection } from '../../../shared/contract/source-connections.ts';
import { serverKey } from '../../../shared/source-server.ts';

export function databaseAddress({
  user,
  host,
  port,
  database,
}: Pick<SourceConnection, 'user' | 'host' | 'port' | 'database'>): string {
  return port === null ? '–' : `${user}@${serverKey(host, port)}/${database}`;
}
