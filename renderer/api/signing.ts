/** Acts that people sign, on their way: the body is sent to have its texts prepared, then once more with them signed. */
import {
  preparedActSchema,
  type PreparedAct,
  type SignedText,
} from '../../shared/contract/signing.ts';
import { request, type Reader, type RequestOptions } from './client.ts';

/** One act as it is asked for, signed or not. */
export interface Act extends Required<Pick<RequestOptions, 'path'>> {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  /** JSON text of an object, with who signs: what was typed reaches the engine as it was typed. */
  readonly body: string;
}

/** An act that is sent for good. */
export interface SignedAct extends Act {
  readonly idempotencyKey: string;
}

/** The body with further members. */
export function withMembers(body: string, members: object): string {
  const [head, more] = [body.trim().slice(0, -1), JSON.stringify(members).slice(1)];
  return head.trim() === '{' || more === '}' ? `${head}${more}` : `${head},${more}`;
}

/** The texts that are to be signed; nothing is appended. */
export function prepareAct({ method, path, body }: Act): Promise<PreparedAct> {
  return request(preparedActSchema, { method, path, body: withMembers(body, { prepare: true }) });
}

/** The same act with its texts signed. */
export function signedAct(
  act: Act,
  signed: readonly SignedText[],
  idempotencyKey: string,
): SignedAct {
  return { ...act, body: withMembers(act.body, { signed }), idempotencyKey };
}

/** Sends an act; under the same key it has one effect. */
export function sendSigned<Answer>(act: SignedAct, answer: Reader<Answer>): Promise<Answer> {
  return request(answer, act);
}
