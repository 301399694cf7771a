/** The tests' own `test`: a host with data, a signed-in page, and a watch over what must never happen. */
import { cpSync } from 'node:fs';
import { test as base, expect, request, type BrowserContext } from '@playwright/test';
import { Api } from './api.ts';
import { demoLedgerOf } from './demo-ledgers.ts';
import { startHost, temporaryDirectory, type Host } from './host.ts';
import { slowPage } from './slow-machine.ts';

/** Watches for what a page must never do; a test that causes an error on purpose names it first. */
export class Watch {
  readonly consoleErrors: string[] = [];
  readonly pageErrors: string[] = [];
  readonly foreignRequests: string[] = [];
  readonly policyViolations: string[] = [];
  readonly #expected: RegExp[] = [];
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Console errors that match are part of this test. */
  expectError(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  /** Fails the test on anything that was not expected. */
  check(): void {
    const unexpected = this.consoleErrors.filter(
      (text) => !this.#expected.some((pattern) => pattern.test(text)),
    );
    expect(
      {
        consoleErrors: unexpected,
        pageErrors: this.pageErrors,
        foreignRequests: this.foreignRequests,
        policyViolations: this.policyViolations,
      },
      'nothing the console must never do',
    ).toEqual({ consoleErrors: [], pageErrors: [], foreignRequests: [], policyViolations: [] });
  }

  /** Watches every page of `context`. */
  async observe(context: BrowserContext): Promise<void> {
    await context.exposeBinding('__policyViolation', (_source, text: string) => {
      this.policyViolations.push(text);
    });
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const report: unknown = Reflect.get(globalThis, '__policyViolation');
        const text = `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`;
        if (typeof report === 'function') Reflect.apply(report, globalThis, [text]);
      });
    });
    context.on('console', (message) => {
      if (message.type() === 'error') {
        this.consoleErrors.push(`${message.text()} (${message.location().url})`);
      }
    });
    context.on('weberror', (error) => this.pageErrors.push(String(error.error())));
    context.on('request', (request) => {
      const url = new URL(request.url());
      const local = url.protocol === 'data:' || url.protocol === 'blob:';
      if (!local && url.origin !== this.#origin) this.foreignRequests.push(request.url());
    });
  }
}

/** The cookies of whoever opened the host's one-time address; no page is loaded for them. */
export async function signIn(host: Host) {
  const context = await request.newContext();
  expect((await context.get(host.url)).status(), 'answer to the one-time address').toBe(200);
  const { cookies } = await context.storageState();
  await context.dispose();
  return { cookies, origins: [] };
}

export interface TestFixtures {
  readonly watch: Watch;
  readonly api: Api;
  /** Records of the demo ledger of `host`; undefined for an empty local ledger. */
  readonly demo: number | undefined;
  /** A host of this test's own. */
  readonly host: Host;
}

export interface WorkerFixtures {
  /** A host with a demo ledger of 3,000 records that tests only read. */
  readonly sharedHost: Host;
  readonly sharedState: Awaited<ReturnType<typeof signIn>>;
  /** A host with a local ledger to which tests add what is theirs, and count only that. */
  readonly commonHost: Host;
  readonly commonState: Awaited<ReturnType<typeof signIn>>;
}

/** For tests that write: every test has a host and a data directory of its own. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  demo: [undefined, { option: true }],
  host: async ({ demo }, use) => {
    const directory = temporaryDirectory('own');
    if (demo !== undefined) cpSync(await demoLedgerOf(demo), directory.path, { recursive: true });
    const host = await startHost({
      directory: directory.path,
      ...(demo === undefined ? {} : { demo }),
    });
    await use(host);
    await host.stop();
    directory.remove();
  },
  sharedHost: [
    async ({ browserName }, use) => {
      const directory = temporaryDirectory(`shared-${browserName}`);
      cpSync(await demoLedgerOf(3_000), directory.path, { recursive: true });
      const host = await startHost({ directory: directory.path, demo: 3_000 });
      await use(host);
      expect(await host.stop(), 'exit code of the host').toBe(0);
      directory.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  sharedState: [async ({ sharedHost }, use) => use(await signIn(sharedHost)), { scope: 'worker' }],
  commonHost: [
    async ({ browserName }, use) => {
      const directory = temporaryDirectory(`common-${browserName}`);
      const host = await startHost({ directory: directory.path });
      await use(host);
      expect(await host.stop(), 'exit code of the host').toBe(0);
      directory.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  commonState: [async ({ commonHost }, use) => use(await signIn(commonHost)), { scope: 'worker' }],
  api: async ({ host }, use) => use(new Api(host)),
  watch: async ({ host }, use) => use(new Watch(host.origin)),
  context: async ({ context, watch }, use) => {
    await watch.observe(context);
    context.on('page', (page) => void slowPage(page));
    await use(context);
    watch.check();
  },
  baseURL: async ({ host }, use) => use(host.origin),
  storageState: async ({ host }, use) => use(await signIn(host)),
});

/** For tests that only read: one demo ledger for all of them in a worker. */
export const readingTest = test.extend({
  host: async ({ sharedHost }, use) => use(sharedHost),
  storageState: async ({ sharedState }, use) => use(sharedState),
});

/**
 * For tests that write what no other test minds: names of their own, nothing said of the whole
 * ledger, no setting changed. One host for all of them in a worker.
 */
export const addingTest = test.extend({
  host: async ({ commonHost }, use) => use(commonHost),
  storageState: async ({ commonState }, use) => use(commonState),
});

export { expect };
