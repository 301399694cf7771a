/** Decision records. */
import { ModelOwners } from '../access/model-owners.ts';
import type { Area } from '../area.ts';
import { recordReadRoutes, recordWriteRoutes } from './routes.ts';

export const recordsArea = {
  openReads: (context) => ({ handlers: recordReadRoutes(context) }),
  openWrites: ({ database, commits }) => {
    const models = new ModelOwners(database);
    return {
      handlers: recordWriteRoutes({
        commits,
        refuseOthersModel: models.refuseOthers.bind(models),
      }),
    };
  },
} satisfies Area;
