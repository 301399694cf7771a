/** A dataset as one grant sees it: rows in, viewed rows out. Whatever is read, filtered or exported is one of these. */
import type { FieldError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import type { GrantKind, Policy } from '../../shared/contract/policies.ts';
import { valuesAtAddress } from '../../shared/policies/addresses.ts';
import { addressBelow } from './address.ts';
import {
  Methods,
  type Subject,
  type TreatingRule,
  type ValueMethod,
  type ViewKeys,
} from './methods.ts';
import { placeBelow, placesOf, stateOfPath, type PathState, type Place } from './places.ts';
import { KeyedRecordIds } from './keyed-record-ids.ts';
import { RecordIds, recordIdKey } from './record-ids.ts';

/** A row of a dataset with its number there; the whole row as it is read, its `record_id` member included. */
export interface ViewedSource {
  readonly seq: number;
  /** The text of its key, where the row is known by that. */
  readonly key?: string | undefined;
  readonly document: JsonObject;
}

export interface ViewOptions {
  readonly policy: Policy;
  readonly kind: GrantKind;
  /** Addresses that the grant was given; every field of the policy where there is none. */
  readonly fields?: readonly string[] | undefined;
  readonly keys: ViewKeys;
  /** The number of the dataset, which record ids of a grant hold. */
  readonly dataset: number;
}

const recordId = 'record_id';

/** Subject and methods of one row. */
interface RowPlace {
  readonly subject: () => Subject;
}

export class View {
  readonly #places: Place;
  /** Those of every grant of this kind. */
  readonly #ofPolicy: Place;
  readonly #policy: Policy;
  readonly #kind: GrantKind;
  readonly #ids: RecordIds | undefined;
  /** Of rows that are known by a key. */
  readonly #keyedIds: KeyedRecordIds | undefined;
  readonly #methods: Methods;
  readonly #made = new Map<TreatingRule, ValueMethod>();

  constructor({ policy, kind, fields, keys, dataset }: ViewOptions) {
    this.#policy = policy;
    this.#kind = kind;
    this.#places = placesOf(policy, kind, fields);
    this.#ofPolicy = placesOf(policy, kind);
    this.#ids =
      policy.record_ids === 'kept' ? undefined : new RecordIds(recordIdKey(keys.grant), dataset);
    this.#keyedIds = policy.record_ids === 'kept' ? undefined : new KeyedRecordIds(keys.grant);
    this.#methods = new Methods(keys);
  }

  /** Tells whether every row is seen as it is: then none needs to be looked at. */
  get isWhole(): boolean {
    const { members, rest } = this.#places;
    const isClear = members.size === 0 && rest === 'clear';
    return isClear && this.#ids === undefined && this.#kind === 'rows';
  }

  /** How a dotted path looks through the view: what SQL may ask of stored rows, what not, and what is refused. */
  stateOf(path: string): PathState {
    const segments = path.split('.');
    if (segments[0] !== recordId) return stateOfPath(this.#places, segments);
    if (this.#kind === 'statistics') return 'withheld';
    return this.#ids === undefined ? 'clear' : 'treated';
  }

  /** Why a path of a filter, a sort, a group or a projection is refused at `field`; undefined for one that is seen. */
  faultOf(path: string, field: string): FieldError | undefined {
    if (this.stateOf(path) !== 'withheld') return undefined;
    const segments = path.split('.');
    const isWithheld = stateOfPath(this.#ofPolicy, segments) === 'withheld';
    const code = isWithheld || segments[0] === recordId ? 'field_withheld' : 'field_not_granted';
    return faultAt(field, code, { field: path });
  }

  /** The row as it is seen. What is not altered is shared with the row. */
  row({ seq, key, document }: ViewedSource): JsonObject {
    if (this.isWhole) return document;
    let subject: Subject | undefined;
    const place = {
      subject: () => (subject ??= subjectOf(this.#policy.entity, document, key ?? seq)),
    };
    const viewed: JsonObject = Object.create(null);
    for (const name of Object.keys(document)) {
      const value = document[name] ?? null;
      const seen =
        name === recordId
          ? this.#recordId(key ?? seq, value)
          : this.#value(placeBelow(this.#places, name), value, name, place);
      if (seen !== undefined) viewed[name] = seen;
    }
    return viewed;
  }

  /** Tells whether rows have ids of this grant, instead of those of the dataset. */
  get hasOwnIds(): boolean {
    return this.#ids !== undefined;
  }

  /** The id of a row as the grant sees it; undefined where ids are those of the dataset. */
  idOf(mark: number | string): string | undefined {
    return typeof mark === 'string' ? this.#keyedIds?.idOf(mark) : this.#ids?.idOf(mark);
  }

  /** The number of the row that an id of this grant stands for; undefined for any other id. */
  seqOf(id: string): number | undefined {
    return this.#ids?.seqOf(id);
  }

  /** The key of the row that an id of this grant stands for; undefined for any other id. */
  keyOf(id: string): string | undefined {
    return this.#keyedIds?.keyOf(id);
  }

  #recordId(mark: number | string, value: JsonValue): JsonValue | undefined {
    if (this.#kind === 'statistics') return undefined;
    return this.idOf(mark) ?? value;
  }

  /** A value as it is seen at a place; undefined where nothing of it is. */
  #value(place: Place, value: JsonValue, address: string, row: RowPlace): JsonValue | undefined {
    if (place.members.size === 0) return this.#whole(place, value, address, row);
    if (Array.isArray(value)) return this.#array(place, value, address, row);
    if (!isJsonObject(value)) return this.#whole({ ...place, members: none }, value, address, row);
    const names = Object.keys(value);
    const viewed: JsonObject = Object.create(null);
    let isEmpty = names.length > 0 || place.rest !== 'clear';
    for (const name of names) {
      const below = placeBelow(place, name);
      const seen = this.#value(below, value[name] ?? null, addressBelow(address, name), row);
      if (seen === undefined) continue;
      viewed[name] = seen;
      isEmpty = false;
    }
    return isEmpty ? undefined : viewed;
  }

  /** Elements stay at their places: one of which nothing is seen is an empty object, or null. */
  #array(
    place: Place,
    elements: readonly JsonValue[],
    address: string,
    row: RowPlace,
  ): JsonValue | undefined {
    if (elements.length === 0) return place.rest === 'clear' ? [] : undefined;
    const seen = elements.map((element) => this.#value(place, element, address, row));
    if (seen.every((each) => each === undefined)) return undefined;
    return seen.map((each, index) => {
      if (each !== undefined) return each;
      const empty: JsonObject = Object.create(null);
      return isJsonObject(elements[index]) ? empty : null;
    });
  }

  /** A value that one treatment covers, with all that is in it. */
  #whole({ rest }: Place, value: JsonValue, address: string, row: RowPlace): JsonValue | undefined {
    if (rest === 'clear') return value;
    if (rest === 'withheld') return undefined;
    return treated(value, address, this.#method(rest), row);
  }

  #method(rule: TreatingRule): ValueMethod {
    const known = this.#made.get(rule);
    if (known !== undefined) return known;
    const made = this.#methods.create(rule);
    this.#made.set(rule, made);
    return made;
  }
}

const none: Place['members'] = new Map();

/** Each value in it treated under its own address: where it stands in the row makes no difference. */
function treated(value: JsonValue, field: string, method: ValueMethod, row: RowPlace): JsonValue {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((each) => treated(each, field, method, row));
  if (!isJsonObject(value)) return method(value, { field, subject: row.subject });
  const viewed: JsonObject = Object.create(null);
  for (const name of Object.keys(value)) {
    viewed[name] = treated(value[name] ?? null, addressBelow(field, name), method, row);
  }
  return viewed;
}

/** Whose a row is: of the one entity that it names; where it names none, or several, its own. */
export function subjectOf(
  entity: string | null,
  document: JsonObject,
  mark: number | string,
): Subject {
  const value = entity === null ? undefined : entityOf(entity, document);
  return value === undefined ? ['row', mark] : ['entity', value];
}

/** The one value of the entity's field; undefined where a row has none there, or different ones. */
export function entityOf(
  entity: string,
  document: JsonObject,
): boolean | number | string | undefined {
  return oneValue(valuesAtAddress(document, entity));
}

/** The one scalar that several values are, nulls aside; undefined where there is none. */
export function oneValue(several: readonly JsonValue[]): boolean | number | string | undefined {
  const values = new Set(several.filter((value) => value !== null));
  const [value] = values;
  if (values.size !== 1 || typeof value === 'object') return undefined;
  return value;
}
