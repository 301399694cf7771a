/** The policy as directives, so that a careless addition is seen. */
import { describe, expect, it } from 'vitest';
import {
  contentSecurityPolicy,
  pageHeaders,
  withResourceHeaders,
} from './content-security-policy.ts';

function directives(policy: string): Record<string, string> {
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values.join(' ')];
    }),
  );
}

describe('content security policy', () => {
  it('starts from nothing and allows files of our own origin', () => {
    expect(directives(contentSecurityPolicy)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self'",
      'font-src': "'self'",
      'img-src': "'self' data:",
      'connect-src': "'self'",
      'worker-src': "'self'",
      'manifest-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-src': "'none'",
      'frame-ancestors': "'none'",
      'object-src': "'none'",
    });
  });

  it.each(['unsafe-inline', 'unsafe-eval', 'unsafe-hashes', 'blob:', '*', 'http', 'nonce'])(
    'has no %j',
    (hole) => {
      expect(contentSecurityPolicy).not.toContain(hole);
    },
  );
});

describe('headers', () => {
  it('of a page carry the policy, forbid sniffing, framing and what the console never uses', () => {
    const headers = pageHeaders();
    expect(headers).toMatchObject({
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(Object.keys(headers).join()).not.toContain('access-control');
  });

  it('of an answer keep nosy pages out', () => {
    const { headers } = withResourceHeaders(new Response('{}'));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });
});
