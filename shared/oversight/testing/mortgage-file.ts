/** The mortgage decisions of Boston, 1990: the file that the golden numbers are computed from. */
import text from './mortgage-decisions-boston-1990.csv?raw';
import type { Counts } from '../rates.ts';

export type MortgageRow = Readonly<Record<string, string>>;

const [header = '', ...lines] = text.trim().split(/\r?\n/);
const columns = header.split(',');

/** Its rows in their order, each cell as it stands. */
export const mortgageRows: readonly MortgageRow[] = lines.map((line) => {
  const cells = line.split(',');
  return Object.fromEntries(columns.map((column, place) => [column, cells[place] ?? '']));
});

/** Its decisions by what `keyOf` tells of a row; favourable is a mortgage that was not denied. */
export function mortgageGroups(keyOf: (row: MortgageRow) => string): Map<string, Counts> {
  const groups = new Map<string, Counts>();
  for (const row of mortgageRows) {
    const key = keyOf(row);
    const { n, favourable } = groups.get(key) ?? { n: 0, favourable: 0 };
    groups.set(key, { n: n + 1, favourable: favourable + (row['deny'] === 'no' ? 1 : 0) });
  }
  return groups;
}
