/** A decision on a record that waits, in a dialog: chosen, looked at once more, appended. Nothing of what others decided is read. */
import { useState } from 'react';
import { Skeleton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Intervention } from '../../../shared/contract/interventions.ts';
import type { Review } from '../../../shared/contract/review-queue.ts';
import { useReview } from '../../api/reviews.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { DecisionFields, DecisionSummary } from './decision-fields.tsx';
import type { DecisionText } from './decision-text.ts';
import { useDecision } from './use-decision.ts';

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
  const { signing, form } = useDecision({ recordId, review, onDone });
  const isRead = review !== undefined && !signing.isWaiting;
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
      {...form}
      review={{
        submit: t('decide.append'),
        icon: <IconLock size={14} stroke={1.75} />,
        back: acts('act.back'),
        children: (text) =>
          review && <DecisionSummary text={text} review={review} signing={signing} />,
      }}
    >
      {(fields) =>
        review && <DecisionFields form={fields} review={review} signing={signing} isInDialog />
      }
    </FormDialog>
  );
}

function Waiting({ query }: { query: ReturnType<typeof useReview> }) {
  if (query.error === null) return <Skeleton height={220} />;
  return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />;
}
