/** Sizes and times of the client; proofdesk.py has the same. Times are milliseconds. */
export const clientLimits = {
  /** Decisions in memory. */
  queue: 10_000,
  /** So many that wait are sent at once; fewer after `waitMs`. */
  sendAt: 100,
  waitMs: 1_000,
  batchItems: 500,
  batchBytes: 4 * 1024 * 1024,
  /** Bytes of one decision. */
  itemBytes: 4 * 1024 * 1024,
  firstDelayMs: 500,
  longestDelayMs: 60_000,
  /** The longest `Retry-After` that is believed. */
  longestAskedMs: 3_600_000,
  /** How long a batch is tried without a spool. */
  giveUpMs: 15 * 60_000,
  answerMs: 60_000,
  flushMs: 30_000,
  closeMs: 10_000,
  /** Bytes of a spool. */
  spoolBytes: 1024 * 1024 * 1024,
} as const;
