/** The program's output goes to whoever reads it, and goes on without them. */

/** Streams that a process writes to. */
type Output = Pick<NodeJS.WriteStream, 'on'>;

/**
 * Keeps a reader that is gone (a closed pipe, a full disk behind a redirection) from ending the
 * process. `log` is told once for each stream: what it keeps in memory is in the diagnostics.
 */
export function outliveReaders(
  outputs: Readonly<Record<string, Output>>,
  log: (line: string) => void,
): void {
  for (const [name, output] of Object.entries(outputs)) {
    let isTold = false;
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (isTold) return;
      isTold = true;
      log(`Nobody reads ${name} any more (${error.code ?? error.name}). The program goes on.`);
    });
  }
}
