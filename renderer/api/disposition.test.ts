/** The name a download gets is the one that the answer gives. */
import { expect, test } from 'vitest';
import { dispositionName } from './client.ts';

test('the UTF-8 name comes before the plain one (RFC 6266)', () => {
  expect(dispositionName(`attachment; filename="a.pdf"; filename*=UTF-8''m%C3%BC.pdf`)).toBe(
    'mü.pdf',
  );
  expect(dispositionName('attachment; filename="a \\"b\\".pdf"')).toBe('a "b".pdf');
  expect(dispositionName('attachment; filename=a.pdf')).toBe('a.pdf');
  expect(dispositionName(`attachment; filename="a.pdf"; filename*=UTF-8''%E0%A4%A`)).toBe('a.pdf');
  expect(dispositionName('inline')).toBeNull();
  expect(dispositionName(null)).toBeNull();
});
