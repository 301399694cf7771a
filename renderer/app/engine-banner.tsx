/** The engine is away: why, since when, and when the next attempt is. The screen below stays readable. */
import { useEffect, useState } from 'react';
import { Button, Loader } from '@mantine/core';
import { IconDatabaseX, IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Recovery } from '../../shared/contract/recovery.ts';
import { reconnectNow } from '../api/changes.ts';
import { useEngineState } from '../api/engine-state.ts';
import { useOpening } from '../api/opening.ts';
import { useFailedLedger, useRecovery } from '../api/recovery.ts';
import { usePreferences } from '../state/preferences.ts';
import { useNow } from '../ui/chain/use-now.ts';
import { recoveryAddress } from '../ui/addresses.ts';
import { formatInstantIn } from '../ui/format.ts';
import { FillingBanner } from './opening-page.tsx';
import classes from './shell.module.css';

/** A restart that takes less than this needs no word. */
const patienceMs = 1_200;

export function EngineBanner() {
  const { t } = useTranslation('shell');
  const engine = useEngineState();
  const zone = usePreferences((state) => state.timeZone);
  const opening = useOpening();
  const waited = useWaited(engine.status === 'down', engine.since);
  const { data: recovery } = useRecovery();
  const failed = useFailedLedger();
  const restartsSince =
    recovery?.state === 'recovering' ? Date.parse(recovery.since) : engine.since;
  const restarting = useWaited(recovery?.state === 'recovering', restartsSince);
  const opensSince = recovery === undefined ? 0 : Date.parse(recovery.since);
  const opensLong = useWaited(opening !== undefined, opensSince);
  // The page says it, or a dialog over it.
  if (opening?.isAsked === true || engine.status === 'signed-out') return null;
  if (opening !== undefined && opening.filling !== null) {
    return <FillingBanner filling={opening.filling} />;
  }
  if (opening !== undefined && opensLong) {
    return (
      <div className={classes.banner} data-tone="info" role="status">
        <Loader size={14} color="currentColor" />
        <span className="pd-grown">{t(`workspace.switching.${opening.to}`)}</span>
      </div>
    );
  }
  if (failed !== undefined && engine.status === 'up') return null;
  if (restarting && recovery !== undefined) return <RestartBanner recovery={recovery} />;
  if (!waited) {
    if (recovery?.state !== 'ready' || recovery.fault === null) return null;
    return <FaultBanner kind={recovery.fault === 'full' ? 'readOnly' : 'damaged'} />;
  }
  return (
    <div className={classes.banner} role="alert">
      <IconPlugConnectedX size={16} stroke={1.75} aria-hidden="true" />
      <span className="pd-grown">
        <strong>{t('engine.downTitle', { time: formatInstantIn(engine.since, zone) })}</strong>{' '}
        {t('engine.downText')}
      </span>
      <NextAttempt at={engine.nextAttemptAt} />
      <Button onClick={reconnectNow}>{t('engine.retry')}</Button>
    </div>
  );
}

/** A thread is away and comes back by itself: which attempt it is, and when. */
function RestartBanner({ recovery }: { recovery: Recovery }) {
  const { t } = useTranslation('recovery');
  const { crash } = recovery;
  return (
    <div className={classes.banner} role="alert">
      <IconPlugConnectedX size={16} stroke={1.75} aria-hidden="true" />
      <span className="pd-grown">
        <strong>
          {t('banner.restarting', { attempt: crash?.times ?? 1, attempts: crash?.attempts ?? 1 })}
        </strong>{' '}
        {t('banner.readable')}
      </span>
      <NextStart at={crash?.next_attempt_at ?? null} />
    </div>
  );
}

function NextStart({ at }: { at: string | null }) {
  const { t } = useTranslation('recovery');
  const now = useNow(500);
  const seconds = at === null ? 0 : Math.ceil((Date.parse(at) - now) / 1_000);
  return (
    <span className="pd-fixed pd-small" aria-hidden="true">
      {seconds > 0 ? t('banner.next', { seconds }) : t('banner.now')}
    </span>
  );
}

/** The ledger is open, and reading it has met damage, or there is no room to write. */
function FaultBanner({ kind }: { kind: 'damaged' | 'readOnly' }) {
  const { t } = useTranslation('recovery');
  return (
    <div className={classes.banner} role="alert">
      <IconDatabaseX size={16} stroke={1.75} aria-hidden="true" />
      <span className="pd-grown">
        <strong>{t(`banner.${kind}`)}</strong> {t(`banner.${kind}Text`)}
      </span>
      <Button component="a" href={recoveryAddress}>
        {t('banner.show')}
      </Button>
    </div>
  );
}

function NextAttempt({ at }: { at: number | null }) {
  const { t } = useTranslation('shell');
  const now = useNow(500);
  const seconds = at === null ? 0 : Math.ceil((at - now) / 1_000);
  return (
    <span className="pd-fixed pd-small" aria-hidden="true">
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
