/** The way of a thread to the process that reads files. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Means } from '../area.ts';
import { queryTimeout } from './source-error.ts';
import type { AskSource, SourceCalls } from './host/source-request.ts';

/** @param limitMs how long an answer may take; with `left`, several answers together */
export function askerOf(
  { supervisor, workspace }: Pick<Means, 'supervisor' | 'workspace'>,
  limitMs: number,
  left: () => number = () => limitMs,
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
    });
    // The process answers as its types say: it is part of this program.
    return z.custom<SourceCalls[typeof call]['gives']>().parse(answer);
  };
}
