/** Data sessions in the console: open, read, aggregate, transform, record, verify, end; accessibility. */
import { z } from 'zod';
import { ConsolePage } from '../pages/console-page.ts';
import { SessionPage, SessionsPage } from '../pages/session-page.ts';
import { expectEverySizeToFit, expectAccessibleInBothThemes } from '../support/accessibility.ts';
import type { Api } from '../support/api.ts';
import { pick } from '../support/choices.ts';
import { addingTest, expect, readingTest, test } from '../support/test.ts';

const sessionSchema = z.looseObject({ session_id: z.string(), status: z.string() });
const sessionListSchema = z.looseObject({
  data: z.array(z.looseObject({ session_id: z.string(), purpose: z.string() })),
});
const evidenceListSchema = z.looseObject({
  data: z.array(z.looseObject({ subject_id: z.string() })),
});
const totalSchema = z.looseObject({ pagination: z.looseObject({ total: z.int() }) });
const keySchema = z.looseObject({ key: z.string() });
const pricingSchema = z.looseObject({
  pricing: z.object({ record_cost: z.number(), data_cost: z.number(), operation_cost: z.number() }),
});
const usageSchema = z.looseObject({ usage: z.looseObject({ total_operations: z.int() }) });

const patients = Array.from({ length: 60 }, (_, place) => ({
  record_id: `rec_p${String(place + 1).padStart(3, '0')}`,
  patient: `P-${place + 1}`,
  age: 40 + (place % 40),
  site: place % 3 === 0 ? 'north' : 'south',
}));

let datasets = 0;

/** A dataset of sixty patients; answers its id, which no other test has. */
async function addPatients(
  api: Api,
  policy: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  datasets += 1;
  const id = `patients-${datasets}`;
  const made = await api.send('POST', '/datasets', {
    body: { dataset_id: id, name: 'Patients', holder_id: 'clinic' },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const rows = patients.map((each) => ({ ...each, secret: 'x' }));
  const added = await api.send('POST', `/datasets/${id}/records`, { body: rows });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
  // A policy names fields that rows have.
  const fields = { secret: { method: 'withheld' } };
  const open = { access: 'open', unlisted: 'clear', record_ids: 'kept' };
  const holder = { name: 'Clinic', role: 'data_holder', holder_id: 'clinic' };
  const { body: key } = await api.send('POST', '/api-keys', { body: holder });
  const published = await api.send('PUT', `/datasets/${id}/policy`, {
    headers: { authorization: `Bearer ${keySchema.parse(key).key}` },
    body: { policy: { ...open, fields, ...policy }, based_on: 0 },
  });
  expect(published.status, JSON.stringify(published.body)).toBe(200);
  return id;
}

async function openSession(
  api: Api,
  dataset: string,
  body: Record<string, unknown> = {},
): Promise<string> {
  const { status, body: answer } = await api.send('POST', '/sessions', {
    body: { dataset_id: dataset, purpose: 'Study', ...body },
  });
  expect(status, JSON.stringify(answer)).toBe(201);
  return sessionSchema.parse(answer).session_id;
}

/** How many sessions the demo has; its billing adds some for every month. */
const totalOf = async (api: Api, query = '') =>
  (await api.get(`/sessions?limit=1${query}`, totalSchema)).pagination.total;

/** What was counted of a session, and charged for it besides its time. */
async function usageOf(api: Api, id: string) {
  const { usage } = await api.get(`/sessions/${id}?include=usage`, usageSchema);
  const { pricing } = await api.get(`/billing/usage/sessions/${id}`, pricingSchema);
  return { usage, pricing };
}

const callsOf = async (api: Api, id: string) =>
  (await api.get(`/sessions/${id}?include=usage`, usageSchema)).usage.total_operations;

test('opens a session: faults at their fields, then the session with its rows @whole', async ({
  page,
  api,
}) => {
  await addPatients(api);
  const sessions = new SessionsPage(page);
  const session = new SessionPage(page);
  await sessions.open();
  await expect(page.getByRole('heading', { name: 'No sessions yet' })).toBeVisible();
  await sessions.openSession.click();
  await session.dialog.getByRole('button', { name: 'Open session' }).click();
  await expect(session.dialog).toContainText('Choose the dataset to read');
  await expect(session.dialog.getByRole('combobox', { name: 'Dataset' })).toBeFocused();
  await pick(session.dialog, 'Dataset', 'Patients · 60 rows');
  await session.dialog.getByRole('textbox', { name: 'Purpose' }).fill('Readmission study');
  await session.dialog.getByRole('textbox', { name: 'Expires after' }).fill('31');
  await pick(session.dialog, 'Unit', 'days');
  await session.dialog.getByRole('button', { name: 'Open session' }).click();
  await expect(session.dialog).toContainText('From 1 minute to 30 days');
  await session.dialog.getByRole('textbox', { name: 'Expires after' }).fill('2');
  await session.dialog.getByRole('checkbox', { name: 'Train' }).uncheck();
  await session.dialog.getByRole('button', { name: 'Open session' }).click();

  await session.expectOpen('Readmission study', 'Active');
  await expect(session.header).toContainText(/1 d 23 h left/);
  await session.read('rec_p001');
  await expect(session.rows).not.toContainText('secret');
  await sessions.open();
  await sessions.expectTotal(1);
  await expect(sessions.row('Readmission study')).toContainText('patients');
});

test('looking at a session reads nothing: rows are read by a press on their price, and then once', async ({
  page,
  api,
}) => {
  const id = await openSession(api, await addPatients(api));
  const session = new SessionPage(page);
  const before = await usageOf(api, id);
  await session.open(id);
  for (const _ of [1, 2, 3, 4, 5]) {
    await page.reload();
    await expect(session.main).toContainText('Session opened');
  }
  await session.tab('Data');
  await expect(session.button(/^Read 60 rows · at most \$0\.\d+$/)).toBeVisible();
  for (const tab of ['Usage', 'Aggregate', 'Evidence', 'Activity'] as const) {
    await session.tab(tab);
  }
  const filter = encodeURIComponent('{"site":"north"}');
  for (const address of ['tab=data&sort=-age', `tab=data&filter=${filter}`]) {
    await session.open(id, address);
    await expect(session.button(/^Read \d+ rows ·/)).toBeVisible();
    await expect(session.main).toContainText('Metered: 0 calls, 0 rows read');
  }
  expect(await usageOf(api, id)).toEqual(before);
  await session.open(id, 'tab=data');
  await session.read('rec_p001');
  await expect(session.main).toContainText('Metered: 1 call, 60 rows read');
  await session.tab('Usage');
  await expect(session.main).toContainText('60');
  await session.tab('Data');
  await expect(session.rows).toContainText('rec_p001');
  await session.tab('Activity');
  await expect(session.main.getByRole('row', { name: /Rows read/ })).toContainText('60');
  expect(await callsOf(api, id)).toBe(1);
});

addingTest(
  'filters with a count, says how it runs, and stays in the address @whole',
  async ({ page, api }) => {
    const id = await openSession(api, await addPatients(api));
    const session = new SessionPage(page);
    const filter = encodeURIComponent('{"age":{"$gte":70}}');
    await session.open(id, `tab=data&filter=${filter}`);
    await session.read('rec_p032');
    await session.button(/^Count what matches · /).click();
    await expect(session.main).toContainText('10 of 60 rows match');
    await session.button('How it runs').click();
    await expect(session.main.getByRole('region', { name: 'How the filter runs' })).toContainText(
      'The database alone decides',
    );
    await session.main.getByText('JSON', { exact: true }).click();
    await session.main.getByRole('textbox', { name: /JSON/ }).fill('{"site":"north"}');
    await session.button('Apply').click();
    await expect(session.rows).not.toContainText('rec_p032');
    await page.reload();
    await session.button(/^Count what matches · /).click();
    await expect(session.main).toContainText('20 of 60 rows match');
    await session.read(/rec_p0/);
    await expect(session.rows).not.toContainText('rec_p032');
  },
);

addingTest(
  'groups and counts, with bars, as a builder and as JSON @whole',
  async ({ page, api }) => {
    const id = await openSession(api, await addPatients(api));
    const session = new SessionPage(page);
    await session.open(id, 'tab=aggregate');
    await pick(session.main, 'Group by', 'site');
    await page.keyboard.press('Escape');
    await session.button('Add a measure').click();
    await pick(session.main, 'Field of measure 2', 'age');
    await session.button('Run').click();
    const groups = session.main.getByRole('table', { name: 'Groups' });
    await expect(groups.getByRole('row', { name: /^south/ })).toContainText('40');
    await expect(groups.getByRole('row', { name: /^north/ })).toContainText('20');
    await session.main.getByText('JSON', { exact: true }).click();
    const pipeline = session.main.getByRole('textbox', { name: 'Pipeline as JSON' });
    await expect(pipeline).toHaveValue(/"avg_age"/);
    await pipeline.fill('[{"count":"patients"}]');
    await session.button('Run').click();
    await expect(groups).toContainText('60');
  },
);

addingTest('an import of rows ends with a link to its dataset @whole', async ({ page, api }) => {
  const dataset = await addPatients(api);
  const { status, body } = await api.send('POST', `/datasets/${dataset}/imports?name=more.ndjson`, {
    body: '{"age":1}\n{"age":2}\n',
    headers: { 'content-type': 'application/x-ndjson' },
  });
  expect(status, JSON.stringify(body)).toBe(202);
  await page.goto('/#/jobs');
  const row = page.getByRole('row', { name: /more\.ndjson/ });
  await expect(row).toContainText('2 rows imported');
  await row.getByRole('link', { name: 'Show the dataset' }).click();
  await expect(page).toHaveURL(new RegExp(`datasets/${dataset}`));
});

addingTest(
  'transforms selected rows: faults, before and after, evidence that holds @whole',
  async ({ page, api }) => {
    const id = await openSession(api, await addPatients(api));
    const session = new SessionPage(page);
    await session.open(id);
    await session.read('rec_p001');
    await session.rows.focus();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await session.button('Transform').click();
    await expect(session.dialog.getByRole('radio', { name: 'Selected (2)' })).toBeChecked();
    await session.dialog.getByRole('button', { name: 'Preview' }).click();
    await expect(session.dialog).toContainText('must name at least one field');
    await pick(session.dialog, 'Fields', 'patient');
    await session.dialog.getByRole('button', { name: 'Preview' }).click();
    const preview = session.dialog.getByRole('region', { name: 'Preview: before and after' });
    await expect(preview).toContainText('"P-1"');
    await expect(preview).toContainText('tok_');
    await session.dialog.getByRole('button', { name: 'Transform 2 rows' }).click();
    await session.dialog.getByRole('button', { name: 'Show the evidence' }).click();

    await expect(session.evidence).toContainText('Pseudonymize by tokens');
    await expect(session.evidence).toContainText('2 rows of');
    await session.evidence.getByRole('button', { name: 'Verify' }).click();
    await expect(session.evidence).toContainText('Verified');
    await expect(
      session.evidence.getByRole('list', { name: 'What was checked' }).getByRole('listitem'),
    ).toHaveCount(6);
    const download = page.waitForEvent('download');
    await session.evidence.getByRole('button', { name: 'DSSE envelope' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.dsse\.json$/);
  },
);

addingTest(
  'records an operation of a model without a card, with what was transformed before @whole',
  async ({ page, api }) => {
    const id = await openSession(api, await addPatients(api));
    await api.send('POST', `/sessions/${id}/transform`, {
      body: {
        record_ids: ['rec_p001', 'rec_p002'],
        transformation: 'redact',
        parameters: { fields: ['patient'] },
      },
    });
    const session = new SessionPage(page);
    await session.open(id, 'tab=operations');
    await expect(
      session.main.getByRole('heading', { name: 'No operations recorded' }),
    ).toBeVisible();
    await session.header.getByRole('button', { name: 'Record' }).click();
    await session.dialog.getByText('By id', { exact: true }).click();
    await session.dialog.getByRole('textbox', { name: 'Record ids' }).fill('rec_p002 rec_p003');
    await session.dialog.getByRole('combobox', { name: 'Model' }).fill('unknown-net');
    await expect(session.dialog).toContainText('Not registered');
    await session.dialog.getByRole('textbox', { name: 'Metadata as JSON' }).fill('{"step":1');
    await session.dialog.getByRole('button', { name: 'Record operation' }).click();
    await expect(session.dialog).toContainText('must be a JSON object');
    await session.dialog.getByRole('textbox', { name: 'Metadata as JSON' }).fill('{"step":1}');
    await session.dialog.getByRole('button', { name: 'Record operation' }).click();

    await expect(session.evidence).toContainText('Transformed before');
    await expect(session.evidence).toContainText('Rows: 1 of 2');
    await session.tab('Operations');
    const row = session.main.getByRole('row', { name: /^Training/ });
    await expect(row).toContainText('unknown-net');
    await expect(row).toContainText('Not registered');
    await expect(row).toContainText('step 1');
  },
);

addingTest(
  'revokes with a reason; rows are no longer read, evidence still is @whole',
  async ({ page, api }) => {
    const id = await openSession(api, await addPatients(api));
    await api.send('POST', `/sessions/${id}/operations`, {
      body: { operation_type: 'ANALYZE', records: ['rec_p001'] },
    });
    const session = new SessionPage(page);
    await session.open(id);
    await session.read('rec_p001');
    await session.action(/Revoke/);
    await session.dialog.getByRole('button', { name: 'Revoke session' }).click();
    await expect(session.dialog).toContainText('must not be empty');
    await session.dialog.getByRole('textbox', { name: 'Reason' }).fill('The agreement ended.');
    await session.dialog.getByRole('button', { name: 'Revoke session' }).click();

    await session.expectOpen('Study', 'Revoked');
    await expect(session.main.getByRole('note')).toContainText('Revoked by clinic');
    await expect(session.main.getByRole('note')).toContainText('The agreement ended.');
    await expect(session.rows).toBeHidden();
    await expect(session.button('Transform')).toBeHidden();
    await session.tab('Evidence');
    await session.button('Analysis').click();
    await session.evidence.getByRole('button', { name: 'Verify' }).click();
    await expect(session.evidence).toContainText('Verified');
  },
);

addingTest(
  'the time that is left counts down while it is looked at @whole',
  async ({ page, api }) => {
    const dataset = await addPatients(api);
    await page.clock.install();
    const id = await openSession(api, dataset, { ttl_seconds: 60 });
    const session = new SessionPage(page);
    await session.open(id);
    await session.expectOpen('Study', 'Active');
    await expect(session.header).toContainText(/5\d s left/);
    await page.clock.runFor(20_000);
    await expect(session.header).toContainText(/3\d s left/);
  },
);

readingTest(
  'the list: states with counts, links, keys, and the way back @whole',
  async ({ page, api }) => {
    const sessions = new SessionsPage(page);
    const session = new SessionPage(page);
    await sessions.open();
    await sessions.expectTotal(await totalOf(api));
    await expect(sessions.segment('Active')).toHaveText('Active2');
    await sessions.segment('Revoked').click();
    await sessions.expectTotal(2);
    await expect(page).toHaveURL(/status=revoked/);
    await sessions.grid.focus();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await session.expectOpen('Arrhythmia alerts', 'Revoked');
    await expect(session.main.getByRole('note')).toContainText(
      'Consent of the participants ended.',
    );
    await page.goBack();
    await sessions.expectTotal(2);
    await sessions.open('dataset_id=northwind-claims');
    await sessions.expectTotal(await totalOf(api, '&dataset_id=northwind-claims'));
    await page.getByRole('button', { name: 'Remove: Dataset: northwind-claims' }).click();
    await sessions.expectTotal(await totalOf(api));
  },
);

readingTest('the palette opens a pasted session or evidence @whole', async ({ page, api }) => {
  const { data } = await api.get('/sessions', sessionListSchema);
  const closed = data.find((each) => each.purpose.startsWith('Readmission'))?.session_id ?? '';
  const list = await api.get(`/sessions/${closed}/evidence`, evidenceListSchema);
  const console = new ConsolePage(page);
  const session = new SessionPage(page);
  await console.open('Decisions');
  await (await console.palette(closed)).press('Enter');
  await session.expectOpen('Readmission study, first cohort', 'Closed');
  await console.open('Decisions');
  await (await console.palette(list.data[0]?.subject_id ?? '')).press('Enter');
  await expect(session.evidence).toContainText('Anonymize by keyed hash');
});

readingTest('an unknown session says so @whole', async ({ page, api, watch }) => {
  watch.expectError(/404/);
  await page.goto('/#/sessions/sess_none');
  await expect(page.getByRole('heading', { name: /There is no session sess_none/ })).toBeVisible();
  await page.getByRole('link', { name: 'All sessions' }).click();
  await new SessionsPage(page).expectTotal(await totalOf(api));
});

readingTest(
  'what the walk does not reach is accessible in both themes and fits every window @whole',
  async ({ page, api }) => {
    readingTest.setTimeout(420_000);
    const { data } = await api.get('/sessions', sessionListSchema);
    const idOf = (purpose: string) =>
      data.find((each) => each.purpose === purpose)?.session_id ?? 'none';
    const training = idOf('Diabetes risk model, training');
    const sessions = new SessionsPage(page);
    const session = new SessionPage(page);
    await sessions.open();
    await sessions.expectTotal(await totalOf(api));
    await sessions.openSession.click();
    await expect(session.dialog).toBeVisible();
    await expectAccessibleInBothThemes(page, 'open a session', 'overlay');
    await page.keyboard.press('Escape');

    const filter = encodeURIComponent('{"age":{"$gte":65}}');
    await session.open(training, `filter=${filter}`);
    await session.button('How it runs').click();
    await session.read('rec_clinic');
    await expectAccessibleInBothThemes(page, 'rows with a filter', 'screen');
    await session.button('Transform').click();
    await expect(session.dialog).toBeVisible();
    await expectAccessibleInBothThemes(page, 'transform', 'overlay');
    await page.keyboard.press('Escape');
    await expect(session.dialog).toBeHidden();
    await session.tab('Aggregate');
    await pick(session.main, 'Group by', 'diagnosis');
    await page.keyboard.press('Escape');
    await session.button('Run').click();
    await expect(session.main.getByRole('table', { name: 'Groups' })).toBeVisible();
    await expectAccessibleInBothThemes(page, 'aggregate', 'screen');
    await expectEverySizeToFit(page, 'aggregate');
    await session.tab('Evidence');
    await session.button('Training').click();
    await session.evidence.getByRole('button', { name: 'Verify' }).click();
    await expect(session.evidence).toContainText('Verified');
    await expectAccessibleInBothThemes(page, 'evidence', 'screen');
    await session.tab('Usage');
    await expectAccessibleInBothThemes(page, 'usage', 'screen');
    await expectEverySizeToFit(page, 'usage');
    await session.open(idOf('Arrhythmia alerts'));
    await expect(session.main.getByRole('note')).toBeVisible();
    await expectAccessibleInBothThemes(page, 'a revoked session', 'screen');
  },
);
