/** What all contracts share. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { utf8Bytes } from './common.ts';

it('utf8Bytes counts the bytes of well-formed text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(utf8Bytes(text)).toBe(encodeURIComponent(text).replaceAll(/%../g, '-').length);
    }),
  );
});
