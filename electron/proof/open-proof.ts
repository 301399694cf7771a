/** What the rows of facts and the batches of lines are written with. */
import type { WriteContext } from '../area.ts';
import { Facts } from './facts.ts';
import { SignedActs } from './signed-acts.ts';
import { Sealer } from './sealer.ts';

/** Acts that people sign, over the commits that they are written by. */
export function openActs(
  context: Pick<WriteContext, 'database' | 'commits' | 'clock' | 'random' | 'createId'>,
): Pick<WriteContext, 'acts'> {
  return { acts: new SignedActs(context) };
}

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
