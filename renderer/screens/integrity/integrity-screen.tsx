/** Integrity: verify the ledger, see the verdict in words, go through what was found. */
import { useState, type ReactNode } from 'react';
import { Button, Skeleton, Tabs, Tooltip } from '@mantine/core';
import { IconFileZip, IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Chain, Verification } from '../../../shared/contract/chain.ts';
import {
  isDoubted,
  ledgerState,
  type LedgerFacts,
  type LedgerState,
} from '../../../shared/ledger-state.ts';
import { getRouteApi } from '@tanstack/react-router';
import {
  useChain,
  useFindingPlace,
  useStartVerification,
  useVerification,
} from '../../api/chain.ts';
import { useMay } from '../../api/capabilities.ts';
import { useCancelJob, useJobs, useMayCancel } from '../../api/jobs.ts';
import { useIsReadOnly } from '../../api/workspace.ts';
import { useCommands, type Command } from '../../ui/commands/commands.ts';
import { NotHere } from '../../ui/page/not-here.tsx';
import { ScreenTitle } from '../../ui/page/screen-title.tsx';
import { tabNeeds, useTabs } from '../../ui/places/places.ts';
import { openDialog } from '../../state/dialogs.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { BundlesPanel } from '../bundles/bundles-panel.tsx';
import { formatCount } from '../../ui/format.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useWindowTitle } from '../../ui/window-title.ts';
import { integrityTabs, type IntegrityTab } from './search.ts';
import { BreaksPanel } from './breaks-panel.tsx';
import { CasesPanel } from '../cases/cases-panel.tsx';
import { CheckpointsPanel } from './checkpoints/checkpoints-panel.tsx';
import { Hero } from './hero.tsx';
import { HistoryPanel } from './history-panel.tsx';
import type { KnownBreak } from './ledger-map.ts';
import { MapStrip, type MapStanding } from './map-strip.tsx';
import { MethodPanel } from './method-panel.tsx';
import { ReportButton } from './report-button.tsx';
import { VouchersSection } from './vouchers/vouchers-section.tsx';
import { unfinishedVerification } from './unfinished-verification.ts';
import { useKnownBreaks } from './use-breaks.ts';
import { notifyFailure } from '../../ui/notify-failure.ts';
import classes from './integrity.module.css';

const route = getRouteApi('/integrity');
const recentJobs = { limit: 20, offset: 0 };
const firstHistory = 20;
type Tab = 'breaks' | IntegrityTab;

function LoadingBody() {
  const { t } = useTranslation('integrity');
  return (
    <div className="pd-loading" role="status" aria-busy="true" aria-label={t('loading')}>
      <Skeleton height={132} radius="md" />
      <Skeleton height={72} radius="md" />
      <Skeleton height={240} radius="md" />
    </div>
  );
}

/** Starts, follows and cancels the verification that runs. */
function useRun(chain: Chain | undefined) {
  const { t } = useTranslation('integrity');
  const jobs = useJobs(recentJobs);
  const start = useStartVerification();
  const cancel = useCancelJob();
  const mayCancel = useMayCancel();
  const recent = jobs.data?.data ?? [];
  const runningId = chain?.verification?.running ?? undefined;
  const running = recent.find((job) => job.job_id === runningId);
  return {
    recent,
    isRunning: runningId !== undefined,
    running,
    isStarting: start.isPending,
    isCanceling: cancel.isPending,
    start: () => {
      if (runningId !== undefined || start.isPending) return;
      start.mutate(undefined, {
        onError: (error) => {
          notifyFailure(t('startFailed'), error);
        },
      });
    },
    cancel:
      running === undefined || !mayCancel(running)
        ? undefined
        : () => cancel.mutate(running.job_id),
  };
}

/**
 * Which verification is looked at, and which of its breaks: from the address, where a link leads to
 * one; otherwise the newest, and the break that was chosen.
 */
function useShown(latest: Verification | null) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [chosen, setChosen] = useState<{ of: string | undefined; place: number }>();
  const may = useMay();
  const isLacking = search.verification !== undefined && !may('getVerification');
  const isOlder =
    search.verification !== undefined &&
    search.verification !== latest?.verification_id &&
    !isLacking;
  const older = useVerification(isOlder ? search.verification : undefined);
  const shown = isOlder ? (older.data ?? null) : latest;
  const id = shown?.verification_id;
  const linked = useFindingPlace(id, shown?.findings_total ?? 0, search.seq);
  const ownPlace = chosen !== undefined && chosen.of === id ? chosen.place : undefined;
  const linkedPlace = search.seq === undefined ? undefined : linked.data;
  const go = (verification: string | undefined) =>
    void navigate({ search: { verification, tab: search.tab }, replace: true });
  return {
    tab: search.tab,
    goToTab: (tab: IntegrityTab | undefined) =>
      void navigate({ search: { ...search, tab }, replace: true }),
    shown,
    isOlder,
    /** Whether the address asks for a verification, and none is to be had. */
    isLacking,
    error: older.error,
    place: linkedPlace ?? ownPlace ?? 0,
    /** Whether a break was chosen, rather than the first one shown by itself. */
    hasPlace: (linkedPlace ?? ownPlace) !== undefined,
    select: (place: number) => {
      setChosen({ of: id, place });
      // Shows the breaks, on whatever tab it is asked for.
      if (search.seq !== undefined || search.tab !== undefined) {
        void navigate({ search: { verification: search.verification }, replace: true });
      }
    },
    show: (verification: Verification) =>
      go(
        verification.verification_id === latest?.verification_id
          ? undefined
          : verification.verification_id,
      ),
    showLatest: () => go(undefined),
  };
}

/** What the state is told by: the ledger as it is now, or an older verification by itself. */
function factsOf(chain: Chain | undefined, older: Verification | null): LedgerFacts {
  if (older !== null) {
    const { total: size, records_checked: records } = older;
    const verification = { latest: older, running: null };
    return { size, record_count: records, verification, standing: null };
  }
  return chain ?? { size: 0, record_count: 0, verification: null, standing: null };
}

function mapStanding(state: LedgerState, isRunning: boolean): MapStanding {
  if (isDoubted(state)) return 'doubted';
  return state.kind === 'stale' || isRunning ? 'earlier' : 'now';
}

/** Goes from break to break, and starts a verification, by keys and by name. */
function useIntegrityCommands(
  total: number,
  run: ReturnType<typeof useRun>,
  verify: () => void,
  step: (way: -1 | 1) => void,
): void {
  const { t } = useTranslation('integrity');
  const may = useMay();
  const verification: Command = {
    id: 'integrity.verify',
    unlisted: true,
    title: t('verify'),
    group: 'do',
    keys: ['v'],
    icon: IconShieldCheck,
    isEnabled: () => !run.isRunning,
    run: verify,
  };
  const toBreak = (id: string, title: string, key: string, way: -1 | 1): Command => ({
    id,
    title,
    group: 'go',
    keys: [key],
    isEnabled: () => total > 0,
    run: () => step(way),
  });
  const breaks = [
    toBreak('integrity.previous-break', t('breaks.previous'), '[', -1),
    toBreak('integrity.next-break', t('breaks.next'), ']', 1),
  ];
  useCommands([
    ...(may('startVerification') ? [verification] : []),
    ...(may('listFindings') ? breaks : []),
  ]);
}

type Looked = ReturnType<typeof useShown>;
type Known = ReturnType<typeof useKnownBreaks>;

export function IntegrityScreen() {
  const { t } = useTranslation('integrity');
  const chain = useChain();
  const latest = chain.data?.verification?.latest ?? null;
  const run = useRun(chain.data);
  const may = useMay();
  const now = useNow();
  const looked = useShown(latest);
  const { shown, isOlder, place } = looked;
  const known = useKnownBreaks(shown);
  const total = shown?.findings_total ?? 0;
  const goTo = (next: number) => {
    if (total > 0) looked.select(Math.max(0, Math.min(total - 1, next)));
  };
  const verify = () => {
    if (isOlder) looked.showLatest();
    run.start();
  };
  useIntegrityCommands(total, run, verify, (way) => goTo(looked.hasPlace ? place + way : place));
  const state = ledgerState(factsOf(chain.data, isOlder ? shown : null), now);
  // Not for every key: of what was verified nothing is said then, not that nothing was.
  const isTold = isOlder || chain.data?.verification !== null;
  const error = chain.error ?? looked.error;

  let body = <LoadingBody />;
  if (error !== null && (chain.data === undefined || (isOlder && shown === null))) {
    body = (
      <ErrorState error={error} title={t('loadFailed')} onRetry={() => void chain.refetch()} />
    );
  } else if (chain.data !== undefined && (!isOlder || shown !== null)) {
    body = (
      <div className={classes.body}>
        {isOlder && (
          <div className={classes.older}>
            {t('history.older')}
            <Button size="compact-xs" onClick={looked.showLatest}>
              {t('history.backToLatest')}
            </Button>
          </div>
        )}
        {looked.isLacking && <NotHere name={t('history.title')} lacking="getVerification" />}
        <Hero
          state={state}
          isTold={isTold}
          firstChainBreak={known.firstChainBreak}
          isRunning={run.isRunning}
          running={run.running}
          unfinished={isOlder ? undefined : unfinishedVerification(run.recent, latest)}
          isCanceling={run.isCanceling}
          now={now}
          onCancel={run.cancel}
          onFirst={() => goTo(0)}
        />
        {isTold && (
          <MapStrip
            size={Math.max(chain.data.size, shown?.total ?? 0)}
            checked={shown?.checked ?? 0}
            breaks={known.breaks}
            firstChainBreak={known.firstChainBreak}
            selected={
              total === 0 ? undefined : known.breaks.find((each) => each.place === place)?.seq
            }
            standing={mapStanding(state, run.isRunning)}
            hasRows={known.hasRows}
            onGo={(target: KnownBreak) => goTo(target.place)}
          />
        )}
        {may('getVouchers') && <VouchersSection chain={chain.data} />}
        <IntegrityTabs chain={chain.data} looked={looked} known={known} onSelect={goTo} />
      </div>
    );
  }
  return (
    <div className="pd-page">
      <header className="pd-header">
        <ScreenTitle title={t('title')} takesFocus />
        {chain.data !== undefined && (
          <code className="pd-slim pd-dim pd-clip">{chain.data.origin}</code>
        )}
        <span className="pd-space" />
        <HeadActions
          shown={shown}
          isStarting={run.isStarting}
          canVerify={!run.isRunning && state.kind !== 'empty'}
          onVerify={verify}
        />
      </header>
      {body}
    </div>
  );
}

function HeadActions({
  shown,
  isStarting,
  canVerify,
  onVerify,
}: {
  shown: Verification | null;
  isStarting: boolean;
  canVerify: boolean;
  onVerify: () => void;
}) {
  const { t } = useTranslation('integrity');
  const isReadOnly = useIsReadOnly();
  const may = useMay();
  return (
    <>
      {may('getVerificationReport') && <ReportButton verification={shown} />}
      {may('createBundle') && (
        <Button
          leftSection={<IconFileZip size={14} stroke={1.75} />}
          disabled={isReadOnly}
          onClick={() => openDialog({ kind: 'export-bundle', filter: null, recordIds: [] })}
        >
          {t('exportBundle')}
        </Button>
      )}
      {may('startVerification') && (
        <Tooltip
          label={
            <>
              {t('verify')} <KeyHint name="v" />
            </>
          }
        >
          <Button
            variant="filled"
            leftSection={<IconShieldCheck size={15} />}
            loading={isStarting}
            disabled={!canVerify}
            onClick={onVerify}
          >
            {t('verify')}
          </Button>
        </Tooltip>
      )}
    </>
  );
}

function IntegrityTabs({
  chain,
  looked,
  known,
  onSelect,
}: {
  chain: Chain;
  looked: Looked;
  known: Known;
  onSelect: (place: number) => void;
}) {
  const { t } = useTranslation('integrity');
  const [historyLimit, setHistoryLimit] = useState(firstHistory);
  const { offered, tab: chosen, lacking } = useTabs(tabNeeds.integrity, integrityTabs, looked.tab);
  const { shown } = looked;
  const total = shown?.findings_total ?? 0;
  // The breaks are what an address without a tab shows, where there are any.
  const tab: Tab = total > 0 && looked.tab === undefined ? 'breaks' : chosen;
  const names: Readonly<Record<Tab, string>> = {
    breaks: t('breaks.title'),
    method: t('method.tab'),
    checkpoints: t('checkpoints'),
    bundles: t('bundles'),
    cases: t('cases'),
    history: t('history.title'),
  };
  const contents: Readonly<Record<Tab, ReactNode>> = {
    breaks: shown !== null && (
      <BreaksPanel
        verification={shown}
        selected={looked.place}
        firstChainBreak={known.firstChainBreak}
        onSelect={onSelect}
      />
    ),
    method: <MethodPanel chain={chain} verification={shown} />,
    checkpoints: <CheckpointsPanel />,
    bundles: <BundlesPanel />,
    cases: <CasesPanel />,
    history: (
      <HistoryPanel
        shownId={shown?.verification_id}
        limit={historyLimit}
        onLimit={setHistoryLimit}
        onShow={looked.show}
      />
    ),
  };
  useWindowTitle('tab', names[tab]);
  const shownTabs: readonly Tab[] = total > 0 ? ['breaks', ...offered] : offered;
  return (
    <>
      {looked.tab !== undefined && <NotHere name={names[looked.tab]} lacking={lacking} />}
      <Tabs
        value={tab}
        onChange={(value) => looked.goToTab(integrityTabs.find((each) => each === value))}
        keepMounted={false}
        className={classes.tabs ?? ''}
      >
        <Tabs.List className={classes.tabList ?? ''}>
          {shownTabs.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {names[each]}
              {each === 'breaks' && (
                <>
                  {' '}
                  <span className="pd-tab-count pd-bad">{formatCount(total)}</span>
                </>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shownTabs.map((each) => (
          <Tabs.Panel key={each} value={each} className={classes.panel ?? ''}>
            {contents[each]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
