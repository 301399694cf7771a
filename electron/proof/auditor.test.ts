/** docs/auditor.py: its own vectors are those that are published, and it reads numbers and texts as the product does. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { signedNote } from '../../shared/ledger/checkpoint.ts';
import { oneIn, rounds } from '../testing/rounds.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');
const auditor = join(docs, 'auditor.py');
const hasPython = spawnSync('python3', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'auditor-'));
afterAll(() => rmSync(folder, { recursive: true }));

const python = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('python3', args, { encoding: 'utf8' });
  return { status, said: stdout.trimEnd().split('\n').at(-1) ?? '', told: stderr.trim() };
};

it('holds the published vectors', () => {
  const [, text = ''] = /^VECTORS = r"""(.*)"""$/m.exec(readFileSync(auditor, 'utf8')) ?? [];
  const published: unknown = JSON.parse(readFileSync(join(docs, 'ledger-vectors.json'), 'utf8'));
  expect(JSON.parse(text)).toEqual(published);
});

describe.runIf(hasPython)('with Python', () => {
  it('finds its vectors to hold', () => {
    expect(python(auditor, 'selftest').status).toBe(0);
  });

  it('writes JSON in the canonical form of the product', () => {
    const values = [
      ...fc.sample(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        rounds({ usual: 500, all: 2_000 }),
      ),
      0,
      1e21,
      1e-7,
      123_456_789_012_345_680_000,
      5e-324,
      1.7976931348623157e308,
      ...fc
        .sample(fc.jsonValue({ maxDepth: 4 }), rounds({ usual: 100, all: 500 }))
        .map((value) => JSON.parse(JSON.stringify(value))),
      ...fc
        .sample(fc.string({ unit: 'binary' }), rounds({ usual: 100, all: 500 }))
        .map((text) => text.toWellFormed()),
      { '\u{1f600}': 1, '\uffff': 2, a: 3 },
    ].map((value) => canonicalJson(value));
    writeFileSync(join(folder, 'values'), values.map((text) => `${text}\n`).join(''));
    const script = `import importlib.util, sys
spec = importlib.util.spec_from_file_location("auditor", ${JSON.stringify(auditor)})
auditor = importlib.util.module_from_spec(spec); spec.loader.exec_module(auditor)
for number, line in enumerate(open(${JSON.stringify(join(folder, 'values'))}, "rb")):
    value = auditor.json.loads(line)
    if auditor.canonical(value).encode() != line[:-1]: print(number, line)
`;
    expect(execFileSync('python3', ['-c', script], { encoding: 'utf8' })).toBe('');
  });

  it.each(
    oneIn<readonly [string, readonly string[]]>(4, [
      ['what is not there', ['verify', join(folder, 'nothing')]],
      ['an empty folder', ['verify', folder]],
      ['a file that is no zip', ['verify', auditor]],
      ['a state that is none', ['witness', 'show', '--state', folder]],
    ]),
  )('ends in one line upon %s', (_title, args) => {
    expect(python(auditor, ...args)).toMatchObject({
      status: 2,
      said: expect.stringMatching(/^CANNOT BE READ: /),
      told: '',
    });
  });

  it('witnesses a ledger: once for each size, and never another history @whole', () => {
    const state = join(folder, 'state');
    const vectors = JSON.parse(readFileSync(join(docs, 'ledger-vectors.json'), 'utf8'));
    const request = join(folder, 'request');
    const noteOf = (index: number) => {
      const { body, signature } = vectors.checkpoints[index];
      const [, name, blob] = signature.split(' ');
      return signedNote(body, [{ name, blob }]);
    };
    const cosign = (text: string) => {
      writeFileSync(request, text);
      return python(auditor, 'witness', 'cosign', '--state', state, '--request', request);
    };
    const { said: vkey } = python(
      auditor,
      'witness',
      'init',
      '--state',
      state,
      '--name',
      'w.example',
    );
    expect(vkey).toMatch(/^w\.example\+[0-9a-f]{8}\+B/);
    expect(cosign(`old 0\n\n${noteOf(0)}`)).toMatchObject({
      status: 1,
      told: expect.stringMatching(/^404 /),
    });
    expect(python(auditor, 'witness', 'show', '--state', state, '--log', vectors.vkey).status).toBe(
      0,
    );
    expect(cosign(`old 0\n\n${noteOf(0)}`).said).toMatch(/^— w\.example [A-Za-z0-9+/]+=*$/);
    expect(cosign(`old 0\n\n${noteOf(1)}`)).toMatchObject({ status: 1, told: '409 4' });
    expect(cosign(`old 4\n\n${noteOf(1)}`)).toMatchObject({
      status: 1,
      told: expect.stringMatching(/^422 /),
    });
    expect(cosign(`old 11\n\n${noteOf(1)}`)).toMatchObject({
      status: 1,
      told: expect.stringMatching(/^400 /),
    });
    expect(cosign(`old 4\n\n${noteOf(0).replace('\n4\n', '\n5\n')}`)).toMatchObject({
      status: 1,
      told: expect.stringMatching(/^403 /),
    });
    expect(cosign(`old 4\n\n${noteOf(0)}`).status).toBe(0);
  });
});
