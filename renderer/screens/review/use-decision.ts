/** A decision on a record that waits, as its form is sent: judged, signed, appended. */
import { useTranslation } from 'react-i18next';
import type { Intervention } from '../../../shared/contract/interventions.ts';
import type { Review } from '../../../shared/contract/review-queue.ts';
import type { Actor } from '../../../shared/ledger/entry-members.ts';
import { useIntervene } from '../../api/interventions.ts';
import { notify } from '../../state/notices.ts';
import type { ApiFormOptions, FaultsByField } from '../../ui/form/use-api-form.ts';
import { useSignedAct } from '../../ui/signing/use-signed-act.ts';
import { useSigning, type SigningState } from '../../ui/signing/use-signing.ts';
import { isReviewer } from '../../ui/signing/who-may.ts';
import {
  bodyOf,
  decisionOf,
  missingIn,
  newDecision,
  shownDecision,
  type DecisionText,
} from './decision-text.ts';

export function useDecision({
  recordId,
  review,
  viewed,
  onDone,
}: {
  readonly recordId: string;
  readonly review: Review | undefined;
  /** Names of what was looked at beside the form; the form has them itself unless told. */
  readonly viewed?: readonly string[];
  readonly onDone: () => void;
}): {
  readonly signing: SigningState;
  readonly form: ApiFormOptions<DecisionText, string, Intervention>;
} {
  const { t } = useTranslation('review');
  const { t: acts } = useTranslation('interventions');
  const signing = useSigning({ among: isReviewer });
  const intervening = useIntervene();
  const sendSigned = useSignedAct();
  const whole = (text: DecisionText): DecisionText =>
    viewed === undefined ? text : { ...text, evidence_viewed: viewed.join('\n') };
  const form: ApiFormOptions<DecisionText, string, Intervention> = {
    initial: { ...newDecision, signer: signing.initial },
    bodyOf: (text) => {
      const decision = review && decisionOf(whole(text), review);
      if (review === undefined || decision === undefined) return '';
      const actor = signing.actorOf(text.signer);
      return bodyOf(decision, review, { actor, isUnsigned: signing.isUnsigned });
    },
    check: (text): FaultsByField => ({
      ...signing.check(text.signer),
      ...Object.fromEntries(
        (review === undefined ? [] : missingIn(text, review)).map((field) => [
          field,
          acts('act.problems.required'),
        ]),
      ),
    }),
    send: (body, idempotencyKey, text) => {
      const path = `/records/${encodeURIComponent(recordId)}/interventions`;
      return sendSigned({
        act: { method: 'POST', path, body, idempotencyKey },
        signers: signing.signersOf(text.signer),
        shown: shownTo(signing.actorOf(text.signer), whole(text), review),
        post: (each) => intervening.mutateAsync(each),
      });
    },
    onDone: (appended) => {
      notify({ title: t('decide.appended', { id: recordId }), detail: appended.id });
      onDone();
    },
  };
  return { signing, form };
}

/** The entry that is appended, as its signer sees it. */
function shownTo(actor: Actor | undefined, text: DecisionText, review: Review | undefined) {
  if (review === undefined) return [];
  const decision = decisionOf(text, review);
  return decision === undefined ? [] : [shownDecision(decision, review, actor)];
}
