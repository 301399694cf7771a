/** Models that decided without a card: flagged above the list, each with the way to register it. */
import { useState } from 'react';
import { Anchor, Button, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { useUnregisteredModels } from '../../api/models.ts';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { decisionsAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './models.module.css';

const shownAtFirst = 2;

export function UnregisteredModels() {
  const { t } = useTranslation('models');
  const may = useMay();
  const { data } = useUnregisteredModels();
  const [whole, setWhole] = useState(false);
  const models = data?.models ?? [];
  if (models.length === 0) return null;
  const shown = whole ? models : models.slice(0, shownAtFirst);
  const decisions = models.reduce((sum, each) => sum + each.decision_count, 0);
  return (
    <section className={classes.unregistered} aria-label={t('unregistered.title')}>
      <div className={classes.unregisteredHead}>
        <StatusBadge tone="warn">{t('unregistered.badge')}</StatusBadge>
        <span>
          {t('unregistered.text', {
            count: models.length,
            models: formatCount(models.length),
            decisions: formatCount(decisions),
          })}
        </span>
        {models.length > shownAtFirst && (
          <UnstyledButton
            className="pd-inline pd-link pd-grid-size pd-medium pd-underlined pd-rounded pd-target"
            aria-expanded={whole}
            onClick={() => setWhole(!whole)}
          >
            {whole
              ? t('unregistered.fewer')
              : t('unregistered.all', { amount: formatCount(models.length) })}
          </UnstyledButton>
        )}
      </div>
      <ul className={classes.unregisteredList}>
        {shown.map(({ model_id: id, decision_count: count }) => (
          <li key={id}>
            <bdi className={classes.unregisteredName} title={id}>
              {showHidden(id)}
            </bdi>
            <Anchor
              component={PlaceWay}
              className="pd-inline pd-link pd-grid-size pd-medium pd-underlined pd-rounded pd-target"
              href={decisionsAddress({ model_id: id })}
            >
              {t('unregistered.decisions', { count, amount: formatCount(count) })}
            </Anchor>
            {may('createModel') && (
              <Button
                size="compact-xs"
                aria-label={t('unregistered.registerNamed', { id })}
                onClick={() =>
                  openDialog({ kind: 'register-model', draft: { model_id: id }, follows: null })
                }
              >
                {t('unregistered.register')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
