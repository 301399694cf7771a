/** Use that comes to a month after it was closed. No call brings it about; a ledger that was mended by hand might. */
import { join } from 'node:path';
import { createIdFactory } from '../../../shared/ids.ts';
import { setupActor } from '../../access/acting.ts';
import { ledgerFileName } from '../../database/file-names.ts';
import { openWriter } from '../../database/open-database.ts';
import { Journal } from '../../ledger/journal.ts';
import { countingRandom } from '../../ledger/testing/test-ledger.ts';
import { Facts } from '../../proof/facts.ts';
import { Sealer } from '../../proof/sealer.ts';
import { localProcessor } from '../payment-processor.ts';
import { createBillingWriting } from '../billing-writing.ts';

/** Meters records of a session at an instant, in the ledger of a folder that no engine has open. */
export function useLate(
  directory: string,
  use: { readonly sessionId: string; readonly records: number; readonly at: string },
): void {
  const database = openWriter(join(directory, ledgerFileName));
  try {
    const clock = () => Date.parse(use.at);
    const random = countingRandom();
    const createId = createIdFactory({ now: clock, random });
    const journal = new Journal(database, { clock, createId, random });
    const facts = new Facts(database, { journal: () => journal, random, by: () => setupActor });
    const { meter } = createBillingWriting(database, {
      facts,
      events: { emit: () => {} },
      sealer: new Sealer(database, () => journal),
      createId,
      random,
      processor: localProcessor,
      endOf: () => use.at,
    });
    const { sessionId, records, at } = use;
    journal.transaction(() => meter.charge(sessionId, { kind: 'read', records, bytes: 0 }, at));
  } finally {
    database.close();
  }
}
