/** The whole API on a ledger of its own, mounted directly: what the tests of every area call. */
import { createHash } from 'node:crypto';
import { once, EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { isFinished, jobSchema, type Job } from '../../shared/contract/jobs.ts';
import { recordSchema, type DecisionRecord } from '../../shared/contract/records.ts';
import type { ChangeTopic, OpenLedger, LedgerKind } from '../../shared/contract/workspace.ts';
import { createApiKey } from '../access/api-keys.ts';
import { scopesOf } from '../access/permissions.ts';
import { writtenEnd } from '../demo/calendar.ts';
import { ledgerFileName } from '../database/file-names.ts';
import { layNewLedger } from '../database/testing/new-ledger.ts';
import type { RunForeign } from '../foreign/foreign-task.ts';
import { askedBy, type Caller, type KeyPrincipal } from '../serve-request.ts';
import type { SessionLimits } from '../area.ts';
import { keepFolder, layFolder, type KeptFolder } from '../database/testing/kept-folder.ts';
import { memoryFolder } from '../database/testing/memory-folder.ts';
import { createApi, type GatedApi } from './create-api.ts';

export const operator: Caller = { mount: 'direct', principal: { kind: 'operator' } };
export const anonymous: Caller = { mount: 'direct', principal: { kind: 'anonymous' } };

/** A key that a gate has recognised, and that may do what an admin may. */
export const adminKey: KeyPrincipal = {
  kind: 'api_key',
  keyId: 'key_1',
  name: 'A test',
  role: 'admin',
  accountId: null,
  holderId: null,
  personId: null,
  scopes: scopesOf('admin'),
};

/** In whose name a test issues. */
export const testIssuer = {
  legal_name: 'Datahaven Exchange B.V.',
  address: {
    line1: 'Keizersgracht 241',
    city: 'Amsterdam',
    postal_code: '1016 EA',
    country: 'NL',
  },
  email: 'billing@datahaven.example',
};

/** A valid body of `POST /records`. */
export const decision = {
  model_id: 'credit-scorer',
  input: { age: 41, income: 52_000.5 },
  output: { decision: 'approve' },
  confidence: 0.93,
};

export interface TestApiOptions {
  readonly kind?: LedgerKind;
  readonly demoRecords?: number;
  /** When the decisions of a demo end; milliseconds. */
  readonly demoEnd?: number;
  readonly demoRows?: number;
  readonly sessionLimits?: Partial<SessionLimits>;
  /** Another number, another signing key. */
  readonly key?: number;
  /** Whether the audit log is kept, as every engine does; off, so that nothing is appended unasked. */
  readonly keepsAuditLog?: boolean;
  /** A clock that nobody can set; without one, the other is not judged. */
  readonly monotonic?: () => number;
  /** Reads what is large or others made; calls unless told. */
  readonly foreign?: RunForeign;
  /** Looks at places outside; at once and here unless told. */
  readonly visitPlace?: (path: string, order: unknown) => Promise<unknown>;
  /** Days for which replicas hold what is erased from it; undefined where nobody says. */
  readonly replicaDays?: number;
  /** Origin that a server is reached under; undefined where it has no public name. */
  readonly publicOrigin?: string;
  /** Hosts and networks that the operator lets events be sent to besides. */
  readonly webhookAllow?: readonly string[];
  /** Folders, and servers as `host:port`, that are given as sources of datasets. */
  readonly sourceFolders?: readonly string[];
  readonly sourcePlacesFile?: string;
  readonly sourceHosts?: readonly string[];
  /** What the clock shows at first; milliseconds since 1970. */
  readonly now?: number;
}

export interface SendOptions {
  /** An object is sent as JSON, a string or bytes as they are. */
  readonly body?: object | string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly caller?: Caller;
  readonly signal?: AbortSignal;
}

/** An API of role `all` in a new folder, with a clock that stands still and repeatable randomness. */
export class TestApi {
  readonly dataRoot: string;
  directory: string;
  readonly apiKey: string;
  /** Lines of the log. */
  readonly logged: string[] = [];
  readonly changes: ChangeTopic[] = [];
  readonly opened: OpenLedger[] = [];
  now: number;
  readonly #options: TestApiOptions;
  readonly #apiKeyHash: string;
  /** How often bytes were drawn. */
  #calls = 0;
  readonly #events = new EventEmitter().setMaxListeners(0);
  #api: GatedApi | undefined;
  #caseId: string | undefined;

  private constructor(options: TestApiOptions) {
    this.#options = options;
    this.now = options.now ?? Date.UTC(2026, 0, 1);
    this.dataRoot = mkdtempSync(join(memoryFolder(), 'proofdesk-api-'));
    this.directory = join(this.dataRoot, options.kind ?? 'local');
    const { key, hash } = createApiKey((bytes) => this.#random(bytes));
    this.apiKey = key;
    this.#apiKeyHash = hash;
  }

  static async open(options: TestApiOptions = {}): Promise<TestApi> {
    const test = new TestApi(options);
    if (options.kind === 'demo') await test.#openDemo();
    else await test.#open();
    return test;
  }

  /** Opens a demo: each is made once for all tests of a process, and copied. */
  async #openDemo(): Promise<void> {
    const name = JSON.stringify(this.#options);
    const known = demos.get(name);
    if (known !== undefined) {
      layFolder(known.files, this.dataRoot);
      this.#calls = known.calls;
      await this.#open();
      return;
    }
    await this.#open();
    await this.reopen(() => {
      demos.set(name, { files: keepFolder(this.dataRoot), calls: this.#calls });
    });
  }

  get api(): GatedApi {
    if (this.#api === undefined) throw new Error('The API is closed.');
    return this.#api;
  }

  /** A request as the operator, unless another caller is given. The path goes below `/v1`. */
  send(method: string, path: string, options: SendOptions = {}): Promise<Response> {
    const { body, headers = {}, caller = operator, signal } = options;
    const isJson = isPlainObject(body);
    const request = new Request(`http://proofdesk.test/v1${path}`, {
      method,
      headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : body, duplex: 'half' }),
      ...(signal === undefined ? {} : { signal }),
    });
    return this.api.gate.serve(askedBy(request, caller));
  }

  /** The body of a GET that answers 200, which `schema` must accept. */
  async read<Schema extends z.ZodType>(schema: Schema, path: string): Promise<z.output<Schema>> {
    const response = await this.send('GET', path);
    if (response.status !== 200) throw new Error(`${path}: ${await response.text()}`);
    return schema.parse(await response.json());
  }

  /** Appends a record, the example with `changes` unless told otherwise. */
  async append(changes: object = {}): Promise<DecisionRecord> {
    const response = await this.send('POST', '/records', { body: { ...decision, ...changes } });
    if (response.status !== 201) throw new Error(await response.text());
    return recordSchema.parse(await response.json());
  }

  /** Makes an account, named as its id is. */
  async addAccount(accountId: string): Promise<void> {
    const response = await this.send('POST', '/billing/accounts', {
      body: {
        account_id: accountId,
        name: accountId,
        email: `${accountId}@example.test`,
        address: { line1: 'x', city: 'x', state: 'x', postal_code: 'x', country: 'US' },
      },
    });
    if (response.status !== 201) throw new Error(await response.text());
  }

  /** Says in whose name invoices are issued. */
  async nameIssuer(): Promise<void> {
    const response = await this.send('PUT', '/billing/settings', { body: { issuer: testIssuer } });
    if (response.status !== 200) throw new Error(await response.text());
  }

  /** The job of a response that started one, once it is over. */
  async finished(response: Response): Promise<Job> {
    if (response.status !== 202) throw new Error(await response.text());
    const { job_id: jobId } = jobSchema.parse(await response.json());
    return this.ended(jobId);
  }

  /** A job once it is over. */
  async ended(jobId: string): Promise<Job> {
    for (;;) {
      const changed = once(this.#events, 'changed');
      const job = await this.read(jobSchema, `/jobs/${jobId}`);
      if (isFinished(job.status)) return job;
      await changed;
    }
  }

  /** Closes the API, changes the files or not, and opens it again. */
  async reopen(change: () => void | Promise<void> = () => {}): Promise<void> {
    await this.#api?.close();
    this.#api = undefined;
    await change();
    await this.#open();
  }

  /** Closes the API and opens it on a case. */
  async openCase(caseId: string): Promise<void> {
    await this.reopen(() => {
      this.#caseId = caseId;
      this.directory = join(this.dataRoot, 'cases', caseId);
    });
  }

  /** Closes the API and removes its files. */
  async close(): Promise<void> {
    await this.#api?.close();
    this.#api = undefined;
    rmSync(this.dataRoot, { recursive: true, force: true });
  }

  /**
   * Bytes that differ from call to call and are the same in every run; others for each key, so that
   * ledgers of several keys have names of their own.
   */
  #random(bytes: number): Uint8Array {
    this.#calls += 1;
    const call = (this.#options.key ?? 0) * 1_000_000 + this.#calls;
    return createHash('shake256', { outputLength: bytes }).update(String(call)).digest();
  }

  async #open(): Promise<void> {
    const { kind = 'local', key = 0, demoRecords, demoRows, webhookAllow } = this.#options;
    const { sourceFolders, sourceHosts, sourcePlacesFile, publicOrigin, replicaDays } =
      this.#options;
    layNewLedger(join(this.directory, ledgerFileName));
    this.#api = await createApi({
      role: 'all',
      workspace: {
        kind: this.#caseId === undefined ? kind : 'case',
        caseId: this.#caseId,
        directory: this.directory,
        dataRoot: this.dataRoot,
        version: '0.0.0-test',
        demoRecords,
        demoEnd: this.#options.demoEnd ?? writtenEnd,
        demoRows,
        publicOrigin,
        replicaDays,
        webhookAllow,
        sourceFolders,
        sourcePlacesFile,
        sourceHosts,
      },
      signingSeed: Uint8Array.from({ length: 32 }, (_, index) => index + key),
      apiKeyHashes: [this.#apiKeyHash],
      clock: () => this.now,
      monotonic: this.#options.monotonic,
      random: (bytes) => this.#random(bytes),
      sessionLimits: this.#options.sessionLimits,
      foreign: this.#options.foreign,
      ...(this.#options.keepsAuditLog === true ? { keepsAuditLog: true } : {}),
      log: (line) => this.logged.push(line),
      supervisor: {
        ...(this.#options.visitPlace === undefined ? {} : { visitPlace: this.#options.visitPlace }),
        changed: (topics) => {
          this.changes.push(...topics);
          this.#events.emit('changed');
        },
        openWorkspace: (request) => this.opened.push(request),
      },
    });
  }
}

/** The demo that tests share which look at what its story leaves; with enough decisions for a few late reviews. */
export const usualDemo = {
  kind: 'demo',
  demoRecords: 600,
  now: Date.UTC(2026, 10, 21),
} as const satisfies TestApiOptions;

/** Demos by their options, each as it stood once its story was told. */
const demos = new Map<string, { readonly files: KeptFolder; readonly calls: number }>();

function isPlainObject(body: SendOptions['body']): body is object {
  return (
    typeof body === 'object' && !(body instanceof Uint8Array) && !(body instanceof ReadableStream)
  );
}
