/** The end, in order: the window, then the engine (jobs, readers, writer, lock), then the process. */
import type { App } from 'electron';

export interface ShutdownOptions {
  readonly app: Pick<App, 'on' | 'exit'>;
  readonly destroyWindow: () => void;
  readonly closeEngine: () => Promise<void>;
  readonly log: (line: string) => void;
}

/** Holds every attempt to quit until the databases are closed; the process ends only then. */
export function shutDownInOrder({ app, destroyWindow, closeEngine, log }: ShutdownOptions): void {
  let begun = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (begun) return;
    begun = true;
    void end();
  });

  async function end(): Promise<void> {
    try {
      destroyWindow();
      await closeEngine();
      app.exit(0);
    } catch (error) {
      log(`Closing failed: ${error instanceof Error ? error.message : String(error)}`);
      app.exit(1);
    }
  }
}
