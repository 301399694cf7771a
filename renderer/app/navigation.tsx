/** The sections down the left side; icons alone where there is little room. */
import { Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../api/capabilities.ts';
import { useWaitingCount } from '../api/reviews.ts';
import { prefer } from '../state/preferences.ts';
import { formatCount } from '../ui/format.ts';
import { sectionKeys, sections } from './sections.ts';
import classes from './shell.module.css';

export function Navigation({ compact, canExpand }: { compact: boolean; canExpand: boolean }) {
  const { t } = useTranslation('shell');
  const may = useMay();
  const offered = sections.filter(({ needs }) => needs === null || may(needs));
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
            <span className={classes.sectionText}>{t(`nav.${name}`)}</span>
            {name === 'review' && <WaitingCount />}
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
            <span className={`${classes.sectionText} ${classes.sectionNote}`}>{collapseLabel}</span>
          </button>
        </Tooltip>
      )}
    </nav>
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
