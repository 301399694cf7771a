/** Keys that are made of the key of a dataset: of grants from before they had their own, and of previews. */
import { createKeyedDigest } from '../transformations/keyed-digest.ts';

/** The key of a grant, or of a session without one, from before grants had a key. */
export function keyOfOld(datasetKey: Uint8Array, id: string): Uint8Array {
  return createKeyedDigest(datasetKey)('view.grant-key/v1', id);
}

/** The key of a grant, or of a session without one; `key` null for one from before grants had a key. */
export function keyOfGrant(key: Uint8Array | null, datasetKey: Uint8Array, id: string): Uint8Array {
  return key ?? keyOfOld(datasetKey, id);
}

/** The key of a preview: no grant has it. */
export function previewKey(datasetKey: Uint8Array): Uint8Array {
  return createKeyedDigest(datasetKey)('view.preview-key/v1', null);
}
