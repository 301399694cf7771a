/** A worker with a stub API that does on demand what a real one does only when it breaks. */
import { appendFileSync, existsSync, rmSync, watch, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { AccessState } from '../../access/gate.ts';
import type { Api } from '../../api/create-api.ts';
import { ledgerFileName } from '../../database/file-names.ts';
import { runWorker, type WorkerApiOptions } from '../worker-runtime.ts';
import { holdLock } from '../lock-runtime.ts';
import { parseRole } from '../wire.ts';

if (parentPort === null) throw new Error('This runs as a worker thread.');

const role = parseRole(workerData);

if (role === 'lock') {
  holdLock(parentPort, (dataRoot) => {
    const path = join(dataRoot, 'stub-lock');
    writeFileSync(path, 'held', { flag: 'wx' });
    // No request reaches this thread: a test breaks it by a file of this name.
    const watcher = watch(dataRoot, (_event, name) => {
      if (name === 'break-lock') throw new Error('the lock thread breaks');
    });
    return {
      release: () => {
        watcher.close();
        note(dataRoot, 'lock');
        rmSync(path);
      },
    };
  });
} else if (role !== 'maintenance') {
  runWorker(parentPort, role, {
    createApi: createStubApi,
    clock: Date.now,
    monotonic: () => performance.now(),
    random: (bytes) => randomBytes(bytes),
    foreign: { run: () => Promise.reject(new Error('A stub reads no files.')), close: () => {} },
  });
}

/** What happened in which order, for the test to read. */
function note(dataRoot: string, line: string): void {
  appendFileSync(join(dataRoot, 'notes.txt'), `${line}\n`);
}

/** One key, `pdk_stub`, that may do what an admin may. */
async function accessOf({ signingSeed }: WorkerApiOptions): Promise<AccessState> {
  // All the schemas come with them: only the thread that tells the keys loads them.
  const { digestOfKey, keySecretOf } = await import('../../access/api-keys.ts');
  const { defaultRateLimits } = await import('../../access/gate.ts');
  const key = {
    keyId: 'key_stub',
    digest: digestOfKey('pdk_stub', keySecretOf(signingSeed)),
    name: 'A stub',
    role: 'admin',
    accountId: null,
    holderId: null,
    personId: null,
    scopes: null,
    rateLimits: null,
    expiresAt: null,
    revokedAt: null,
  } as const;
  return { keys: [key], limits: defaultRateLimits };
}

/** Says how far it is, and goes on when the test takes the file away that asks for it. */
async function fillSlowly({ supervisor, workspace }: WorkerApiOptions): Promise<void> {
  const asked = join(workspace.dataRoot, 'slow-fill');
  if (!existsSync(asked)) return;
  const goOn = Promise.withResolvers<void>();
  const watcher = watch(workspace.dataRoot, () => {
    if (!existsSync(asked)) goOn.resolve();
  });
  supervisor.filling({ done: 2, total: workspace.demoRecords ?? 0 });
  await goOn.promise;
  watcher.close();
}

async function createStubApi(options: WorkerApiOptions): Promise<Api> {
  const { supervisor, workspace } = options;
  const { dataRoot, directory, kind } = workspace;
  if (existsSync(join(directory, 'damaged'))) {
    throw Object.assign(new Error(`${directory} is damaged.`), {
      fault: 'corrupt',
      path: directory,
    });
  }
  if (options.role === 'writer' && kind === 'demo') await fillSlowly(options);
  note(dataRoot, `open ${kind} ${options.role}`);
  // The engine begins no ledger where one was: it looks for its file.
  if (options.role === 'writer') appendFileSync(join(directory, ledgerFileName), '');
  if (options.role === 'writer' && kind === 'local') {
    supervisor.accessChanged(await accessOf(options));
  }
  const seen: string[] = [];
  options.onChange((topics) => seen.push(...topics));
  let endLongTask: (() => void) | undefined;
  const never = new Promise<never>(() => {});

  return {
    ledger: undefined,
    async serve({ request, url, caller }) {
      const asked = request.headers.get('x-do') ?? 'describe';
      switch (asked) {
        case 'describe': {
          const body = await request.arrayBuffer();
          return Response.json(
            {
              role: options.role,
              kind,
              method: request.method,
              path: url.pathname + url.search,
              caller,
              headers: [...request.headers.keys()],
              body: new TextDecoder().decode(body.slice(0, 100)),
              bytes: body.byteLength,
              seen,
              seed: options.signingSeed.byteLength,
            },
            {
              headers: [
                ['x-repeated', 'one'],
                ['x-repeated', 'two'],
                ['set-cookie', 'a=1'],
                ['set-cookie', 'b=2'],
              ],
            },
          );
        }
        case 'no-content':
          return new Response(null, { status: 204 });
        case 'crash':
          setImmediate(() => {
            throw new RangeError('the stub breaks');
          });
          return never;
        case 'crash-in-stream':
          return new Response(
            new ReadableStream({
              start: (controller) => controller.enqueue(new Uint8Array(10)),
              pull: (controller) => {
                controller.enqueue(new Uint8Array(300 * 1024));
                setImmediate(() => process.exit(7));
              },
            }),
          );
        case 'hang':
          return never;
        case 'spin':
          supervisor.changed(['records']);
          for (;;);
        case 'meet-damage':
          supervisor.damaged(Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' }));
          return Response.json({}, { status: 503 });
        case 'reject':
          throw new Error('the stub rejects');
        case 'wait-for-abort':
          request.signal.addEventListener('abort', () => supervisor.changed(['jobs']));
          supervisor.changed(['records']);
          return never;
        case 'endless': {
          let sent = 0;
          return new Response(
            new ReadableStream<Uint8Array>(
              {
                pull: (controller) => {
                  sent += 1;
                  note(dataRoot, `sent ${sent}`);
                  controller.enqueue(new Uint8Array(64 * 1024).fill(sent));
                },
                cancel: () => supervisor.changed(['jobs']),
              },
              { highWaterMark: 0 },
            ),
          );
        }
        case 'quiet-stream':
          return new Response(new ReadableStream({ cancel: () => note(dataRoot, 'stream ended') }));
        case 'read-slowly': {
          // Takes one chunk and then waits for the test: back-pressure must reach the sender.
          const reader = request.body?.getReader();
          await reader?.read();
          supervisor.changed(['records']);
          await reader?.read();
          return new Response('enough');
        }
        case 'ignore-body':
          return Response.json({ ignored: true }, { status: 413 });
        case 'count-body': {
          let bytes = 0;
          let sum = 0;
          for await (const chunk of request.body ?? []) {
            bytes += chunk.byteLength;
            for (const byte of chunk) sum = (sum + byte) % 65_521;
          }
          return Response.json({ bytes, sum });
        }
        case 'start-job':
          supervisor.startJob('job_1');
          return Response.json({}, { status: 202 });
        case 'start-long-job':
          supervisor.startJob('long');
          return Response.json({}, { status: 202 });
        case 'end-long-job':
          endLongTask?.();
          return Response.json({});
        case 'open-workspace':
          supervisor.openWorkspace({
            kind: url.searchParams.get('kind') === 'demo' ? 'demo' : 'local',
            reset: url.searchParams.has('reset'),
            records: 3,
          });
          return Response.json({}, { status: 202 });
        default:
          return new Response(`unknown ${asked}`, { status: 400 });
      }
    },
    async runTask(name, params) {
      if (name === 'run-job') {
        const isLong = JSON.stringify(params).includes('long');
        const answer = await supervisor
          .callWriter(isLong ? 'hold' : 'echo', params)
          .catch((error: unknown) => `failed: ${error instanceof Error ? error.message : ''}`);
        note(dataRoot, `job ${JSON.stringify(answer)}`);
        supervisor.changed(['jobs']);
        return answer;
      }
      if (name === 'hold') {
        supervisor.changed(['jobs']);
        return new Promise((resolve) => {
          endLongTask = () => resolve('held');
        });
      }
      // A file stands for a job that an earlier process left.
      if (name === 'left-jobs') return existsSync(join(dataRoot, 'left-job')) ? ['job_0'] : [];
      if (name === 'echo') return { role: options.role, params };
      throw Object.assign(new Error(`There is no task ${name}.`), { code: 'not_found' });
    },
    async close() {
      note(dataRoot, `close ${options.role}`);
    },
  };
}
