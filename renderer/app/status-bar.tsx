/** One line at the foot: engine, place in the list, selection, verification, time zone, running job. */
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RemoteConnectionState } from '../../shared/contract/connections.ts';
import { isDoubted, ledgerState, type LedgerState } from '../../shared/ledger-state.ts';
import { useChainBeside } from '../api/chain.ts';
import { useEngineState, type EngineState } from '../api/engine-state.ts';
import { useOpening, type Opening } from '../api/opening.ts';
import { useFailedLedger } from '../api/recovery.ts';
import { useWorkspace } from '../api/workspace.ts';
import { useListStatus } from '../state/list-status.ts';
import { switchTimeZone, usePreferences } from '../state/preferences.ts';
import { useNow } from '../ui/chain/use-now.ts';
import { formatAgo, formatCount, formatPercent, zoneName } from '../ui/format.ts';
import { StatusShapeMark, type StatusShape } from '../ui/status-badge.tsx';
import { useJobTitle } from '../ui/jobs/use-job-title.ts';
import { jobShare, useRunningJobs } from './jobs-tray.tsx';
import classes from './shell.module.css';

export function StatusBar() {
  const { t } = useTranslation('shell');
  return (
    <footer className={classes.statusBar} aria-label={t('status.label')}>
      <EngineItem />
      <ListItems />
      <VerificationItem />
      <span className="pd-space" />
      <JobItem />
      <ZoneItem />
    </footer>
  );
}

const engineShapes: Readonly<Record<EngineState['status'], StatusShape>> = {
  up: 'dot',
  connecting: 'ring',
  down: 'triangle',
  'signed-out': 'triangle',
};

function EngineItem() {
  const { t } = useTranslation(['shell', 'recovery']);
  const { status } = useEngineState();
  const remote = useWorkspace().data?.remote ?? null;
  const failed = useFailedLedger();
  const opening = useOpening();
  if (status === 'signed-out') {
    return (
      <span className={classes.statusItem} data-tone="warn">
        <StatusShapeMark shape={engineShapes[status]} className={classes.statusMark ?? ''} />
        {t('status.engine.signedOut')}
      </span>
    );
  }
  if (opening !== undefined) return <OpeningItem opening={opening} />;
  if (failed !== undefined && status === 'up') {
    return (
      <span className={classes.statusItem} data-tone="warn">
        <StatusShapeMark shape="triangle" className={classes.statusMark ?? ''} />
        {t('recovery:status')}
      </span>
    );
  }
  if (remote !== null) return <RemoteItem status={status} state={remote.state} />;
  return (
    <span className={classes.statusItem} data-tone={status === 'down' ? 'warn' : undefined}>
      <StatusShapeMark shape={engineShapes[status]} className={classes.statusMark ?? ''} />
      {t(`status.engine.${status}`)}
    </span>
  );
}

/** The engine is away on purpose. */
function OpeningItem({ opening: { to, filling } }: { opening: Opening }) {
  const { t } = useTranslation('shell');
  return (
    <span className={classes.statusItem}>
      <StatusShapeMark shape="ring" className={classes.statusMark ?? ''} />
      {filling === null ? t(`workspace.switching.${to}`) : t('workspace.making')}
      {filling !== null && filling.total > 0 && ` ${formatPercent(filling.done / filling.total)}`}
    </span>
  );
}

/** With a server open it is the server that counts; this program's own engine is only in between. */
function RemoteItem({
  status,
  state,
}: {
  status: Exclude<EngineState['status'], 'signed-out'>;
  state: RemoteConnectionState;
}) {
  const { t } = useTranslation('shell');
  const shown = status === 'up' && state !== 'online' ? 'down' : status;
  return (
    <span className={classes.statusItem} data-tone={shown === 'down' ? 'warn' : undefined}>
      <StatusShapeMark shape={engineShapes[shown]} className={classes.statusMark ?? ''} />
      {state === 'refused' ? t('remote.refused') : t(`remote.engine.${shown}`)}
    </span>
  );
}

const rowWords = {
  decisions: 'status.rows',
  models: 'status.models',
  sessions: 'status.sessions',
  datasets: 'status.datasets',
  grants: 'status.grants',
  persons: 'status.persons',
  figures: 'status.figures',
  alerts: 'status.alerts',
  invoices: 'status.invoices',
  payments: 'status.payments',
  payouts: 'status.payouts',
  transactions: 'status.transactions',
  jobs: 'status.jobs',
  requests: 'status.requests',
  events: 'status.events',
  dataRows: 'status.dataRows',
} as const;

function ListItems() {
  const { t } = useTranslation('shell');
  const list = useListStatus((state) => state.list);
  if (list === null || list.total === null) return null;
  const total = formatCount(list.total);
  const place =
    list.position === null
      ? t(list.filtered ? 'status.filtered' : rowWords[list.noun], { count: list.total, total })
      : t('status.position', { position: formatCount(list.position), total });
  return (
    <>
      <span className={classes.statusItem}>{place}</span>
      {list.selected > 0 && (
        <span className={classes.statusItem}>
          {t('status.selected', { formatted: formatCount(list.selected) })}
        </span>
      )}
    </>
  );
}

function VerificationItem() {
  const { t } = useTranslation(['shell', 'integrity']);
  const opening = useOpening();
  const { data: chain } = useChainBeside();
  const now = useNow();
  // What is known is of the ledger before.
  if (opening?.isAsked === true) return null;
  if (chain === undefined || chain.verification === null) return null;
  const { tone, shape, text } =
    chain.verification.running === null
      ? stateWords(ledgerState(chain, now))
      : { tone: undefined, shape: 'ring' as const, text: t('status.verification.running') };
  return (
    <Link className={classes.statusItem} to="/integrity" data-tone={tone}>
      <StatusShapeMark shape={shape} className={classes.statusMark ?? ''} />
      {text}
    </Link>
  );

  function stateWords(state: LedgerState): {
    tone: 'ok' | 'bad' | undefined;
    shape: StatusShape;
    text: string;
  } {
    switch (state.kind) {
      case 'empty':
      case 'never':
        return { tone: undefined, shape: 'ring', text: t('status.verification.none') };
      case 'failed': {
        const count = isDoubted(state) ? 0 : (state.verification?.findings_total ?? 0);
        const text =
          count === 0
            ? t('status.verification.doubted', {
                verdict: t(`integrity:verdicts.${state.verdict}`),
              })
            : t('status.verification.failed', { count, formatted: formatCount(count) });
        return { tone: 'bad', shape: 'diamond', text };
      }
      case 'stale': {
        const { appended: count, verification } = state;
        const text =
          count === 0
            ? t('status.verification.old', { ago: formatAgo(verification.finished_at, now) })
            : t('status.verification.stale', { count, rest: formatCount(count) });
        return { tone: undefined, shape: 'ring', text };
      }
      case 'ok': {
        const { checked, total, finished_at: at } = state.verification;
        const text = t('status.verification.ok', {
          checked: formatCount(checked),
          total: formatCount(total),
          ago: formatAgo(at, now),
        });
        return { tone: 'ok', shape: 'dot', text };
      }
      default:
        return state satisfies never;
    }
  }
}

function JobItem() {
  // One that waits is no news yet.
  const job = useRunningJobs().find(({ status }) => status === 'running');
  const jobTitle = useJobTitle();
  if (job === undefined) return null;
  const share = jobShare(job);
  return (
    <Link className={classes.statusItem} to="/jobs" search={{ job: job.job_id }}>
      {jobTitle(job)}
      {share !== null && (
        <span className="pd-inline pd-gap-6">
          <span className={classes.miniBar} aria-hidden="true">
            <span className={classes.miniFill} style={{ width: `${share * 100}%` }} />
          </span>
          {formatPercent(share)}
        </span>
      )}
    </Link>
  );
}

function ZoneItem() {
  const { t } = useTranslation('shell');
  const zone = usePreferences((state) => state.timeZone);
  return (
    <button
      type="button"
      className={classes.statusItem}
      title={t('zone.title')}
      onClick={switchTimeZone}
    >
      {zoneName(zone)}
    </button>
  );
}
