/** What another person changed while a form was open: it is sent once somebody has said to have seen it. */
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Meanwhile } from './use-meanwhile.ts';
import classes from './form.module.css';

/** Nothing while nothing was changed. */
export function ChangedMeanwhile({
  changed,
  isGone = false,
  onSeen,
}: Pick<Meanwhile<unknown>, 'changed' | 'onSeen'> & {
  /** Whether it is not there any more. */
  readonly isGone?: boolean;
}) {
  const { t } = useTranslation('common');
  if (!isGone && changed.length === 0) return null;
  return (
    <div className={classes.failure} role="alert">
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
      <div>
        <strong>{t(isGone ? 'meanwhile.gone' : 'meanwhile.title')}</strong>
        {!isGone && (
          <ul>
            {changed.map(({ label, text, before }) => (
              <li key={label}>{t('meanwhile.line', { label, now: text, before })}</li>
            ))}
          </ul>
        )}
        <p>{t('meanwhile.text')}</p>
        {!isGone && (
          <Button size="compact-xs" onClick={onSeen}>
            {t('meanwhile.seen')}
          </Button>
        )}
      </div>
    </div>
  );
}
