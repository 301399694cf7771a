/** The end of an exhaustive switch. */

/** Fails to compile where a case is missing; throws if data from outside gets here all the same. */
export function assertNever(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`);
}
