/** What a person is told when a server does not answer. */
import { describe, expect, it } from 'vitest';
import { describeNetworkFailure } from './describe-failure.ts';
import { networkError } from './testing/fake-server.ts';

describe('describeNetworkFailure', () => {
  it.each([
    ['ENOTFOUND', /name is not known/],
    ['ECONNREFUSED', /Nothing listens/],
    ['CERT_HAS_EXPIRED', /certificate has expired/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /signed by itself/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /certificate is for another name/],
    ['UND_ERR_CONNECT_TIMEOUT', /did not answer in time/],
  ])('says %s in words', (code, words) => {
    expect(describeNetworkFailure(networkError(code))).toMatch(words);
  });

  it('finds the reason below several addresses that were tried', () => {
    const cause = new AggregateError([
      Object.assign(new Error('v6'), { code: 'ECONNREFUSED' }),
      Object.assign(new Error('v4'), { code: 'ECONNREFUSED' }),
    ]);
    expect(describeNetworkFailure(new TypeError('fetch failed', { cause }))).toMatch(
      /Nothing listens/,
    );
  });

  it('names a code that it does not know, and never repeats a message', () => {
    expect(describeNetworkFailure(networkError('EWHATEVER'))).toBe(
      'It cannot be reached (EWHATEVER).',
    );
    expect(describeNetworkFailure(new Error('Bearer pdk_secret'))).toBe('It cannot be reached.');
    expect(describeNetworkFailure('pdk_secret')).toBe('It cannot be reached.');
  });
});
