/** Everybody gets these from a host, without a key: the clients, the interface as a document and as a page. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LoopbackHost } from './testing/loopback-host.ts';

const root = join(import.meta.dirname, '..', '..');
const pages = join(root, 'dist', 'renderer');

let host: LoopbackHost;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proofdesk-open-'));
  host = await LoopbackHost.start({ pages });
});
afterAll(async () => {
  await host.close();
  rmSync(folder, { recursive: true, force: true });
});

const origin = () => `http://127.0.0.1:${host.server.port}`;
const get = (path: string) => fetch(`${origin()}${path}`);

function run(command: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

describe('Without a key', () => {
  test.each([
    ['/openapi.json', 'application/json'],
    ['/reference', 'text/html; charset=utf-8'],
    ['/reference.css', 'text/css; charset=utf-8'],
    ['/clients/proofdesk.py', 'text/x-python; charset=utf-8'],
    ['/clients/proofdesk-client.tgz', 'application/gzip'],
  ])('%s is there, under the policy of pages', async (path, type) => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  });

  test('the interface below /v1 goes on asking for one', async () => {
    expect((await get('/v1/openapi.json')).status).toBe(401);
  });

  test.each(['/clients', '/clients/'])('%s lists and opens nothing else', async (path) => {
    const { status, body } = await host.send(path);
    expect([status, body.includes('<html')]).toEqual([404, false]);
  });

  test('the document names the server that was asked', async () => {
    const document: unknown = await (await get('/openapi.json')).json();
    expect(document).toMatchObject({ servers: [{ url: `${origin()}/v1` }] });
  });
});

describe('The package of the client', () => {
  test('installs from its tarball, offline, and compiles under strict @whole', async () => {
    const tarball = join(folder, 'proofdesk-client.tgz');
    const response = await get('/clients/proofdesk-client.tgz');
    writeFileSync(tarball, new Uint8Array(await response.arrayBuffer()));
    writeFileSync(join(folder, 'package.json'), '{"name":"caller","private":true,"type":"module"}');
    const install = [
      'install',
      '--offline',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      tarball,
    ];
    expect(run('npm', ...install)).toMatchObject({ status: 0 });
    const source = [
      "import { Proofdesk, type Receipt } from '@proofdesk/client';",
      "import { fileSpool } from '@proofdesk/client/file-spool';",
      '',
      'const receipts: Receipt[] = [];',
      'export const ledger = new Proofdesk({',
      "  baseUrl: 'http://127.0.0.1:1/v1',",
      "  apiKey: 'pdk_none',",
      "  spool: fileSpool('./kept/decisions.spool'),",
      '  onReceipt: (receipt) => receipts.push(receipt),',
      '});',
      "ledger.log({ model_id: 'm', input: { n: 1 }, output: { decision: 'approve' } });",
      'await ledger.close({ within: 1 });',
    ].join('\n');
    writeFileSync(join(folder, 'caller.ts'), source);
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const strict = ['--strict', '--target', 'es2022', '--module', 'nodenext', '--types', ''];
    expect(run(process.execPath, compiler, ...strict, 'caller.ts')).toEqual({
      status: 0,
      output: '',
    });
    expect(run(process.execPath, 'caller.js')).toEqual({ status: 0, output: '' });
    expect(readFileSync(join(folder, 'kept', 'decisions.spool'), 'utf8')).toContain('"n":1');
    expect(existsSync(join(folder, 'node_modules', '@proofdesk', 'client', 'LICENSE'))).toBe(true);
  });

  test('in Python keeps to the syntax of 3.9, and complains of nothing', async () => {
    const file = join(folder, 'proofdesk.py');
    writeFileSync(file, await (await get('/clients/proofdesk.py')).text());
    const parse = 'import ast,sys; ast.parse(open(sys.argv[1]).read(), feature_version=(3, 9))';
    expect(run('python3', '-c', parse, file)).toEqual({ status: 0, output: '' });
    expect(run('python3', '-W', 'error', '-c', 'import proofdesk')).toEqual({
      status: 0,
      output: '',
    });
  });
});
