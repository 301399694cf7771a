/** Where compiled code is kept, and where it is not. */
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../ledger/testing/test-ledger.ts';
import { codeCacheFolder, withCodeCache } from './code-cache.ts';

const folder = temporaryFolder();
afterAll(folder.remove);

test('a folder among the caches of the user, for nobody else', () => {
  const caches = folder.newDirectory();
  const kept = codeCacheFolder({ XDG_CACHE_HOME: caches });
  expect(kept).toBe(join(caches, 'proofdesk', 'code'));
  expect(statSync(String(kept)).mode & 0o777).toBe(0o700);
  expect(withCodeCache({ XDG_CACHE_HOME: caches, LANG: 'C' })).toEqual({
    XDG_CACHE_HOME: caches,
    LANG: 'C',
    NODE_COMPILE_CACHE: kept,
  });
});

test('what was chosen is kept; nothing is where it would not be found, or cannot be made', () => {
  expect(codeCacheFolder({ NODE_COMPILE_CACHE: '/chosen', APPIMAGE: '/x' })).toBe('/chosen');
  expect(codeCacheFolder({ APPIMAGE: '/home/x/Proofdesk.AppImage' })).toBeUndefined();
  const file = join(folder.newDirectory(), 'file');
  writeFileSync(file, '');
  expect(codeCacheFolder({ XDG_CACHE_HOME: file })).toBeUndefined();
  expect(withCodeCache({ XDG_CACHE_HOME: file })).toEqual({ XDG_CACHE_HOME: file });
});
