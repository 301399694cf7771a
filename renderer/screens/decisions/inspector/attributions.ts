/** Finds feature attributions in an explanation, whatever common shape they were sent in. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../shared/contract/json.ts';

export interface Attribution {
  /** Where it stood among those that were sent, from 0. */
  readonly place: number;
  readonly feature: string;
  readonly weight: number;
  /** What the feature's value was, where the explanation says it beside the weight. */
  readonly input: JsonValue | undefined;
}

export interface Attributions {
  /** Where they were found, from the explanation's root; empty for the explanation itself. */
  readonly path: readonly string[];
  readonly method: string | undefined;
  /** The value that the weights are added to, for example the model's expected output. */
  readonly base: number | undefined;
  /** Largest weight first, by size. */
  readonly rows: readonly Attribution[];
}

const listNames = [
  'feature_attributions',
  'attributions',
  'shap_values',
  'shap',
  'feature_importance',
  'feature_importances',
  'importances',
  'importance',
  'contributions',
  'weights',
  'features',
  'coefficients',
  'tokens',
];
const nameMembers = ['feature', 'name', 'column', 'variable', 'token', 'field', 'key'];
const weightMembers = [
  'contribution',
  'attribution',
  'weight',
  'importance',
  'shap_value',
  'shap',
  'coefficient',
  'score',
  'value',
];
const baseMembers = ['base_value', 'expected_value', 'baseline', 'intercept', 'bias'];
const deepest = 3;

type Unplaced = Omit<Attribution, 'place'>;

function fromMembers(value: JsonObject): Unplaced[] | undefined {
  const rows: Unplaced[] = [];
  for (const [feature, weight] of Object.entries(value)) {
    if (typeof weight !== 'number') return undefined;
    if (!baseMembers.includes(feature)) rows.push({ feature, weight, input: undefined });
  }
  return rows.length > 0 ? rows : undefined;
}

function fromElement(value: JsonValue): Unplaced | undefined {
  if (Array.isArray(value)) {
    const [feature, weight] = value;
    return value.length === 2 && typeof feature === 'string' && typeof weight === 'number'
      ? { feature, weight, input: undefined }
      : undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const nameMember = nameMembers.find((name) => typeof value[name] === 'string');
  const weightMember = weightMembers.find((name) => typeof value[name] === 'number');
  if (nameMember === undefined || weightMember === undefined) return undefined;
  const [feature, weight] = [value[nameMember], value[weightMember]];
  if (typeof feature !== 'string' || typeof weight !== 'number') return undefined;
  return { feature, weight, input: weightMember === 'value' ? undefined : value['value'] };
}

function fromList(values: readonly JsonValue[]): Unplaced[] | undefined {
  const rows = values.map(fromElement);
  return rows.length > 0 && rows.every((row) => row !== undefined) ? rows : undefined;
}

function fromValue(value: JsonValue): Unplaced[] | undefined {
  if (Array.isArray(value)) return fromList(value);
  return isJsonObject(value) ? fromMembers(value) : undefined;
}

/** Two lists side by side: `{features: ["a"], values: [0.1]}`. */
function fromParallelLists(value: JsonObject): Unplaced[] | undefined {
  const names = value['features'] ?? value['feature_names'];
  const weights = value['values'] ?? value['weights'] ?? value['shap_values'];
  if (!Array.isArray(names) || !Array.isArray(weights) || names.length !== weights.length) {
    return undefined;
  }
  const rows = names.flatMap((feature, place) => {
    const weight = weights[place];
    return typeof feature === 'string' && typeof weight === 'number'
      ? [{ feature, weight, input: undefined }]
      : [];
  });
  return rows.length > 0 && rows.length === names.length ? rows : undefined;
}

function search(
  value: JsonObject,
  path: readonly string[],
): { path: readonly string[]; rows: Unplaced[]; holder: JsonObject } | undefined {
  const parallel = fromParallelLists(value);
  if (parallel !== undefined) return { path, rows: parallel, holder: value };
  for (const name of listNames) {
    const member = value[name];
    const rows = member === undefined ? undefined : fromValue(member);
    if (rows !== undefined) return { path: [...path, name], rows, holder: value };
  }
  const own = fromMembers(value);
  if (own !== undefined) return { path, rows: own, holder: value };
  if (path.length >= deepest) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const rows = Array.isArray(member) ? fromList(member) : undefined;
    if (rows !== undefined) return { path: [...path, name], rows, holder: value };
  }
  for (const [name, member] of Object.entries(value)) {
    const inner = isJsonObject(member) ? search(member, [...path, name]) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** The attributions of an explanation, or `undefined` when it holds none in a known shape. */
export function findAttributions(explanation: JsonObject): Attributions | undefined {
  const found = search(explanation, []);
  if (found === undefined) return undefined;
  const method = found.holder['method'] ?? explanation['method'];
  const base = baseMembers
    .map((name) => found.holder[name] ?? explanation[name])
    .find((value) => typeof value === 'number');
  return {
    path: found.path,
    method: typeof method === 'string' ? method : undefined,
    base: typeof base === 'number' ? base : undefined,
    rows: found.rows
      .map((row, place) => ({ ...row, place }))
      .toSorted((left, right) => Math.abs(right.weight) - Math.abs(left.weight)),
  };
}
