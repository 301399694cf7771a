/** The API as a script uses it: JSON in and out with the host's key, every answer checked for its shape. */
import { expect } from '@playwright/test';
import { z } from 'zod';
import type { Host } from './host.ts';

export const hashPattern = /^sha256:[0-9a-f]{64}$/;
export const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const object = z.record(z.string(), z.unknown());

export const recordSchema = z.strictObject({
  id: z.string().regex(/^rec_/),
  model_id: z.string(),
  input: object,
  output: object,
  confidence: z.number().optional(),
  transaction_id: z.string().optional(),
  policy_id: z.string().optional(),
  context: object.optional(),
  explanation: object.optional(),
  hash: z.string().regex(hashPattern),
  previous_hash: z.string().regex(hashPattern),
  created_at: z.string().regex(instantPattern),
  interventions: z.array(z.unknown()),
  seq: z.int().optional(),
});
export const storedRecordSchema = recordSchema.extend({ seq: z.int() });
export type StoredRecord = z.infer<typeof storedRecordSchema>;

export const recordListSchema = z.strictObject({
  data: z.array(recordSchema),
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
});

export const recordsErrorSchema = z.strictObject({
  error: z.strictObject({
    code: z.string(),
    message: z.string(),
    details: z.array(z.strictObject({ field: z.string(), message: z.string() })),
    request_id: z.string().regex(/^req_/),
  }),
});

export const jobSchema = z.looseObject({
  job_id: z.string().regex(/^job_/),
  kind: z.enum(['import', 'verification']),
  status: z.enum(['queued', 'running', 'completed', 'failed', 'canceled']),
  progress: z.looseObject({ done: z.int() }),
  error: z.looseObject({ type: z.string(), message: z.string() }).nullable(),
  result: object.nullable(),
});
export type Job = z.infer<typeof jobSchema>;

export const importResultSchema = z.looseObject({
  lines: z.int(),
  accepted: z.int(),
  imported: z.int(),
  rejected: z.int(),
  errors: z.array(z.looseObject({ line: z.int(), message: z.string() })),
});

export const findingSchema = z.looseObject({
  verdict: z.string(),
  seq: z.int(),
  record_id: z.string().nullable(),
  field: z.string().nullable(),
  expected: z.string().nullable(),
  actual: z.string().nullable(),
  message: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

export const verificationSchema = z.looseObject({
  verdict: z.string(),
  checked: z.int(),
  total: z.int(),
  records_checked: z.int(),
  findings_total: z.int(),
  first_finding: findingSchema.nullable(),
});

export const auditStateSchema = z.looseObject({ size: z.int(), anchored_size: z.int() });

export const chainSchema = z.looseObject({
  origin: z.string(),
  vkey: z.string(),
  size: z.int(),
  record_count: z.int(),
  head: z.looseObject({ seq: z.int(), hash: z.string().regex(hashPattern) }),
  root_hash: z.string().regex(hashPattern),
});

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export class Api {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Sends one request; a body that is not a string is sent as JSON. */
  async send(
    method: string,
    path: string,
    options: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const { body, headers } = options;
    const response = await fetch(`${this.#host.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#host.apiKey}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
  }

  /** The body of a successful GET, as `schema` reads it. */
  async get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    const { status, body } = await this.send('GET', path);
    expect(status, JSON.stringify(body)).toBe(200);
    return schema.parse(body);
  }

  /** How many records there are. */
  async countRecords(): Promise<number> {
    return (await this.get('/records?limit=1', recordListSchema)).total;
  }

  /** Appends one record and answers it with its journal index. */
  async append(record: Record<string, unknown>): Promise<StoredRecord> {
    const { status, body } = await this.send('POST', '/records', { body: record });
    expect(status, JSON.stringify(body)).toBe(201);
    return this.get(`/records/${recordSchema.parse(body).id}?include=seq`, storedRecordSchema);
  }

  /** Waits until a job has finished, whatever its outcome, for as long as it goes on. */
  async finished(jobId: string): Promise<Job> {
    const isOver = ({ status }: Job) => ['completed', 'failed', 'canceled'].includes(status);
    let job = await this.get(`/jobs/${jobId}`, jobSchema);
    while (!isOver(job)) {
      const { status: before, progress } = job;
      await expect
        .poll(
          async () => {
            job = await this.get(`/jobs/${jobId}`, jobSchema);
            return isOver(job) || job.status !== before || job.progress.done !== progress.done;
          },
          { message: 'the job goes on', timeout: 50_000, intervals: [50, 100, 200, 500] },
        )
        .toBe(true);
    }
    return job;
  }

  /** Starts an import; answers its job as it was accepted. */
  async startImport(
    file: string | Uint8Array<ArrayBuffer>,
    type: 'application/x-ndjson' | 'text/csv',
    query: Record<string, string> = {},
  ): Promise<Job> {
    const search = new URLSearchParams(query).toString();
    const response = await fetch(
      `${this.#host.baseUrl}/imports${search === '' ? '' : `?${search}`}`,
      {
        method: 'POST',
        headers: { 'x-api-key': this.#host.apiKey, 'content-type': type },
        body: file,
      },
    );
    const body: unknown = await response.json();
    expect(response.status, JSON.stringify(body)).toBe(202);
    return jobSchema.parse(body);
  }

  /** Imports a file and waits for its job. */
  async importFile(...[file, type, query]: Parameters<Api['startImport']>): Promise<Job> {
    const { job_id: jobId } = await this.startImport(file, type, query);
    return this.finished(jobId);
  }

  /** Runs a full verification and answers its outcome with its first 1,000 findings. */
  async verify() {
    const { status, body } = await this.send('POST', '/chain/verifications');
    expect(status, JSON.stringify(body)).toBe(202);
    const job = await this.finished(jobSchema.parse(body).job_id);
    expect(job.status, JSON.stringify(job)).toBe('completed');
    const path = `/chain/verifications/${job.job_id}`;
    const outcome = await this.get(path, verificationSchema);
    const { data } = await this.get(
      `${path}/findings?limit=1000`,
      z.looseObject({ data: z.array(findingSchema) }),
    );
    return { outcome, findings: data };
  }
}
