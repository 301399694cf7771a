/** Addresses of fields: names of members joined by dots. How they lie in one another, and what a row has at one. */
import { isJsonObject, type JsonObject, type JsonValue } from '../contract/json.ts';

/** Addresses that one lies inside of, the nearest first. A name may be empty. */
export function* addressesAbove(address: string): Generator<string> {
  for (let end = address.lastIndexOf('.'); end >= 0;) {
    yield address.slice(0, end);
    end = end === 0 ? -1 : address.lastIndexOf('.', end - 1);
  }
}

/** Tells whether an address lies inside another of several. */
export function isInsideOne(address: string, several: { has(address: string): boolean }): boolean {
  return addressAbove(address, several) !== undefined;
}

/** The address of several that another lies inside of. */
export function addressAbove(
  address: string,
  several: { has(address: string): boolean },
): string | undefined {
  for (const above of addressesAbove(address)) if (several.has(above)) return above;
  return undefined;
}

/** Every value of a row at an address, arrays looked through. */
export function valuesAtAddress(document: JsonObject, address: string): JsonValue[] {
  const values: JsonValue[] = [];
  collect(document, address, values);
  return values;
}

/** @param rest the address from here on; undefined at its end */
function collect(value: JsonValue, rest: string | undefined, values: JsonValue[]): void {
  if (Array.isArray(value)) {
    for (const element of value) collect(element, rest, values);
  } else if (rest === undefined) values.push(value);
  else if (isJsonObject(value)) {
    for (const name of namesOnTheWay(value, rest)) {
      const below = name === rest ? undefined : rest.slice(name.length + 1);
      collect(value[name] ?? null, below, values);
    }
  }
}

/** Members of an object that begin an address; one with a dot in its name takes more of it. */
function namesOnTheWay(object: JsonObject, rest: string): string[] {
  const names: string[] = [];
  for (let end = rest.indexOf('.'); end !== -1; end = rest.indexOf('.', end + 1)) {
    const name = rest.slice(0, end);
    if (Object.hasOwn(object, name)) names.push(name);
  }
  if (Object.hasOwn(object, rest)) names.push(rest);
  return names;
}
