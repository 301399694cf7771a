/** Decision records. */
import { ModelOwners } from '../access/model-owners.ts';
import type { Area } from '../area.ts';
import { personSearches } from '../oversight/person-searches.ts';
import { recordReadRoutes, recordWriteRoutes } from './routes.ts';

export const recordsArea = {
  openReads: (context) => {
    const searches = personSearches(context);
    const persons = (searchId: string) => searches.positionsOf(searchId);
    return { handlers: recordReadRoutes({ ...context, persons }) };
  },
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
