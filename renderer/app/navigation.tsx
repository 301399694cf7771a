/** The sections down the left side; icons alone where there is little room. */
import { Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ledgerState } from '../../shared/ledger-state.ts';
import { useMay } from '../api/capabilities.ts';
import { useChainBeside } from '../api/chain.ts';
import { useWaitingGrants } from '../api/grants.ts';
import { useWaitingCount } from '../api/reviews.ts';
import { prefer } from '../state/preferences.ts';
import { useNow } from '../ui/chain/use-now.ts';
import { formatCount } from '../ui/format.ts';
import { StatusShapeMark } from '../ui/status-badge.tsx';
import { sectionKeys, sections } from '../ui/places/sections.ts';
import classes from './shell.module.css';

export function Navigation({ compact, canExpand }: { compact: boolean; canExpand: boolean }) {
  const { t } = useTranslation('shell');
  const may = useMay();
  const offered = sections.filter(({ needs }) => needs.every(may));
  const CollapseIcon = compact ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const collapseLabel = t(compact ? 'nav.expand' : 'nav.collapse');
  return (
    <nav className={classes.navigation} aria-label={t('nav.label')}>
      {offered.map(({ name, to, Icon }) => (
        <Tooltip
          key={name}
          label={t(`nav.${name}`)}
          position="right"
          disabled={!compact}
          openDelay={200}
        >
          <Link
            className={classes.section}
            to={to}
            activeOptions={{ includeSearch: false }}
            aria-keyshortcuts={sectionKeys(name)[0]?.replace('alt', 'Alt')}
          >
            <Icon className={classes.sectionIcon} size={16} stroke={1.7} aria-hidden="true" />
            <span className="pd-grown pd-anywhere pd-hidden-by-icons">{t(`nav.${name}`)}</span>
            {name === 'review' && <WaitingCount />}
            {name === 'grants' && <WaitingGrants />}
            {name === 'integrity' && <BreakMark />}
          </Link>
        </Tooltip>
      ))}
      {canExpand && (
        <Tooltip label={collapseLabel} position="right" disabled={!compact} openDelay={200}>
          <button
            type="button"
            className={`${classes.section} ${classes.bottom}`}
            aria-expanded={!compact}
            onClick={() => prefer({ navigation: compact ? 'wide' : 'icons' })}
          >
            <CollapseIcon
              className={classes.sectionIcon}
              size={16}
              stroke={1.7}
              aria-hidden="true"
            />
            <span className="pd-grown pd-anywhere pd-caption pd-hidden-by-icons">
              {collapseLabel}
            </span>
          </button>
        </Tooltip>
      )}
    </nav>
  );
}

/** That the ledger does not hold; nothing while it does. */
function BreakMark() {
  const { t } = useTranslation('integrity');
  const { data: chain } = useChainBeside();
  const now = useNow();
  if (chain === undefined || chain.verification === null) return null;
  const state = ledgerState(chain, now);
  if (state.kind !== 'failed') return null;
  const words = `${t('hero.failed')}: ${t(`verdicts.${state.verdict}`)}`;
  return (
    <span className={classes.sectionBreak} title={words}>
      <StatusShapeMark shape="diamond" className={classes.sectionBreakMark ?? ''} />
      <span className="pd-hidden">{words}</span>
    </span>
  );
}

/** How many decisions wait for a person; nothing while none does. */
function WaitingCount() {
  const { t } = useTranslation('review');
  const count = useWaitingCount();
  if (count === undefined || count === 0) return null;
  return (
    <span className={classes.sectionCount} title={t('count')}>
      {formatCount(count)}
    </span>
  );
}

/** How many requests for grants wait for an answer; nothing while none does. */
function WaitingGrants() {
  const { t } = useTranslation('grants');
  const count = useWaitingGrants();
  if (count === undefined || count === 0) return null;
  return (
    <span className={classes.sectionCount} title={t('waiting')}>
      {formatCount(count)}
    </span>
  );
}
