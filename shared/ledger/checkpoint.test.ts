/** Checkpoint notes: the golden vector, and texts that are almost one. */
import { describe, expect, it } from 'vitest';
import { checkpointBody, parseCheckpoint, signedNote } from './checkpoint.ts';

const root = 'V5eEF2DrDS/uOdl+haup3ZUkM0VeoTLw38frxvKQ1iU=';
const blob =
  'e4SI0RuoNZ1a10FaWIRFt0PuzT/I5AjSxZ+910YbBAMMSlIWRatJGYvI/36Ri23UbRjt8r8N9f5XDdrablsmkRjpkAg=';
const body = `ledger.example/demo\n4\n${root}\n`;
const note = `${body}\n— ledger.example/demo ${blob}\n`;

describe('a checkpoint', () => {
  it('is written as in the golden vector', () => {
    expect(checkpointBody({ origin: 'ledger.example/demo', size: 4, root })).toBe(body);
    expect(signedNote(body, [{ name: 'ledger.example/demo', blob }])).toBe(note);
  });

  it('is read back', () => {
    expect(parseCheckpoint(note)).toEqual({
      origin: 'ledger.example/demo',
      size: 4,
      root,
      body,
      signatures: [{ name: 'ledger.example/demo', blob }],
    });
  });

  it('may carry the signatures of witnesses', () => {
    const witnessed = `${note}— witness.example/w ${blob}\n`;
    expect(parseCheckpoint(witnessed)?.signatures.map((each) => each.name)).toEqual([
      'ledger.example/demo',
      'witness.example/w',
    ]);
  });

  it.each([
    ['no signature', `${body}\n`],
    ['no empty line', body],
    ['no last line feed', note.slice(0, -1)],
    ['an extension line', note.replace('\n\n', '\nmore\n\n')],
    ['a size with a leading zero', note.replace('\n4\n', '\n04\n')],
    ['a negative size', note.replace('\n4\n', '\n-4\n')],
    ['a size beyond 2^53', note.replace('\n4\n', '\n9007199254740993\n')],
    ['a root of 31 bytes', note.replace(root, `${root.slice(0, 42)}==`)],
    ['a root with stray bits', note.replace('1iU=', '1iV=')],
    ['an origin with a plus', note.replaceAll('example/demo', 'example+demo')],
    ['an origin with a space', note.replace('ledger.example', 'ledger example')],
    ['a hyphen for the dash', note.replace('—', '-')],
    ['carriage returns', note.replaceAll('\n', '\r\n')],
    ['a signature that is not base64', note.replace(blob, '!!!!')],
    ['text after the signature', `${note}and more\n`],
  ])('is not a text with %s', (_what, text) => {
    expect(parseCheckpoint(text)).toBeUndefined();
  });
});
