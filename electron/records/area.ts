/** Decision records. */
import type { Area } from '../area.ts';
import { personSearches } from '../oversight/person-searches.ts';
import { recordReadRoutes } from './routes.ts';

export const recordsArea = {
  openReads: (context) => {
    const searches = personSearches(context);
    const persons = (searchId: string) => searches.positionsOf(searchId);
    return { handlers: recordReadRoutes({ ...context, persons }) };
  },
} satisfies Area;
