/** One act on a decision: written, looked at once more, appended. The original is always in sight. */
import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Intervention } from '../../../shared/contract/interventions.ts';
import { newIdempotencyKey } from '../../api/client.ts';
import { useIntervene, useInterventions } from '../../api/interventions.ts';
import { useRecord } from '../../api/records.ts';
import { useReview } from '../../api/reviews.ts';
import { notify } from '../../state/notices.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FaultsByField } from '../../ui/form/use-api-form.ts';
import { useSignedAct } from '../../ui/signing/use-signed-act.ts';
import { useSigning } from '../../ui/signing/use-signing.ts';
import { isReviewer } from '../../ui/signing/who-may.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Came } from './act-context.tsx';
import {
  bodyOf,
  draftProblems,
  newDraft,
  secondWay,
  type DraftContext,
  type InterveneText,
} from './intervene-draft.ts';
import { shownAct } from './shown-act.ts';
import { InterveneFields, inWords } from './intervene-fields.tsx';
import { InterveneSummary } from './intervene-summary.tsx';
import { asksOutcome, openEscalation, wordOfAct, type InterventionAction } from './standing.ts';
import { useDecided, type Act } from './use-decided.ts';

export interface InterveneDialogProps extends Act {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function InterveneDialog(props: InterveneDialogProps) {
  const { opened, recordId, supersedes, onClose, onDone } = props;
  const { t } = useTranslation('interventions');
  const list = useInterventions(opened ? recordId : '');
  const record = useRecord(opened ? recordId : undefined);
  const asks = opened && asksOutcome(props.action);
  const review = useReview(asks ? recordId : '');
  const isReviewKnown = !asks || !review.isLoading;
  const choosing = (review.data?.choices.length ?? 0) > 0 ? review.data : undefined;
  const hasChoices = isReviewKnown ? choosing !== undefined : undefined;
  const decided = useDecided(opened, props, record.data, list.data, hasChoices);
  const signing = useSigning({ among: isReviewer });
  const intervening = useIntervene();
  const sendSigned = useSignedAct();
  const error = list.error ?? record.error;
  const again = () => void Promise.all([list.refetch(), record.refetch()]);
  const { action, proposal } = decided ?? { action: props.action };
  const contextOf = (text: InterveneText): DraftContext => ({
    action,
    actor: signing.actorOf(text.signer),
    isUnsigned: signing.isUnsigned,
    escalation: openEscalation(list.data?.data ?? [], supersedes),
    proposal,
    codes: review.data?.profile?.review?.reason_codes ?? [],
    output: list.data?.decision_in_effect.output ?? null,
    second_actor_required: list.data?.decision_in_effect.second_actor_required ?? false,
  });
  const initial = {
    ...(decided?.draft ?? newDraft(action, null, '')),
    signer: signing.initial,
  };
  const isRead = !signing.isWaiting && decided !== undefined;
  const shown =
    isRead && record.data && list.data ? { record: record.data, list: list.data } : undefined;
  return (
    <FormDialog<InterveneText, string, Intervention>
      opened={opened}
      onClose={onClose}
      title={t(titleOf(action, proposal, supersedes))}
      size={asksOutcome(action) ? 760 : 560}
      instead={shown === undefined ? { children: waiting(error, again) } : undefined}
      submit={t('act.review')}
      failed={t('act.failed')}
      note={t('act.keys')}
      initial={initial}
      bodyOf={(text) => bodyOf(text, contextOf(text), supersedes, decided?.seen ?? '')}
      check={(text): FaultsByField => ({
        ...signing.check(text.signer),
        ...inWords(draftProblems(text, contextOf(text)), t),
      })}
      send={(body, _key, text) => {
        decided?.keepKey();
        const idempotencyKey = decided?.draft.idempotencyKey ?? newIdempotencyKey();
        const path = `/records/${encodeURIComponent(recordId)}/interventions`;
        const act = { method: 'POST', path, body, idempotencyKey } as const;
        return sendSigned({
          act,
          signers: signing.signersOf(text.signer),
          shown:
            decided && record.data
              ? [shownAct(text, contextOf(text), supersedes, decided.place)]
              : [],
          post: (each) => intervening.mutateAsync(each),
        });
      }}
      keep={({ signer: _signer, ...text }) => decided?.keep(text)}
      onDone={(appended) => {
        decided?.forget();
        notify({
          title: t('act.appended', { action: t(wordOfAct(appended)), id: recordId }),
          detail: appended.id,
        });
        onDone();
      }}
      review={{
        submit: t(`act.confirm.${action}`),
        icon: <IconLock size={14} stroke={1.75} />,
        back: t('act.back'),
        // What needs nothing but the word is shown as it will stand at once.
        isFirst:
          props.action === 'approve' &&
          !signing.asks(initial.signer) &&
          isComplete(initial, contextOf(initial)),
        children: (text, { back, settle }) =>
          shown &&
          decided && (
            <>
              <Came
                interventions={decided.came}
                onSeen={() => {
                  settle();
                  if (decided.see()) back();
                }}
              />
              <InterveneSummary
                {...shown}
                draft={text}
                context={contextOf(text)}
                supersededId={proposal?.id ?? supersedes}
                signing={signing}
              />
            </>
          ),
      }}
    >
      {(form) =>
        shown &&
        decided && (
          <InterveneFields
            {...shown}
            form={form}
            review={choosing}
            context={contextOf(form.values)}
            supersedes={supersedes}
            decided={decided}
            signing={signing}
          />
        )
      }
    </FormDialog>
  );
}

function titleOf(action: InterventionAction, proposal: unknown, supersedes: string | undefined) {
  if (proposal !== undefined) return 'act.completeTitle';
  const isCorrection = supersedes !== undefined && action !== 'retract';
  return isCorrection ? 'act.correctTitle' : (`act.titleOf.${action}` as const);
}

/** Stands in the form's place until the record and its interventions are read. */
function waiting(error: Error | null, again: () => void): ReactNode {
  if (error === null) return <Skeleton height={220} />;
  return <ErrorState compact error={error} onRetry={again} />;
}

function isComplete(text: InterveneText, context: DraftContext): boolean {
  const isReady = Object.keys(draftProblems(text, context)).length === 0;
  return isReady && secondWay(text, context) === 'none';
}
