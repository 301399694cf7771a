/** Requests of a benchmark to a built host, its jobs, and the memory it takes. */
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import type { Host } from '../support/host.ts';
import { isFinished, jobSchema, type Job } from './jobs.ts';

export const mebibyte = 1024 * 1024;

let missed = 0;

/** Prints a line of a benchmark, and counts a goal that was missed. */
export function tell(line: string, isMet = true): void {
  if (!isMet) missed += 1;
  process.stdout.write(`${line}${isMet ? '' : '  MISS'}\n`);
}

/** Goals that were missed until now. */
export function missedGoals(): number {
  return missed;
}

/** Says whether every goal was met, and has the process exit with 1 where one was not. */
export function tellEnd(): void {
  tell(missed === 0 ? 'Every goal was met.' : `${missed} not met.`);
  process.exitCode = missed === 0 ? 0 : 1;
}

export function ask(host: Host, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${host.apiKey}`);
  return fetch(`${host.baseUrl}${path}`, { ...init, headers });
}

export function post(host: Host, path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return ask(host, path, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** The job that an answer tells of. @throws with the answer of a refusal */
export async function jobOf(response: Response): Promise<Job> {
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return jobSchema.parse(JSON.parse(text));
}

/** The job once it is over, however it ended. */
export async function finished(host: Host, { job_id: id }: Job): Promise<Job> {
  for (;;) {
    const job = await jobOf(await ask(host, `/jobs/${id}`));
    if (isFinished(job)) return job;
    await setTimeout(250);
  }
}

/** The most memory that the process had since the last call, in MiB; undefined where the system does not say. */
export function peakSince(pid: number): number | undefined {
  try {
    const [, kilobytes] =
      /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    return Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
