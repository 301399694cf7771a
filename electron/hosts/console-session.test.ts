/** Links and cookies of the console door. */
import { describe, expect, it } from 'vitest';
import { createConsoleSession } from './console-session.ts';

function session(apiKey?: string) {
  let now = 1_000_000;
  let count = 0;
  const made = createConsoleSession({
    port: 8080,
    apiKey,
    random: (bytes) => new Uint8Array(bytes).fill((count += 1)),
    clock: () => now,
  });
  return {
    ...made,
    pass: (seconds: number) => {
      now += seconds * 1_000;
    },
  };
}

describe('a link', () => {
  it('lets in once', () => {
    const links = session();
    const token = links.createToken(60);
    const cookie = links.redeem(token);
    expect(cookie).toMatch(/^proofdesk_8080=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/);
    expect(links.holds(cookie ?? '')).toBe(true);
    expect(links.redeem(token)).toBeUndefined();
  });

  it('counts for as long as it was made for', () => {
    const links = session();
    const [short, lasting] = [links.createToken(60), links.createToken(Number.POSITIVE_INFINITY)];
    links.pass(60);
    expect(links.redeem(short)).toBeUndefined();
    expect(links.redeem(lasting)).toBeDefined();
  });

  it('does not use up another', () => {
    const links = session();
    const [one, other] = [links.createToken(60), links.createToken(60)];
    expect(links.redeem('')).toBeUndefined();
    expect(links.redeem(one)).toBeDefined();
    expect(links.redeem(other)).toBeDefined();
  });

  it('is forgotten when many newer ones wait', () => {
    const links = session();
    const first = links.createToken(60);
    for (let count = 0; count < 32; count += 1) links.createToken(60);
    expect(links.redeem(first)).toBeUndefined();
  });
});

describe('an API key', () => {
  it('lets in where there is one', () => {
    expect(session('pdk_x').redeemKey(' pdk_x ')).toBeDefined();
    expect(session('pdk_x').redeemKey('pdk_y')).toBeUndefined();
    expect(session().redeemKey('')).toBeUndefined();
    expect([session('pdk_x').takesKey, session().takesKey]).toEqual([true, false]);
  });
});
