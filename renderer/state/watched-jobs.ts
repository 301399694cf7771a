/** Jobs that were seen at work: their end is told once, also when the window was closed in between. */
import { z } from 'zod';

const key = 'proofdesk.watched-jobs';
const most = 100;
const namesSchema = z.array(z.string());

/** `ledger` and job, as one name; what was stored comes first. */
const watched = new Set<string>(stored());

function stored(): string[] {
  try {
    return namesSchema.parse(JSON.parse(globalThis.localStorage?.getItem(key) ?? '[]'));
  } catch {
    // Nothing, something else, or no storage at all: only this window's jobs are known.
    return [];
  }
}

function keep(): void {
  try {
    globalThis.localStorage?.setItem(key, JSON.stringify([...watched].slice(-most)));
  } catch {
    // Full or forbidden storage: the end of a job is told by this window only.
  }
}

/** Jobs that this window has asked for: they may be over before any list shows them at work. */
const expected = new Set<string>();
const listeners = new Set<() => void>();
let asked = 0;

/** A job was asked for here: its end is told, however soon it comes. */
export function expectJob(jobId: string): void {
  expected.add(jobId);
  asked += 1;
  for (const listener of listeners) listener();
}

/** Calls `listener` when a job was asked for, until the returned function is called. */
export function onExpectedJob(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** How many jobs were asked for so far. */
export function jobsAsked(): number {
  return asked;
}

/** A job is at work. */
export function watchJob(ledger: string, jobId: string): void {
  const name = `${ledger} ${jobId}`;
  if (watched.has(name)) return;
  watched.add(name);
  keep();
}

/** Jobs whose end is told where it was asked for: a second word beside it would cover what it speaks of. */
const shown = new Set<string>();

/** A dialog shows this job to its end, until the returned function is called. */
export function showJob(jobId: string): () => void {
  shown.add(jobId);
  return () => void shown.delete(jobId);
}

/** A job is over; true the first time, if it was seen at work or asked for here and nothing shows it. */
export function endWatch(ledger: string, jobId: string): boolean {
  const wasWatched = watched.delete(`${ledger} ${jobId}`);
  if (wasWatched) keep();
  return (expected.delete(jobId) || wasWatched) && !shown.has(jobId);
}
