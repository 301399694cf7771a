/** Secrets and signatures: the golden values, and the package that a receiver checks them with. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { endpointSecret, secretText, signatureOf, signaturesOf } from './endpoint-secret.ts';

const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
const endpointId = 'hook_00000000000000000000000001';
const message = {
  id: 'evt_00000000000000000000000001',
  timestamp: 1_795_000_000,
  body: '{"data":{"dataset_id":"ds_1","session_id":"sess_1"},"timestamp":"2026-11-18T11:06:40.000Z","type":"session.revoked"}',
};
const secretOf = (version: number) => endpointSecret(seed, { endpointId, version });

describe('Golden values', () => {
  test.each([
    [
      1,
      'whsec_EiPI38JgVzHhtQQ576+kTtwJBxKb1SGQ3/zs6SXzHIw=',
      'v1,c4cPqbF/5LwkZq31FLLihhtu6mCxBELQTb1xQ27/MdQ=',
    ],
    [
      2,
      'whsec_86j8pjq0evl449oXTBIeHoGplnhgJu8dDWjv6mbmVDg=',
      'v1,4pH6yC8LhiOQ1n3YLOEYNP8ytDzGGMtMQGJPeq9rYQA=',
    ],
  ])('of version %i', (version, secret, signature) => {
    expect(secretText(secretOf(version))).toBe(secret);
    expect(signatureOf(secretOf(version), message)).toBe(signature);
    expect(new Webhook(secret).sign(message.id, new Date(1_795_000_000_000), message.body)).toBe(
      signature,
    );
  });
});

test('for a day after a rotation both secrets sign, then the new one alone', () => {
  const rotatedAt = '2026-11-18T00:00:00.000Z';
  const at = Date.parse(rotatedAt);
  const both = [2, 1].map((version) => signatureOf(secretOf(version), message)).join(' ');
  const signed = (now: number) =>
    signaturesOf(seed, { endpointId, version: 2, rotatedAt }, message, now);
  expect(signed(at)).toBe(both);
  expect(signed(at + 24 * 3_600_000 - 1)).toBe(both);
  expect(signed(at + 24 * 3_600_000)).toBe(signatureOf(secretOf(2), message));
});
