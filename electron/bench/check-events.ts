/** The full check of metered events: each line and its price, the time of sessions, every sum. */
import type { Database } from 'better-sqlite3';
import { LinesCheck } from '../proof/check-lines.ts';
import { checkPrices } from '../proof/recompute/prices.ts';
import { checkRollUps } from '../proof/recompute/roll-ups.ts';
import type { RowFinding } from '../proof/row-finding.ts';

/** @throws {Error} where anything is found */
export function checkEvents(database: Database): void {
  const refuse = (finding: RowFinding): never => {
    throw new Error(`A finding where there is none: ${JSON.stringify(finding)}`);
  };
  const lines = new LinesCheck(database, refuse, () => undefined);
  for (const stage of [
    lines.run(),
    checkPrices(database, refuse),
    checkRollUps(database, refuse),
  ]) {
    for (const _step of stage);
  }
  if (lines.open > 0) throw new Error(`${lines.open} lines are open.`);
}
