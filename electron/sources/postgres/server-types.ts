/** Servers of databases, as requests name them and looks find them. */
import type { TlsMode } from '../../../shared/contract/source-connections.ts';

/** Where a server is and who asks; the password goes along by itself. */
export interface Login {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly tls: TlsMode;
  /** PEM of who vouches for its certificate; null for the public ones. */
  readonly ca: string | null;
}

/** A server as it was found. */
export interface ServerLook {
  /** As it calls itself. */
  readonly server: string;
  /** Whether the role may change anything there. */
  readonly mayWrite: boolean;
}

/** Codes of faults of a server that cannot be used. */
export type ServerFault =
  | 'server_unreachable'
  | 'server_unfit'
  | 'server_tls'
  | 'login_refused'
  | 'no_such_database';
