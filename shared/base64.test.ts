/** Base64 in its canonical form, and nothing else. */
import { expect, it } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';

it.each([
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg=='],
  ['fooba', 'Zm9vYmE='],
  ['foobar', 'Zm9vYmFy'],
  ['\u00ff\u00fe\u00fd', '//79'],
])('of %j is %j (RFC 4648 §10)', (text, encoded) => {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  expect(toBase64(bytes)).toBe(encoded);
  expect(fromBase64(encoded)).toEqual(bytes);
});

it.each([
  'A',
  'AA',
  'AAA',
  'AA=A',
  'AA===',
  '=AAA',
  'AB==',
  'AAB=',
  'AA AA===',
  'AA-_',
  'AAAA\n',
  'AAAA AAA',
  '====',
])('refuses %j', (text) => {
  expect(fromBase64(text)).toBeUndefined();
});
