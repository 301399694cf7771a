/** What an act is decided upon, from the opening of its dialog: what comes meanwhile counts once somebody has seen it. */
import { useState } from 'react';
import type { Intervention, InterventionList } from '../../../shared/contract/interventions.ts';
import { newIdempotencyKey } from '../../api/client.ts';
import type { RecordRow } from '../../api/records.ts';
import { forgetDraft, keepDraft, readDraft } from '../../state/kept-drafts.ts';
import { useUnsent } from '../../state/unsent.ts';
import { draftKey, draftSchema, newDraft, type InterveneDraft } from './intervene-draft.ts';
import type { InterventionAction } from './standing.ts';

export interface Act {
  readonly recordId: string;
  readonly action: InterventionAction;
  /** The intervention that is taken back or replaced. */
  readonly supersedes: string | undefined;
}

export interface Decided {
  readonly action: InterventionAction;
  /** The proposal that an approval completes. */
  readonly proposal: Intervention | undefined;
  /** Hash of the newest intervention that was seen, or of the record. */
  readonly seen: string;
  /** Text as the dialog opened. */
  readonly draft: InterveneDraft;
  /** The text was begun before the dialog opened. */
  readonly isContinued: boolean;
}

/** The proposal that an approval completes: to approve it is to make the same decision as the second. */
function proposalFor(
  { action, supersedes }: Act,
  list: InterventionList,
): Intervention | undefined {
  if (action !== 'approve' || supersedes !== undefined) return undefined;
  return list.data.find(({ id }) => id === list.decision_in_effect.proposal_id);
}

function decide(act: Act, record: RecordRow, list: InterventionList, hasChoices: boolean): Decided {
  const proposal = proposalFor(act, list);
  const action = proposal?.action ?? act.action;
  const key = draftKey(act.recordId, action, proposal?.id ?? act.supersedes);
  const kept = readDraft(sessionStorage, key, draftSchema);
  return {
    action,
    proposal,
    seen: list.data.at(-1)?.hash ?? record.hash,
    draft: kept ?? newDraft(action, startOf(list, hasChoices), newIdempotencyKey()),
    isContinued: kept !== undefined,
  };
}

/** Tells whether two drafts differ in their key alone. */
function isSameText(one: InterveneDraft, other: InterveneDraft): boolean {
  return (
    JSON.stringify({ ...one, idempotencyKey: '' }) ===
    JSON.stringify({ ...other, idempotencyKey: '' })
  );
}

/** The output that an outcome starts with: none where one is chosen. */
function startOf(list: InterventionList, hasChoices: boolean) {
  return hasChoices ? null : list.decision_in_effect.output;
}

/** Undefined until the record, its interventions, and what may be chosen are read. */
export function useDecided(
  isOpen: boolean,
  act: Act,
  record: RecordRow | undefined,
  list: InterventionList | undefined,
  /** Outcomes are chosen among those of a profile; undefined until that is known. */
  hasChoices: boolean | undefined,
) {
  const [decided, setDecided] = useState<Decided>();
  if (!isOpen && decided !== undefined) setDecided(undefined);
  if (isOpen && decided === undefined && record && list && hasChoices !== undefined) {
    setDecided(decide(act, record, list, hasChoices));
  }
  // The storage of the session is gone with its tab.
  useUnsent(() => decided?.isContinued === true);
  if (decided === undefined || record === undefined || list === undefined) return undefined;
  if (hasChoices === undefined) return undefined;

  const keyOf = ({ action, proposal }: Decided) =>
    draftKey(act.recordId, action, proposal?.id ?? act.supersedes);
  const fresh = () => newDraft(decided.action, startOf(list, hasChoices), newIdempotencyKey());
  const change = (part: Partial<Decided>) =>
    setDecided((before) => before && { ...before, ...part });
  const seenCount = list.data.findIndex(({ hash }) => hash === decided.seen) + 1;
  return {
    ...decided,
    /** What the act comes after, as it was looked at. */
    place: { record, seen: seenCount, previous: decided.seen },
    came: list.data.slice(seenCount),
    /** Another text is another attempt; what says nothing new is not kept. */
    keep: (text: Omit<InterveneDraft, 'idempotencyKey'>) => {
      const draft = { ...text, idempotencyKey: newIdempotencyKey() };
      const key = keyOf(decided);
      if (isSameText(draft, fresh())) forgetDraft(sessionStorage, key);
      else keepDraft(sessionStorage, key, draft);
      change({ draft });
    },
    /** Keeps the text with the key that it is sent under. */
    keepKey: () => keepDraft(sessionStorage, keyOf(decided), decided.draft),
    forget: () => forgetDraft(sessionStorage, keyOf(decided)),
    /** The text as it begins where none was kept. */
    fresh: (): InterveneDraft => {
      change({ isContinued: false });
      return fresh();
    },
    /** Somebody has seen all that came; the text goes along. Answers whether it is another decision now. */
    see: (): boolean => {
      const proposal = proposalFor(act, list);
      const next = {
        ...decided,
        action: proposal?.action ?? act.action,
        proposal,
        seen: list.data.at(-1)?.hash ?? record.hash,
      };
      const isAnother = keyOf(next) !== keyOf(decided);
      if (isAnother && readDraft(sessionStorage, keyOf(decided), draftSchema) !== undefined) {
        forgetDraft(sessionStorage, keyOf(decided));
        keepDraft(sessionStorage, keyOf(next), decided.draft);
      }
      setDecided(next);
      return isAnother;
    },
  };
}
