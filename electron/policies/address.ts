/**
 * Addresses of fields: the names of members joined by dots, places in arrays left out. Two members with one
 * address are one field, `{"patient.ssn": …}` and `{"patient": {"ssn": …}}` alike.
 */
import type { FieldError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { addressesAbove } from '../../shared/policies/addresses.ts';
import { neighboursOf } from '../filters/near-fields.ts';

/** The address of a member called `name`: of the row itself, or of what is at `address`. */
export function addressBelow(address: string | undefined, name: string): string {
  return address === undefined ? name : `${address}.${name}`;
}

/** Calls `visit` with every value of a row that is neither object nor array, and with its address. */
export function visitValues(
  value: JsonValue,
  visit: (address: string, value: boolean | number | string | null) => void,
  address?: string,
): void {
  if (Array.isArray(value)) {
    for (const element of value) visitValues(element, visit, address);
  } else if (isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      visitValues(value[name] ?? null, visit, addressBelow(address, name));
    }
  } else visit(address ?? '', value);
}

/** Every address of rows: of values, and of what they are inside of. */
export class Addresses {
  readonly #known = new Set<string>();

  constructor(documents: Iterable<JsonObject> = []) {
    for (const document of documents) this.addRow(document);
  }

  addRow(document: JsonObject): void {
    this.#addMembers(document);
  }

  #addMembers(value: JsonValue, address?: string): void {
    if (Array.isArray(value)) {
      for (const element of value) this.#addMembers(element, address);
    } else if (isJsonObject(value)) {
      for (const name of Object.keys(value)) {
        const below = addressBelow(address, name);
        this.add(below);
        this.#addMembers(value[name] ?? null, below);
      }
    }
  }

  /** Adds an address and those that it is inside of. */
  add(address: string): void {
    if (this.#known.has(address)) return;
    this.#known.add(address);
    for (const above of addressesAbove(address)) this.#known.add(above);
  }

  get isEmpty(): boolean {
    return this.#known.size === 0;
  }

  has(address: string): boolean {
    return this.#known.has(address);
  }

  all(): string[] {
    return [...this.#known];
  }

  /**
   * What is wrong with an address that no row has: a place in an array, a typing error. `offered` are those that
   * may be told as near it.
   */
  faultOf(address: string, field: string, offered = this.all()): FieldError | undefined {
    if (this.has(address)) return undefined;
    const place = address.split('.').find((segment) => isPlace(segment));
    if (place !== undefined && this.has(withoutPlaces(address))) {
      return faultAt(field, 'array_place', { place, field: withoutPlaces(address) });
    }
    const near = neighboursOf(address, offered, nearest);
    return near.length === 0
      ? faultAt(field, 'field_unknown', { field: address })
      : faultAt(field, 'field_unknown_near', { field: address, near: near.join(', ') });
  }
}

const nearest = 3;

/** Tells whether a name may be a place in an array. */
export function isPlace(segment: string): boolean {
  return /^\d+$/.test(segment);
}

function withoutPlaces(address: string): string {
  return address
    .split('.')
    .filter((segment) => !isPlace(segment))
    .join('.');
}
