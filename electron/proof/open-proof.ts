/** What the rows of facts and the batches of lines are written with. */
import type { WriteContext } from '../area.ts';
import { Facts } from './facts.ts';
import { Sealer } from './sealer.ts';

export type ProofMeans = Pick<WriteContext, 'facts' | 'sealer'>;

/** Over the writer's connection. */
export function openProof({
  database,
  journal,
  random,
  acting,
}: Pick<WriteContext, 'database' | 'journal' | 'random' | 'acting'>): ProofMeans {
  return {
    facts: new Facts(database, { journal, random, by: () => acting.actor }),
    sealer: new Sealer(database, journal),
  };
}
