/** Copy as curl: repeats the call, holds no key, and no text of a call can leave its quotes. */
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { curlCommand, shellWord, withoutValues } from './curl.ts';

const base = 'http://127.0.0.1:4173/v1';

describe('curlCommand', () => {
  test('a GET', () => {
    expect(
      curlCommand({ method: 'GET', path: '/records?limit=5', headers: {}, body: null }, base),
    ).toBe(
      [
        'curl -sS',
        `'http://127.0.0.1:4173/v1/records?limit=5'`,
        '-H "Authorization: Bearer $PROOFDESK_API_KEY"',
      ].join(' \\\n  '),
    );
  });

  test('a POST with its body and its key of repetition', () => {
    const command = curlCommand(
      {
        method: 'POST',
        path: '/records',
        headers: { 'Idempotency-Key': 'abc' },
        body: { kind: 'text', text: `{"note":"it's"}` },
      },
      `${base}/`,
    );
    expect(command).toContain(`-X POST`);
    expect(command).toContain(`'http://127.0.0.1:4173/v1/records'`);
    expect(command).toContain(`-H 'Idempotency-Key: abc'`);
    expect(command).toContain(`-H 'Content-Type: application/json'`);
    expect(command).toContain(`--data-raw '{"note":"it'\\''s"}'`);
  });

  test('what was not kept is read from a file', () => {
    const of = (body: Parameters<typeof curlCommand>[0]['body']) =>
      curlCommand({ method: 'POST', path: '/imports', headers: {}, body }, null);
    expect(of({ kind: 'withheld', bytes: 20 })).toContain('--data-binary @body.json');
    expect(of({ kind: 'long', bytes: 20 })).toContain('--data-binary @body.json');
    expect(of({ kind: 'upload', bytes: 20, mediaType: 'text/csv' })).toMatch(
      /-H 'Content-Type: text\/csv' \\\n {2}--data-binary @upload/,
    );
  });

  test('without an address the shell fills it in', () => {
    expect(
      curlCommand({ method: 'GET', path: '/records', headers: {}, body: null }, null),
    ).toContain(`"$PROOFDESK_BASE_URL"'/records'`);
  });
});

test('a body is shown by its names alone', () => {
  const text = '{"model_id":"m","input":{"age":41,"notes":["private",null]},"confidence":0.5}';
  expect(withoutValues({ kind: 'text', text })).toEqual({
    kind: 'text',
    text: '{"model_id":"…","input":{"age":"…","notes":["…","…"]},"confidence":"…"}',
  });
  expect(withoutValues({ kind: 'text', text: '{"age":41' })).toEqual({ kind: 'text', text: '…' });
  expect(withoutValues({ kind: 'long', bytes: 9 })).toEqual({ kind: 'long', bytes: 9 });
});

test('any text stays one word of the shell', () => {
  const text = fc.string({ unit: 'binary', maxLength: 40 }).filter((each) => !each.includes('\0'));
  // One shell prints all of them: to start it takes longer than what it does.
  const texts = fc.sample(text, 60);
  const words = texts.map(shellWord).join(' ');
  const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${words}`]);
  expect(printed).toEqual(Buffer.from(`${texts.join('\0')}\0`));
});
