/** What is being decided about a dataset, kept in this window until it is published or given up. */
import { useState } from 'react';
import { z } from 'zod';
import { policySchema, type Policy } from '../../../../shared/contract/policies.ts';
import type { DatasetPolicy } from '../../../../shared/contract/policy-routes.ts';
import { forgetDraft, keepDraft, readDraft } from '../../../state/kept-drafts.ts';
import { draftOf, isSamePolicy, type PolicyDraft } from './policy-draft.ts';

const keptSchema = z.object({ policy: policySchema, basedOn: z.int() });

export interface PolicyDrafting {
  readonly draft: PolicyDraft;
  /** What it began with, as it is now. */
  readonly before: Policy;
  readonly isChanged: boolean;
  /** Another version was published since it was begun. */
  readonly isOutOfDate: boolean;
  readonly decide: (policy: Policy) => void;
  /** Begins anew with what will hold. */
  readonly giveUp: () => void;
}

/** @param origin the ledger that the dataset is of */
export function usePolicyDraft(
  origin: string,
  id: string,
  published: DatasetPolicy | undefined,
): PolicyDrafting {
  const key = `policy:${origin}:${id}`;
  const [kept, setKept] = useState(() => readDraft<PolicyDraft>(sessionStorage, key, keptSchema));
  const start = draftOf(published);
  const draft = kept ?? start;
  return {
    draft,
    before: start.policy,
    isChanged: kept !== undefined && !isSamePolicy(kept.policy, start.policy),
    isOutOfDate: kept !== undefined && kept.basedOn !== start.basedOn,
    decide: (policy) => {
      const next = { policy, basedOn: draft.basedOn };
      keepDraft(sessionStorage, key, next);
      setKept(next);
    },
    giveUp: () => {
      forgetDraft(sessionStorage, key);
      setKept(undefined);
    },
  };
}
