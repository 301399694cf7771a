/** Signs the texts of an act, all of them or none: each agrees with what is shown before the first is signed. */
import type { SignedText } from '../../shared/contract/signing.ts';
import { signText } from './person-key.ts';
import { differenceOf, type ShownEntry, type SigningKey, type TextToSign } from './shown-entry.ts';

/** Why an act is not signed: what the server asks for is not what is shown. */
export class NotAsShownError extends Error {
  /** The member that differs, by its path; `texts` where there are more or fewer than shown. */
  readonly member: string;

  constructor(member: string) {
    super(`The text to sign is not what is shown: ${member}`);
    this.name = 'NotAsShownError';
    this.member = member;
  }
}

/** Who signs, with the opened key. */
export interface Signer extends SigningKey {
  readonly privateKey: CryptoKey;
}

export interface Signers {
  readonly signature: Signer;
  /** The second person, where two sign. */
  readonly approval?: Signer | undefined;
}

/**
 * The texts with their signatures, in their order.
 * @throws {NotAsShownError} nothing was signed
 */
export async function signAct(
  prepared: readonly TextToSign[],
  shown: readonly ShownEntry[],
  { signature, approval }: Signers,
  ledger: { readonly origin: string; readonly now: number },
): Promise<SignedText[]> {
  if (prepared.length !== shown.length) throw new NotAsShownError('texts');
  const keyOf = ({ by, key }: Signer): SigningKey => ({ by, key });
  const signing = {
    ...ledger,
    signature: keyOf(signature),
    approval: approval && keyOf(approval),
  };
  const differences = await Promise.all(
    shown.map(async (each, index) => {
      const text = prepared[index];
      return text === undefined ? 'texts' : await differenceOf(text, each, signing);
    }),
  );
  const member = differences.find((each) => each !== undefined);
  if (member !== undefined) throw new NotAsShownError(member);
  return Promise.all(
    prepared.map(async ({ text, salts }) => ({
      text,
      salts: { ...salts },
      signature: await signText(signature.privateKey, text),
      ...(approval === undefined ? {} : { approval: await signText(approval.privateKey, text) }),
    })),
  );
}
