/** Appends that are under way while something is done to the ledger beside them. */
import { expect } from 'vitest';
import { recordSchema } from '../../../shared/contract/records.ts';
import { createRandomSource } from '../../demo/random-source.ts';

/** How many are sent. */
export const appendsBeside = 200;
/** How many of them are under way at once. */
export const lanes = 4;

export interface Sent {
  readonly key: string;
  /** Whether it was sent when the harm was done. */
  readonly late: boolean;
  readonly status: number;
  /** Of what was acknowledged. */
  readonly id: string | undefined;
}

/** The body of an append that is told from the others by its key. */
export function bodyOf(key: string): string {
  return JSON.stringify({ model_id: 'm', input: { key }, output: { b: 2 } });
}

/** Sends the appends, a few at a time; `harm` is done beside them at some time that the seed says. */
export async function appendBeside(
  seed: number,
  append: (key: string) => Promise<Response>,
  harm: () => void,
): Promise<Sent[]> {
  const random = createRandomSource(seed);
  const harmAt = random.integer(10, 150);
  const pause = random.unit() * 3;
  const sent: Sent[] = [];
  let next = 0;
  let isHarmed = false;
  const lane = async () => {
    while (next < appendsBeside) {
      const key = `append-${next}`;
      next += 1;
      if (!isHarmed && sent.length >= harmAt) {
        const until = performance.now() + pause;
        while (performance.now() < until);
        harm();
        isHarmed = true;
      }
      const late = isHarmed;
      const response = await append(key);
      const { status } = response;
      const id = status === 201 ? recordSchema.parse(await response.json()).id : undefined;
      sent.push({ key, late, status, id });
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  expect(sent).toHaveLength(appendsBeside);
  return sent;
}

export function acknowledged(sent: readonly Sent[]): string[] {
  return sent.flatMap(({ id }) => id ?? []);
}

/** Nothing that was sent when the ledger was gone is acknowledged. */
export function expectNoneLate(sent: readonly Sent[]): void {
  expect(sent.filter(({ late }) => late).map(({ status }) => status)).not.toContain(201);
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201, 503]));
}
