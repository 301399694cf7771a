/**
 * zod, but that a schema is made as it is first asked for. All of the contract is loaded by every
 * thread of the engine and by the page, and most of it is asked of none of them: making it all takes
 * a quarter of the start of each.
 */
import * as zod from 'zod';

// Types, errors, and what makes no schema; what stands below goes before it.
export * from 'zod';

/** Member of what stands for a schema: the schema. */
const itself = Symbol('itself');

/** How each schema, or shape of one, is made that something stands for; it is made once. */
const makers = new WeakMap<object, () => object>();

/** Makes of the schemas that are given a name where they are declared. */
const named: (() => unknown)[] = [];

/** Methods of a schema that give another one. */
const combining = new Set([
  'and',
  'array',
  'brand',
  'catch',
  'check',
  'default',
  'describe',
  'exactOptional',
  'extend',
  'gt',
  'gte',
  'int',
  'length',
  'lt',
  'lte',
  'max',
  'meta',
  'min',
  'multipleOf',
  'nullable',
  'omit',
  'optional',
  'or',
  'overwrite',
  'partial',
  'pick',
  'pipe',
  'positive',
  'readonly',
  'refine',
  'regex',
  'startsWith',
  'strict',
  'superRefine',
  'transform',
  'trim',
]);

/** Stands for a schema, which is made when it is asked for more than another schema made of it. */
function deferred(make: () => object): object {
  let schema: object | undefined;
  const asked = () => (schema ??= make());
  const stand = new Proxy(Object.create(null), {
    get: (_, name) => {
      if (name === itself) return asked();
      if (name === 'shape') return deferredShape(() => member(asked(), name));
      if (typeof name !== 'string' || !combining.has(name)) return member(asked(), name);
      return (...args: unknown[]) => combined(asked, name, args);
    },
    set: (_, name, value) => Reflect.set(asked(), name, value),
    has: (_, name) => Reflect.has(asked(), name),
    getPrototypeOf: () => Reflect.getPrototypeOf(asked()),
  });
  makers.set(stand, asked);
  return stand;
}

/** Stands for the members of a schema of objects. */
function deferredShape(shape: () => object): object {
  const stand = new Proxy(Object.create(null), {
    get: (_, name) => Reflect.get(shape(), name),
    has: (_, name) => Reflect.has(shape(), name),
    ownKeys: () => Reflect.ownKeys(shape()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(shape(), name),
  });
  makers.set(stand, shape);
  return stand;
}

function combined(asked: () => object, name: string, args: readonly unknown[]): object {
  const call = (): object => Reflect.apply(member(asked(), name), undefined, args.map(whole));
  if (name !== 'meta') return deferred(call);
  const [said] = args;
  // Without an argument it tells what is said of the schema.
  if (typeof said !== 'object' || said === null) return call();
  const stand = deferred(call);
  if ('id' in said) named.push(() => whole(stand));
  return stand;
}

function member(schema: object, name: string | symbol) {
  const value = Reflect.get(schema, name);
  // Registries know schemas by themselves, not by what stands for them.
  return typeof value === 'function' ? value.bind(schema) : value;
}

/** An argument with the schemas themselves in place of what stands for them: asking one then goes no way round. */
function whole(argument: unknown): unknown {
  if (typeof argument !== 'object' || argument === null) return argument;
  const make = makers.get(argument);
  if (make !== undefined) return make();
  if (Array.isArray(argument)) return argument.map((each) => whole(each));
  if (Object.getPrototypeOf(argument) !== Object.prototype) return argument;
  const members = Object.entries(Object.getOwnPropertyDescriptors(argument));
  // Members that are computed are so for the sake of a schema that is of itself.
  if (members.some(([, member]) => 'get' in member)) return argument;
  if (!members.some(([, { value }]) => isStanding(value))) return argument;
  return Object.fromEntries(members.map(([name, { value }]) => [name, whole(value)]));
}

function isStanding(value: unknown): boolean {
  return typeof value === 'object' && value !== null && makers.has(value);
}

/** The schema itself, where something stands for it: registries know it alone. */
export function made(schema: zod.core.$ZodType): zod.core.$ZodType {
  return makers.has(schema) ? Reflect.get(schema, itself) : schema;
}

/** Makes every schema of the modules loaded so far that has a name: from then on `globalRegistry` knows them. */
export function makeNamed(): void {
  for (const make of named) make();
}

/** The same function, but that its schemas are made as they are asked for. */
function deferring<Factory extends (...args: never[]) => object>(factory: Factory): Factory {
  return new Proxy(factory, {
    apply: (_, __, args: unknown[]) =>
      deferred(() => Reflect.apply(factory, undefined, args.map(whole))),
  });
}

export const array = deferring(zod.array);
export const base64 = deferring(zod.base64);
export const boolean = deferring(zod.boolean);
export const custom = deferring(zod.custom);
export const discriminatedUnion = deferring(zod.discriminatedUnion);
export const email = deferring(zod.email);
export const int = deferring(zod.int);
export const literal = deferring(zod.literal);
export const number = deferring(zod.number);
export const object = deferring(zod.object);
export const partialRecord = deferring(zod.partialRecord);
export const preprocess = deferring(zod.preprocess);
export const record = deferring(zod.record);
export const strictObject = deferring(zod.strictObject);
export const string = deferring(zod.string);
export const union = deferring(zod.union);
export const unknown = deferring(zod.unknown);
const enumeration = deferring(zod.enum);
const nothing = deferring(zod.null);
export { enumeration as enum, nothing as null };
