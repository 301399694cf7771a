/** Open alerts above the figures: each a line with what was found, the decisions behind it, and the way to acknowledge it. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Alert } from '../../../../shared/contract/alerts.ts';
import { useOpenAlerts } from '../../../api/alerts.ts';
import { useMay } from '../../../api/capabilities.ts';
import { alertsAddress } from '../../../ui/addresses.ts';
import { formatCount } from '../../../ui/format.ts';
import { PlaceLink } from '../../../ui/places/place-link.tsx';
import { useFindingWords, useRuleTitle } from '../../../ui/rules/rule-words.ts';
import { StatusShapeMark } from '../../../ui/status-badge.tsx';
import { ShowDecisions } from './show-decisions.tsx';
import { AcknowledgeDialog } from './acknowledge-dialog.tsx';
import classes from './alerts.module.css';

export function OpenAlerts({ model }: { readonly model: string | undefined }) {
  const { t } = useTranslation('rules');
  const { data } = useOpenAlerts(model);
  const [asked, setAsked] = useState<Alert>();
  const [isOpen, setOpen] = useState(false);
  const alerts = data?.data ?? [];
  const rest = (data?.pagination.total ?? 0) - alerts.length;
  return (
    <>
      {alerts.length > 0 && (
        <ul className="pd-listed pd-grid pd-gap-8" aria-label={t('open.label')}>
          {alerts.map((alert) => (
            <AlertLine
              key={alert.alert_id}
              alert={alert}
              namesModel={model === undefined}
              onAcknowledge={() => {
                setAsked(alert);
                setOpen(true);
              }}
            />
          ))}
          {rest > 0 && (
            <li>
              <PlaceLink
                className="pd-text-link pd-underlined"
                href={alertsAddress({ state: 'open' })}
              >
                {t('open.more', { count: rest, amount: formatCount(rest) })}
              </PlaceLink>
            </li>
          )}
        </ul>
      )}
      {asked !== undefined && (
        <AcknowledgeDialog alert={asked} opened={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function AlertLine({
  alert,
  namesModel,
  onAcknowledge,
}: {
  readonly alert: Alert;
  readonly namesModel: boolean;
  readonly onAcknowledge: () => void;
}) {
  const { t } = useTranslation('rules');
  const may = useMay();
  const titleOf = useRuleTitle();
  const found = useFindingWords();
  const { rule, finding, records, model_id: model } = alert;
  return (
    <li className={classes.alert}>
      <StatusShapeMark shape="triangle" className={classes.mark ?? ''} />
      <p className={classes.words}>
        <strong>
          {namesModel && (
            <>
              <bdi>{model}</bdi>:{' '}
            </>
          )}
          {rule === null ? t('gone') : titleOf(rule)}.
        </strong>{' '}
        {finding !== null && found(finding)}
      </p>
      {records !== null && records.count > 0 && <ShowDecisions modelId={model} records={records} />}
      {may('acknowledgeAlert') && <Button onClick={onAcknowledge}>{t('acknowledge.open')}</Button>}
    </li>
  );
}
