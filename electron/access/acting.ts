/** Who acts on the writer's thread: whoever asks while their request is written, and the clock otherwise. */
import type { Actor } from '../../shared/ledger/entry-members.ts';
import { writtenRole } from '../../shared/ledger/roles.ts';
import { hostKeyId } from './api-keys.ts';
import type { Principal } from '../serve-request.ts';

/** Acts where something happens because of the time alone, or of what was decided before. */
export const clockActor: Actor = { id: 'clock', role: 'clock' };
/** Acts while the program makes a ledger. */
export const setupActor: Actor = { id: 'setup', role: 'setup' };
const operatorActor: Actor = { id: 'operator', role: 'operator' };

/** The one who acts at the moment. */
export class Acting {
  readonly #otherwise: Actor;
  #actor: Actor | undefined;

  /** @param otherwise who acts while nobody asks */
  constructor(otherwise: Actor = clockActor) {
    this.#otherwise = otherwise;
  }

  get actor(): Actor {
    return this.#actor ?? this.#otherwise;
  }

  /** Runs what somebody does; it has to be over when it returns. */
  as<Result>(actor: Actor, run: () => Result): Result {
    const before = this.#actor;
    this.#actor = actor;
    try {
      return run();
    } finally {
      this.#actor = before;
    }
  }
}

/**
 * A recognised caller, as facts name it: never by a name that was sent. The key of a start is in no ledger: it is the
 * operator's own, like the window.
 */
export function actorOf(principal: Principal): Actor {
  if (principal.kind !== 'api_key' || principal.keyId === hostKeyId) return operatorActor;
  const { keyId, role } = principal;
  return { id: keyId, role: writtenRole(role) };
}
