/** Sends an act that people sign: prepared by the server, compared with what is shown, signed here. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure, newIdempotencyKey, toFailure } from '../../api/client.ts';
import { usePeopleRefresh } from '../../api/people.ts';
import { prepareAct, signedAct, type Act, type SignedAct } from '../../api/signing.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { NotAsShownError, signAct, type Signers } from '../../signing/sign-act.ts';
import type { ShownEntry } from '../../signing/shown-entry.ts';

export interface ActToSign<Answer> {
  readonly act: SignedAct;
  /** Opens the keys; undefined where nobody signs. */
  readonly signers: (() => Promise<Signers>) | undefined;
  /** What the dialog shows of each entry; of an act whose parts the ledger counts, of as many as there are. */
  readonly shown: readonly ShownEntry[] | ((texts: number) => readonly ShownEntry[]);
  readonly post: (act: SignedAct) => Promise<Answer>;
}

/** Refusals that say that people are not as this window knows them. */
const aboutPeople: ReadonlySet<string> = new Set([
  'signature_required',
  'signature_invalid',
  'person_revoked',
]);

/**
 * The function that sends an act. What was signed once and has no answer is sent again as it was, so that it
 * has one effect; whatever was refused is prepared and signed anew, when somebody asks for it again.
 */
export function useSignedAct() {
  const { t } = useTranslation('signing');
  const { origin = '' } = useWorkspace().data ?? {};
  const refreshPeople = usePeopleRefresh();
  const unanswered = useRef<{ readonly of: string; readonly act: SignedAct }>(undefined);

  const sign = async <Answer>({ act, signers, shown }: ActToSign<Answer>) => {
    if (signers === undefined) return act;
    const opened = await signers();
    const { texts } = await prepareAct(act);
    try {
      const ledger = { origin, now: Date.now() };
      const entries = typeof shown === 'function' ? shown(texts.length) : shown;
      const signed = await signAct(texts, entries, opened, ledger);
      return signedAct(act, signed, newIdempotencyKey());
    } catch (error) {
      if (!(error instanceof NotAsShownError)) throw error;
      const { member } = error;
      const isClock = /(^|[._])at$/.test(member);
      const message = t(isClock ? 'refused.clock' : 'refused.notAsShown', { member });
      throw new ApiFailure(0, 'not_as_shown', message, { isOurs: true, cause: error });
    }
  };

  return async <Answer>(asked: ActToSign<Answer>): Promise<Answer> => {
    const of = nameOf(asked.act);
    const before = unanswered.current;
    unanswered.current = undefined;
    const act = before?.of === of ? before.act : await sign(asked);
    try {
      return await asked.post(act);
    } catch (error) {
      const { status, code } = toFailure(error);
      if (status === 0 || status >= 500) unanswered.current = { of, act };
      if (aboutPeople.has(code)) refreshPeople();
      throw error;
    }
  };
}

function nameOf({ method, path, body }: Act): string {
  return JSON.stringify([method, path, body]);
}
