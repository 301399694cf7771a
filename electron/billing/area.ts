/** Usage, prices, invoices, payments and payouts. */
import type { Area } from '../area.ts';
import { billingReadRoutes } from './read-routes.ts';

export const billingArea = {
  openReads: ({ database, now, supervisor }) => ({
    handlers: billingReadRoutes({
      database,
      now,
      settle: async () => void (await supervisor.callWriter('settle-usage', {})),
    }),
  }),
} satisfies Area;
