/** Time stamps by OpenSSL are taken, and each other reply is refused. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases, rounds } from '../../testing/rounds.ts';
import { hasOpenssl, TestAuthority, type KeyKind } from '../testing/authority.ts';
import { writeSha256 } from './algorithms.ts';
import { tags, writeDer, writeInteger, writeOid } from './der.ts';
import { TimestampError, type TimestampFault } from './timestamp-error.ts';
import {
  checkTimestamp,
  imprintOf,
  longestReply,
  readAuthority,
  timestampQuery,
} from './timestamp.ts';

const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../docs/ledger-vectors.json'), 'utf8'),
);
const { checkpoints, time_stamp: vector } = vectors;
const note: string = `${checkpoints[0].body}\n${checkpoints[0].signature}\n`;
const nonce = Buffer.from(vector.nonce, 'hex');
const firstFive = note.split('\n').slice(0, 5).join('\n') + '\n';

it('makes the query of the golden vector', () => {
  expect(imprintOf(note).toString('hex')).toBe(vector.imprint);
  expect(timestampQuery(note, nonce).toString('hex')).toBe(vector.query);
  expect(timestampQuery(`${note}— witness.example/w1 AAAA\n`, nonce).toString('hex')).toBe(
    vector.query,
  );
});

function faultOf(check: () => unknown): TimestampFault | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof TimestampError) return error.fault;
    throw error;
  }
}

describe.runIf(hasOpenssl).each(cases<KeyKind>(['P-256'], ['RSA-3072', 'P-384']))('%s', (kind) => {
  let authority: TestAuthority;
  let reply: Buffer;
  let authorities: ReturnType<typeof readAuthority>[];

  beforeAll(() => {
    const digest = kind === 'P-384' ? 'sha384' : kind === 'RSA-3072' ? 'sha512' : 'sha256';
    authority = new TestAuthority({ kind, digest });
    reply = authority.reply(timestampQuery(note, nonce));
    authorities = [readAuthority(authority.root)];
  });
  afterAll(() => authority.remove());

  const check = (bytes: Buffer, options: object = {}) =>
    checkTimestamp(bytes, { note, nonce, authorities, ...options });

  it('is taken here and by OpenSSL, with and without its chain', () => {
    for (const bytes of [reply, authority.reply(timestampQuery(note, nonce), true)]) {
      expect(check(bytes).authority.x509.subject).toBe('CN=Root of a test');
      expect(Math.abs(Date.parse(check(bytes).time) - Date.now())).toBeLessThan(600_000);
      expect(authority.isVerifiedByOpenssl(bytes, firstFive)).toBe(true);
    }
  });

  it('is refused for another note, nonce, root or none', () => {
    const other = new TestAuthority({ kind });
    const others = [readAuthority(other.root)];
    other.remove();
    expect(faultOf(() => check(reply, { note: note.replace('\n4\n', '\n5\n') }))).toBe(
      'other_note',
    );
    expect(faultOf(() => check(reply, { nonce: Buffer.alloc(8, 1) }))).toBe('other_nonce');
    expect(faultOf(() => check(reply, { authorities: others }))).toBe('untrusted');
    expect(faultOf(() => check(reply, { authorities: [] }))).toBe('untrusted');
    expect(faultOf(() => check(reply, { nonce: undefined }))).toBeUndefined();
  });

  it('is refused truncated at every length, and with a byte more', () => {
    for (let length = 0; length < reply.length; length += rounds({ usual: 3, all: 1 })) {
      expect(faultOf(() => check(reply.subarray(0, length)))).toBe('malformed');
    }
    expect(faultOf(() => check(Buffer.concat([reply, Buffer.of(0)])))).toBe('malformed');
  });

  it('is refused with any bit flipped that something signs', () => {
    const passed = new Set<number>();
    // An odd number: of the bytes that it comes to another bit each.
    const step = rounds({ usual: 29, all: 1 });
    for (let bit = 0; bit < reply.length * 8; bit += step) {
      const flipped = Buffer.from(reply);
      const place = Math.floor(bit / 8);
      flipped[place] = (flipped[place] ?? 0) ^ (1 << (bit % 8));
      if (faultOf(() => check(flipped)) === undefined) passed.add(place);
    }
    expect([...passed]).toEqual([]);
  });
});

describe.runIf(hasOpenssl)('the certificate that signs', () => {
  /** A reply about the note, its time and imprint as told. */
  const made = (authority: TestAuthority, time: string, imprint = imprintOf(note)): Buffer => {
    const info = writeDer(
      tags.sequence,
      writeDer(tags.integer, Buffer.of(1)),
      writeOid('1.2.3.4.1'),
      writeDer(tags.sequence, writeSha256(), writeDer(tags.octetString, imprint)),
      writeDer(tags.integer, Buffer.of(7)),
      writeDer(tags.generalizedTime, Buffer.from(time)),
      writeInteger(nonce),
    );
    const granted = writeDer(tags.sequence, writeDer(tags.integer, Buffer.of(0)));
    return writeDer(tags.sequence, granted, authority.sign(info));
  };
  const soon = () => new Date().toISOString().replaceAll(/[-:T]|\.\d+/g, '');

  it.each(
    cases<[string, string | undefined, string | undefined, TimestampFault | undefined]>(
      [
        ['is one for time stamps', undefined, undefined, undefined],
        ['has another purpose', 'critical,codeSigning', undefined, 'purpose'],
      ],
      [
        ['is valid no more', undefined, '20900101000000Z', 'expired'],
        ['is not marked critical', 'timeStamping', undefined, 'purpose'],
        ['has another purpose besides', 'critical,timeStamping,codeSigning', undefined, 'purpose'],
        ['was not valid yet', undefined, '20010101000000Z', 'expired'],
        ['dated a day that is none', undefined, '20260230000000Z', 'malformed'],
        ['dated in local time', undefined, '20260201120000+0100', 'malformed'],
      ],
    ),
  )('%s', (_title, purpose, time, fault) => {
    const authority = new TestAuthority({ kind: 'P-256', purpose });
    const authorities = [readAuthority(authority.root)];
    const reply = made(authority, time ?? soon());
    authority.remove();
    expect(faultOf(() => checkTimestamp(reply, { note, nonce, authorities }))).toBe(fault);
  });

  it('signed something else @whole', () => {
    const authority = new TestAuthority({ kind: 'P-256' });
    const authorities = [readAuthority(authority.root)];
    const reply = made(authority, soon(), Buffer.alloc(32));
    authority.remove();
    expect(faultOf(() => checkTimestamp(reply, { note, nonce, authorities }))).toBe('other_note');
  });
});

it('refuses what is nested deeply, or large, before anything else', () => {
  let nested = writeDer(tags.sequence);
  for (let depth = 0; depth < 40; depth += 1) nested = writeDer(tags.sequence, nested);
  const huge = Buffer.alloc(longestReply + 1);
  for (const reply of [nested, huge, Buffer.alloc(0), Buffer.from('3080', 'hex')]) {
    expect(faultOf(() => checkTimestamp(reply, { note, nonce, authorities: [] }))).toBe(
      'malformed',
    );
  }
});
