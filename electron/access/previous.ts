/** What is replaced, against what was looked at: one comparison for every write that puts something in the place of something else. */
import { ApiError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/contract/json.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';

/** The `if_previous` of a request to replace something. */
export class Previous<State extends JsonObject = JsonObject> {
  readonly #known: JsonObject | undefined;
  readonly #wanted: JsonObject;

  /**
   * @param known what was looked at; undefined where the request does not say
   * @param wanted what is asked for besides
   */
  constructor(known: JsonObject | undefined, wanted: JsonObject) {
    this.#known = known;
    this.#wanted = wanted;
  }

  /**
   * Refuses the request where what it replaces is not what was looked at, unless it is what is asked
   * for: then somebody did that already, perhaps this very caller whose answer was lost (RFC 9110
   * §13.1.1). Called where the replacing begins, so that nothing comes in between.
   * @throws {ApiError} `conflict` that names each member that is another by now
   */
  confirm(current: State): void {
    const known = this.#known;
    if (known === undefined || isWithin(this.#wanted, current)) return;
    const differing = Object.keys(known).filter((name) => !isSame(known[name], current[name]));
    if (differing.length === 0) return;
    throw new ApiError(
      'conflict',
      'Somebody else has changed it since. Look at what it is now, and decide again.',
      {
        fields: differing.map((name) =>
          faultAt(`if_previous.${name}`, 'another_by_now', {
            value: canonicalJson(current[name] ?? null),
          }),
        ),
        details: { current },
      },
    );
  }
}

/** The body of a request without its `if_previous`, and that. */
export function takePrevious(body: unknown): { body: unknown; previous: Previous } {
  if (!isJsonObject(body)) return { body, previous: new Previous(undefined, {}) };
  const { if_previous: known, ...rest } = body;
  // An intervention names the entry that it follows on: a hash, which it judges itself.
  if (!isJsonObject(known)) return { body, previous: new Previous(undefined, {}) };
  return { body: rest, previous: new Previous(known, rest) };
}

function isWithin(wanted: JsonObject, current: JsonObject): boolean {
  const names = Object.keys(wanted);
  return names.length > 0 && names.every((name) => isSame(wanted[name], current[name]));
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other);
}
