/** Secrets on the disk: sealed by the keychain of the system where there is one. */

/** How well a secret is hidden. */
export type SealProtection = 'keychain' | 'unprotected';

/** How a key gets onto the disk and back. */
export interface KeySeal {
  /** The bytes that are kept, and how well they hide the key. */
  seal(key: string): Promise<{
    readonly bytes: Uint8Array;
    readonly sealed: boolean;
    readonly protection: SealProtection;
  }>;
  /** @throws when the seal cannot be broken here */
  open(bytes: Uint8Array, sealed: boolean): Promise<string>;
}

/** For a host without a keychain: the file's permissions are all that hides the key. */
export const plainSeal: KeySeal = {
  seal: async (key) => ({
    bytes: new TextEncoder().encode(key),
    sealed: false,
    protection: 'unprotected',
  }),
  open: async (bytes, sealed) => {
    if (sealed) throw new Error('It is sealed by the desktop application.');
    return new TextDecoder().decode(bytes);
  },
};
