/** The last lines of the program's log, in memory, for an export of diagnostics. */

/** So many lines are kept. */
const defaultKept = 500;

export interface RecentLines {
  /** Writes a line and keeps it. */
  readonly log: (line: string) => void;
  /** The kept lines, the oldest first, each with its instant. */
  readonly lines: () => readonly string[];
}

/** Logs hold no part of a record: so neither does what is kept of them. */
export function recentLines(
  write: (line: string) => void,
  now: () => string = () => new Date().toISOString(),
  kept = defaultKept,
): RecentLines {
  const lines: string[] = [];
  return {
    log: (line) => {
      lines.push(`${now()} ${line}`);
      if (lines.length > kept) lines.splice(0, lines.length - kept);
      write(line);
    },
    lines: () => [...lines],
  };
}
