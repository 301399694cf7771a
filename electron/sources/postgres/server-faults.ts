/** What the errors of servers, and of the way to them, mean for whoever connects one. */
import type { ServerTrouble } from '../../../shared/contract/source-connections.ts';
import type { ServerFault } from './server-types.ts';

export interface FoundTrouble {
  /** The member of the connection to look at. */
  readonly trouble: Exclude<ServerTrouble, 'role'>;
  readonly code: ServerFault;
}

const byCode: Readonly<Record<string, FoundTrouble>> = {
  '28P01': { trouble: 'password', code: 'login_refused' },
  '28000': { trouble: 'user', code: 'login_refused' },
  '3D000': { trouble: 'database', code: 'no_such_database' },
  '42501': { trouble: 'database', code: 'no_such_database' },
};
const unreachable = /^(?:ECONN|ENOTFOUND|EAI_|EHOST|ENET|ETIMEDOUT|EADDR|EACCES)/;
const certificate = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/;

/** Undefined for errors that are no trouble of a connection. */
export function troubleOf(error: unknown): FoundTrouble | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = byCode[code];
  if (known !== undefined) return known;
  if (certificate.test(code) || /does not support SSL/.test(error.message)) {
    return { trouble: 'tls', code: 'server_tls' };
  }
  if (
    error instanceof AggregateError ||
    unreachable.test(code) ||
    /timeout|terminated/.test(error.message)
  ) {
    return { trouble: 'host', code: 'server_unreachable' };
  }
  return undefined;
}

/** The server ended the query at its limit. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
}
