/** The form of a new API key becomes the body of the API. */
import { describe, expect, test } from 'vitest';
import { createApiKeySchema, roles } from '../../../shared/contract/access.ts';
import type { Person } from '../../../shared/contract/people.ts';
import {
  emptyKeyDraft,
  expiryOf,
  keyBody,
  noRates,
  rateOfDraft,
  type KeyDraft,
} from './key-draft.ts';
import { areaChoices, scopesOfRole } from '../../../shared/role-scopes.ts';

const now = Date.parse('2026-01-01T10:00:00.400Z');

describe('keyBody', () => {
  test('the least: a name and a role, with an end', () => {
    const body = keyBody({ ...emptyKeyDraft, name: ' Auditor ' }, now);
    expect(body).toEqual({
      name: 'Auditor',
      role: 'compliance',
      expires_at: '2026-04-01T10:00:00.000Z',
    });
    expect(createApiKeySchema.safeParse(body).success).toBe(true);
  });

  test('a role takes along only the binding that belongs to it', () => {
    const draft = { ...emptyKeyDraft, name: 'x', account_id: 'acct_1', holder_id: 'holder-1' };
    const of = (role: (typeof roles)[number]) => {
      const { account_id: account, holder_id: holder } = keyBody({ ...draft, role }, now);
      return [account, holder];
    };
    expect(of('compliance')).toEqual([undefined, undefined]);
    expect(of('admin')).toEqual([undefined, undefined]);
    expect(of('ai_lab')).toEqual(['acct_1', undefined]);
    expect(of('data_holder')).toEqual(['acct_1', 'holder-1']);
  });

  test('a logger takes along its account and models, where it has them, and no scopes', () => {
    const draft = {
      ...emptyKeyDraft,
      name: 'x',
      role: 'logger',
      scopes: ['records:read'],
    } as const;
    expect(keyBody({ ...draft, expires_at: 'never' }, now)).toEqual({ name: 'x', role: 'logger' });
    const bound = { ...draft, account_id: ' acct_1 ', models: ['m1', 'm2'] };
    expect(keyBody(bound, now)).toMatchObject({ account_id: 'acct_1', models: ['m1', 'm2'] });
    expect(keyBody({ ...bound, role: 'ai_lab' }, now)).not.toHaveProperty('models');
  });

  test('a person goes along with a key of their role, holder and account alone', () => {
    const person: Person = {
      person_id: 'usr_1',
      name: 'Eva',
      role: 'data_holder',
      holder_id: 'holder-1',
      account_id: null,
      key_id: '00000000',
      vkey: 'usr_1+00000000+AA==',
      enrolled_at: '2026-01-01T00:00:00.000Z',
      revoked_at: null,
      reason: null,
      is_signed: true,
    };
    const draft = { ...emptyKeyDraft, name: 'x', person_id: 'usr_1' };
    const named = (more: Partial<KeyDraft>, people = [person]) =>
      keyBody({ ...draft, ...more }, now, people).person_id;
    expect(named({ role: 'data_holder', holder_id: ' holder-1' })).toBe('usr_1');
    expect(named({ role: 'data_holder', holder_id: 'holder-2' })).toBeUndefined();
    expect(named({ role: 'compliance', holder_id: 'holder-1' })).toBeUndefined();
    const revoked = { ...person, revoked_at: person.enrolled_at };
    expect(named({ role: 'data_holder', holder_id: 'holder-1' }, [revoked])).toBe('usr_1');
  });

  test('scopes that another role had are left behind', () => {
    const body = keyBody(
      {
        ...emptyKeyDraft,
        name: 'x',
        role: 'ai_lab',
        account_id: 'a',
        scopes: ['records:write', 'audit:read'],
      },
      now,
    );
    expect(body.scopes).toEqual(['records:write']);
  });

  test('limits of its own: only those that are filled in', () => {
    const limits = { ...noRates, read: { limit: '1,200', period: ' 1m ' } };
    expect(keyBody({ ...emptyKeyDraft, name: 'x', rate_limits: limits }, now).rate_limits).toEqual({
      read: { limit: 1_200, period: '1m' },
    });
    expect(keyBody({ ...emptyKeyDraft, name: 'x', rate_limits: noRates }, now)).not.toHaveProperty(
      'rate_limits',
    );
    expect(rateOfDraft({ limit: 'many', period: '1m' }).limit).toBeNaN();
  });
});

test('the end: days from now, the end of a day, never', () => {
  expect(expiryOf({ ...emptyKeyDraft, expires_at: '30' }, now)).toBe('2026-01-31T10:00:00.000Z');
  expect(expiryOf({ ...emptyKeyDraft, expires_at: 'day', day: '2026-03-05' }, now)).toBe(
    '2026-03-05T23:59:59.000Z',
  );
  expect(expiryOf({ ...emptyKeyDraft, expires_at: 'day' }, now)).toBeUndefined();
  expect(expiryOf({ ...emptyKeyDraft, expires_at: 'never' }, now)).toBeUndefined();
});

test('every role has areas, and every area something to choose', () => {
  for (const role of roles) {
    expect(scopesOfRole(role).length).toBeGreaterThan(role === 'logger' ? 0 : 5);
    for (const { read, write } of areaChoices(role)) expect(read || write).toBe(true);
  }
});
