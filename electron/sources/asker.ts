/** The way of a thread to the process that reads files. */
import { join } from 'node:path';
import type { Means } from '../area.ts';
import type { AskSource } from './host/source-request.ts';

/** @param limitMs how long an answer may take; a function where that is what is left of some time */
export function askerOf(
  { supervisor, workspace }: Pick<Means, 'supervisor' | 'workspace'>,
  limitMs: number | (() => number),
): AskSource {
  const temporary = join(workspace.directory, 'sources');
  return async (call, params) => {
    const limit = typeof limitMs === 'number' ? limitMs : limitMs();
    const answer = await supervisor.askSource({ call, params, temporary, limitMs: limit });
    // The process answers as its types say: it is part of this program.
    return answer as never;
  };
}
