/** Paths that hold scalars only, read by SQL as values of their own instead of whole documents. */
import type { Scalar } from '../filters/compare-values.ts';
import { fieldExpression, fieldShape } from '../filters/field-shape.ts';
import { jsonType, ProfileView } from '../filters/path-profile.ts';
import { jsonPath } from '../filters/sql.ts';
import type { AggregationSource } from './aggregation-source.ts';

/** How one path is selected, and how to read what was selected, from `at` in a row on. */
export interface ScalarColumn {
  /** One expression, or two where the value alone does not tell its type. */
  readonly expressions: readonly string[];
  readonly read: (row: readonly unknown[], at: number) => Scalar | undefined;
}

/**
 * The column of a path; undefined where it may hold an object or array, or leads through an array, and where rows are
 * not seen as they are stored.
 */
export function scalarColumn(
  segments: readonly string[],
  { document, profile, isStored }: Pick<AggregationSource, 'document' | 'profile' | 'isStored'>,
): ScalarColumn | undefined {
  if (isStored?.(segments.join('.')) === false) return undefined;
  const shape = fieldShape(segments, new ProfileView(profile));
  if (shape === undefined) return undefined;
  const { types } = shape;
  if ((types & (jsonType.object | jsonType.array)) !== 0) return undefined;
  const value = fieldExpression(document, segments);
  if ((types & (jsonType.boolean | jsonType.null)) === 0) {
    return { expressions: [value], read: (row, at) => readPlain(row[at]) };
  }
  const type = `json_type(${document}, ${jsonPath(segments).text})`;
  return { expressions: [value, type], read: (row, at) => readTyped(row[at], row[at + 1]) };
}

function readPlain(value: unknown): Scalar | undefined {
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}

function readTyped(value: unknown, type: unknown): Scalar | undefined {
  switch (type) {
    case 'null':
      return null;
    case 'true':
      return true;
    case 'false':
      return false;
    default:
      return readPlain(value);
  }
}
