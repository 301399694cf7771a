/** Which fields of decisions a caller may name, of one model or of all. */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt, type FieldError } from '../../shared/contract/faults.ts';
import { isDecisionField, isGroup, isOfProfile } from '../../shared/oversight/decision-fields.ts';
import { columnPrefix, groupPrefix } from '../../shared/oversight/field-names.ts';
import type { ColumnsStore } from './columns-store.ts';
import { fieldFault, readWhere } from './where.ts';

/** Of whom and for whom decisions are asked. */
interface AskedOf {
  readonly model_id?: string | undefined;
  /** The account whose own records alone are asked for: a lab. */
  readonly writer: string | undefined;
}

/** Refuses a filter that is none, or names what it may not. @throws {ApiError} `validation_error`, `forbidden` */
export function refuseWhere(
  asked: AskedOf & { readonly where?: string | undefined },
  columns: ColumnsStore,
): void {
  if (asked.where === undefined) return;
  refuseFields([...readWhere(asked.where).fields], asked, { columns, place: 'where' });
}

/**
 * Refuses fields that mean something within a profile where no one model is named, or its profile has them not,
 * and groups to a lab.
 * @throws {ApiError} `validation_error`, `forbidden`
 */
export function refuseFields(
  fields: readonly string[],
  { model_id: modelId, writer }: AskedOf,
  { columns, place }: { readonly columns: ColumnsStore; readonly place: string },
): void {
  const unknown = fields.filter((each) => !isDecisionField(each));
  if (unknown.length > 0) throw validationError(unknown.map((each) => fieldFault(place, each)));
  if (writer !== undefined) refuseGroups(fields);
  const named = fields.filter(isOfProfile);
  if (named.length === 0) return;
  const refuse = (fault: (field: string) => FieldError) => {
    throw validationError(named.map(fault));
  };
  if (modelId === undefined) {
    return refuse((each) => faultAt(`${place}.${each}`, 'only_with', { other: 'model_id' }));
  }
  const document = columns.of(modelId).profile?.document;
  const known = new Set([
    ...(document === undefined ? [] : ['outcome', 'effect', 'version']),
    ...(document?.groups ?? []).map(({ name }) => `${groupPrefix}${name}`),
    ...(document?.columns ?? []).map(({ name }) => `${columnPrefix}${name}`),
  ]);
  const absent = named.filter((each) => !known.has(each));
  if (absent.length > 0) {
    throw validationError(
      absent.map((each) => faultAt(`${place}.${each}`, 'field_of_profile', { model: modelId })),
    );
  }
}

/** @throws {ApiError} `forbidden`: how groups fare is not for whoever made the model to be told */
export function refuseGroups(fields: readonly string[]): void {
  const groups = fields.filter(isGroup);
  if (groups.length === 0) return;
  throw new ApiError('forbidden', 'This API key may not ask by groups.', { details: { groups } });
}
