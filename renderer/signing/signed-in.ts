/**
 * Who signs in this window, and their opened key: in its memory alone, for a quarter of an hour without an
 * act. Nothing of it is stored, and the key cannot be read out.
 */
import { create } from 'zustand';

/** A person who is signed in. */
export interface SignedIn {
  /** The ledger that the person is enrolled in. */
  readonly origin: string;
  readonly personId: string;
  /** Of the key that was opened; another one is in force after a change of key. */
  readonly keyId: string;
  /** Undefined once it is locked. */
  readonly key: CryptoKey | undefined;
  /** When the key is forgotten, in milliseconds since 1970. */
  readonly until: number;
}

/** How long a key stays without an act. */
export const heldMs = 15 * 60_000;

interface State {
  readonly signedIn: SignedIn | undefined;
}

export const useSignedIn = create<State>(() => ({ signedIn: undefined }));

let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps an opened key for the next acts. */
export function signIn(person: Omit<SignedIn, 'until' | 'key'>, key: CryptoKey): void {
  hold({ ...person, key });
}

/** Forgets the key, and keeps in mind whose it was. */
export function lock(): void {
  clearTimeout(timer);
  const { signedIn } = useSignedIn.getState();
  if (signedIn?.key !== undefined) {
    useSignedIn.setState({ signedIn: { ...signedIn, key: undefined } });
  }
}

/** Forgets the key and whose it was. */
export function signOut(): void {
  clearTimeout(timer);
  useSignedIn.setState({ signedIn: undefined });
}

/** The key of this person, for one act more and a quarter of an hour after it; undefined where it is not in hand. */
export function keyFor(
  person: Pick<SignedIn, 'origin' | 'personId' | 'keyId'>,
): CryptoKey | undefined {
  const { signedIn } = useSignedIn.getState();
  if (signedIn?.key === undefined) return undefined;
  const isTheirs =
    signedIn.origin === person.origin &&
    signedIn.personId === person.personId &&
    signedIn.keyId === person.keyId;
  if (!isTheirs) return undefined;
  // A computer that slept runs its timers late.
  if (Date.now() >= signedIn.until) {
    lock();
    return undefined;
  }
  hold(signedIn);
  return signedIn.key;
}

function hold(signedIn: Omit<SignedIn, 'until'>): void {
  clearTimeout(timer);
  timer = setTimeout(lock, heldMs);
  useSignedIn.setState({ signedIn: { ...signedIn, until: Date.now() + heldMs } });
}
