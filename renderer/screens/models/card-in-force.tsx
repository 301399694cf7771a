/** One line about a decision's model: the card in force when it was made, or that there was none. */
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useRecordModel } from '../../api/models.ts';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { usePreferences } from '../../state/preferences.ts';
import { modelAddress } from '../../ui/addresses.ts';
import { formatInstantIn } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './in-force.module.css';

/** Says nothing until it is known; a failure here must not take the decision off the screen. */
export function CardInForce({ recordId }: { recordId: string }) {
  const { t } = useTranslation('models');
  const zone = usePreferences((preferences) => preferences.timeZone);
  const { data } = useRecordModel(recordId);
  if (data === undefined) return null;
  const { card, model_id: id, latest_version: latest } = data;
  if (card === null) {
    return (
      <p className={classes.line}>
        <StatusBadge tone="warn">{t('inForce.badge')}</StatusBadge>
        <Anchor component={PlaceLink} className={classes.link ?? ''} href={modelAddress(id)}>
          {latest === null ? t('inForce.never') : t('inForce.later', { version: latest })}
        </Anchor>
      </p>
    );
  }
  return (
    <p className={classes.line}>
      <span className="pd-dim">{t('inForce.label')}</span>
      <Anchor
        component={PlaceLink}
        className={classes.link ?? ''}
        href={modelAddress(id, { version: card.version })}
      >
        <bdi>{showHidden(id)}</bdi> {card.version}
      </Anchor>
      <span className="pd-dim" title={card.created_at}>
        {t('inForce.registered', {
          time: formatInstantIn(card.created_at, zone, 'minute'),
        })}
        {latest !== null &&
          latest !== card.version &&
          ` · ${t('inForce.newest', { version: latest })}`}
      </span>
    </p>
  );
}
