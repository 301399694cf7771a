/** A server that does not answer, or not to this key: why, since when, when it is asked again. */
import { useEffect, useRef } from 'react';
import { useLocation } from '@tanstack/react-router';
import { Button } from '@mantine/core';
import { IconKeyOff, IconPlugConnectedX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Remote } from '../../shared/contract/connections.ts';
import { useEngineState } from '../api/engine-state.ts';
import { forgetReadAt, useReadAt } from '../api/read-at.ts';
import { useOpenWorkspace, useWorkspace, workspaceQuery } from '../api/workspace.ts';
import { notify } from '../state/notices.ts';
import { usePreferences } from '../state/preferences.ts';
import { useWorkspaceSwitch } from '../state/workspace-switch.ts';
import { settingsAddress } from '../ui/addresses.ts';
import { useNow } from '../ui/chain/use-now.ts';
import { formatInstantIn } from '../ui/format.ts';
import { useWorkspaceOpener } from '../ui/use-workspace-opener.ts';
import { InEnglish } from '../ui/in-english.tsx';
import classes from './shell.module.css';

export function RemoteBanner() {
  const { data: workspace } = useWorkspace();
  const engine = useEngineState();
  const switching = useWorkspaceSwitch((state) => state.pending !== null);
  const remote = workspace?.remote ?? null;
  useReturn(remote);
  useOwnReadAt(remote?.state);
  // While this program's own engine is away, or asks for a sign-in, that is what there is to say.
  const isOwnMatter = engine.status === 'down' || engine.status === 'signed-out';
  if (remote === null || remote.state === 'online' || isOwnMatter || switching) return null;
  return <AwayBanner remote={remote} />;
}

function AwayBanner({ remote }: { remote: Remote }) {
  const { t } = useTranslation('shell');
  const readAt = useReadAt();
  const zone = usePreferences((state) => state.timeZone);
  const queryClient = useQueryClient();
  const openWorkspace = useWorkspaceOpener();
  const asking = useOpenWorkspace();
  const isRefused = remote.state === 'refused';
  const Icon = isRefused ? IconKeyOff : IconPlugConnectedX;
  const at = { name: remote.name, time: formatInstantIn(remote.since, zone) };
  return (
    <div className={classes.banner} role="alert">
      <Icon size={16} stroke={1.75} aria-hidden="true" />
      <span className="pd-grown">
        <strong>{t(isRefused ? 'remote.refusedTitle' : 'remote.offlineTitle', at)}</strong>{' '}
        {remote.reason !== null && (
          <>
            <InEnglish>{remote.reason}</InEnglish>{' '}
          </>
        )}
        {isRefused
          ? t('remote.refusedText')
          : t('remote.asOf', { time: formatInstantIn(readAt ?? remote.since, zone) })}
      </span>
      <NextAttempt at={remote.next_attempt_at} />
      <Button
        loading={asking.isPending}
        onClick={() =>
          asking.mutate(
            { kind: 'remote', connection_id: remote.connection_id },
            { onSettled: () => queryClient.invalidateQueries(workspaceQuery) },
          )
        }
      >
        {t('remote.retry')}
      </Button>
      {isRefused && (
        <Button component="a" href={settingsAddress('connections')}>
          {t('remote.change')}
        </Button>
      )}
      <Button onClick={() => openWorkspace({ kind: 'local' })}>{t('remote.leave')}</Button>
    </div>
  );
}

/** Each page, and each time that the server is away, has its own time at which it was read. */
function useOwnReadAt(state: Remote['state'] | undefined): void {
  const { pathname } = useLocation();
  useEffect(() => forgetReadAt(), [pathname, state]);
}

function NextAttempt({ at }: { at: string | null }) {
  const { t } = useTranslation('shell');
  const now = useNow(500);
  if (at === null) return null;
  const seconds = Math.ceil((Date.parse(at) - now) / 1_000);
  return (
    <span className="pd-fixed pd-small" aria-hidden="true">
      {seconds > 0 ? t('remote.retryIn', { seconds }) : t('remote.retrying')}
    </span>
  );
}

/** Says that the server is back, and asks everything again that is on the screen. */
function useReturn(remote: Remote | null): void {
  const { t } = useTranslation('shell');
  const queryClient = useQueryClient();
  const before = useRef<{ readonly id: string; readonly state: Remote['state'] }>(undefined);
  const id = remote?.connection_id;
  const state = remote?.state;
  const name = remote?.name ?? '';
  useEffect(() => {
    if (id === undefined || state === undefined) {
      before.current = undefined;
      return;
    }
    const was = before.current;
    before.current = { id, state };
    if (was?.id !== id || was.state === 'online' || state !== 'online') return;
    notify({ title: t('remote.back', { name: name }) });
    void queryClient.invalidateQueries();
  }, [id, state, name, queryClient, t]);
}
