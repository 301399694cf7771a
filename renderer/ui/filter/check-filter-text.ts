/** Reads the text of a filter as strictly as the engine does, so that nothing typed is lost on the way. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { parseJsonText } from '../../../shared/contract/intake.ts';
import { isJsonObject, type JsonObject } from '../../../shared/contract/json.ts';
import type { ToldFault } from '../fault-text.tsx';

export type FilterText =
  | { readonly kind: 'ok'; readonly filter: JsonObject }
  | { readonly kind: 'not_object' }
  | { readonly kind: 'bad'; readonly field: string; readonly fault: ToldFault };

/** The filter of a text; an empty text is the empty filter. */
export function checkFilterText(text: string): FilterText {
  if (text.trim() === '') return { kind: 'ok', filter: {} };
  try {
    const value = parseJsonText(text);
    return isJsonObject(value) ? { kind: 'ok', filter: value } : { kind: 'not_object' };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const [first] = error.fields;
    return first === undefined
      ? { kind: 'bad', field: '', fault: { message: error.message } }
      : { kind: 'bad', field: first.field, fault: first };
  }
}
