/** The project's own import files, and what is known about them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './host.ts';

function sample(name: string) {
  const path = join(repository, 'e2e', 'fixtures', name);
  return { name, path, text: () => readFileSync(path, 'utf8') };
}

/** 60 made-up lending decisions: `deny` is the output, every other column but the first the input. */
export const lending = { ...sample('lending.csv'), rows: 60, denied: 17 };

/** Eight decisions of two models in several scripts. */
export const decisions = { ...sample('decisions.ndjson'), lines: 8 };

/** Ten lines, five of them refused, each for a reason of its own. */
export const withBadLines = {
  ...sample('decisions-with-bad-lines.ndjson'),
  lines: 10,
  badLines: [3, 5, 7, 8, 9],
};

/** The mapping that turns the lending file into records. */
export function lendingMapping() {
  const [header = ''] = lending.text().split('\n');
  const columns = header
    .split(',')
    .filter((column) => column !== 'rownames')
    .map((column) => ({
      column,
      target: column === 'deny' ? 'output.deny' : `input.${column}`,
    }));
  return { columns, constants: { model_id: 'mortgage-underwriting' } };
}

/** The 418 patients of the Mayo Clinic's trial in primary biliary cirrhosis; public. */
export const trial = {
  ...sample('clinical-trial.csv'),
  rows: 418,
  /** With bilirubin of at least 3 mg/dl who died or got a transplant: women and men. */
  severe: { f: 90, m: 10 },
};
