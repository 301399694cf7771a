/** Who did something, as evidence names them: the principal that was recognised, never a name that was sent. */
import type { Actor } from '../../shared/ledger/entry-members.ts';

/** `caller`: `operator`, or the id of an API key. */
export function actorOf(caller: string): Actor {
  return { id: caller, role: caller === 'operator' ? 'operator' : 'api_key' };
}
