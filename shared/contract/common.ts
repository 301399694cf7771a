/** Pieces shared by the areas' schemas. */
import * as z from './when-asked.ts';
import { isJsonObject, type JsonObject } from './json.ts';
import { fault, type FaultText } from './faults.ts';
import { limits } from './limits.ts';

/** A JSON object, taken as it is: zod neither copies nor reorders it, and `__proto__` stays a member. */
export const jsonObjectSchema = z
  .custom<JsonObject>(isJsonObject, { error: fault('type_object') })
  .meta({ type: 'object', additionalProperties: true });

/**
 * A list that may hold `most` at most. Of a longer one no more is judged than shows that it is too long:
 * a body has room for millions of elements, each of which would be a fault of its own.
 * @param words what is said of something else, of an empty list (which may be without), of a long one
 */
export function listOf<Element extends z.ZodType>(
  element: Element,
  most: number,
  words: {
    readonly error?: z.core.$ZodErrorMap | FaultText;
    readonly none?: FaultText;
    readonly tooMany?: FaultText;
  } = {},
) {
  const { error, none, tooMany = fault('at_most_items', { maximum: most }) } = words;
  const list = z.array(element, error === undefined ? {} : { error }).max(most, tooMany);
  return z.preprocess(
    (value) => (Array.isArray(value) && value.length > most ? value.slice(0, most + 1) : value),
    none === undefined ? list : list.min(1, none),
  );
}

/** An object of at most so many texts by name; of a larger one no more is judged than shows that. */
export function textsByName(most: number) {
  return z.preprocess(
    (value) => {
      if (!isJsonObject(value)) return value;
      const names = Object.keys(value);
      if (names.length <= most) return value;
      return Object.fromEntries(names.slice(0, most + 1).map((name) => [name, value[name]]));
    },
    z
      .record(z.string(), z.string())
      .refine(
        (texts) => Object.keys(texts).length <= most,
        fault('at_most_members', { maximum: most }),
      ),
  );
}

/** Form of an idempotency key. */
export const idempotencyKeyPattern = new RegExp(`^[\\x20-\\x7e]{1,${limits.idempotencyKey}}$`);

/** Bytes of well-formed text as UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // Each half of a surrogate pair stands for two of four bytes.
    if (unit >= 0x80) bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

/** One of a few words; a refusal names them. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: fault('one_of', { values: values.join(', ') }) });

/** Control characters, and those that change the direction of the text around them. */
const steering = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;
/**
 * A character that can be seen by itself: no control, format or blank one, also none that counts as a letter,
 * and no accent, which would stand on whatever is written before it.
 */
const visible = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Why a text is not taken as an identifier, or as the name of a key: it has to be the same to whoever
 * sees it and to whoever compares it. What was taken before stays readable.
 */
export function identifierFault(id: string): 'no_steering' | 'something_visible' | undefined {
  if (steering.test(id)) {
    return 'no_steering';
  }
  return id === '' || visible.test(id) ? undefined : 'something_visible';
}

/** A text that is taken as an identifier. */
export function identifier<Text extends z.ZodType<string>>(text: Text) {
  return text.superRefine((id, context) => {
    const found = identifierFault(id);
    if (found !== undefined) context.addIssue({ code: 'custom', message: fault(found) });
  });
}

/** `sha256:` and 64 lower-case hex digits. */
export const hashSchema = z.string().regex(/^sha256:[0-9a-f]{64}$/, fault('hash'));

/** UTC instant with milliseconds, `YYYY-MM-DDTHH:MM:SS.sssZ`. */
export const instantSchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, fault('instant'));

/**
 * A day of the calendar, written as a UTC instant within it: it belongs to no zone, and its time says
 * nothing to a reader.
 */
export const daySchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/, fault('instant'))
  .brand<'Day'>();
export type Day = z.infer<typeof daySchema>;
/** An instant in ISO 8601, which a day cannot be taken for. */
export type InstantText = string & { readonly [z.$brand]?: { readonly Day?: never } };

/** A real calendar date, `YYYY-MM-DD`. */
export const dateSchema = z
  .string()
  .refine(
    (text) =>
      /^\d{4}-\d{2}-\d{2}$/.test(text) &&
      !Number.isNaN(Date.parse(text)) &&
      new Date(text).toISOString().startsWith(text),
    fault('date'),
  )
  .meta({ format: 'date' });

/** An integer in a query string; out of range is refused, never clamped. */
export function queryInteger(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, fault('integer_between', { minimum, maximum }))
    .transform(Number)
    .pipe(
      z
        .number()
        .min(minimum, fault('at_least', { minimum }))
        .max(maximum, fault('at_most', { maximum })),
    )
    .meta({ type: 'integer', minimum, ...(maximum < Number.MAX_SAFE_INTEGER ? { maximum } : {}) });
}

/** A decimal number in a query string. */
export function queryNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/, fault('number_between', { minimum, maximum }))
    .transform(Number)
    .pipe(
      z
        .number()
        .min(minimum, fault('at_least', { minimum }))
        .max(maximum, fault('at_most', { maximum })),
    )
    .meta({ type: 'number', minimum, maximum });
}

/** `true` or `false` in a query string. */
export const queryBoolean = z
  .enum(['true', 'false'], { error: fault('type_boolean') })
  .transform((text) => text === 'true')
  .meta({ type: 'boolean' });

/** The wrapper of every list but records and models (specification, "Pagination wrappers"). */
export function paginated<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    pagination: z.object({
      total: z.int(),
      limit: z.int(),
      offset: z.int(),
      has_more: z.boolean(),
    }),
  });
}
