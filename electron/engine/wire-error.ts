/** An error on its way to another thread, as plain data. */
import type { Outcome, WireError } from './wire.ts';

/** Writes `error` as plain data. Members that cannot be cloned are left out. */
export function toWireError(error: unknown): WireError {
  if (!(error instanceof Error)) {
    return { name: 'Error', message: String(error), code: undefined, details: {} };
  }
  const details: Record<string, unknown> = {};
  let code: string | undefined;
  for (const [name, value] of Object.entries(error)) {
    if (name === 'name' || name === 'cause') continue;
    if (name === 'code') {
      if (typeof value === 'string') code = value;
      continue;
    }
    const plain = plainCopy(value);
    if (plain !== undefined) details[name] = plain;
  }
  return { name: error.name, message: error.message, code, details };
}

/** Runs `work` and says how it ended; never rejects. */
export async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: toWireError(error) };
  }
}

function plainCopy(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return undefined;
  }
}
