/** Servers by what they call themselves. */

/** Tells whether this program was tried with servers that call themselves so. */
export function isTried(server: string): boolean {
  return /^PostgreSQL \d/.test(server);
}
