/** Artifact checks that run in this window: they go on while other screens are looked at. */
import { create } from 'zustand';
import {
  artifactCheckResultSchema,
  type ArtifactCheckResult,
} from '../../../shared/contract/models.ts';
import { toFailure, type ApiFailure } from '../../api/client.ts';
import { requestJobCancel } from '../../api/jobs.ts';
import { completeArtifactCheck, openArtifactCheck, uploadArtifactFile } from '../../api/models.ts';
import type { ArtifactSource } from './artifact-files.ts';

interface Started {
  readonly name: string;
  readonly kind: ArtifactSource['kind'];
  readonly bytes: number;
}

export type ArtifactRun =
  | (Started & { readonly state: 'running'; readonly jobId: string | undefined })
  | (Started & { readonly state: 'done'; readonly result: ArtifactCheckResult })
  | (Started & { readonly state: 'canceled' })
  | (Started & { readonly state: 'failed'; readonly failure: ApiFailure });

interface Runs {
  readonly runs: Readonly<Record<string, ArtifactRun>>;
}

const useRuns = create<Runs>(() => ({ runs: {} }));
const controllers = new Map<string, AbortController>();

const runKey = (modelId: string, version: string) => `${version}@${modelId}`;

/** The newest check of a version that this window started. */
export function useArtifactRun(modelId: string, version: string): ArtifactRun | undefined {
  return useRuns((state) => state.runs[runKey(modelId, version)]);
}

function put(key: string, run: ArtifactRun): void {
  useRuns.setState(({ runs }) => ({ runs: { ...runs, [key]: run } }));
}

/** Forgets a check that ended; one that runs stays. */
export function dismissArtifactRun(modelId: string, version: string): void {
  const key = runKey(modelId, version);
  useRuns.setState(({ runs }) => {
    const { [key]: run, ...others } = runs;
    return run?.state === 'running' ? { runs } : { runs: others };
  });
}

/** Stops a check: nothing more is sent and the job is canceled. */
export function cancelArtifactRun(modelId: string, version: string): void {
  controllers.get(runKey(modelId, version))?.abort();
}

/** Sends the files of `source` one after another and waits for the comparison. Does not throw. */
export async function startArtifactRun(
  modelId: string,
  version: string,
  source: ArtifactSource,
): Promise<void> {
  const key = runKey(modelId, version);
  if (controllers.has(key)) return;
  const controller = new AbortController();
  controllers.set(key, controller);
  const { signal } = controller;
  const { name, kind, bytes } = source;
  const started = { name, kind, bytes };
  const files = source.kind === 'folder' ? source.files : [{ path: name, file: source.file }];
  let jobId: string | undefined;
  put(key, { ...started, state: 'running', jobId });
  try {
    const opened = await openArtifactCheck(
      modelId,
      { kind, version, name: name.slice(0, 256), files: files.length, bytes },
      signal,
    );
    jobId = opened.job_id;
    put(key, { ...started, state: 'running', jobId });
    for (const { path, file } of files) await uploadArtifactFile(jobId, path, file, signal);
    const job = await completeArtifactCheck(jobId, signal);
    put(key, { ...started, state: 'done', result: artifactCheckResultSchema.parse(job.result) });
  } catch (error) {
    // Whatever ended it, the job must not wait for files that never come.
    if (jobId !== undefined) await requestJobCancel(jobId).catch(() => undefined);
    put(
      key,
      signal.aborted
        ? { ...started, state: 'canceled' }
        : { ...started, state: 'failed', failure: toFailure(error) },
    );
  } finally {
    controllers.delete(key);
  }
}
