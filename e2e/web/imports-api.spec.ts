/** Imports over loopback: mapping, dry run, bad lines by number, all or nothing, cancel. */
import { importResultSchema, jobSchema, recordListSchema } from '../support/api.ts';
import { decisions, lending, lendingMapping, withBadLines } from '../support/sample-files.ts';
import { addingTest, expect, test } from '../support/test.ts';

const ndjson = 'application/x-ndjson';

test('a CSV file of real shape becomes records by mapping alone @whole', async ({ api }) => {
  const job = await api.importFile(lending.text(), 'text/csv', {
    name: lending.name,
    mapping: JSON.stringify(lendingMapping()),
  });
  expect(job.status).toBe('completed');
  expect(importResultSchema.parse(job.result)).toMatchObject({
    imported: lending.rows,
    rejected: 0,
  });
  const list = await api.get('/records?limit=500&order=asc', recordListSchema);
  expect(list.total).toBe(lending.rows);
  expect(list.data.filter((record) => record.output['deny'] === 'yes')).toHaveLength(
    lending.denied,
  );
  expect(list.data[0]).toMatchObject({
    model_id: 'mortgage-underwriting',
    output: { deny: 'no' },
    input: { pirat: 0.242, hirat: 0.2, chist: 3, selfemp: 'no' },
  });
  const { outcome } = await api.verify();
  expect(outcome).toMatchObject({
    verdict: 'VERIFIED_SIGNED',
    // The genesis, and the batch of the log of accesses that the verification seals.
    checked: lending.rows + 2,
    total: lending.rows + 2,
    findings_total: 0,
  });
});

addingTest(
  'a table of very many columns is imported by a mapping of as many @whole',
  async ({ api }) => {
    const names = Array.from({ length: 500 }, (_, index) => `größe der spalte ${index}`);
    const mapping = JSON.stringify({
      constants: { model_id: 'wide' },
      columns: [
        ...names.map((column, index) => ({ column, target: `input.${index}` })),
        { column: 'answer', target: 'output.answer' },
      ],
    });
    expect(encodeURIComponent(mapping).length).toBeGreaterThan(16 * 1024);
    const text = `${names.join(',')},answer\n${names.map((_, index) => index).join(',')},yes\n`;
    const job = await api.importFile(text, 'text/csv', { mapping });
    expect(importResultSchema.parse(job.result)).toMatchObject({ imported: 1 });
    const { data } = await api.get('/records?model_id=wide', recordListSchema);
    expect(Object.keys(data[0]?.input ?? {})).toHaveLength(names.length);
  },
);

addingTest('a dry run says what would happen and writes nothing @whole', async ({ api }) => {
  const before = await api.countRecords();
  const job = await api.importFile(decisions.text(), ndjson, { dry_run: 'true' });
  expect(importResultSchema.parse(job.result)).toMatchObject({ accepted: 8, imported: 0 });
  expect(await api.countRecords()).toBe(before);
});

addingTest('bad lines are reported by number, and nothing is written @whole', async ({ api }) => {
  const before = await api.countRecords();
  const job = await api.importFile(withBadLines.text(), ndjson);
  expect(job.status).toBe('failed');
  const result = importResultSchema.parse(job.result);
  expect(result.errors.map(({ line }) => line)).toEqual(withBadLines.badLines);
  expect(result.imported).toBe(0);
  expect(await api.countRecords()).toBe(before);
});

addingTest('bad lines are left out where that was chosen @whole', async ({ api }) => {
  const before = await api.countRecords();
  const job = await api.importFile(withBadLines.text(), ndjson, { on_error: 'skip' });
  expect(job.status).toBe('completed');
  expect(importResultSchema.parse(job.result)).toMatchObject({ imported: 5, rejected: 5 });
  expect(await api.countRecords()).toBe(before + 5);
});

addingTest(
  'cancelling leaves nothing half written, and the next import works @whole',
  async ({ api }) => {
    const before = await api.countRecords();
    const many = decisions.text().repeat(4_000);
    const { job_id: jobId } = await api.startImport(many, ndjson);
    const answer = await api.send('POST', `/jobs/${jobId}/cancel`);
    expect(answer.status).toBe(200);
    expect(jobSchema.parse(answer.body).job_id).toBe(jobId);
    const job = await api.finished(jobId);
    expect(job.status).toBe('canceled');
    expect(await api.countRecords()).toBe(before);
    const after = await api.importFile(decisions.text(), ndjson);
    expect(after.status).toBe('completed');
    expect((await api.verify()).outcome.findings_total).toBe(0);
  },
);

addingTest('a file of another kind is refused @whole', async ({ api }) => {
  const { status } = await api.send('POST', '/imports', {
    body: decisions.text(),
    headers: { 'content-type': 'text/plain' },
  });
  expect(status).toBe(415);
});
