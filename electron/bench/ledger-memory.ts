/** A process of its own that verifies a ledger and prints its peak memory in KiB. */
import { openReader } from '../database/open-database.ts';
import { verifyLedger } from '../ledger/verify-ledger.ts';

const [path = ''] = process.argv.slice(2);
const database = openReader(path);
const { verdict } = await verifyLedger(database, {
  onFinding: () => undefined,
  onProgress: () => true,
});
database.close();
if (verdict !== 'SELF_CONSISTENT_ONLY') throw new Error(`The ledger is ${verdict}.`);
process.stdout.write(String(process.resourceUsage().maxRSS));
