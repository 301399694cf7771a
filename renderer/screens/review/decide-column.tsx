/** A decision on a record that waits, beside what there is to read of it: what it comes to is shown while it is made. */
import { useEffect, useRef } from 'react';
import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Intervention } from '../../../shared/contract/interventions.ts';
import type { Review } from '../../../shared/contract/review-queue.ts';
import { FormPage } from '../../ui/form/form-page.tsx';
import { insteadOfSigning } from '../../ui/signing/signer-fields.tsx';
import { DecisionFields, DecisionSummary } from './decision-fields.tsx';
import { typedOutcome, type DecisionText } from './decision-text.ts';
import { useDecision } from './use-decision.ts';

export function DecideColumn({
  review,
  viewed,
  takesFocus,
  onFocused,
  onDone,
}: {
  /** As it was read when it was opened: that is what is decided upon. */
  readonly review: Review;
  /** Names of what was looked at. */
  readonly viewed: readonly string[];
  /** Somebody asked to decide: the first field takes the focus. */
  readonly takesFocus: boolean;
  readonly onFocused: () => void;
  readonly onDone: () => void;
}) {
  const { t } = useTranslation('review');
  const { t: acts } = useTranslation('interventions');
  const recordId = review.record_id;
  const { signing, form } = useDecision({ recordId, review, viewed, onDone });
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!takesFocus || signing.isWaiting) return;
    place.current?.querySelector<HTMLElement>('input, textarea')?.focus();
    onFocused();
  }, [takesFocus, signing.isWaiting, onFocused]);
  const title = t(review.is_blind ? 'decide.blindTitle' : 'decide.title');
  if (signing.isWaiting) return null;
  const instead = insteadOfSigning(signing);
  return (
    <section ref={place} className="pd-stack pd-slim pd-gap-12" aria-label={title}>
      <h3 className="pd-heading">{title}</h3>
      {instead?.children ?? (
        <FormPage<DecisionText, string, Intervention>
          {...form}
          failed={acts('act.failed')}
          className="pd-stack pd-slim pd-gap-12"
        >
          {(fields, page) => (
            <>
              <DecisionFields form={fields} review={review} signing={signing} />
              {typedOutcome(fields.values) !== undefined && (
                <DecisionSummary text={fields.values} review={review} signing={signing} />
              )}
              <Button
                type="submit"
                variant="filled"
                loading={page.isSending}
                leftSection={<IconLock size={14} stroke={1.75} />}
              >
                {t('decide.append')}
              </Button>
            </>
          )}
        </FormPage>
      )}
    </section>
  );
}
