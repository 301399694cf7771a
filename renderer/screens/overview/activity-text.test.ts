/** The activity list says what happened: a proposal is no decision. */
import { beforeAll, expect, test } from 'vitest';
import { getFixedT } from 'i18next';
import type { Activity } from '../../../shared/contract/overview.ts';
import { startTranslations } from '../../i18n/index.ts';
import { activityText } from './activity-text.ts';

beforeAll(startTranslations);

const override: Activity = {
  kind: 'intervention',
  at: '2026-01-01T00:00:00.000Z',
  object_id: 'rec_1',
  name: 'officer',
  count: null,
  state: 'override',
  amount: null,
  currency: null,
};

test('an override is one once it is in effect', () => {
  const t = getFixedT('en', 'overview');
  expect(activityText({ ...override, proposal: true }, t)).toBe('Override proposed');
  expect(activityText(override, t)).toBe('Decision overridden');
});
