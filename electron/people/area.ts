/** People who sign. */
import type { Area } from '../area.ts';
import { Accounts } from '../billing/accounts.ts';
import { peopleReadRoutes, peopleWriteRoutes } from './routes.ts';

export const peopleArea = {
  openReads: ({ database }) => ({ handlers: peopleReadRoutes(database) }),
  openWrites: (context) => {
    const accounts = new Accounts(context.database);
    const hasAccount = (id: string) => accounts.find(id) !== undefined;
    return { handlers: peopleWriteRoutes({ ...context, hasAccount }) };
  },
} satisfies Area;
