/** Every count of an answer with its filter. */
import { countedSchema, type Counted } from '../../../shared/contract/oversight.ts';
import { isJsonObject } from '../../../shared/contract/json.ts';

/** All of them, with where each stands. */
export function* countedIn(
  value: unknown,
  place = '',
): Generator<{ readonly place: string; readonly counted: Counted }> {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) yield* countedIn(each, `${place}.${index}`);
    return;
  }
  if (!isJsonObject(value)) return;
  if (Object.hasOwn(value, 'count') && Object.hasOwn(value, 'where')) {
    yield { place, counted: countedSchema.parse(value) };
    return;
  }
  for (const [name, each] of Object.entries(value)) yield* countedIn(each, `${place}.${name}`);
}
