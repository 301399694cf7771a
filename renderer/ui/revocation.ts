/** The body that withdraws a dataset or revokes a session, of what was typed. */
import type { Revoke } from '../../shared/contract/datasets.ts';

/** Without a name the holder is the one who does it. */
export function revocation({ reason, revoked_by }: { reason: string; revoked_by: string }): Revoke {
  const by = revoked_by.trim();
  return { reason: reason.trim(), ...(by === '' ? {} : { revoked_by: by }) };
}
