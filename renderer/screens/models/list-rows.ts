/** The rows of the models list: what a text finds, in the order a column gives. */
import {
  compareVersions,
  type ModelList,
  type ModelOverview,
} from '../../../shared/contract/models.ts';
import type { ModelSort } from './search.ts';

/** Mismatch first, then what nobody looked at, then what holds. */
const artifactOrder: Readonly<Record<ModelOverview['artifact'], number>> = {
  mismatch: 0,
  no_hash: 1,
  unchecked: 2,
  match: 3,
};

const share = ({ present, total }: { present: number; total: number }) =>
  total === 0 ? 0 : present / total;

/** Code point order, the same everywhere; nothing comes before something. */
function byText(one: string | null, other: string | null): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? -1 : 1;
  return one < other ? -1 : 1;
}

type Compare = (one: ModelOverview, other: ModelOverview) => number;

const comparisons: Readonly<Record<ModelSort, Compare>> = {
  model: (one, other) => byText(one.model_id, other.model_id),
  version: (one, other) => compareVersions(one.version, other.version),
  framework: (one, other) => byText(one.framework, other.framework),
  training: (one, other) => byText(one.training_date, other.training_date),
  artifact: (one, other) => artifactOrder[one.artifact] - artifactOrder[other.artifact],
  completeness: (one, other) => share(one.specification) - share(other.specification),
  annex: (one, other) => share(one.annex_iv) - share(other.annex_iv),
  decisions: (one, other) => one.decision_count - other.decision_count,
  registered: (one, other) => byText(one.registered_at, other.registered_at),
};

/** Whether every word of `text` is in one of the parts, in whatever case. */
function hasWords(parts: readonly string[], text: string): boolean {
  const said = parts.join('\n').toLowerCase();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.every((word) => said.includes(word));
}

/** A model of which no more is told. */
export type NamedModel = ModelList[number];

/** Those with every word of `text` in their id or version, by model id. */
export function namedModels(
  models: readonly NamedModel[],
  text: string,
  order: 'asc' | 'desc',
): NamedModel[] {
  const way = order === 'asc' ? 1 : -1;
  return models
    .filter((each) => hasWords([each.model_id, each.version], text))
    .toSorted((one, other) => way * byText(one.model_id, other.model_id));
}

/** Rows with every word of `text` in their id, version, framework or hash; equals stand by model id. */
export function listRows(
  models: readonly ModelOverview[],
  text: string,
  sort: ModelSort,
  order: 'asc' | 'desc',
): ModelOverview[] {
  const compare = comparisons[sort];
  const way = order === 'asc' ? 1 : -1;
  return models
    .filter((each) =>
      hasWords([each.model_id, each.version, each.framework ?? '', each.model_hash ?? ''], text),
    )
    .toSorted((one, other) => way * compare(one, other) || byText(one.model_id, other.model_id));
}
