/** What is watched of a model, and how each rule stands now. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconBellRinging, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Alert, WatchedRule } from '../../../../shared/contract/alerts.ts';
import { useWatchedRules } from '../../../api/alerts.ts';
import { useMay } from '../../../api/capabilities.ts';
import { openDialog } from '../../../state/dialogs.ts';
import { alertsAddress } from '../../../ui/addresses.ts';
import { Instant } from '../../../ui/instant.tsx';
import { Section } from '../../../ui/page/detail-page.tsx';
import { Loaded } from '../../../ui/page/loaded.tsx';
import { PlaceLink } from '../../../ui/places/place-link.tsx';
import { useFindingWords, useRuleTitle, useWindowWords } from '../../../ui/rules/rule-words.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { EraseRowDialog } from '../../../ui/proof/erase-row-dialog.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { AcknowledgeDialog } from './acknowledge-dialog.tsx';
import { ShowDecisions } from './show-decisions.tsx';
import classes from './alerts.module.css';

export function WatchedRules({ model }: { readonly model: string }) {
  const { t } = useTranslation('rules');
  const may = useMay();
  const query = useWatchedRules(model);
  const [asked, setAsked] = useState<Alert>();
  const [isOpen, setOpen] = useState(false);
  const change = () => openDialog({ kind: 'decision-profile', modelId: model });
  const mayChange = may('createProfile');
  return (
    <Section
      title={t('watched.title', { model })}
      actions={
        <>
          <PlaceLink className="pd-text-link pd-underlined" href={alertsAddress({})}>
            {t('watched.alerts')}
          </PlaceLink>
          {mayChange && (
            <Button leftSection={<IconPencil size={14} stroke={1.75} />} onClick={change}>
              {t('watched.change')}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={query} failed={t('watched.failed')}>
        {({ data, evaluated_to: to, profile }) =>
          data.length === 0 ? (
            <EmptyState
              compact
              icon={<IconBellRinging size={20} stroke={1.6} />}
              title={t('watched.none')}
            >
              {t('watched.noneText')}
            </EmptyState>
          ) : (
            <>
              <p className="pd-note">
                {t('watched.profile', { n: profile.n })}{' '}
                {to === null ? (
                  t('watched.never')
                ) : (
                  <>
                    {t('watched.evaluated')} <Instant at={to} precision="minute" withZone />
                  </>
                )}
              </p>
              <ul className="pd-listed pd-grid">
                {data.map((watched) => (
                  <RuleLine
                    key={watched.rule.id}
                    model={model}
                    watched={watched}
                    onAcknowledge={(alert) => {
                      setAsked(alert);
                      setOpen(true);
                    }}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {asked !== undefined && (
        <AcknowledgeDialog alert={asked} opened={isOpen} onClose={() => setOpen(false)} />
      )}
    </Section>
  );
}

function RuleLine({
  model,
  watched: { rule, broken, window, finding, alert },
  onAcknowledge,
}: {
  readonly model: string;
  readonly watched: WatchedRule;
  readonly onAcknowledge: (alert: Alert) => void;
}) {
  const { t } = useTranslation('rules');
  const may = useMay();
  const titleOf = useRuleTitle();
  const found = useFindingWords();
  const daysOf = useWindowWords();
  return (
    <li className={classes.rule}>
      <div className={classes.words}>
        <p className="pd-flush pd-medium">{titleOf(rule)}</p>
        <p className="pd-flush">{found(finding)}</p>
        <p className="pd-flush pd-note">
          {daysOf(window)}
          {alert !== null && (
            <>
              {' · '}
              {t('watched.since')} <Instant at={alert.since} precision="minute" withZone />
            </>
          )}
        </p>
        <Acknowledgement alert={alert} />
      </div>
      <StatusBadge tone={broken ? 'warn' : 'mute'}>
        {t(broken ? 'standing.broken' : 'standing.kept')}
      </StatusBadge>
      {alert?.state === 'acknowledged' && (
        <StatusBadge tone="info">{t('state.acknowledged')}</StatusBadge>
      )}
      {broken && <ShowDecisions modelId={model} records={finding.records} />}
      {alert?.state === 'open' && may('acknowledgeAlert') && (
        <Button onClick={() => onAcknowledge(alert)}>{t('acknowledge.open')}</Button>
      )}
    </li>
  );
}

/** When somebody acknowledged an alert, and what they said. */
function Acknowledgement({ alert }: { readonly alert: Alert | null }) {
  const { t } = useTranslation('rules');
  const may = useMay();
  const { acknowledged = null } = alert ?? {};
  if (acknowledged === null) return null;
  return (
    <p className="pd-flush pd-note">
      {t('watched.acknowledged')} <Instant at={acknowledged.at} precision="minute" withZone />
      {': '}
      {acknowledged.note === null ? (
        <span className="pd-dim">{t('watched.noteErased')}</span>
      ) : (
        <>
          <bdi>{acknowledged.note}</bdi>{' '}
          {alert !== null && may('createRowErasure') && <EraseNote alert={alert} />}
        </>
      )}
    </p>
  );
}

/** A note may name a person: the way to erase it for good. */
function EraseNote({ alert }: { readonly alert: Alert }) {
  const { t } = useTranslation('rules');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
        {t('watched.eraseNote')}
      </Button>
      <EraseRowDialog
        opened={isOpen}
        row={{ table: 'alert_entries', id: alert.alert_id }}
        fields={['note']}
        chosen={['note']}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
