/** A decision on a record that waits: chosen, looked at once more, appended. Nothing of what others decided is read. */
import { useState } from 'react';
import { Skeleton, Textarea } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Intervention } from '../../../shared/contract/interventions.ts';
import type { Review } from '../../../shared/contract/review-queue.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import type { Actor } from '../../../shared/ledger/entry-members.ts';
import { useIntervene } from '../../api/interventions.ts';
import { useReview } from '../../api/reviews.ts';
import { notify } from '../../state/notices.ts';
import { NativeSelect } from '../../ui/form/choices.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FaultsByField, Form } from '../../ui/form/use-api-form.ts';
import { SignerFields, SignsAs } from '../../ui/signing/signer-fields.tsx';
import { useSignedAct } from '../../ui/signing/use-signed-act.ts';
import { useSigning, type SigningState } from '../../ui/signing/use-signing.ts';
import { isReviewer } from '../../ui/signing/who-may.ts';
import { ErrorState } from '../../ui/states.tsx';
import { EffectComparison } from '../interventions/effect-comparison.tsx';
import { OutcomeChoice } from '../interventions/outcome-choice.tsx';
import { OutcomeEditor } from '../interventions/outcome-editor.tsx';
import { ReadValues } from '../interventions/read-values.tsx';
import {
  bodyOf,
  decisionOf,
  missingIn,
  newDecision,
  shownDecision,
  typedOutcome,
  type DecisionText,
} from './decision-text.ts';

export interface DecideDialogProps {
  readonly opened: boolean;
  readonly recordId: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function DecideDialog({ opened, recordId, onClose, onDone }: DecideDialogProps) {
  const { t } = useTranslation('review');
  const { t: acts } = useTranslation('interventions');
  const query = useReview(opened ? recordId : '');
  // What was read as it opened is what is decided upon.
  const [review, setReview] = useState<Review>();
  if (!opened && review !== undefined) setReview(undefined);
  if (opened && review === undefined && query.data !== undefined) setReview(query.data);
  const signing = useSigning({ among: isReviewer });
  const intervening = useIntervene();
  const sendSigned = useSignedAct();
  const isRead = review !== undefined && !signing.isWaiting;
  const whoOf = ({ signer }: DecisionText) => ({
    actor: signing.actorOf(signer),
    isUnsigned: signing.isUnsigned,
  });
  return (
    <FormDialog<DecisionText, string, Intervention>
      opened={opened}
      onClose={onClose}
      title={t(review?.is_blind === true ? 'decide.blindTitle' : 'decide.title')}
      size={760}
      instead={isRead ? undefined : { children: <Waiting query={query} /> }}
      submit={acts('act.review')}
      failed={acts('act.failed')}
      note={acts('act.keys')}
      initial={{ ...newDecision, signer: signing.initial }}
      bodyOf={(text) => {
        if (review === undefined) return '';
        const decision = decisionOf(text, review);
        return decision === undefined ? '' : bodyOf(decision, review, whoOf(text));
      }}
      check={(text): FaultsByField => ({
        ...signing.check(text.signer),
        ...Object.fromEntries(
          (review === undefined ? [] : missingIn(text, review)).map((field) => [
            field,
            acts('act.problems.required'),
          ]),
        ),
      })}
      send={(body, idempotencyKey, text) => {
        const path = `/records/${encodeURIComponent(recordId)}/interventions`;
        return sendSigned({
          act: { method: 'POST', path, body, idempotencyKey },
          signers: signing.signersOf(text.signer),
          shown: shownTo(signing.actorOf(text.signer), text, review),
          post: (each) => intervening.mutateAsync(each),
        });
      }}
      onDone={(appended) => {
        notify({ title: t('decide.appended', { id: recordId }), detail: appended.id });
        onDone();
      }}
      review={{
        submit: t('decide.append'),
        icon: <IconLock size={14} stroke={1.75} />,
        back: acts('act.back'),
        children: (text) => review && <Summary text={text} review={review} signing={signing} />,
      }}
    >
      {(form) => review && <Fields form={form} review={review} signing={signing} />}
    </FormDialog>
  );
}

/** The entry that is appended, as its signer sees it. */
function shownTo(actor: Actor | undefined, text: DecisionText, review: Review | undefined) {
  if (review === undefined) return [];
  const decision = decisionOf(text, review);
  return decision === undefined ? [] : [shownDecision(decision, review, actor)];
}

function Waiting({ query }: { query: ReturnType<typeof useReview> }) {
  if (query.error === null) return <Skeleton height={220} />;
  return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />;
}

function Fields({
  form,
  review,
  signing,
}: {
  form: Form<DecisionText>;
  review: Review;
  signing: SigningState;
}) {
  const { t } = useTranslation('review');
  const { t: acts } = useTranslation('interventions');
  const { outcome, evidence_viewed: viewed } = form.values;
  const codes = review.profile?.review?.reason_codes ?? [];
  const change = (text: string) => form.setFieldValue('outcome', text);
  const fault = form.getInputProps('outcome')['error'];
  const recorded = review.record.output ?? {};
  return (
    <>
      {review.is_blind && <p className="pd-note">{t('decide.blind')}</p>}
      {review.choices.length > 0 ? (
        <OutcomeChoice
          review={review}
          recorded={recorded}
          text={outcome}
          fault={fault}
          onChange={change}
        />
      ) : (
        <OutcomeEditor
          text={outcome}
          fault={fault}
          isFirst
          onChange={change}
          onReset={() => change(JSON.stringify(recorded, null, 2))}
        />
      )}
      {codes.length > 0 && (
        <NativeSelect
          label={acts('act.reasonCode')}
          data={[
            { value: '', label: '–' },
            ...codes.map((each) => ({ value: each.code, label: `${each.code} · ${each.label}` })),
          ]}
          {...form.getInputProps('reason_code')}
        />
      )}
      <Textarea
        label={acts('act.reason')}
        autosize
        minRows={2}
        maxRows={7}
        placeholder={acts('act.reasonHint.override')}
        {...form.getInputProps('reason')}
      />
      <SignerFields
        signing={signing}
        text={form.values.signer}
        fieldOf={(path) => form.getInputProps(path)}
        onChange={(signer) => form.setFieldValue('signer', signer)}
      />
      <ReadValues
        record={review.record}
        seen={viewed.split('\n')}
        onRead={(name) =>
          form.setFieldValue('evidence_viewed', viewed === '' ? name : `${viewed}\n${name}`)
        }
      />
    </>
  );
}

function Summary({
  text,
  review,
  signing,
}: {
  text: DecisionText;
  review: Review;
  signing: SigningState;
}) {
  const { t } = useTranslation('review');
  const { t: acts } = useTranslation('interventions');
  const decision = decisionOf(text, review);
  const isProposed = decision?.meaning === 'proposal';
  return (
    <>
      <p>
        <strong>{t(`decide.as.${decision?.action ?? 'approve'}`)}</strong>{' '}
        <SignsAs signing={signing} text={text.signer} />
      </p>
      {text.reason.trim() !== '' && (
        <p>
          <bdi>
            {showHidden([text.reason_code, text.reason.trim()].filter(Boolean).join(' · '))}
          </bdi>
        </p>
      )}
      <EffectComparison
        original={review.record.output ?? {}}
        now={typedOutcome(text) ?? null}
        as={isProposed ? 'proposed' : 'fromNow'}
      />
      <p className="pd-note">
        {isProposed && `${acts('act.laterNote')} `}
        {acts('act.summaryNote')}
      </p>
    </>
  );
}
