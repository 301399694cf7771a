/** Fields that recorded figures count by, and what of a record they are read from. */
import type { FigureMeasure, FigureResult } from '../contract/figures.ts';
import type { Basis } from '../contract/oversight.ts';
import type { ProfileDocument } from '../contract/profiles.ts';
import { pointerNames } from '../json-pointer.ts';
import { columnPrefix, groupPrefix } from './field-names.ts';
import { confidenceBin } from './rates.ts';

/** One decision as a figure counts it: texts are canonical JSON, an empty one too long to be told; null is absent. */
export interface FigureDecision {
  readonly outcome: string | null;
  readonly effect: string | null;
  readonly version: string | null;
  readonly amount: number | null;
  readonly groups: readonly (string | null)[];
  readonly columns: readonly (string | number | null)[];
  readonly decidedMs: number;
  readonly confidence: number | null;
  readonly changed: boolean;
  readonly reviewed: boolean;
}

/** Measure and basis of a figure, with the profile that it is counted by. */
export interface FigureOrder {
  readonly measure: FigureMeasure;
  readonly basis: Basis;
  readonly document: ProfileDocument;
}

export type ReadField = (decision: FigureDecision) => string | number | null;

/** Fields of the tables that take no groups. */
export const tableFields = {
  outcomes: [],
  changes: ['reviewed', 'changed', 'outcome', 'effect'],
  confidence: ['confidence'],
} as const satisfies Partial<Record<FigureMeasure, readonly string[]>>;

/** How a field is read; undefined for one that the profile does not have. */
export function fieldReader(
  field: string,
  { groups, columns, outcome, version, amount }: ProfileDocument,
): ReadField | undefined {
  const there = (isThere: boolean, read: ReadField) => (isThere ? read : undefined);
  switch (field) {
    case 'outcome':
    case 'effect':
      return there(outcome !== null, (decision) => decision[field]);
    case 'version':
      return there(version !== null, (decision) => decision.version);
    case 'amount':
      return there(amount !== null, (decision) => decision.amount);
    case 'confidence':
      return (decision) => decision.confidence;
    case 'changed':
    case 'reviewed':
      return (decision) => String(decision[field]);
    default: {
      const [group, column] = [
        placeOf(field, groupPrefix, groups),
        placeOf(field, columnPrefix, columns),
      ];
      if (group !== -1) return (decision) => decision.groups[group] ?? null;
      return there(column !== -1, (decision) => decision.columns[column] ?? null);
    }
  }
}

/** How a table counts a field: confidence by the number of its bin. */
export function tableReader(field: string, document: ProfileDocument): ReadField | undefined {
  if (field !== 'confidence') {
    // Without an outcome nothing is decided otherwise either.
    const isOutcome = field === 'outcome' || field === 'effect';
    return fieldReader(field, document) ?? (isOutcome ? () => null : undefined);
  }
  return ({ confidence }) => (confidence === null ? null : confidenceBin(confidence));
}

function placeOf(
  field: string,
  prefix: string,
  members: readonly { readonly name: string }[],
): number {
  return field.startsWith(prefix)
    ? members.findIndex(({ name }) => `${prefix}${name}` === field)
    : -1;
}

/** Fields that a result counts by. */
export function fieldsOf(result: FigureResult): readonly string[] {
  return 'rows' in result ? result.fields : result.fields.map(({ field }) => field);
}

/** Every field that a figure can count by. */
export function everyField({ groups, columns }: ProfileDocument): readonly string[] {
  return [
    'outcome',
    'effect',
    'version',
    'amount',
    'confidence',
    ...groups.map(({ name }) => `${groupPrefix}${name}`),
    ...columns.map(({ name }) => `${columnPrefix}${name}`),
  ];
}

/** Committed members of a record that a figure is counted from, and whether it is by the outcomes of people as well. */
export function figureSources(
  { measure, basis, document }: FigureOrder,
  fields: readonly string[],
): { readonly members: ReadonlySet<string>; readonly effects: boolean } {
  const { outcome, decided_at: decided, version, amount, groups, columns } = document;
  const named = (
    prefix: string,
    all: readonly { readonly name: string; readonly path: string }[],
  ) => all.flatMap(({ name, path }) => (fields.includes(`${prefix}${name}`) ? [path] : []));
  const paths = [
    outcome?.path,
    measure === 'drift' ? decided?.path : undefined,
    fields.includes('version') ? version?.path : undefined,
    fields.includes('amount') ? amount?.path : undefined,
    ...named(groupPrefix, groups),
    ...named(columnPrefix, columns),
  ];
  return {
    members: new Set(paths.flatMap((path) => pointerNames(path ?? '')?.[0] ?? [])),
    effects: basis === 'effect' || fields.includes('effect'),
  };
}
