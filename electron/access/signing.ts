/** How an act is signed, taken out of its body: what is asked for is the same before and after it is signed. */
import { signingNames, type Signing } from '../../shared/contract/signing.ts';
import { isJsonObject, type JsonObject } from '../../shared/contract/json.ts';
import type { Route } from '../../shared/contract/route.ts';

/** Members of a valid body of an act that people sign, as its schema has them. */
function isSigning(members: JsonObject): members is JsonObject & Signing {
  return Object.keys(members).every((name) => signingNames.some((each) => each === name));
}

/** The body of a request without what says how it is signed, and that. */
export function takeSigning(
  body: unknown,
  { prepares }: Route,
): { readonly body: unknown; readonly signing: Signing } {
  if (prepares !== true || !isJsonObject(body)) return { body, signing: {} };
  const rest: JsonObject = {};
  const taken: JsonObject = {};
  for (const [name, value] of Object.entries(body)) {
    (signingNames.some((each) => each === name) ? taken : rest)[name] = value;
  }
  return { body: rest, signing: isSigning(taken) ? taken : {} };
}
