/** The files of the console: exact types, caching, headers, and nothing else. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '../policy/content-security-policy.ts';
import { createStaticFiles, type ServeFile } from './static-files.ts';

let root: string;
let serve: ServeFile;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'proofdesk-static-'));
  mkdirSync(join(root, 'renderer', 'assets'), { recursive: true });
  writeFileSync(join(root, 'secret.json'), '{}');
  for (const [name, text] of Object.entries({
    'index.html': '<!doctype html>',
    'assets/index-AbCd1234.js': '1',
    'assets/index-AbCd1234.css': 'a{}',
    'assets/inter-AbCd1234.woff2': 'font',
    'assets/logo.svg': '<svg/>',
    'assets/notes.exe': 'x',
  })) {
    writeFileSync(join(root, 'renderer', name), text);
  }
  serve = createStaticFiles(join(root, 'renderer'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const get = (path: string, method = 'GET') => serve({ method, url: `http://host${path}` });

describe('static files', () => {
  it.each([
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/?anything', 'text/html; charset=utf-8', 'no-cache'],
    [
      '/assets/index-AbCd1234.js',
      'text/javascript; charset=utf-8',
      'public, max-age=31536000, immutable',
    ],
    [
      '/assets/index-AbCd1234.css',
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ],
    ['/assets/inter-AbCd1234.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
    ['/assets/logo.svg', 'image/svg+xml', 'no-cache'],
  ])('serves %s as %s, cached %s', async (path, type, caching) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toBe(caching);
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    '/missing.js',
    '/assets',
    '/assets/',
    '/assets/notes.exe',
    '/assets/index-AbCd1234',
    '/decisions',
    '/../secret.json',
    '/%2e%2e/secret.json',
    '/..%2fsecret.json',
    '/assets/..%5c..%5csecret.json',
  ])('does not find %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('There is no such file.\n');
  });

  it('answers HEAD with the length and no body, and nothing but GET and HEAD', async () => {
    const head = await get('/', 'HEAD');
    expect(head.headers.get('content-length')).toBe('15');
    expect(head.body).toBeNull();
    const post = await get('/', 'POST');
    expect(post.status).toBe(405);
    expect(post.headers.get('allow')).toBe('GET, HEAD');
  });

  it('says how to build pages that are not there', async () => {
    const unbuilt = createStaticFiles(join(root, 'nowhere'));
    const response = await unbuilt({ method: 'GET', url: 'http://host/' });
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('npm run build');
  });
});
