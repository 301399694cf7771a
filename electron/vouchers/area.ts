/** Those who vouch for the ledger from outside: witnesses, time-stamping authorities, places. */
import type { Area } from '../area.ts';
import { OutsideFiles } from '../proof/outside/outside-files.ts';
import { PlacesKeeper } from './places-keeper.ts';
import { voucherReadRoutes, voucherWriteRoutes } from './routes.ts';

export const vouchersArea = {
  openReads: (context) => ({ handlers: voucherReadRoutes(context) }),
  openWrites: (context) => {
    const { directory, kind } = context.workspace;
    const keeper = new PlacesKeeper({ ...context, outside: new OutsideFiles(directory) });
    if (kind !== 'case') keeper.begin();
    return {
      handlers: voucherWriteRoutes({ ...context, keeper }),
      close: () => keeper.close(),
    };
  },
} satisfies Area;
