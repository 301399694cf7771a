/** An erasure as its routes answer it, and who declares it. */
import type { Erasure } from '../../shared/contract/erasures.ts';
import { validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import type { Signatures } from '../../shared/ledger/signed-text.ts';
import type { PlacedTarget } from '../ledger/intervention-journal.ts';
import type { StoredEntryPlace } from '../ledger/journal.ts';
import type { Signers } from '../proof/signers.ts';

/** Who erases: the person who signs; where nobody does, who says that they erase. */
export function erasingActor(
  signed: Signers | undefined,
  { actor }: { readonly actor?: Actor | undefined },
): Actor {
  if (signed !== undefined) return signed.actor;
  if (actor === undefined) throw validationError([faultAt('actor', 'required')]);
  return actor;
}

export function declaredErasure(
  {
    targets,
    legalBasis,
    requestId,
    actor,
  }: {
    readonly targets: readonly PlacedTarget[];
    readonly legalBasis: string;
    readonly requestId?: string | undefined;
    readonly actor: Actor;
  },
  { seq, createdAt, hash, signature, approval }: StoredEntryPlace & Signatures,
): Erasure {
  return {
    seq,
    targets: targets.map(({ id, hash: named, fields }) => ({
      id,
      hash: named,
      fields: [...fields],
    })),
    legal_basis: legalBasis,
    ...(requestId === undefined ? {} : { request_id: requestId }),
    actor,
    ...(signature && { signature }),
    ...(approval && { approval }),
    created_at: createdAt,
    hash,
  };
}
