/** Offers the tour where the data is made up: once, until it is taken or declined. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useWorkspace } from '../../api/workspace.ts';
import { usePreferences } from '../../state/preferences.ts';
import { declineTour, startTour, useTour } from '../../state/tour.ts';
import classes from './overview.module.css';

export function TourOffer() {
  const { t } = useTranslation('help');
  const tour = usePreferences((state) => state.tour);
  const isOpen = useTour((state) => state.isOpen);
  const isDemo = useWorkspace().data?.kind === 'demo';
  if (!isDemo || tour === 'over' || isOpen) return null;
  return (
    <section className={classes.offer} aria-label={t('tour.title')}>
      <p>{t(tour === 'new' ? 'tour.offer' : 'tour.goOn')}</p>
      <Button variant="filled" onClick={startTour}>
        {t(tour === 'new' ? 'tour.start' : 'tour.continue')}
      </Button>
      <Button variant="subtle" color="gray" onClick={declineTour}>
        {t('tour.decline')}
      </Button>
    </section>
  );
}
