/** Keys of persons: HMAC-SHA-256 against the cases of RFC 4231, and the numbers of docs/oversight.md. */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { foldSubject } from '../../shared/oversight/profile-reader.ts';
import { countingRandom, temporaryFolder, testSeed } from '../ledger/testing/test-ledger.ts';
import { keepSubjectKey, readSubjectKey } from './subject-key-file.ts';
import { Hmac } from '../ledger/hmac.ts';
import { SubjectKey } from './subject-key.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const filled = (byte: number, length: number) => Buffer.alloc(length, byte);
const counted = (length: number) => Buffer.from(Array.from({ length }, (_, place) => place + 1));

describe('HMAC-SHA-256', () => {
  test.each([
    [
      1,
      filled(0x0b, 20),
      'Hi There',
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    ],
    [
      2,
      Buffer.from('Jefe'),
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      3,
      filled(0xaa, 20),
      filled(0xdd, 50),
      '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe',
    ],
    [
      4,
      counted(25),
      filled(0xcd, 50),
      '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    ],
    [
      6,
      filled(0xaa, 131),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
    [
      7,
      filled(0xaa, 131),
      'This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.',
      '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
    ],
  ])('is that of case %i of RFC 4231', (_case, key, text, expected) => {
    expect(Buffer.from(new Hmac(key).of(text), 'latin1').toString('hex')).toBe(expected);
  });

  test('of a text that is longer than any before leaves the next one as it is', () => {
    const hmac = new Hmac(Buffer.from('Jefe'));
    const short = hmac.of('what do ya want for nothing?');
    expect(hmac.of('x'.repeat(10_000))).toHaveLength(32);
    expect(hmac.of('what do ya want for nothing?')).toEqual(short);
  });
});

describe('A key of a person', () => {
  const key = new SubjectKey(Uint8Array.from({ length: 32 }, (_, place) => place));

  test.each([
    ['Finn Xu', 'Hhp54EX83m1M0RknPoSxKw'],
    ['  FINN   xu ', 'Hhp54EX83m1M0RknPoSxKw'],
    ['4711', 'YBNmrTKf7TA4_436Lqp7mA'],
  ])('of %j is the one of the document', (text, expected) => {
    expect(key.of(foldSubject(text)).toString('base64url')).toBe(expected);
  });

  test('has 32 bytes to begin with', () => {
    expect(() => new SubjectKey(new Uint8Array(31))).toThrow(RangeError);
  });
});

describe('The file of the key', () => {
  test('is made once, sealed, for its owner alone, and opened by the seed of the host alone', () => {
    const directory = folder.newDirectory();
    const place = { directory, seed: testSeed };
    expect(readSubjectKey(place)).toBeUndefined();
    const made = keepSubjectKey(place, countingRandom());
    const path = join(directory, 'keys', 'subject.key');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const [key] = [Buffer.from(countingRandom()(32))];
    expect(new SubjectKey(key).mark).toEqual(made.mark);
    expect(readFileSync(path).includes(key)).toBe(false);
    expect(keepSubjectKey(place, countingRandom()).mark).toEqual(made.mark);
    expect(readSubjectKey(place)?.of('4711')).toEqual(made.of('4711'));
    expect(readSubjectKey({ directory, seed: new Uint8Array(32) })).toBeUndefined();
  });

  test('that another seed sealed is replaced', () => {
    const directory = folder.newDirectory();
    mkdirSync(join(directory, 'keys'));
    const random = countingRandom();
    const first = keepSubjectKey({ directory, seed: testSeed }, random);
    const second = keepSubjectKey({ directory, seed: new Uint8Array(32) }, random);
    expect(second.mark).not.toEqual(first.mark);
  });
});
