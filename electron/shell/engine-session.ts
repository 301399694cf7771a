/** The engine behind the window: opened while the window opens, and asked about when it fails. */
import type { MessageBoxOptions } from 'electron';
import type { ServeRequest } from '../serve-request.ts';

/** What the shell needs of an engine. */
export interface ShellEngine {
  readonly serve: ServeRequest;
  onStatus(listener: (status: { state: string; reason: string | undefined }) => void): () => void;
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface EngineSessionOptions {
  readonly open: () => Promise<ShellEngine>;
  /** One or two sentences for a person about what `open` or `restart` rejected with. */
  readonly describe: (error: unknown) => string;
  readonly ask: (question: MessageBoxOptions) => Promise<{ response: number }>;
  readonly openDataFolder: () => void;
  readonly quit: () => void;
}

export interface EngineSession {
  /** Waits for the engine to open. Never rejects. */
  readonly serve: ServeRequest;
  /** Opens the engine, asking what to do as long as it does not open. Never rejects. */
  start(): Promise<void>;
  /** Closes the engine, also one that is still opening. */
  close(): Promise<void>;
}

export function createEngineSession(options: EngineSessionOptions): EngineSession {
  const opened = Promise.withResolvers<ShellEngine>();
  let closing = false;
  let attempt: Promise<ShellEngine> | undefined;

  async function start(): Promise<void> {
    for (;;) {
      try {
        attempt = options.open();
        const engine = await attempt;
        watch(engine);
        opened.resolve(engine);
        return;
      } catch (error) {
        if (closing || !(await shouldRetry(options.describe(error)))) return;
      }
    }
  }

  /** No destructive default: the file stays, and a person decides. */
  async function shouldRetry(message: string): Promise<boolean> {
    for (;;) {
      const { response } = await options.ask({
        type: 'error',
        message: 'The ledger did not open.',
        detail: message,
        buttons: ['Try again', 'Open the data folder', 'Quit'],
        defaultId: 0,
        cancelId: 2,
        noLink: true,
      });
      if (response === 0) return true;
      if (response === 2) {
        options.quit();
        return false;
      }
      options.openDataFolder();
    }
  }

  function watch(engine: ShellEngine): void {
    let asking = false;
    engine.onStatus(({ state, reason }) => {
      if (state !== 'failed' || asking || closing) return;
      asking = true;
      void offerRestart(engine, reason).finally(() => {
        asking = false;
      });
    });
  }

  async function offerRestart(engine: ShellEngine, reason: string | undefined): Promise<void> {
    const { response } = await options.ask({
      type: 'error',
      message: 'The engine stopped.',
      detail: reason ?? 'It ended several times in a row.',
      buttons: ['Start it again', 'Leave it', 'Quit'],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    });
    if (response === 2) options.quit();
    if (response !== 0 || closing) return;
    try {
      await engine.restart();
    } catch (error) {
      if (await shouldRetry(options.describe(error))) await engine.restart().catch(() => {});
    }
  }

  return {
    serve: async (request, caller) => (await opened.promise).serve(request, caller),
    start,
    async close() {
      closing = true;
      const engine = await attempt?.catch(() => undefined);
      await engine?.close();
    },
  };
}
