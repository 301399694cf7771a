/** Grants: which account may use which dataset. */
import { ModelOwners } from '../access/model-owners.ts';
import type { Area, WriteContext } from '../area.ts';
import { Accounts } from '../billing/accounts.ts';
import { PoliciesStore } from '../datasets/policies-store.ts';
import type { EndUse } from '../datasets/routes.ts';
import type { LineSealer } from '../proof/sealer.ts';
import type { Granting } from '../sessions/granting.ts';
import { SessionWriter } from '../sessions/session-writer.ts';
import { activityRoutes } from './activity-routes.ts';
import { GrantWriter } from './grant-writer.ts';
import { GrantsStore } from './grants-store.ts';
import { grantReadRoutes } from './read-routes.ts';
import { resolveRoute } from './resolve-route.ts';
import { SessionGrants } from './session-grants.ts';
import { grantWriteRoutes } from './write-routes.ts';

export const grantsArea = {
  openReads: (context) => ({
    handlers: {
      ...grantReadRoutes(context),
      ...activityRoutes(context),
      ...resolveRoute(context),
    },
  }),
  openWrites: (context) => ({
    handlers: grantWriteRoutes({
      ...context,
      ...openWriter(context),
      refuseOthersModel: modelRefuser(context),
    }),
  }),
} satisfies Area;

/** Refuses the name of a model that another account registered. */
function modelRefuser({ database }: Means) {
  const models = new ModelOwners(database);
  return models.refuseOthers.bind(models);
}

type Means = Pick<WriteContext, 'database' | 'facts' | 'createId' | 'random' | 'events'> & {
  readonly sealer: LineSealer;
};

function openWriter(context: Means) {
  const { database } = context;
  const grants = new GrantsStore(database);
  const sessions = new SessionWriter(database, context);
  return { grants, writer: new GrantWriter({ ...context, grants, sessions }) };
}

/** Finds, or makes, the grant that a session stands on. */
export function openGranting(context: Means): Granting {
  const accounts = new Accounts(context.database);
  const policies = new PoliciesStore(context.database);
  return new SessionGrants({ ...openWriter(context), accounts, policies });
}

/** Ends what there is on a dataset that its holder withdraws. */
export function useEnder(context: Means): EndUse {
  const { writer } = openWriter(context);
  return (dataset, reason, by, now) => writer.endOfDataset(dataset, reason, by, now);
}
