/** What one lab does is in no answer that another one gets: every operation that reads, asked before and after it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createdApiKeySchema } from '../../shared/contract/access.ts';
import type { Route } from '../../shared/contract/route.ts';
import { sessionSchema } from '../../shared/contract/sessions.ts';
import { routes, type OperationId } from '../../shared/contract/routes.ts';
import { anonymous, decision, TestApi, type SendOptions } from '../api/test-api.ts';
import { permissionOf } from './permissions.ts';
import { openPolicy } from '../sessions/testing/clinical.ts';

type Lab = 'a' | 'b';

/** A lab and what it has made. */
interface Made {
  readonly key: string;
  readonly ids: Map<string, string>;
}

const everyRoute = routes as readonly (Route & { operationId: OperationId })[];
const month = 'start_date=2026-01-01&end_date=2026-12-31';

/** How each operation that a lab may read by is asked; `{name}` is an id of the lab's own things. */
const asked: Readonly<Partial<Record<OperationId, readonly Asked[]>>> = {
  listRecords: get(
    '/records',
    '/records?model_id={model}',
    '/records?model_id=shared-name',
    '/records?where={"policy_id":"shared-policy"}',
    '/records?has_intervention=true',
    '/records?q=income&limit=1',
    '/records?where={"confidence":{"$lt":0.5}}',
    '/records?where={"policy_id":"shared-policy"}&sort=-confidence',
    '/records?model_id={model}&where={"outcome_class":{"$exists":false}}&sort=-decided_at',
  ),
  getRecordFacets: get(
    '/records/facets',
    '/records/facets?model_id=shared-name',
    '/records/facets?facets=model_id,policy_id,confidence,outcome_class,created_at',
  ),
  getRecordHistogram: get(
    '/records/histogram',
    '/records/histogram?model_id={model}',
    '/records/histogram?model_id=shared-name&interval=year&start_date=2026-01-01',
  ),
  getRecord: get('/records/{record}'),
  getRecordPosition: get(
    '/records/{record}/position',
    '/records/{record}/position?order=asc',
    '/records/{record}/position?sort=confidence',
  ),
  verifyRecord: get('/records/{record}/verification'),
  getRecordModel: get('/records/{record}/model'),
  listInterventions: get('/records/{record}/interventions'),
  listModels: get('/models'),
  listModelCards: get('/model-cards'),
  getModel: get('/models/{model}'),
  getModelVersions: get('/models/{model}/versions'),
  getModelFairness: get('/models/{model}/fairness'),
  getModelCompleteness: get('/models/{model}/completeness'),
  listProfiles: get('/models/{model}/profiles'),
  listOversightModels: get('/oversight/models'),
  exportModel: get('/models/{model}/export?format=annex-iv'),
  listArtifactChecks: get('/models/{model}/artifact-checks'),
  downloadExport: get('/exports/{export}/file'),
  listDatasets: get('/datasets'),
  getDataset: get('/datasets/ds_rows'),
  getDatasetFields: get('/datasets/ds_rows/fields'),
  getDatasetSource: get('/datasets/ds_rows/source'),
  getDatasetPolicy: get('/datasets/ds_rows/policy'),
  listDatasetPolicies: get('/datasets/ds_rows/policies', '/datasets/ds_rows/policies?limit=1'),
  listGrants: get('/grants', '/grants?status=active', '/grants?dataset_id=ds_rows'),
  getGrant: get('/grants/{grant}'),
  getSessionActivity: get('/sessions/{session}/activity'),
  listSessionReceipts: get('/sessions/{session}/receipts'),
  getSessionReceipt: get('/sessions/{session}/receipts/1'),
  getDatasetActivity: get('/datasets/ds_rows/activity', '/datasets/ds_rows/activity?limit=1'),
  getDatasetAccess: get('/datasets/ds_rows/access', '/datasets/ds_rows/access?from=2026-01-01'),
  listApiKeys: get('/api-keys', '/api-keys?status=active'),
  listSessions: get('/sessions?include=usage', '/sessions?dataset_id=ds_rows'),
  getSession: get('/sessions/{session}?include=usage'),
  listOperations: get('/sessions/{session}/operations'),
  listSessionEvidence: get('/sessions/{session}/evidence'),
  getEvidence: get('/evidence/{evidence}'),
  exportEvidence: get('/evidence/{evidence}/envelope'),
  exportLineage: get('/evidence/{evidence}/lineage'),
  getSessionUsage: get('/billing/usage/sessions/{session}'),
  getUsage: get(
    `/billing/usage?${month}`,
    `/billing/usage?${month}&group_by=model`,
    `/billing/usage?${month}&dataset_id=ds_rows&group_by=day`,
  ),
  listUsedSessions: get(`/billing/usage/sessions?${month}`),
  listInvoices: get('/billing/invoices'),
  getInvoice: get('/billing/invoices/{invoice}?include=details'),
  getReceipt: get('/billing/receipts/{payment}'),
  listCreditNotes: get('/billing/credit-notes'),
  getCreditNote: get('/billing/credit-notes/{creditNote}'),
  getCreditNotePdf: get('/billing/credit-notes/{creditNote}/pdf'),
  getCreditNoteXml: get('/billing/credit-notes/{creditNote}/xml'),
  getInvoicePdf: get('/billing/invoices/{invoice}/pdf'),
  getInvoiceXml: get('/billing/invoices/{invoice}/xml'),
  listPaymentMethods: get('/billing/payment-methods'),
  listPayments: get('/billing/payments'),
  getBillingSettings: get('/billing/settings'),
  checkPrintable: post('/billing/printable', { texts: ['Lab'] }),
  getAccount: get('/billing/accounts/acct_a'),
  getAccountRateCard: get('/billing/accounts/acct_a/rate-card'),
  getUpcomingInvoice: get('/billing/accounts/acct_a/upcoming-invoice'),
  createQuote: post('/billing/quotes', { dataset_id: 'ds_rows', operation: 'read', rows: 5 }),
  listAccounts: get('/billing/accounts'),
  listLimits: get('/billing/limits'),
  listAlerts: get('/billing/alerts'),
  listAdjustments: get('/billing/adjustments'),
  listCredits: get('/billing/credits'),
  listJobs: get('/jobs'),
  getJob: get('/jobs/{export}'),
  getMe: get('/me'),
  getRateLimits: get('/rate-limits'),
  listWebhooks: get('/webhooks'),
  getWebhook: get('/webhooks/{webhook}'),
  listDeliveries: get('/webhooks/{webhook}/deliveries'),
  listEvents: get('/webhook-events', '/webhook-events?limit=1'),
  getWorkspace: get('/workspace'),
  getOverview: get('/overview'),
};

/** The same of what reads rows. Each use is the lab's own and charged to it: asked after the rest. */
const used: Readonly<Partial<Record<OperationId, readonly Asked[]>>> = {
  streamSession: get('/sessions/{session}/stream'),
  getSessionRecord: get('/sessions/{session}/records/rec_1'),
  filterSession: post('/sessions/{session}/filter', { filter: {} }),
  countSession: post('/sessions/{session}/count', { filter: { n: { $gte: 2 } } }),
  aggregateSession: post('/sessions/{session}/aggregate', {
    pipeline: [{ group: { _id: null, n: { sum: '$n' } } }],
  }),
  explainSession: post('/sessions/{session}/explain', { filter: { n: 1 } }),
  previewTransform: post('/sessions/{session}/transform/preview', {
    record_ids: ['rec_1'],
    transformation: 'redact',
    parameters: { fields: ['name'] },
  }),
};

/** What is not compared, and why. */
const apart: Readonly<Partial<Record<OperationId, string>>> = {
  getReminderPdf:
    'of an invoice that became overdue: its owner is that of the invoice (billing/papers)',
  getOversight: 'of a model whose profile is applied: tried beside it (oversight/figures)',
  getChain: 'sizes of the ledger are told to every key',
  getStanding: 'the same',
  getVouchers: 'the same',
  getCheckpoint: 'the same',
  listCheckpoints: 'the same',
  getConsistency: 'the same',
  listKeys: 'the keys of the ledger are told to every key',
  getRowProof:
    'the same paths; whose row it is, and what of it is told, is tried beside it (row-proofs)',
  getRecordEvidence: 'a path in the tree of the whole ledger, whose other leaves are hashes',
  verifyEvidence: 'checked against the ledger as it is, at the time of asking',
  importModel: 'reads what is sent and nothing else',
  transformSession: 'leaves evidence: a write',
  recordOperation: 'leaves evidence: a write',
  streamChanges: 'names of what changed, never data',
  getOpenApi: 'the same for everybody',
  getVerifier: 'the same for everybody',
  getPersonKey: 'of the person alone whom the key names',
  listRequests: 'answered by the host from the memory of its process, by key',
};

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

function get(...paths: readonly string[]): readonly Asked[] {
  return paths.map((path) => ({ method: 'GET', path }));
}

function post(path: string, body: object): readonly Asked[] {
  return [{ method: 'POST', path, body }];
}

let api: TestApi;
const labs = new Map<Lab, Made>();

beforeAll(async () => {
  api = await TestApi.open();
  await operatorSends('/datasets', {
    dataset_id: 'ds_rows',
    name: 'Rows',
    holder_id: 'clinic',
    policy: openPolicy,
  });
  await operatorSends(
    '/datasets/ds_rows/records',
    [1, 2, 3].map((n) => ({ record_id: `rec_${n}`, n, name: `Row ${n}` })),
  );
  for (const lab of ['a', 'b'] as const) {
    await api.addAccount(`acct_${lab}`);
    const body = { name: lab, role: 'ai_lab', account_id: `acct_${lab}` };
    const { key } = createdApiKeySchema.parse(await operatorSends('/api-keys', body));
    labs.set(lab, { key: key ?? '', ids: new Map([['model', `m_${lab}`]]) });
  }
  // January, in which the accounts were made, can be closed.
  api.now = Date.UTC(2026, 1, 2);
  await api.nameIssuer();
  await work('a');
});
afterAll(() => api.close());

async function operatorSends(path: string, body: object): Promise<unknown> {
  const response = await api.send('POST', path, { body });
  const text = await response.text();
  expect([path, response.status < 300 ? '' : text]).toEqual([path, '']);
  return JSON.parse(text);
}

function as(lab: Lab, method: string, path: string, options: SendOptions = {}): Promise<Response> {
  const headers = { ...options.headers, 'x-api-key': labs.get(lab)?.key ?? '' };
  return api.send(method, path, { ...options, headers, caller: anonymous });
}

/** Sends as a lab and returns a member of the answer. */
async function send(lab: Lab, path: string, body: object, member: string): Promise<string> {
  const response = await as(lab, 'POST', path, { body });
  const text = await response.text();
  expect([path, response.status < 300 ? '' : text]).toEqual([path, '']);
  return z.looseObject({ [member]: z.string() }).parse(JSON.parse(text))[member] ?? '';
}

/** One of everything that a lab can make, decisions under its own model and under a name that nobody registered. */
async function work(lab: Lab): Promise<void> {
  const ids = labs.get(lab)?.ids ?? new Map<string, string>();
  const model = `m_${lab}`;
  await send(lab, '/models', { model_id: model, version: '1.0.0' }, 'model_id');
  ids.set('record', await send(lab, '/records', { ...decision, model_id: model }, 'id'));
  for (const name of [model, 'shared-name']) {
    const body = { ...decision, model_id: name, policy_id: 'shared-policy', confidence: 0.1 };
    await send(lab, '/records', body, 'id');
  }
  const opening = { dataset_id: 'ds_rows', purpose: 'To compare', model_id: model };
  const session = await send(lab, '/sessions', opening, 'session_id');
  ids.set('session', session);
  const { grant_id: grant } = await api.read(sessionSchema, `/sessions/${session}`);
  ids.set('grant', grant ?? '');
  await (await as(lab, 'GET', `/sessions/${session}/stream`)).text();
  const operation = {
    operation_type: 'TRAIN',
    records: ['rec_1', 'rec_2'],
    metadata: { model_id: model },
  };
  const path = `/sessions/${session}/operations`;
  ids.set('evidence', await send(lab, path, operation, 'evidence_id'));
  const method = { type: 'card', last4: '4242', brand: 'visa' };
  const paid = await send(lab, '/billing/payment-methods', method, 'payment_method_id');
  const limit = { period: 'MONTHLY', mode: 'SOFT', amount: 0.01 };
  await send(lab, '/billing/limits', limit, 'limit_id');
  await operatorSends('/billing/adjustments', {
    account_id: `acct_${lab}`,
    amount: 5,
    description: 'A charge',
  });
  await operatorSends('/billing/credits', {
    account_id: `acct_${lab}`,
    kind: 'GOODWILL',
    amount: 1,
    borne_by: 'PLATFORM',
    reason: 'Goodwill',
  });
  const closed = await operatorSends('/billing/invoices', {
    account_id: `acct_${lab}`,
    month: '2026-01',
  });
  const { invoice_id: invoice } = z.object({ invoice_id: z.string() }).parse(closed);
  ids.set('invoice', invoice);
  const pay = `/billing/invoices/${invoice}/pay`;
  ids.set('payment', await send(lab, pay, { payment_method_id: paid }, 'payment_id'));
  const note = await operatorSends(`/billing/invoices/${invoice}/credit-notes`, {
    lines: [{ line: 5, amount: 0.01 }],
    reason: `For ${lab}`,
    borne_by: 'PLATFORM',
    reference: lab,
  });
  const { credit_note_id: noteId } = z.object({ credit_note_id: z.string() }).parse(note);
  ids.set('creditNote', noteId);
  const webhook = { url: `https://hooks.example.com/${lab}` };
  ids.set('webhook', await send(lab, '/webhooks', webhook, 'endpoint_id'));
  await as(lab, 'POST', `/webhooks/${ids.get('webhook') ?? ''}/test`);
  const job = await send(lab, '/exports', exported, 'job_id');
  await api.ended(job);
  ids.set('export', job);
}

const exported = {
  title: 'Decisions',
  format: 'jsonl',
  columns: [{ key: 'id', title: 'Id', path: '/id', kind: 'text' }],
  source: { operation: 'listRecords' },
};

/** What a lab is answered, by what it asked. */
async function answers(
  lab: Lab,
  table: Readonly<Partial<Record<OperationId, readonly Asked[]>>>,
): Promise<Map<string, string>> {
  const ids = labs.get(lab)?.ids ?? new Map<string, string>();
  const told = new Map<string, string>();
  for (const { method, path: template, body } of Object.values(table).flat()) {
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids.get(name) ?? name);
    const response = await as(lab, method, path, body === undefined ? {} : { body });
    const bytes = Buffer.from(await response.arrayBuffer());
    // A model under a name that nobody registered is nobody's: a refusal, the same each time.
    const isRefusal = path.startsWith('/models/shared-name');
    expect([path, response.status, bytes.toString().slice(0, 300)]).toEqual([
      path,
      isRefusal ? 404 : 200,
      expect.anything(),
    ]);
    told.set(`${method} ${path}`, bytes.toString('latin1').replaceAll(/req_\w+/g, 'REQ'));
  }
  return told;
}

function both<Value>(a: Value, b: Value): readonly (readonly [Lab, Value])[] {
  return [
    ['a', a],
    ['b', b],
  ];
}

test('every operation that a lab may read by is compared, or stands apart with a reason', () => {
  const reading = everyRoute.filter(
    ({ operationId, access, method }) =>
      permissionOf(operationId, 'ai_lab') !== 'none' &&
      (method === 'GET' || access === 'read' || access === 'data'),
  );
  const known = [...Object.keys(asked), ...Object.keys(used), ...Object.keys(apart)].toSorted();
  expect(reading.map(({ operationId }) => operationId).toSorted()).toEqual(known);
});

describe('What another lab does, and what the operator writes under its model', () => {
  test('changes no answer', async () => {
    const usedBefore = await answers('a', used);
    // After its own use, which changes its usage; asked again at the end, it would be used more.
    const before = await answers('a', asked);
    await work('b');
    // Decisions under the model of lab a that are not its own.
    await api.append({ model_id: 'm_a', confidence: 0.1 });
    const file = JSON.stringify({ ...decision, model_id: 'm_a' });
    await api.finished(
      await api.send('POST', '/imports', {
        body: file,
        headers: { 'content-type': 'application/x-ndjson' },
      }),
    );
    expect(await answers('a', asked)).toEqual(before);
    expect(await answers('a', used)).toEqual(usedBefore);
  });

  test('adds up: what each lab is told, and what is nobody’s, is all there is', async () => {
    const total = z.object({ total: z.int() });
    const metrics = z.object({ metrics: z.object({ total_records: z.int() }) });
    const counted = async <Schema extends z.ZodType>(schema: Schema, path: string) => {
      const all = await api.read(schema, path.replace('LAB', 'a'));
      const own = await Promise.all(
        both(path, path).map(async ([lab]) =>
          schema.parse(await (await as(lab, 'GET', path.replace('LAB', lab))).json()),
        ),
      );
      return { all, own };
    };
    const records = await counted(total, '/records');
    expect(records.own.map((each) => each.total)).toEqual([3, 3]);
    expect(records.all.total).toBe(8);
    const facets = await counted(total, '/records/facets');
    expect(facets).toEqual(records);
    const histogram = await counted(total, '/records/histogram?model_id=m_LAB');
    expect(histogram.own.map((each) => each.total)).toEqual([2, 2]);
    expect(histogram.all.total).toBe(4);
    const usage = await counted(metrics, `/billing/usage?${month}`);
    const [a, b] = usage.own.map((each) => each.metrics.total_records);
    expect(usage.all.metrics.total_records).toBe((a ?? 0) + (b ?? 0));
    expect(b).toBeGreaterThan(0);
    const sessions = await counted(z.object({ session_count: z.int() }), '/datasets/ds_rows');
    expect(sessions.own.map((each) => each.session_count)).toEqual([1, 1]);
    expect(sessions.all.session_count).toBe(2);
  });
});

describe('A model that another lab registered', () => {
  const refused = async (path: string, body: object) => {
    const response = await as('b', 'POST', path, { body });
    return [response.status, await response.text()];
  };
  const taken = [403, expect.stringContaining('m_a is somebody else’s')];

  test('is named by no decision, session or operation of another', async () => {
    expect(await refused('/records', { ...decision, model_id: 'm_a' })).toEqual(taken);
    const opening = { dataset_id: 'ds_rows', purpose: 'x', model_id: 'm_a' };
    expect(await refused('/sessions', opening)).toEqual(taken);
    const operation = {
      operation_type: 'TRAIN',
      records: ['rec_1'],
      metadata: { model_id: 'm_a' },
    };
    const session = labs.get('b')?.ids.get('session') ?? '';
    expect(await refused(`/sessions/${session}/operations`, operation)).toEqual(taken);
    const all = z.object({ total: z.int() });
    expect(await api.read(all, '/records?model_id=m_a')).toEqual(
      expect.objectContaining({ total: 4 }),
    );
  });

  test('is named by no import of another: a lab imports nothing', async () => {
    const response = await as('b', 'POST', '/imports', {
      body: JSON.stringify({ ...decision, model_id: 'm_a' }),
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(response.status).toBe(403);
  });

  test('one that the operator registered may be named by all', async () => {
    await operatorSends('/models', { model_id: 'm_all', version: '1.0.0' });
    const response = await as('b', 'POST', '/records', {
      body: { ...decision, model_id: 'm_all' },
    });
    expect(response.status).toBe(201);
  });
});
