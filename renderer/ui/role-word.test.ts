/** Roles are told in words, in the language that is spoken. */
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { roles, type Role } from '../../shared/contract/access.ts';
import { de } from '../i18n/de/index.ts';
import { startTranslations } from '../i18n/index.ts';
import { roleWord } from './role-word.ts';

beforeAll(() => {
  startTranslations();
  i18next.addResourceBundle('de', 'access', de.access);
});

test.each(['en', 'de'] as const)('no code of a role is shown (%s)', (language) => {
  const words = i18next.getFixedT(language, 'access');
  const t = (key: `role.${Role}`) => words(key);
  const told = roles.map((role) => roleWord(role, t));
  expect(told.filter((word, place) => word === roles[place])).toEqual([]);
  expect(new Set(told).size).toBe(roles.length);
});

test('a role that this console does not know is shown as it was sent', () => {
  const words = i18next.getFixedT('en', 'access');
  const t = (key: `role.${Role}`) => words(key);
  expect(roleWord('auditor', t)).toBe('auditor');
  expect(roleWord('x\u202Ey', t)).not.toContain('\u202E');
});
