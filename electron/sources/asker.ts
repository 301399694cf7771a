/** The way of a thread to the process that reads sources. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Means } from '../area.ts';
import { queryTimeout } from './source-error.ts';
import type { AskSource, SourceCalls } from './host/source-request.ts';

export type AskerMeans = Pick<Means, 'supervisor' | 'workspace'>;

export interface AskingWay {
  /** What is left of the time; several answers share it. Milliseconds. */
  readonly left?: () => number;
  /** The connection whose password goes along. */
  readonly connection?: string;
  /** The password itself, where there is no connection yet. */
  readonly password?: string;
}

/** @param limitMs how long an answer may take */
export function askerOf(
  { supervisor, workspace }: AskerMeans,
  limitMs: number,
  { left = () => limitMs, connection, password }: AskingWay = {},
): AskSource {
  const temporary = join(workspace.directory, 'sources');
  return async (call, params) => {
    const leftMs = left();
    if (leftMs <= 0) throw queryTimeout(limitMs);
    const answer = await supervisor.askSource({
      call,
      params,
      temporary,
      limitMs: leftMs,
      toldMs: limitMs,
      connection,
      password,
    });
    // The process answers as its types say: it is part of this program.
    return z.custom<SourceCalls[typeof call]['gives']>().parse(answer);
  };
}

/** Has a password kept outside of the ledger; forgotten where it is undefined. */
export async function keepPassword(
  { supervisor, workspace }: AskerMeans,
  connection: string,
  password: string | undefined,
): Promise<void> {
  await supervisor.askSource({
    call: 'keepPassword',
    params: { connection, password },
    temporary: join(workspace.directory, 'sources'),
    limitMs: 0,
    toldMs: 0,
  });
}
