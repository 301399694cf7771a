/** One small ledger with a row in every table, made by the API, for tests that alter each of them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { decision, TestApi } from '../../api/test-api.ts';
import { alertPageSchema } from '../../../shared/contract/alerts.ts';
import type { ProfileDocument } from '../../../shared/contract/profiles.ts';
import { enrol, TestPerson } from '../../api/testing/signing-people.ts';
import { testSeed } from '../../ledger/testing/test-ledger.ts';
import { profileOf, reviewOf } from '../../oversight/testing/profile-of.ts';
import { untilEvaluated } from '../../oversight/testing/until-evaluated.ts';
import type { SubjectKey } from '../../proof/subject-key.ts';
import { readSubjectKey } from '../../proof/subject-key-file.ts';
import { ParquetFolder } from '../../sources/testing/parquet.ts';
import {
  hasPostgres,
  PostgresServer,
  readerRole,
  serverPassword,
} from '../../sources/testing/postgres-server.ts';
import { clinicalRows, makeDataset, openSession } from '../../sessions/testing/clinical.ts';

const named = z.record(z.string(), z.unknown());
const minute = 60_000;

let made: Promise<{ readonly file: Buffer; readonly key: SubjectKey | undefined }> | undefined;

/** Lays the closed file of the ledger, which is made once for all tests of a process; its path, and the key of persons. */
export async function makeFullLedger(folder: string) {
  made ??= closedFullLedger();
  const { file, key } = await made;
  const path = join(folder, 'full.db');
  writeFileSync(path, file, { mode: 0o600 });
  return { path, key };
}

async function closedFullLedger() {
  const api = await openFullLedger();
  try {
    let file = Buffer.alloc(0);
    await api.reopen(() => {
      file = readFileSync(join(api.directory, 'proofdesk.db'));
    });
    return { file, key: readSubjectKey({ directory: api.directory, seed: testSeed }) };
  } finally {
    await api.close();
  }
}

/** Opens the ledger; close it. */
export async function openFullLedger(): Promise<TestApi> {
  const files = new ParquetFolder();
  const server = hasPostgres() ? await PostgresServer.start() : undefined;
  const api = await TestApi.open({
    now: Date.UTC(2026, 9, 5, 9),
    keepsAuditLog: true,
    sourceFolders: [files.path],
    sourceHosts: server === undefined ? [] : [`${server.host}:${server.port}`],
  });
  try {
    await tell(api);
    await openFiles(api, files);
    if (server !== undefined) await connectDatabases(api, server);
    return api;
  } catch (error) {
    await api.close();
    throw error;
  } finally {
    files.remove();
    await server?.remove();
  }
}

/** Sends a request that must succeed; its answer. */
async function ask(api: TestApi, method: string, path: string, body?: object | string) {
  const headers = { 'idempotency-key': `${method} ${path} ${api.now}` };
  const isPost = method === 'POST' && typeof body !== 'string' && !path.startsWith('/sessions');
  const response = await api.send(method, path, {
    ...(body === undefined ? {} : { body }),
    headers: {
      ...(isPost ? headers : {}),
      ...(typeof body === 'string' ? { 'content-type': 'application/octet-stream' } : {}),
    },
  });
  if (response.status >= 300) throw new Error(`${method} ${path}: ${await response.text()}`);
  if (response.status === 204) return {};
  const answer: unknown = await response.json();
  return named.parse(answer);
}

async function tell(api: TestApi): Promise<void> {
  await decide(api);
  await registerModels(api);
  await profileModels(api);
  await setUp(api);
  await grantData(api);
  await useData(api);
  await askStatistics(api);
  await bill(api);
  await openSession(api, await makeDataset(api, clinicalRows));
  await importRows(api);
  await eraseRows(api);
  await askForPersons(api);
  await oversee(api);
  await exportDecision(api);
  await ask(api, 'POST', '/chain/keys');
  await addEndpoints(api);
  await enrol(api, new TestPerson('Eva Mayer'), 'compliance');
  await ask(api, 'POST', '/chain/checkpoints');
}

/** Rows of an import have columns beside them, however few they are. */
async function importRows(api: TestApi): Promise<void> {
  const made = { dataset_id: 'imported', name: 'Imported', holder_id: 'mayo' };
  await ask(api, 'POST', '/datasets', { ...made, policy: {} });
  const lines = [1, 2, 3].map((n) => JSON.stringify({ n, ward: n === 2 ? 'north' : 'south' }));
  await api.finished(
    await api.send('POST', '/datasets/imported/imports', {
      body: lines.join('\n'),
      headers: { 'content-type': 'application/x-ndjson' },
    }),
  );
}

/** Datasets whose rows stay in files. */
async function openFiles(api: TestApi, files: ParquetFolder): Promise<void> {
  for (const name of ['visits', 'wards']) {
    api.now += minute;
    const path = await files.write(
      `${name}.parquet`,
      `SELECT i AS n, '${name}' AS name FROM range(3) t(i)`,
    );
    await ask(api, 'POST', '/datasets', {
      dataset_id: name,
      name,
      holder_id: 'mayo',
      source: { kind: 'files', paths: [path] },
      policy: { access: 'open', unlisted: 'clear', record_ids: 'kept' },
    });
    await ask(api, 'POST', `/datasets/${name}/source/check`);
  }
}

/** Two connections to a server, one of them removed. */
async function connectDatabases(
  api: TestApi,
  { host, port, database }: PostgresServer,
): Promise<void> {
  const login = { database, user: readerRole, password: serverPassword, tls: 'off' };
  for (const name of ['one', 'two']) {
    api.now += minute;
    await ask(api, 'POST', '/source-connections', { name, host, port, ...login });
  }
  const { data } = await ask(api, 'GET', '/source-connections');
  const [first] = z.array(z.object({ connection_id: z.string() })).parse(data);
  await ask(api, 'DELETE', `/source-connections/${first?.connection_id ?? ''}`);
}

/** Endpoints, each rotated and disabled once, and decisions that wait for a person: one is told, one is held. */
async function addEndpoints(api: TestApi): Promise<void> {
  for (const name of ['one', 'two']) {
    api.now += minute;
    const url = `https://hooks.example.com/${name}`;
    const body = { url, events: ['invoice.paid'] };
    const { endpoint_id: id } = await ask(api, 'POST', '/webhooks', body);
    await ask(api, 'POST', `/webhooks/${String(id)}/rotate`);
    await ask(api, 'PUT', `/webhooks/${String(id)}`, { url, events: null, status: 'disabled' });
  }
  await api.append({ model_id: 'reviewed' });
  const profile = profileOf({ review: reviewOf({ below: 0.9 }) });
  await ask(api, 'POST', '/models/reviewed/profiles', { profile, accept_unseen: true });
  for (let count = 0; count < 2; count += 1) {
    api.now += 1;
    const doubtful = { ...decision, model_id: 'reviewed', confidence: 0.5 };
    await ask(api, 'POST', '/records', doubtful);
  }
}

/** Records enough for a full tile, one with what people did with it. */
async function decide(api: TestApi): Promise<void> {
  for (let n = 0; n < 256; n += 1) {
    await api.append({ model_id: 'm', transaction_id: `t${n}`, policy_id: 'lending' });
  }
  const { id } = await api.append({ transaction_id: 'one', policy_id: 'lending' });
  const actor = { id: 'usr_1', role: 'compliance_officer' };
  const act = (body: object) =>
    ask(api, 'POST', `/records/${id}/interventions`, { actor, ...body });
  await act({ action: 'annotate', reason: 'Seen.' });
  api.now += minute;
  await act({ action: 'override', reason: 'Income.', outcome: { decision: 'deny' } });
  await ask(api, 'POST', `/records/${id}/erasures`, {
    fields: ['input'],
    legal_basis: 'GDPR Art. 17(1)(a)',
    actor,
  });
}

/** What facts of every kind are made of. */
const told: Partial<ProfileDocument> = {
  subject: { paths: ['/transaction_id'], match: 'exact' },
  groups: [
    { name: 'age', path: '/input/age', bands: [25, 40] },
    { name: 'policy', path: '/policy_id' },
  ],
  amount: { path: '/input/income', currency: 'EUR' },
  columns: [
    { name: 'transaction', path: '/transaction_id', kind: 'text' },
    { name: 'confidence', path: '/confidence', kind: 'number' },
  ],
  rules: [{ id: 'quiet', kind: 'silence', window: 'all', hours: 48 }],
};

async function profileModels(api: TestApi): Promise<void> {
  for (const model of ['m', 'credit-scorer']) {
    for (const small_group of [30, 40]) {
      const profile = profileOf({ ...told, small_group });
      await ask(api, 'POST', `/models/${model}/profiles`, { profile, accept_unseen: true });
      api.now += minute;
    }
  }
}

async function registerModels(api: TestApi): Promise<void> {
  for (const version of ['1.0.0', '1.1.0']) {
    await ask(api, 'POST', '/models', {
      model_id: 'm',
      version,
      training_date: '2026-01-01',
      framework: 'x',
      intended_use: 'y',
      limitations: 'z',
    });
    api.now += minute;
  }
  for (const text of ['weights', 'others']) {
    await ask(api, 'POST', '/models/m/artifact-checks', text);
  }
}

async function setUp(api: TestApi): Promise<void> {
  for (const id of ['lab_one', 'lab_two']) {
    await api.addAccount(id);
    await ask(api, 'PUT', `/billing/accounts/${id}/suspension`, {
      suspended: true,
      reason: 'Asked for.',
    });
    api.now += minute;
    const card = {
      rate_card_id: id,
      name: id,
      model: 'PAY_PER_USE',
      time: { rate: 12.5 },
      record: { rate: 0.005 },
      data: { rate: 0.12 },
      operation: { rate: 1 },
    };
    await ask(api, 'POST', '/billing/rate-cards', card);
    await ask(api, 'PUT', `/billing/accounts/${id}/rate-card`, {
      rate_card_id: id,
      from_month: '2026-11',
    });
    await ask(api, 'POST', '/api-keys', { name: id, role: 'ai_lab', account_id: id });
    const waiting = await api.append({ transaction_id: id });
    await ask(api, 'PUT', `/reviews/${waiting.id}/assignment`, { assignee: 'operator' });
    await ask(api, 'POST', '/billing/payment-methods', {
      type: 'card',
      last4: '4242',
      brand: id,
    });
    await ask(api, 'POST', '/billing/limits', {
      account_id: 'default',
      period: id === 'lab_one' ? 'MONTHLY' : 'DAILY',
      mode: 'SOFT',
      amount: 1,
      alert_thresholds: [50, 100],
    });
    await ask(api, 'PUT', '/billing/payout-preferences', {
      holder_id: id === 'lab_one' ? 'holder_mayo' : 'holder_two',
      frequency: 'DAILY',
      threshold: 0.01,
      method: id === 'lab_one' ? 'bank_transfer' : 'test_slow',
    });
  }
  await ask(api, 'PUT', '/rate-limits', {
    read: { limit: 500, period: '1s' },
    write: { limit: 500, period: '1s' },
    query: { limit: 500, period: '1s' },
    bulk: { limit: 500, period: '1s' },
    rows: { limit: 500_000, period: '1s' },
  });
}

/** Two grants on data that is had on request, with everything that is said of one from its request to its end. */
async function grantData(api: TestApi): Promise<void> {
  const dataset = await makeDataset(api, clinicalRows, { policy: { access: 'on_request' } });
  for (const account of ['lab_one', 'lab_two']) {
    const { grant_id: id } = await ask(api, 'POST', '/grants', {
      dataset_id: dataset,
      account_id: account,
      model_id: 'm',
      purpose: `For ${account}`,
      fields: ['age', 'diagnosis'],
      operations: ['read', 'train'],
      ends_at: '2027-01-01T00:00:00Z',
      budget: { amount: 100, currency: 'USD' },
      expected: { rows: 4, hours: 1, operations: 2 },
    });
    const path = `/grants/${String(id)}`;
    await ask(api, 'POST', `${path}/answer`, {
      decision: 'grant',
      conditions: 'Keep it safe.',
      policy_version: 1,
    });
    await ask(api, 'POST', `${path}/revoke`, { reason: 'Enough.' });
    api.now += minute;
  }
}

/** Statistics on two datasets, each asked for twice. */
async function askStatistics(api: TestApi): Promise<void> {
  for (const account of ['counts_one', 'counts_two']) {
    await api.addAccount(account);
    const fields = { age: { method: 'clear' } };
    const policy = { access: 'on_request', unlisted: 'withheld', kinds: ['statistics'], fields };
    const dataset = await makeDataset(api, clinicalRows, { policy });
    const { grant_id: id } = await ask(api, 'POST', '/grants', {
      dataset_id: dataset,
      account_id: account,
      kind: 'statistics',
      purpose: 'Counts',
      fields: ['age'],
      operations: ['aggregate'],
      ends_at: '2027-01-01T00:00:00Z',
      budget: { amount: 100, currency: 'USD' },
      expected: { rows: 0, hours: 1, operations: 2 },
    });
    await ask(api, 'POST', `/grants/${String(id)}/answer`, {
      decision: 'grant',
      policy_version: 1,
    });
    const body = { account_id: account, grant_id: id };
    const { session_id: session } = await openSession(api, dataset, body);
    for (const name of ['n', 'rows']) {
      await ask(api, 'POST', `/sessions/${session}/aggregate`, { pipeline: [{ count: name }] });
    }
    await ask(api, 'POST', `/sessions/${session}/close`);
    api.now += minute;
  }
}

/** Two holders' data in two sessions that end, with every kind of evidence. */
async function useData(api: TestApi): Promise<void> {
  for (const holder of ['holder_mayo', 'holder_two']) {
    const dataset = await makeDataset(api, clinicalRows, { holder_id: holder, name: holder });
    const month = new Date(api.now).toISOString().slice(0, 7);
    await ask(api, 'PATCH', `/billing/holders/${holder}`, {
      fee: { from_month: month, tiers: [{ up_to: null, percent: 10 }] },
      beneficiaries: [
        { dataset_id: dataset, from_month: month, shares: [{ holder_id: holder, bps: 10_000 }] },
      ],
    });
    const session = await openSession(api, dataset, { ttl_seconds: 3_600, model_id: 'm' });
    const id = session.session_id;
    api.now += minute;
    for (const row of ['rec_001', 'rec_002'])
      await ask(api, 'GET', `/sessions/${id}/records/${row}`);
    for (const run of ['first', 'second']) {
      await ask(api, 'POST', `/sessions/${id}/transform`, {
        record_ids: ['rec_001', 'rec_002'],
        transformation: 'pseudonymize',
        parameters: { fields: ['patient_id'], method: 'hash' },
      });
      api.now += minute;
      await ask(api, 'POST', `/sessions/${id}/operations`, {
        operation_type: 'TRAIN',
        records: ['rec_001'],
        metadata: { run },
      });
    }
    await ask(api, 'POST', `/sessions/${id}/close`);
    const revoked = await openSession(api, dataset, { purpose: 'Audit', operator: 'An operator' });
    await ask(api, 'POST', `/sessions/${revoked.session_id}/revoke`, { reason: 'Enough.' });
    api.now += minute;
  }
}

/** Two credits and two charges, which the next invoice uses. */
async function credit(api: TestApi): Promise<void> {
  for (const borne_by of ['PLATFORM', 'HOLDERS']) {
    const account = { account_id: 'default', amount: 0.1 };
    const reason = `For ${borne_by}`;
    await ask(api, 'POST', '/billing/credits', { ...account, kind: 'GOODWILL', borne_by, reason });
    const charge = { ...account, kind: 'CHARGE', description: reason };
    await ask(api, 'POST', '/billing/charges', charge);
    api.now += minute;
  }
}

/** Two months closed: one invoice paid and paid out, one canceled, one open with an adjustment. */
async function bill(api: TestApi): Promise<void> {
  api.now = Date.UTC(2026, 10, 1, 2);
  await api.nameIssuer();
  // Months are closed here by hand alone.
  const { issuer } = await ask(api, 'GET', '/billing/settings');
  const byHand = { auto: false, grace_hours: 24 };
  await ask(api, 'PUT', '/billing/settings', { issuer, close: byHand });
  await credit(api);
  await ask(api, 'PATCH', '/billing/accounts/default', { order_number: 'PO-1' });
  const close = async () => {
    const body = { account_id: 'default', month: '2026-10', notes: 'Thank you.' };
    const { invoice_id: id } = await ask(api, 'POST', '/billing/invoices', body);
    api.now += minute;
    return String(id);
  };
  const adjust = () =>
    ask(api, 'POST', '/billing/adjustments', {
      account_id: 'default',
      description: 'Set-up',
      amount: 9,
    });
  await adjust();
  await ask(api, 'POST', `/billing/invoices/${await close()}/cancel`, { reason: 'Wrong address' });
  const invoice = await close();
  api.now += minute;
  await adjust();
  const { payment_method_id: method } = await ask(api, 'POST', '/billing/payment-methods', {
    type: 'card',
    last4: '1111',
    brand: 'visa',
  });
  await ask(api, 'POST', `/billing/invoices/${invoice}/pay`, { payment_method_id: method });
  await takeBack(api, invoice);
  await leaveUnpaid(api);
  // The payouts of a day are made by a sweep, and reminders given.
  await api.reopen(() => {
    api.now += 3 * 24 * 60 * minute;
  });
  await runMonths(api);
  await ask(api, 'POST', '/records', decision);
}

/** Two credit notes on a paid invoice, one for each who can bear it; their papers are kept as they are looked at. */
async function takeBack(api: TestApi, invoice: string): Promise<void> {
  const shown = await ask(api, 'GET', `/billing/invoices/${invoice}`);
  const lines = z.array(z.object({ amount: z.number() })).parse(shown['line_items']);
  const line = 1 + lines.findIndex(({ amount }) => amount >= 0.02);
  for (const borne_by of ['PLATFORM', 'HOLDERS']) {
    const body = { lines: [{ line, amount: 0.01 }], reason: `By ${borne_by}`, borne_by };
    const path = `/billing/invoices/${invoice}/credit-notes`;
    const note = await ask(api, 'POST', path, { ...body, reference: `Transfer ${borne_by}` });
    await ask(api, 'GET', `/billing/credit-notes/${String(note['credit_note_id'])}`);
    api.now += minute;
  }
}

/** Two invoices that are due at once and not paid. */
async function leaveUnpaid(api: TestApi): Promise<void> {
  for (const account_id of ['lab_one', 'lab_two']) {
    await ask(api, 'PATCH', `/billing/accounts/${account_id}`, { payment_terms_days: 0 });
    const charge = { account_id, kind: 'CHARGE', amount: 5, description: 'Support' };
    await ask(api, 'POST', '/billing/charges', charge);
    api.now += minute;
    await ask(api, 'POST', '/billing/invoices', { account_id, month: '2026-10' });
    api.now += minute;
  }
}

/** Two drafts that are held back, and a run for each. */
async function runMonths(api: TestApi): Promise<void> {
  for (const account of ['counts_one', 'counts_two']) {
    const hold = { reason: `Disputed by ${account}`, until: '2027-01-01' };
    await ask(api, 'PUT', `/billing/drafts/${account}/2026-10/hold`, hold);
    const body = { month: '2026-10', account_ids: [account] };
    const { run_id: id } = await ask(api, 'POST', '/billing/runs', body);
    for (let isOver = false; !isOver;) {
      const run = await ask(api, 'GET', `/billing/runs/${String(id)}`);
      isOver = run['finished_at'] !== null;
      if (!isOver) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    api.now += minute;
  }
}

/** Two rows of a dataset, erased one by one. */
async function eraseRows(api: TestApi): Promise<void> {
  const dataset = await makeDataset(api, clinicalRows);
  for (const row of ['rec_001', 'rec_002']) {
    await ask(api, 'POST', `/datasets/${dataset}/erasures`, {
      record_ids: [row],
      legal_basis: 'GDPR Art. 17(1)(b)',
      reason: 'Consent was withdrawn.',
      actor: { id: 'usr_1', role: 'data_protection_officer' },
    });
    api.now += minute;
  }
}

/** Two requests of persons, one with every step that leaves something. */
async function askForPersons(api: TestApi): Promise<void> {
  const asked = {
    received_on: '2026-10-05',
    asks: ['access', 'explanation'],
    contact: 'By letter',
  };
  for (const name of ['Finn Xu', 'Ada Moe']) {
    const body = { ...asked, identifiers: [name], note: 'By telephone.' };
    const { request_id: id } = await ask(api, 'POST', '/persons/requests', body);
    api.now += minute;
    const record = await api.append({ input: { applicant: name } });
    const path = `/persons/requests/${String(id)}`;
    await ask(api, 'POST', `${path}/records`, { record_ids: [record.id] });
    await ask(api, 'POST', `${path}/letter`, {
      record_id: record.id,
      language: 'en',
      dated_on: new Date(api.now).toISOString().slice(0, 10),
      sender: 'Riverside Bank',
      objection_to: 'Credit department',
      reasons: 'The income was too low.',
    });
    if (name === 'Finn Xu') await ask(api, 'POST', `${path}/closing`, { note: 'By letter.' });
  }
}

/** Alerts of two models, one of them acknowledged, and two figures that were kept. */
async function oversee(api: TestApi): Promise<void> {
  for (const model of ['m', 'credit-scorer']) await untilEvaluated(api, model);
  const [alert] = (await api.read(alertPageSchema, '/oversight/alerts')).data;
  const note = 'The lab was asked.';
  await ask(api, 'POST', `/oversight/alerts/${alert?.alert_id}/acknowledgements`, { note });
  for (const basis of ['model', 'effect']) {
    await ask(api, 'POST', '/oversight/figures', { model_id: 'm', measure: 'outcomes', basis });
    api.now += minute;
  }
}

/** An export of chosen records appends the index that nothing about them is left out. */
async function exportDecision(api: TestApi): Promise<void> {
  const { id } = await api.append();
  const body = { kind: 'selection', record_ids: [id] };
  const job = await api.finished(await api.send('POST', '/bundles', { body }));
  if (job.status !== 'completed') throw new Error(JSON.stringify(job.error));
}
