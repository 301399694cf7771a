/** Signed notes: what this key signs, it and OpenSSL verify; anything else they do not. */
import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createLedgerKey, parseVkey, verifyNote } from './ledger-key.ts';
import { testKey, testSeed } from './testing/test-ledger.ts';

describe('ledger key', () => {
  it('says its origin and public key in its verifier key', () => {
    expect(parseVkey(testKey.vkey)).toEqual({
      origin: 'ledger.example/test',
      publicKey: testKey.publicKey,
    });
  });

  it('refuses verifier keys that contradict themselves', () => {
    for (const vkey of [
      '',
      'name+00000000+AQ==',
      testKey.vkey.replace(/\+[0-9a-f]{8}\+/, '+00000000+'),
      testKey.vkey.replace('ledger.example', 'other.example'),
      `${testKey.vkey}x`,
    ]) {
      expect(parseVkey(vkey)).toBeUndefined();
    }
  });

  it('refuses seeds and origins that cannot be', () => {
    expect(() => createLedgerKey('a', new Uint8Array(31))).toThrow(RangeError);
    for (const origin of ['', 'with space', 'a+b', 'line\nfeed']) {
      expect(() => createLedgerKey(origin, testSeed)).toThrow(RangeError);
    }
  });

  it('signs notes that verify, and no others', () => {
    const note = testKey.signNote('ledger.example/test\n1\nAAAA\n');
    expect(verifyNote(note, testKey.vkey)).toBe(true);
    expect(verifyNote(note.replace('\n1\n', '\n2\n'), testKey.vkey)).toBe(false);
    expect(verifyNote(note, createLedgerKey('ledger.example/test', new Uint8Array(32)).vkey)).toBe(
      false,
    );
    expect(verifyNote('ledger.example/test\n1\nAAAA\n', testKey.vkey)).toBe(false);
  });

  it('exports its public key for other tools', () => {
    const text = 'ledger.example/test\n1\nAAAA\n';
    const line = testKey.signNote(text).trimEnd().split('\n').at(-1) ?? '';
    const signature = Buffer.from(line.split(' ')[2] ?? '', 'base64').subarray(4);
    const publicKey = createPublicKey(testKey.publicKeyPem);
    expect(verify(null, Buffer.from(text), publicKey, signature)).toBe(true);
  });
});
