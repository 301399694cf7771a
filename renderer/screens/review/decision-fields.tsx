/** The fields of a decision on a record that waits, and what it comes to. */
import { useState } from 'react';
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Review } from '../../../shared/contract/review-queue.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { NativeSelect } from '../../ui/form/choices.tsx';
import type { Form } from '../../ui/form/use-api-form.ts';
import { SignerFields, SignsAs } from '../../ui/signing/signer-fields.tsx';
import type { SigningState } from '../../ui/signing/use-signing.ts';
import { EffectComparison } from '../interventions/effect-comparison.tsx';
import { ChosenOutcome } from '../interventions/chosen-outcome.tsx';
import { OutcomeEditor } from '../interventions/outcome-editor.tsx';
import { ReadValues } from '../interventions/read-values.tsx';
import { decisionOf, typedOutcome, type DecisionText } from './decision-text.ts';

export function DecisionFields({
  form,
  review,
  signing,
  isInDialog = false,
}: {
  form: Form<DecisionText>;
  review: Review;
  signing: SigningState;
  /** What there is to read stands in it, too, and its first field is where one begins. */
  isInDialog?: boolean;
}) {
  const { t } = useTranslation('review');
  const { t: acts } = useTranslation('interventions');
  const { outcome, evidence_viewed: viewed } = form.values;
  const [isJson, setIsJson] = useState(false);
  const codes = review.profile?.review?.reason_codes ?? [];
  const change = (text: string) => form.setFieldValue('outcome', text);
  const fault = form.getInputProps('outcome')['error'];
  const recorded = review.record.output ?? {};
  return (
    <>
      {review.is_blind && <p className="pd-note">{t('decide.blind')}</p>}
      {review.choices.length > 0 && !isJson ? (
        <ChosenOutcome
          review={review}
          recorded={recorded}
          text={outcome}
          fault={fault}
          isFirst={isInDialog}
          onChange={change}
          onJson={() => setIsJson(true)}
        />
      ) : (
        <OutcomeEditor
          text={outcome}
          fault={fault}
          isFirst={isInDialog}
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
      {isInDialog && (
        <ReadValues
          record={review.record}
          seen={viewed.split('\n')}
          onRead={(name) =>
            form.setFieldValue('evidence_viewed', viewed === '' ? name : `${viewed}\n${name}`)
          }
        />
      )}
    </>
  );
}

export function DecisionSummary({
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
