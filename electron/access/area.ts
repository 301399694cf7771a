/** API keys and their limits. */
import { z } from 'zod';
import type { Area } from '../area.ts';
import { Accounts } from '../billing/accounts.ts';
import { SignersOf } from '../proof/signers.ts';
import { AccessStore, AccessWriter } from './access-store.ts';
import type { AlteredRow } from '../proof/access-tables.ts';
import { alteredAccess } from '../proof/altered-access.ts';
import { keySecretOf } from './api-keys.ts';
import { defaultRateLimits, type AccessState } from './gate.ts';
import { accessReadRoutes, accessWriteRoutes } from './routes.ts';

const keyUsesSchema = z.array(z.object({ keyId: z.string(), at: z.int() }));

export const accessArea = {
  openReads: ({ access, clock }) => ({
    handlers: accessReadRoutes({ store: access, clock }),
  }),
  openWrites: (context) => {
    const { database, facts, lock, signingSeed, supervisor, withheld } = context;
    const store = new AccessStore(database);
    const writer = new AccessWriter(database, facts);
    const accounts = new Accounts(database);
    const signers = new SignersOf(context);
    const tellAccess = () => {
      const { keys, limits } = unaltered(store.state(), alteredAccess(database));
      const told = keys.map((key) => ({
        ...key,
        revokedAt: key.revokedAt ?? withheld.keys.get(key.keyId) ?? null,
      }));
      supervisor.accessChanged({ keys: told, limits });
    };
    tellAccess();
    return {
      handlers: accessWriteRoutes({
        ...context,
        store,
        writer,
        secret: keySecretOf(signingSeed),
        holderOf: (id) => accounts.find(id)?.holderId,
        refusePerson: (body) => signers.refuseKeyOf(body),
        tellAccess,
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

/** A key whose row is not what its facts say is nobody's, and limits that are not are those that hold without any. */
function unaltered({ keys, limits }: AccessState, altered: readonly AlteredRow[]): AccessState {
  const rows = (table: AlteredRow['table']) =>
    new Set(altered.filter((each) => each.table === table).map(({ row }) => row));
  const refused = rows('api_keys');
  return {
    keys: keys.filter(({ keyId }) => !refused.has(keyId)),
    limits: rows('rate_limits').size > 0 ? defaultRateLimits : limits,
  };
}
