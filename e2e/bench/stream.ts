/**
 * How fast a lab's key streams a dataset of the built host in pages of 100 (`npm run bench -- --only stream [--records
 * 100000] [--rounds 3]`), against a bare node:http server in a process of its own that sends the same bodies, in turn. Both are
 * asked by the same client, one page after another over a connection that stays open, and each body is parsed. The ledger is
 * on the disk of temporary files: a page is answered once its access is on that. No page may be refused for its rate.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { node, startHost, temporaryDirectory } from '../support/host.ts';
import { ask, post, tell, tellEnd } from './measured-host.ts';

/** Rows a second, of those of the bare server. */
const least = 0.26;
const pageRows = 100;
const rowsOfAppend = 10_000;

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
  },
});
const records = Number(values.records);

const keySchema = z.object({ key: z.string() });
const datasetSchema = z.object({ dataset_id: z.string() });
const sessionSchema = z.object({ session_id: z.string() });
const pageSchema = z.object({ record_count: z.int(), next_cursor: z.string().optional() });

const own = temporaryDirectory('stream');
const host = await startHost({ directory: own.path });

const diagnoses = ['Type 2 Diabetes', 'Hypertension', 'Asthma', 'Migraine', 'Anemia'];

/** A row of some 400 bytes, as a trial has them. */
function rowOf(number: number): object {
  return {
    record_id: `rec_${String(number).padStart(8, '0')}`,
    patient_id: `pat_${String(number % 9_973).padStart(8, '0')}`,
    age: 18 + ((number * 37) % 73),
    sex: number % 2 === 0 ? 'female' : 'male',
    diagnosis: diagnoses[(number * 7) % diagnoses.length],
    symptoms: number % 3 === 0 ? ['fatigue'] : ['headache', 'nausea', 'dizziness'],
    treatments: number % 2 === 0 ? ['metformin'] : ['lisinopril', 'amlodipine'],
    lab_results: { glucose: 70 + ((number * 13) % 180), hba1c: 4 + ((number * 11) % 80) / 10 },
    visited_at: `2026-0${1 + (number % 9)}-1${number % 10}T08:30:00Z`,
    note: `Visit ${number}: no change since the last one, seen again in ${number % 12} weeks.`,
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

async function made(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

async function makeKey(body: object): Promise<string> {
  const response = await post(host, '/api-keys', body);
  return keySchema.parse(await made(response)).key;
}

async function makeDataset(): Promise<string> {
  const holder = await makeKey({ name: 'Holder', role: 'data_holder', holder_id: 'holder' });
  const body = { name: 'Stream', holder_id: 'holder' };
  const { dataset_id: id } = datasetSchema.parse(await made(await post(host, '/datasets', body)));
  let lines: string[] = [];
  const append = async () => {
    const response = await ask(host, `/datasets/${id}/records`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: `${lines.join('\n')}\n`,
    });
    await made(response);
    lines = [];
  };
  for (let number = 0; number < records; number += 1) {
    if (lines.push(JSON.stringify(rowOf(number))) === rowsOfAppend) await append();
  }
  if (lines.length > 0) await append();
  const policy = { access: 'open', unlisted: 'clear', record_ids: 'kept' };
  const published = await fetch(`${host.baseUrl}/datasets/${id}/policy`, {
    method: 'PUT',
    headers: { ...headersOf(holder), 'content-type': 'application/json' },
    body: JSON.stringify({ policy, based_on: 0 }),
  });
  await made(published);
  return id;
}

/** The key of a lab, as labs have it. */
async function makeLab(): Promise<string> {
  const account = {
    account_id: 'lab',
    name: 'Lab',
    email: 'lab@example.org',
    address: { line1: 'x', city: 'x', state: 'x', postal_code: 'x', country: 'US' },
  };
  await made(await post(host, '/billing/accounts', account));
  return makeKey({ name: 'Lab', role: 'ai_lab', account_id: 'lab' });
}

const headersOf = (key: string) => ({ authorization: `Bearer ${key}` });

async function openSession(dataset: string, key: string): Promise<string> {
  const response = await fetch(`${host.baseUrl}/sessions`, {
    method: 'POST',
    headers: { ...headersOf(key), 'content-type': 'application/json' },
    body: JSON.stringify({ dataset_id: dataset, purpose: 'Speed of a stream' }),
  });
  return sessionSchema.parse(await made(response)).session_id;
}

/** Reads all rows of the session; answers milliseconds, and gives each body to `take`. */
async function stream(
  session: string,
  key: string,
  take: (body: string) => void = () => {},
): Promise<number> {
  const began = performance.now();
  const path = `${host.baseUrl}/sessions/${session}/stream?batch_size=${pageRows}`;
  let read = 0;
  let cursor: string | undefined;
  do {
    const next = cursor === undefined ? '' : `&cursor=${cursor}`;
    const response = await fetch(`${path}${next}`, { headers: headersOf(key) });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} after ${read} rows: ${body}`);
    take(body);
    const page = pageSchema.parse(JSON.parse(body));
    read += page.record_count;
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  if (read !== records) throw new Error(`${read} rows came, not ${records}.`);
  return performance.now() - began;
}

/** The same bodies of a server that does nothing else. */
async function streamBare(port: number, pages: number): Promise<number> {
  const began = performance.now();
  let read = 0;
  for (let page = 0; page < pages; page += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/${page}`);
    read += pageSchema.parse(JSON.parse(await response.text())).record_count;
  }
  if (read !== records) throw new Error(`${read} bare rows came, not ${records}.`);
  return performance.now() - began;
}

async function startBare(bodies: readonly string[]) {
  const file = join(own.path, 'bodies.ndjson');
  writeFileSync(file, `${bodies.join('\n')}\n`);
  const child = spawn(node, [join(import.meta.dirname, 'bare-server.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { port: Number(line), stop: () => child.kill() };
}

const rate = (ms: number) => Math.round((records / ms) * 1_000);

try {
  const dataset = await makeDataset();
  const key = await makeLab();
  const bodies: string[] = [];
  const session = await openSession(dataset, key);
  await stream(session, key, (body) => bodies.push(body));
  const bare = await startBare(bodies);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    theirs.push(await streamBare(bare.port, bodies.length));
    ours.push(await stream(await openSession(dataset, key), key));
  }
  bare.stop();
  const part = median(theirs) / median(ours);
  const perPage = (median(ours) / bodies.length).toFixed(2);
  tell(
    `${records} rows, ${pageRows} a page: ${rate(median(ours))} rows/s, bare ${rate(median(theirs))}: ${part.toFixed(2)} (bar ${least}); ${perPage} ms a page`,
    part >= least,
  );
} finally {
  await host.stop();
  own.remove();
}
tellEnd();
