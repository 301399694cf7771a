/** One record that waits, as its reviewer reads it: why, what the profile asks, what there is to read. */
import { useState, type ComponentProps } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Review } from '../../../shared/contract/review-queue.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useReview } from '../../api/reviews.ts';
import { formatPercent } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { Loaded } from '../../ui/page/loaded.tsx';
import { PaneFact, PaneFacts, PanePage, PanePart } from '../../ui/page/pane-page.tsx';
import { useActorNames } from '../../ui/signing/person-words.ts';
import { ReadValues } from '../interventions/read-values.tsx';
import { DecideColumn } from './decide-column.tsx';
import classes from './review.module.css';

export function ReviewPane({
  recordId,
  onAssign,
  onDecide,
  decidesHere,
  onClose,
}: {
  recordId: string;
  /** Undefined where nothing can be done here. */
  onAssign: (() => void) | undefined;
  onDecide: (() => void) | undefined;
  /** The form stands beside the values. */
  decidesHere:
    | Pick<ComponentProps<typeof DecideColumn>, 'takesFocus' | 'onFocused' | 'onDone'>
    | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('review');
  const query = useReview(recordId);
  const [viewed, setViewed] = useState<readonly string[]>([]);
  /** What was read as it was opened is what is decided upon. */
  const [opened, setOpened] = useState(query.data);
  if (opened === undefined && query.data !== undefined) setOpened(query.data);
  return (
    <PanePage title={t('queue.pane')} onClose={onClose}>
      <Loaded query={query} failed={t('loadFailed')}>
        {(review) => (
          <div className={classes.sides}>
            <div className="pd-slim pd-grid pd-gap-14">
              <Facts review={review} />
              <div className="pd-flex pd-gap-8">
                {onDecide !== undefined && (
                  <Button variant="filled" onClick={onDecide}>
                    {t(review.is_blind ? 'queue.command.decideBlind' : 'queue.command.decide')}
                  </Button>
                )}
                {onAssign !== undefined && (
                  <Button onClick={onAssign}>{t('queue.command.assign')}</Button>
                )}
              </div>
              <ReadValues
                record={review.record}
                seen={viewed}
                onRead={(name) => setViewed((before) => [...before, name])}
              />
            </div>
            {decidesHere !== undefined && review.reason !== null && (
              <DecideColumn review={opened ?? review} viewed={viewed} {...decidesHere} />
            )}
          </div>
        )}
      </Loaded>
    </PanePage>
  );
}

function Facts({ review }: { review: Review }) {
  const { t } = useTranslation('review');
  const nameOf = useActorNames();
  const { reason, since, due_at: due, assignee, confidence, model_id: model } = review;
  const rules = review.profile?.review ?? undefined;
  return (
    <>
      <PaneFacts>
        <PaneFact name={t('column.why')}>
          {reason === null ? t('fact.nothing') : t(`why.${reason}`)}
        </PaneFact>
        <PaneFact name={t('queue.column.model')}>
          <bdi>{showHidden(model)}</bdi>
        </PaneFact>
        <PaneFact name={t('column.since')}>{since !== null && <Instant at={since} />}</PaneFact>
        <PaneFact name={t('queue.column.due')}>{due !== null && <Instant at={due} />}</PaneFact>
        <PaneFact name={t('queue.column.assignee')}>
          {assignee !== null && <bdi>{nameOf(assignee)}</bdi>}
        </PaneFact>
        <PaneFact name={t('fact.confidence')}>
          {confidence !== undefined && formatPercent(confidence)}
        </PaneFact>
      </PaneFacts>
      {rules !== undefined && (
        <PanePart title={t('rules.title')}>
          <ul className="pd-flush pd-aside">
            {rules.below !== null && (
              <li>{t('rules.below', { below: formatPercent(rules.below) })}</li>
            )}
            {rules.undecided && <li>{t('rules.undecided')}</li>}
            {rules.sample_percent > 0 && (
              <li>{t('rules.sample', { share: formatPercent(rules.sample_percent / 100) })}</li>
            )}
            {rules.second_person && <li>{t('rules.second')}</li>}
            {rules.blind_percent > 0 && (
              <li>{t('rules.blind', { share: formatPercent(rules.blind_percent / 100) })}</li>
            )}
          </ul>
        </PanePart>
      )}
    </>
  );
}
