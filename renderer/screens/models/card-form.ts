/** The register form as it is typed, and the request body it stands for. */
import type { ProposedCard } from '../../../shared/contract/models.ts';
import { numberIn, numberOut } from '../../ui/number-in.ts';

/** The free texts of a card, in the order of the form. */
export const textFields = [
  'model_id',
  'version',
  'model_hash',
  'training_date',
  'framework',
  'intended_use',
  'limitations',
] as const;
export type TextField = (typeof textFields)[number];

/** Texts whose spaces and lines are kept. */
export const proseFields: ReadonlySet<TextField> = new Set(['intended_use', 'limitations']);

export const metricGroups = ['performance', 'fairness'] as const;
export type MetricGroup = (typeof metricGroups)[number];

/** One metric as it is typed. `key` tells rows apart while their names change. */
export interface MetricRow {
  readonly key: number;
  readonly name: string;
  readonly value: string;
}

export type CardForm = Readonly<Record<TextField, string>> &
  Readonly<Record<MetricGroup, readonly MetricRow[]>>;

/** A card or a part of one: what an import yields and what a new version starts from. */
export type CardDraft = ProposedCard['card'];

let nextKey = 1;

export function metricRow(name = '', value = ''): MetricRow {
  return { key: nextKey++, name, value };
}

function rowsOf(metrics: Readonly<Record<string, number>> | undefined): MetricRow[] {
  return Object.entries(metrics ?? {}).map(([name, value]) => metricRow(name, numberOut(value)));
}

/** The form that shows `draft`; what it lacks is empty. */
export function formOf(draft: CardDraft): CardForm {
  return {
    model_id: draft.model_id ?? '',
    version: draft.version ?? '',
    model_hash: draft.model_hash ?? '',
    training_date: draft.training_date ?? '',
    framework: draft.framework ?? '',
    intended_use: draft.intended_use ?? '',
    limitations: draft.limitations ?? '',
    performance: rowsOf(draft.performance),
    fairness: rowsOf(draft.fairness),
  };
}

/** Puts what an import found over what is already there: only the members it has are replaced. */
export function withDraft(form: CardForm, draft: CardDraft): CardForm {
  const found = formOf(draft);
  const pick = (field: TextField) => (found[field] === '' ? form[field] : found[field]);
  return {
    model_id: pick('model_id'),
    version: pick('version'),
    model_hash: pick('model_hash'),
    training_date: pick('training_date'),
    framework: pick('framework'),
    intended_use: pick('intended_use'),
    limitations: pick('limitations'),
    performance: found.performance.length === 0 ? form.performance : found.performance,
    fairness: found.fairness.length === 0 ? form.fairness : found.fairness,
  };
}

/** A number where the text is one, else the text itself, for the API to refuse by name. */
function metricValue(text: string): number | string {
  const trimmed = text.trim();
  const value = numberIn(trimmed);
  return Number.isNaN(value) ? trimmed : value;
}

function isBlank(row: MetricRow): boolean {
  return row.name.trim() === '' && row.value.trim() === '';
}

/** The body of `POST /models`: what is empty is left out, the two required members never are. */
export function bodyOf(form: CardForm): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of textFields) {
    const text = proseFields.has(field) ? form[field] : form[field].trim();
    if (text.trim() !== '' || field === 'model_id' || field === 'version') body[field] = text;
  }
  for (const group of metricGroups) {
    const rows = form[group].filter((row) => !isBlank(row));
    if (rows.length > 0) {
      body[group] = Object.fromEntries(
        rows.map((row) => [row.name.trim(), metricValue(row.value)]),
      );
    }
  }
  return body;
}

/** Which faults only the form can see, as codes of its catalogue: rows that share or lack a name. */
export type FormFault = 'duplicate' | 'nameless';

/** Faults of metric rows by row key: two of one name cannot both be sent, one without cannot at all. */
export function rowFaults(rows: readonly MetricRow[]): ReadonlyMap<number, FormFault> {
  const faults = new Map<number, FormFault>();
  const seen = new Set<string>();
  for (const row of rows) {
    if (isBlank(row)) continue;
    const name = row.name.trim();
    if (name === '') faults.set(row.key, 'nameless');
    else if (seen.has(name)) faults.set(row.key, 'duplicate');
    seen.add(name);
  }
  return faults;
}

/** The version after `version`: its last number plus one; empty where there is none to count on. */
export function nextVersion(version: string): string {
  const parts = version.split('.');
  const last = parts.pop();
  if (last === undefined || !/^\d{1,15}$/.test(last)) return '';
  return [...parts, String(Number(last) + 1)].join('.');
}

/** A card as the start of its next version: what belongs to one artifact alone is left to be given anew. */
export function draftOfNext(card: CardDraft): CardDraft {
  return {
    ...card,
    version: card.version === undefined ? undefined : nextVersion(card.version),
    model_hash: undefined,
    training_date: undefined,
  };
}
