/**
 * Cursors of a stream: stateless, encrypted and authenticated, good for one session, filter, sort, snapshot and
 * version of the policy.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';
import { validationError, type ApiError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { JsonValue } from '../../shared/contract/json.ts';
import type { RowMark } from '../sources/read-row.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';

/** Scope that a cursor belongs to. */
export interface CursorScope {
  readonly sessionId: string;
  /** Names the rows. */
  readonly snapshot: number | string;
  readonly policyVersion: number;
  readonly filter: JsonValue;
  readonly sort: JsonValue;
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const keySchema = z.tuple([z.union([z.int(), z.string()]), z.int()]);

export class CursorCodec {
  readonly #key: KeyObject;
  readonly #nonceKey: KeyObject;

  /** `secret`: 32 bytes that stay in the engine; cursors outlive a restart as long as it is the same. */
  constructor(secret: Uint8Array) {
    const derive = (purpose: string) =>
      createSecretKey(
        new Uint8Array(hkdfSync('sha256', secret, '', `proofdesk.${purpose}/v1`, 32)),
      );
    this.#key = derive('cursor');
    this.#nonceKey = derive('cursor-nonce');
  }

  /**
   * The cursor after a row. Rows do not change while the policy does not, so what names it says all of its place in
   * an order: type, value and name. The same row in the same scope gives the same text: a retry is answered byte for byte.
   */
  seal(mark: RowMark, scope: CursorScope): string {
    const text = JSON.stringify([mark, scope.policyVersion]);
    const context = contextOf(scope);
    // A nonce made from all that is sealed repeats only where the whole cursor does (RFC 8452's idea).
    const nonce = createHmac('sha256', this.#nonceKey)
      .update(`${context}\n${text}`)
      .digest()
      .subarray(0, nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce);
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /**
   * What names the row that the cursor stands after.
   * @throws {ApiError} `validation_error` on `cursor` for one that is altered or from elsewhere, or of another
   *   version of the policy
   */
  open(cursor: string, scope: CursorScope): RowMark {
    const bytes = Buffer.from(cursor, 'base64url');
    if (bytes.length <= nonceBytes + tagBytes || bytes.toString('base64url') !== cursor) {
      throw badCursor();
    }
    const decipher = createDecipheriv(algorithm, this.#key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(contextOf(scope)));
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    let text: string;
    try {
      text = Buffer.concat([
        decipher.update(bytes.subarray(nonceBytes + tagBytes)),
        decipher.final(),
      ]).toString('utf8');
    } catch {
      throw badCursor();
    }
    const [mark, version] = keySchema.parse(JSON.parse(text));
    if (version === scope.policyVersion) return mark;
    throw validationError([faultAt('cursor', 'cursor_of_other_policy')]);
  }
}

function contextOf({ sessionId, snapshot, filter, sort }: CursorScope): string {
  return canonicalJson(['proofdesk.cursor/v1', sessionId, snapshot, filter, sort]);
}

function badCursor(): ApiError {
  return validationError([faultAt('cursor', 'cursor')]);
}
