/** Routes of the chain: how it stands, and its entries. */
import type { Chain } from '../../shared/contract/chain.ts';
import type { Standing } from '../../shared/contract/checkpoints.ts';
import { operationsOf } from '../access/permissions.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import type { ChainStore } from './chain-store.ts';
import type { LastSeen, LastSeenFiles } from './last-seen.ts';

/** Handlers of the chain's routes that a reader thread answers. */
export function chainReadRoutes(options: {
  readonly database: ReaderDatabase;
  readonly chain: ChainStore;
  /** The newest verification and the one that is running. */
  readonly verification: () => NonNullable<Chain['verification']>;
  readonly lastSeen: LastSeenFiles;
  /** How the ledger stands to its newest checkpoints, and to what was last seen of it. */
  readonly standing: (seen: readonly LastSeen[]) => Standing;
}): RouteHandlers<'getChain' | 'listEntries'> {
  const { database, chain, verification, lastSeen } = options;
  const standing = (seen: readonly LastSeen[]): Standing | null => {
    try {
      return options.standing(seen);
    } catch {
      // What is stored is damaged: verification tells what.
      return null;
    }
  };
  return {
    getChain: ({ principal }) => {
      // Before the ledger is read, so that neither a verification nor what was seen has more entries than it.
      const verified = operationsOf(principal).includes('listVerifications')
        ? verification()
        : null;
      const seen = lastSeen.all();
      const read = database.transaction(() => ({ ...chain.head(), standing: standing(seen) }));
      const answer: Chain = { ...read.deferred(), verification: verified };
      return jsonReply(answer);
    },

    listEntries: ({ query }) => ({ body: chain.entries(query.from_seq, query.limit) }),
  };
}
