/** Policies for tests, read by the schema as those that are sent. */
import type { JsonObject } from '../../../shared/contract/json.ts';
import { policySchema, type Policy } from '../../../shared/contract/policies.ts';
import { View, type ViewOptions } from '../view.ts';

/** The policy of these members; what is left out is the schema's. */
export function policyOf(members: JsonObject): Policy {
  return policySchema.parse(members);
}

/** Bytes 00…1f. */
export const sampleKey = Uint8Array.from({ length: 32 }, (_, index) => index);

const otherKey = Uint8Array.from({ length: 32 }, (_, index) => 100 + index);

/** A view of a policy under the sample key for both, unless told otherwise. */
export function viewOf(members: JsonObject, options: Partial<ViewOptions> = {}): View {
  return new View({
    policy: policyOf(members),
    kind: 'rows',
    keys: { grant: sampleKey, dataset: sampleKey },
    dataset: 1,
    ...options,
  });
}

/** Keys of another grant on the same dataset. */
export const keysOfOther = { grant: otherKey, dataset: sampleKey };
