/** The end, in order: the window, then the engine (jobs, readers, writer, lock), then the process. */
import type { App } from 'electron';

export interface ShutdownOptions {
  readonly app: Pick<App, 'on' | 'exit'>;
  /** Answers false where somebody stays. */
  readonly closeWindow: () => Promise<boolean>;
  readonly destroyWindow: () => void;
  readonly closeEngine: () => Promise<void>;
  readonly log: (line: string) => void;
}

/**
 * Holds every attempt to quit until the databases are closed; the process ends only then. Whoever stays for
 * what is typed in the window has not quit.
 */
export function shutDownInOrder(options: ShutdownOptions): void {
  const { app, closeWindow, destroyWindow, closeEngine, log } = options;
  let begun = false;
  app.on('before-quit', (event) => {
    event.preventDefault();
    if (begun) return;
    begun = true;
    void end();
  });

  async function end(): Promise<void> {
    try {
      if (!(await closeWindow())) {
        begun = false;
        return;
      }
      destroyWindow();
      await closeEngine();
      app.exit(0);
    } catch (error) {
      log(`Closing failed: ${error instanceof Error ? error.message : String(error)}`);
      app.exit(1);
    }
  }
}
