/** Decision records. */
import { KeptOwners } from '../access/kept-owners.ts';
import type { Area } from '../area.ts';
import { recordReadRoutes, recordWriteRoutes } from './routes.ts';

export const recordsArea = {
  openReads: (context) => ({ handlers: recordReadRoutes(context) }),
  openWrites: ({ database, commits }) => {
    const owners = new KeptOwners(database);
    return {
      handlers: recordWriteRoutes({
        commits,
        keepOwner: owners.keepRecord.bind(owners),
        refuseOthersModel: owners.refuseOthersModel.bind(owners),
      }),
    };
  },
} satisfies Area;
