/** What the form that erases rows holds, the request that it stands for, and the entries that this appends. */
import type { CreateDatasetErasure } from '../../../../shared/contract/dataset-erasures.ts';
import type { JsonValue } from '../../../../shared/contract/json.ts';
import type { Actor } from '../../../../shared/ledger/entry-members.ts';
import { rowErasureType } from '../../../../shared/ledger/row-erasures.ts';
import { isIdOf, type ShownEntry } from '../../../signing/shown-entry.ts';
import type { SignerText } from '../../../ui/signing/use-signing.ts';
import { numberIn } from '../../../ui/number-in.ts';

/** Rows by their ids, all rows of an entity, or every row. */
export const erasedKinds = ['record_ids', 'entity', 'dataset'] as const;
export type ErasedKind = (typeof erasedKinds)[number];

/** Types that a value of an entity's field may have. */
export const entityTypes = ['string', 'number', 'boolean'] as const;
export type EntityType = (typeof entityTypes)[number];
type EntityValue = string | number | boolean;

export interface EraseForm {
  readonly what: ErasedKind;
  /** One id a line. */
  readonly record_ids: string;
  readonly entity: string;
  readonly entity_type: EntityType;
  readonly legal_basis: string;
  readonly reason: string;
  readonly signer: SignerText;
}

/** Values that a form begins with where something is to be erased already. */
export type AskedErasure = Partial<
  Pick<EraseForm, 'what' | 'record_ids' | 'entity' | 'entity_type'>
>;

export type EraseBody = Omit<CreateDatasetErasure, 'prepare' | 'signed'>;

/** The ids of a text, each once. */
export function idsIn(text: string): string[] {
  const lines = text.split(/\r?\n/u).map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** The value that was typed, to be compared with those of the rows as it is; undefined where it is none of its type. */
export function entityIn({
  entity,
  entity_type: type,
}: Pick<EraseForm, 'entity' | 'entity_type'>): EntityValue | undefined {
  if (type === 'string') return entity.trim() === '' ? undefined : entity;
  const text = entity.trim();
  if (type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : undefined;
  const number = numberIn(text);
  return text === '' || Number.isNaN(number) ? undefined : number;
}

/** Types of a value of an entity's field, as the rows have had them; text where they tell nothing. */
export function entityTypesOf(types: readonly string[] | undefined): readonly EntityType[] {
  const held = entityTypes.filter((each) => types?.includes(each) ?? false);
  return held.length === 0 ? ['string'] : held;
}

/** The part of a body that says what goes. */
function erasedBy(form: EraseForm): Pick<CreateDatasetErasure, 'record_ids' | 'entity' | 'scope'> {
  if (form.what === 'record_ids') return { record_ids: idsIn(form.record_ids) };
  if (form.what === 'dataset') return { scope: 'dataset' };
  return { entity: entityIn(form) ?? '' };
}

/** @param by who erases: the person who signs, or who acts where nobody does */
export function bodyOf(form: EraseForm, by: Pick<EraseBody, 'signer' | 'actor'>): EraseBody {
  const { legal_basis: basis, reason } = form;
  return { ...erasedBy(form), legal_basis: basis.trim(), reason: reason.trim(), ...by };
}

const isHex = (value: JsonValue) => typeof value === 'string' && /^([0-9a-f]{2})+$/.test(value);

/** An entry of the erasure, as its dialog shows it: the ledger alone knows the numbers of the rows. */
export function shownErasure(datasetId: string, form: EraseForm, actor: Actor): ShownEntry {
  const { what, legal_basis: basis, reason } = form;
  const most = what === 'record_ids' ? idsIn(form.record_ids).length : Infinity;
  // A dataset goes with its keys, also without a row.
  const least = what === 'dataset' ? 0 : 1;
  const isCount = (value: JsonValue) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most;
  return {
    members: {
      type: rowErasureType,
      id: isIdOf('ers'),
      dataset_id: datasetId,
      ...(what === 'dataset' ? { scope: 'dataset' } : { scope: 'rows', rows: isHex }),
      count: isCount,
      legal_basis: basis.trim(),
      actor: { ...actor },
    },
    values: { reason: reason.trim() },
  };
}
