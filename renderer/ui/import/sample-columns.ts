/** What the columns of a file are by its beginning; the import judges them by all of it. */
import { chosenReader, judgedReader } from '../../../shared/columns/cell-reader.ts';
import { ColumnJudge, type ColumnVerdict } from '../../../shared/columns/column-judge.ts';
import { pathParts } from '../../../shared/columns/column-path.ts';
import type { ColumnMapping } from '../../../shared/contract/imports.ts';
import { isJsonObject, type JsonObject } from '../../../shared/contract/json.ts';
import type { CsvSample } from './csv-sample.ts';

export interface SampleColumns {
  /** Of the first column with this header. */
  readonly verdict: (header: string) => ColumnVerdict | undefined;
  /** Its cell in the first row. */
  readonly firstCell: (header: string) => string;
}

/** @param nullTexts cells that are taken as absent */
export function sampleColumns(
  { columns, rows }: Pick<CsvSample, 'columns' | 'rows'>,
  nullTexts: readonly string[],
): SampleColumns {
  const absent = new Set(nullTexts);
  const places = new Map<string, number>();
  for (const [place, header] of columns.entries()) {
    if (!places.has(header)) places.set(header, place);
  }
  const verdicts = new Map<string, ColumnVerdict>();
  const judged = (header: string): ColumnVerdict | undefined => {
    const place = places.get(header);
    if (place === undefined) return undefined;
    const judge = new ColumnJudge(absent);
    // The header is line 1.
    for (const [at, row] of rows.entries()) judge.add(row[place] ?? '', at + 2);
    return judge.verdict();
  };
  return {
    verdict: (header) => {
      const known = verdicts.get(header) ?? judged(header);
      if (known !== undefined) verdicts.set(header, known);
      return known;
    },
    firstCell: (header) => rows[0]?.[places.get(header) ?? columns.length] ?? '',
  };
}

/** Puts the cells of the first row where they go; answers the columns whose cell is not what it must be. */
export function placeFirstRow(
  mapped: readonly ColumnMapping[],
  columns: SampleColumns,
  nullTexts: readonly string[],
  body: JsonObject,
): string[] {
  const unreadable: string[] = [];
  for (const { column, target, type } of mapped) {
    const text = columns.firstCell(column);
    if (text === '' || nullTexts.includes(text)) continue;
    const verdict = type === 'auto' ? columns.verdict(column) : undefined;
    const read = verdict === undefined ? chosenReader(type) : judgedReader(verdict.type);
    try {
      const value = read(text);
      if (value !== undefined) put(body, pathParts(target), value);
    } catch {
      unreadable.push(column);
    }
  }
  return unreadable;
}

function put(body: JsonObject, path: readonly string[], value: JsonObject[string]): void {
  let holder = body;
  for (const step of path.slice(0, -1)) {
    const inner = Object.hasOwn(holder, step) ? holder[step] : undefined;
    const next: JsonObject = inner !== undefined && isJsonObject(inner) ? inner : {};
    holder[step] = next;
    holder = next;
  }
  holder[path.at(-1) ?? ''] = value;
}
