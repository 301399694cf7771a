/** The headless host as a process of its own, for tests that end it in every way a process can end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { z } from 'zod';

const announcementSchema = z.strictObject({
  url: z.string().default(''),
  base_url: z.string(),
  api_key: z.string().default(''),
  ports: z.array(z.number()).default([]),
  metrics_port: z.number().default(0),
});

export interface HeadlessProcess {
  /** Empty where there is no console. */
  readonly url: string;
  readonly baseUrl: string;
  /** Empty where it was not told. */
  readonly apiKey: string;
  /** 0 where it serves no metrics. */
  readonly metricsPort: number;
  /** Of its server doors. */
  readonly ports: readonly number[];
  /** What it has written to standard output so far. */
  readonly output: () => string;
  readonly pid: number;
  /** What it has written to standard error so far. */
  readonly complaints: () => string;
  /** Closes our end of its pipes: nobody reads what it writes any more. */
  closePipes(): void;
  /** Sends the signal and resolves with how the process ended: its exit code, or the signal. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
  /** A request under `{base_url}` with the API key. */
  send(path: string, init?: RequestInit): Promise<Response>;
}

/**
 * Starts a host that is expected to announce itself, `within` a command that ends by becoming it, in
 * the environment of the tests but for what `environment` says.
 * @throws with its complaints when it does not
 */
export async function startHeadless(
  argv: readonly string[],
  entry: string,
  within: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Promise<HeadlessProcess> {
  const [program = process.execPath, ...rest] = [...within, process.execPath, entry, ...argv];
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ended = endOf(child);
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then((code) => {
      throw new Error(`The host ended with ${code}: ${complaints}`);
    }),
  ]);
  const announced = announcementSchema.parse(JSON.parse(line));
  const { url, base_url: baseUrl, api_key: apiKey, ports } = announced;
  return {
    ports,
    metricsPort: announced.metrics_port,
    output: () => output,
    url,
    baseUrl,
    apiKey,
    pid: child.pid ?? 0,
    complaints: () => complaints,
    closePipes: () => {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
    send: (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('x-api-key', apiKey);
      return fetch(`${baseUrl}${path}`, { ...init, headers });
    },
  };
}

/** Runs a host that is expected to end by itself. */
export async function runHeadless(
  argv: readonly string[],
  entry: string,
): Promise<{ code: number | NodeJS.Signals | null; output: string; complaints: string }> {
  const child = spawn(process.execPath, [entry, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaints = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  return { code: await endOf(child), output, complaints };
}

async function endOf(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? signal));
  });
}
