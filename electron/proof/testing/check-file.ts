/** The checks of facts and lines over a ledger's file, as tests ask for them. */
import Database from 'better-sqlite3';
import { FactsCheck } from '../check-facts.ts';
import { LinesCheck } from '../check-lines.ts';
import type { RowFinding } from '../row-finding.ts';

export interface Checked {
  readonly findings: readonly RowFinding[];
  readonly facts: number;
  /** Lines that a batch covers, and those that none covers yet. */
  readonly lines: number;
  readonly open: number;
}

/** Checks a ledger while nobody writes to it. */
export function checkFile(path: string): Checked {
  const database = new Database(path, { readonly: true });
  const findings: RowFinding[] = [];
  const report = (finding: RowFinding) => findings.push(finding);
  const facts = new FactsCheck(database, report);
  const lines = new LinesCheck(database, report, () => undefined);
  try {
    for (const _step of facts.run());
    for (const _step of lines.run());
  } finally {
    database.close();
  }
  return { findings, facts: facts.checked, lines: lines.checked, open: lines.open };
}
