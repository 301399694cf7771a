/** A witness of a test: a key that cosigns whatever it is given. */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { cosignatureBlob, cosignedText } from '../../../shared/ledger/cosignature.ts';
import { parseCheckpoint } from '../../../shared/ledger/checkpoint.ts';
import {
  cosignatureAlgorithm,
  parseVerifierKey,
  verifierKey,
} from '../../../shared/ledger/verifier-key.ts';
import { sha256 } from '../../ledger/sha256.ts';

const privateKeyHeader = Buffer.from('302e020100300506032b657004220420', 'hex');

export class TestWitness {
  readonly name: string;
  readonly vkey: string;
  readonly #key;

  /** @param byte of which its seed has 32 */
  constructor(name: string, byte: number) {
    this.name = name;
    const seed = Buffer.alloc(32, byte);
    this.#key = createPrivateKey({
      key: Buffer.concat([privateKeyHeader, seed]),
      format: 'der',
      type: 'pkcs8',
    });
    const spki = createPublicKey(this.#key).export({ format: 'der', type: 'spki' });
    this.vkey = verifierKey(sha256, name, cosignatureAlgorithm, spki.subarray(-32));
  }

  /** Its line in a policy. */
  get line(): string {
    return `witness ${this.name} ${this.vkey}\n`;
  }

  /** The signature line over the checkpoint of a note. @param time seconds since 1970 */
  cosign(note: string, time: number): string {
    const body = parseCheckpoint(note)?.body ?? '';
    const keyId = parseVerifierKey(sha256, this.vkey)?.keyId ?? '';
    const signature = sign(null, Buffer.from(cosignedText(time, body)), this.#key);
    return `— ${this.name} ${cosignatureBlob(keyId, time, signature)}\n`;
  }
}
