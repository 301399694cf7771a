/** The engine is away: why, since when, and when the next attempt is. The screen below stays readable. */
import { useEffect, useState } from 'react';
import { Button, Loader } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { reconnectNow } from '../api/changes.ts';
import { useEngineState } from '../api/engine-state.ts';
import { usePreferences } from '../state/preferences.ts';
import { useWorkspaceSwitch } from '../state/workspace-switch.ts';
import { useNow } from '../ui/chain/use-now.ts';
import { formatInstant } from '../ui/format.ts';
import classes from './shell.module.css';

/** A restart that takes less than this needs no word. */
const patienceMs = 1_200;

export function EngineBanner() {
  const { t } = useTranslation('shell');
  const engine = useEngineState();
  const zone = usePreferences((state) => state.timeZone);
  const pending = useWorkspaceSwitch((state) => state.pending);
  const waited = useWaited(engine.status === 'down', engine.since);
  if (pending !== null) {
    return (
      <div className={classes.banner} data-tone="info" role="status">
        <Loader size={14} color="currentColor" />
        <span className={classes.bannerText}>{t(`workspace.switching.${pending.to}`)}</span>
      </div>
    );
  }
  if (!waited) return null;
  return (
    <div className={classes.banner} role="alert">
      <IconPlugConnectedX size={16} stroke={1.75} aria-hidden="true" />
      <span className={classes.bannerText}>
        <strong>{t('engine.downTitle', { time: formatInstant(engine.since, zone) })}</strong>{' '}
        {t('engine.downText')}
      </span>
      <NextAttempt at={engine.nextAttemptAt} />
      <Button onClick={reconnectNow}>{t('engine.retry')}</Button>
    </div>
  );
}

function NextAttempt({ at }: { at: number | null }) {
  const { t } = useTranslation('shell');
  const now = useNow(500);
  const seconds = at === null ? 0 : Math.ceil((at - now) / 1_000);
  return (
    <span className={classes.bannerWait} aria-hidden="true">
      {seconds > 0 ? t('engine.retryIn', { seconds }) : t('engine.retrying')}
    </span>
  );
}

/** True once `waiting` has lasted for a moment since `since`. */
function useWaited(waiting: boolean, since: number): boolean {
  const [passed, setPassed] = useState<number | null>(null);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setPassed(since), Math.max(0, since + patienceMs - Date.now()));
    return () => clearTimeout(timer);
  }, [waiting, since]);
  return waiting && passed === since;
}
