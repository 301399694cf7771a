/** Guesses from names and first values where each column of a CSV file goes. */
import { escapedName, pathKey, pathParts } from '../../../../shared/columns/column-path.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import {
  groupNames,
  otherTimes,
  rankOf,
  subjectNames,
  timeNames,
  wordsOf,
} from '../../../../shared/oversight/member-names.ts';
import { isNumeric, isTimeText } from '../../../../shared/oversight/time-text.ts';
import type { ColumnMapping } from '../../../../shared/contract/imports.ts';

export type ColumnType = ColumnMapping['type'];

/** A column's row in the mapping table; `target` is empty when it is left out. */
export interface ColumnChoice {
  readonly column: string;
  readonly target: string;
  readonly type: ColumnType;
}

const prefixes: readonly (readonly [RegExp, string])[] = [
  [/^inputs?[._:]+(?=.)/i, 'input.'],
  [/^outputs?[._:]+(?=.)/i, 'output.'],
  [/^pred(?:icted|iction)?[._:]+(?=.)/i, 'output.'],
  [/^(?:context|ctx|meta)[._:]+(?=.)/i, 'context.'],
  [/^(?:explanation|explain)[._:]+(?=.)/i, 'explanation.'],
  [/^(?:shap|attr|attribution)[._:]+(?=.)/i, 'explanation.attributions.'],
];

const modelNames = new Set(['model_id', 'model', 'model_name']);
const policyNames = new Set(['policy_id', 'policy']);
const confidenceNames = new Set(['confidence', 'conf', 'confidence_score']);
const transactionNames = new Set([
  'transaction_id',
  'transaction',
  'txn_id',
  'txn',
  'reference',
  'case_id',
  'application_id',
  'request_id',
]);
const outputNames = new Set([
  'decision',
  'outcome',
  'deny',
  'denied',
  'approve',
  'approved',
  'accept',
  'accepted',
  'reject',
  'rejected',
  'action_taken',
  'label',
  'prediction',
  'predicted',
  'pred',
  'output',
  'result',
  'target',
  'class',
  'verdict',
  'recommendation',
  'response',
  'y',
  'y_pred',
  'score',
  'probability',
]);
const idName =
  /^(?:|id|uuid|guid|key|index|idx|row|row_?names?|row_?(?:number|num|no|id)|no|nr|x|unnamed.*|.*_id)$/;
const timeName = /^(?:date|time|timestamp|datetime|created|updated|.*_(?:at|date|time|timestamp))$/;

function normalized(name: string): string {
  return name
    .trim()
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
}

/** A column's name as one member name: dots would nest, blanks would hide. */
function memberName(column: string, place: number): string {
  const name = escapedName(column.trim());
  return name === '' ? `column_${place + 1}` : name;
}

function isShare(text: string): boolean {
  return isNumeric(text) && Number(text) >= 0 && Number(text) <= 1;
}

interface Column {
  readonly column: string;
  readonly place: number;
  readonly name: string;
  /** First values that are not empty. */
  readonly values: readonly string[];
  readonly unique: boolean;
}

/** Where what a profile reads of a decision goes. */
export const profileTargets = {
  decided_at: 'context.decided_at',
  subject: 'context.subject',
  group: 'context.groups.',
} as const;

/** Groups that are proposed: a profile has room for so many. */
const mostGroups = limits.profile.groups;
const hasPrefix = ({ column }: Column) => prefixes.some(([prefix]) => prefix.test(column));

/** The column with the best of the names, of those that hold what they say. */
function bestOf(
  columns: readonly Column[],
  names: readonly string[],
  isFit: (column: Column, words: readonly string[]) => boolean,
): Column | undefined {
  return columns
    .map((column) => ({ column, words: wordsOf(column.column) }))
    .map((each) => ({ ...each, rank: rankOf(each.words, names) }))
    .filter(
      ({ column, words, rank }) =>
        rank < names.length && column.values.length > 0 && isFit(column, words),
    )
    .toSorted((left, right) => left.rank - right.rank)[0]?.column;
}

/** Targets that a profile reads, by the columns that they are proposed for. */
function profileTargetsOf(all: readonly Column[]): ReadonlyMap<Column, string> {
  const columns = all.filter((column) => !hasPrefix(column) && !modelNames.has(column.name));
  const targets = new Map<Column, string>();
  const decided = bestOf(
    columns,
    timeNames,
    ({ values }, words) =>
      rankOf(words, otherTimes) === otherTimes.length && values.every(isTimeText),
  );
  if (decided !== undefined) targets.set(decided, profileTargets.decided_at);
  const subject = bestOf(
    columns.filter((column) => column !== decided),
    subjectNames,
    ({ values }) => new Set(values).size * 2 >= values.length,
  );
  if (subject !== undefined) targets.set(subject, profileTargets.subject);
  const groups = columns.filter((column) => !targets.has(column) && isGroup(column));
  for (const column of groups.slice(0, mostGroups)) {
    targets.set(column, profileTargets.group + memberName(column.column, column.place));
  }
  return targets;
}

/** A few values under the name of a group; an age in years is what the model went by. */
function isGroup({ column, values }: Column): boolean {
  const words = wordsOf(column);
  const different = new Set(values).size;
  const isAge = words.includes('age') && values.every(isNumeric);
  return (
    rankOf(words, groupNames) < groupNames.length && different >= 2 && different <= 12 && !isAge
  );
}

/** `taken` are the record members that an earlier column got: each can be had once. */
function targetOf(column: Column, taken: ReadonlySet<string>): string {
  const { name, values } = column;
  for (const [prefix, root] of prefixes) {
    if (prefix.test(column.column)) return root + column.column.replace(prefix, '');
  }
  const free = (member: string) => !taken.has(member);
  const isText = values.length > 0 && !values.every(isNumeric);
  const member = memberName(column.column, column.place);
  if (modelNames.has(name) && free('model_id')) return 'model_id';
  if (policyNames.has(name) && free('policy_id')) return 'policy_id';
  if (confidenceNames.has(name) && values.every(isShare) && free('confidence')) return 'confidence';
  if (transactionNames.has(name) && free('transaction_id')) return 'transaction_id';
  if (outputNames.has(name)) return `output.${member}`;
  if (idName.test(name)) {
    return isText && column.unique && free('transaction_id')
      ? 'transaction_id'
      : `context.${member}`;
  }
  if (timeName.test(name)) return `context.${member}`;
  return `input.${member}`;
}

/** The import decides by the whole file what a column is; the record's own members are what they are. */
function typeOf(target: string): ColumnType {
  const texts: readonly string[] = [
    'model_id',
    'policy_id',
    'transaction_id',
    profileTargets.subject,
  ];
  if (texts.includes(target)) return 'string';
  if (target === profileTargets.decided_at) return 'time';
  return target === 'confidence' ? 'number' : 'auto';
}

/**
 * A first mapping of all columns, in their order. What a profile reads of whoever a decision is about, and when it was
 * made, goes where it looks for it; names that speak of a decision go to `output`, identifiers to `transaction_id`
 * (unique text) or `context`, everything else to `input`. Two columns never share a target; of two with one name the
 * second is left out.
 */
export function guessMapping(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): ColumnChoice[] {
  const all = columns.map((column, place): Column => {
    const values = rows.map((row) => row[place] ?? '').filter((value) => value !== '');
    const unique = new Set(values).size === values.length;
    return { column, place, name: normalized(column), values, unique };
  });
  // The engine cannot tell two columns of one name apart: only the first can be mapped.
  const firsts = all.filter(({ column, place }) => columns.indexOf(column) === place);
  const proposed = profileTargetsOf(firsts);
  const taken = new Set<string>();
  return all.map((each) => {
    const { column } = each;
    if (!firsts.includes(each)) return { column, target: '', type: 'auto' };
    const wanted = proposed.get(each) ?? targetOf(each, taken);
    let target = wanted;
    for (let copy = 2; taken.has(target); copy += 1) target = `${wanted}_${copy}`;
    taken.add(target);
    return { column, target, type: typeOf(target) };
  });
}

export type MappingProblem =
  | { readonly kind: 'no_model' }
  | { readonly kind: 'no_input' }
  | { readonly kind: 'no_output' }
  | { readonly kind: 'same_column'; readonly column: string }
  | { readonly kind: 'bad_target'; readonly column: string }
  | { readonly kind: 'same_target'; readonly column: string; readonly target: string }
  | { readonly kind: 'below_value'; readonly column: string; readonly target: string };

const members = new Set(['model_id', 'confidence', 'transaction_id', 'policy_id']);
const parts = new Set(['input', 'output', 'context', 'explanation']);

/** A member of the record, or a name below a part of it. */
function isTarget(target: string): boolean {
  const [part = '', ...names] = pathParts(target);
  return members.has(target) || (parts.has(part) && names.length > 0 && !names.includes(''));
}

/** Why a mapping cannot make records yet, in the order of the table. */
export function mappingProblems(
  choices: readonly ColumnChoice[],
  constants: { readonly model_id: string },
): MappingProblem[] {
  const used = choices.filter((choice) => choice.target !== '');
  const names = choices.map((choice) => choice.column);
  const met = new Set<string>();
  const repeated = new Set(names.filter((name) => name !== '' && met.size === met.add(name).size));
  const problems: MappingProblem[] = Array.from(repeated, (column) => ({
    kind: 'same_column',
    column,
  }));
  const seen = new Set<string>();
  const targets = new Set(used.map((choice) => pathKey(pathParts(choice.target))));
  for (const { column, target } of used) {
    const steps = pathParts(target);
    if (!isTarget(target)) problems.push({ kind: 'bad_target', column });
    else if (seen.has(pathKey(steps))) problems.push({ kind: 'same_target', column, target });
    else {
      const above = steps.slice(2).map((_, place) => pathKey(steps.slice(0, place + 2)));
      const holder = above.find((path) => targets.has(path));
      if (holder !== undefined) problems.push({ kind: 'below_value', column, target: holder });
    }
    seen.add(pathKey(steps));
  }
  if (constants.model_id.trim() === '' && !targets.has('model_id')) {
    problems.push({ kind: 'no_model' });
  }
  if (!used.some((choice) => choice.target.startsWith('input.')))
    problems.push({ kind: 'no_input' });
  if (!used.some((choice) => choice.target.startsWith('output.'))) {
    problems.push({ kind: 'no_output' });
  }
  return problems;
}
