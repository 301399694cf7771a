/** API keys and their limits. */
import { z } from 'zod';
import type { Area } from '../area.ts';
import { Accounts } from '../billing/accounts.ts';
import { AccessStore, AccessWriter } from './access-store.ts';
import { keySecretOf } from './api-keys.ts';
import { accessReadRoutes, accessWriteRoutes } from './routes.ts';

const keyUsesSchema = z.array(z.object({ keyId: z.string(), at: z.int() }));

export const accessArea = {
  openReads: ({ access, clock }) => ({
    handlers: accessReadRoutes({ store: access, clock }),
  }),
  openWrites: ({ database, commits, lock, clock, random, createId, signingSeed, supervisor }) => {
    const store = new AccessStore(database);
    const writer = new AccessWriter(database);
    const accounts = new Accounts(database);
    supervisor.accessChanged(store.state());
    return {
      handlers: accessWriteRoutes({
        database,
        store,
        secret: keySecretOf(signingSeed),
        commits,
        clock,
        random,
        createId,
        hasAccount: (id) => accounts.find(id) !== undefined,
        accessChanged: supervisor.accessChanged,
      }),
      tasks: {
        'note-key-uses': async (params) => {
          const uses = keyUsesSchema.parse(params);
          await lock.run(() => database.transaction(() => writer.noteUses(uses)).immediate());
        },
      },
    };
  },
} satisfies Area;
