/** Needs attention: people whom nobody's signature enrolled or revoked, for a week. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { overviewSchema } from '../../shared/contract/overview.ts';
import { actAs, enrol, TestPerson } from '../api/testing/signing-people.ts';
import { TestApi } from '../api/test-api.ts';

const day = 86_400_000;
const ada = new TestPerson('Ada Lind');
const eva = new TestPerson('Eva Mayer');
let api: TestApi;
beforeAll(async () => {
  api = await TestApi.open();
});
afterAll(() => api.close());

async function told() {
  const { attention } = await api.read(overviewSchema, '/overview');
  return attention
    .filter(({ kind }) => kind.startsWith('person_'))
    .map(({ kind, severity, name, object_id: id }) => [kind, severity, name, id]);
}

test('comes with an act that nobody signed, and not with those that an admin signs', async () => {
  const start = api.now;
  await enrol(api, ada, 'admin');
  const enrolled = ['person_enrolled_unsigned', 'warn', ada.name, ada.personId];
  expect(await told()).toEqual([enrolled]);
  await enrol(api, eva, 'compliance', ada);
  const reason = { reason: 'left the house' };
  await actAs(api, ada, { path: `/people/${eva.personId}/revoke`, body: reason });
  expect(await told()).toEqual([enrolled]);
  api.now += day;
  const alone = await api.send('POST', `/people/${ada.personId}/revoke`, { body: reason });
  expect(alone.status).toBe(200);
  const revoked = ['person_revoked_unsigned', 'warn', ada.name, ada.personId];
  expect(await told()).toEqual([enrolled, revoked]);
  api.now = start + 7 * day + 1_000;
  expect(await told()).toEqual([revoked]);
  api.now += day;
  expect(await told()).toEqual([]);
});
