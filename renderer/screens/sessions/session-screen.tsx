/** One data session: what was done in it, its rows, aggregation, operations, evidence and usage. */
import { useMemo, useState } from 'react';
import {
  IconAlertTriangle,
  IconBan,
  IconClipboardPlus,
  IconClockOff,
  IconLock,
  IconPlayerStop,
  IconPlugConnected,
  IconTransform,
  type Icon,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { dataOperations, type DataOperation } from '../../../shared/contract/datasets.ts';
import type { Session } from '../../../shared/contract/sessions.ts';
import { useMay } from '../../api/capabilities.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useOperations, useSession, useSessionEvidence } from '../../api/sessions.ts';
import { inSentence } from '../../i18n/in-sentence.ts';
import { Banner, DetailPage, Fact, Facts, ThingPage } from '../../ui/page/detail-page.tsx';
import { AddressTabs, type TabContents } from '../../ui/page/address-tabs.tsx';
import { ThingActions } from '../../ui/page/thing-actions.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { tabNeeds } from '../../ui/places/places.ts';
import { useProofAction } from '../../ui/proof/use-proof-action.ts';
import { datasetAddress, modelAddress, sessionsAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { SnapshotDigest } from '../../ui/snapshot-digest.tsx';
import { ActivityTab } from './activity/activity-tab.tsx';
import { AggregateTab } from './aggregate-tab.tsx';
import { Countdown, useExpiryRefresh } from '../../ui/sessions/countdown.tsx';
import { DataTab } from './data-tab.tsx';
import { CloseSessionDialog, RevokeSessionDialog } from './end-session-dialog.tsx';
import { EvidenceTab } from './evidence-tab.tsx';
import { OperationsTab } from './operations-tab.tsx';
import { RecordOperationDialog } from './record-operation-dialog.tsx';
import { readFilter } from './row-filter.ts';
import { sessionTabs, type SessionSearch, type SessionTab } from './search.ts';
import { isReading } from './session-over.tsx';
import { SessionStatusBadge } from '../../ui/sessions/session-status.tsx';
import { StatisticsTab } from './statistics/statistics-tab.tsx';
import { TransformDialog } from './transform-dialog.tsx';
import { UsageTab } from './usage-tab.tsx';
import { useMayUse } from './use-may-use.ts';
import classes from './session.module.css';

const route = getRouteApi('/sessions/$id');
const nothingSelected: ReadonlySet<string> = new Set();
const recordable = ['train', 'analyze', 'validate'] as const satisfies readonly DataOperation[];
/** Tabs that use rows: for its account and whoever opened it, since others would be charging it. */
const tabsOfRows: ReadonlySet<SessionTab> = new Set(['data', 'aggregate']);
const [firstTab, ...otherTabs] = sessionTabs;
/** How many there are is asked of the smallest page. */
const countPage = { limit: 1, offset: 0 };

type OpenDialog = 'close' | 'revoke' | 'transform' | 'record';

export function SessionScreen() {
  const { t } = useTranslation('sessions');
  const { id } = route.useParams();
  return (
    <ThingPage
      kind="session"
      id={id}
      query={useSession(id)}
      icon={IconPlugConnected}
      back={{ href: sessionsAddress, label: t('backToList') }}
      section={t('title')}
      loading={t('loadingOne')}
      failed={t('oneFailed')}
      missing={{
        title: t('missing.title', { id }),
        text: t('missing.text'),
        back: t('missing.back'),
      }}
    >
      {(session) => <OpenedSession session={session} />}
    </ThingPage>
  );
}

/** Actions that this session allows, and that the key may. */
function useSessionRights(session: Session) {
  const may = useMay();
  const mayTransform = useMayUse(session, 'transformSession');
  const mayRecord = useMayUse(session, 'recordOperation');
  const isActive = session.status === 'active';
  const allows = (operation: DataOperation) =>
    isReading(session) && session.allowed_operations.includes(operation);
  const allowed = recordable.filter(allows);
  return {
    transform: mayTransform && allows('transform'),
    record: mayRecord && allowed.length > 0,
    close: isActive && may('closeSession'),
    revoke: isActive && may('revokeSession'),
    /** Operations that may be recorded. */
    allowed,
  };
}
type SessionRights = ReturnType<typeof useSessionRights>;

function OpenedSession({ session }: { session: Session }) {
  const { t } = useTranslation('sessions');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { session_id: id, status } = session;
  const isActive = status === 'active';
  /** No row of it is ever read. */
  const isCounted = session.kind === 'statistics';
  const [dialog, setDialog] = useState<OpenDialog>();
  const [selected, setSelected] = useState(nothingSelected);
  const operations = useOperations(id, countPage);
  const evidence = useSessionEvidence(id, countPage);
  useExpiryRefresh(isActive ? [session.expires_at] : []);

  const rights = useSessionRights(session);
  const filter: JsonObject = useMemo(() => readFilter(search.filter), [search.filter]);
  const go = (part: Partial<SessionSearch>, replace = false) =>
    void navigate({ params: { id }, search: { ...search, ...part }, replace });
  const showEvidence = (next: string) => go({ tab: 'evidence', evidence: next });
  const isWithheld = (tab: SessionTab | undefined) =>
    tab !== undefined && tabsOfRows.has(tab) && (!session.may_use || (tab === 'data' && isCounted));
  const contents: TabContents<SessionTab> = {
    activity: { isText: true, content: <ActivityTab session={session} /> },
    data: {
      fills: true,
      content: (
        <DataTab
          session={session}
          search={search}
          filter={filter}
          selected={selected}
          onSelected={setSelected}
          onSearch={(part) => go(part, true)}
        />
      ),
    },
    aggregate: {
      isText: true,
      content: isCounted ? (
        <StatisticsTab session={session} />
      ) : (
        <AggregateTab session={session} filter={filter} />
      ),
    },
    operations: {
      count: operations.data?.pagination.total,
      content: (
        <OperationsTab
          sessionId={id}
          onRecord={rights.record ? () => setDialog('record') : undefined}
        />
      ),
    },
    evidence: {
      count: evidence.data?.pagination.total,
      content: (
        <EvidenceTab
          sessionId={id}
          shown={search.evidence}
          onShow={(evidence) => go({ tab: 'evidence', evidence })}
        />
      ),
    },
    usage: { isText: true, content: <UsageTab session={session} /> },
  };

  return (
    <DetailPage
      back={{ href: sessionsAddress, label: t('backToList') }}
      name={session.purpose}
      section={t('title')}
      badges={<Badges session={session} />}
      actions={<SessionActions id={id} rights={rights} onOpen={setDialog} />}
    >
      <SessionFacts session={session} />
      {!isActive && <EndBanner session={session} />}
      {isActive && session.source_changed_at !== undefined && (
        <RowsChangedBanner session={session} />
      )}
      {isWithheld(search.tab) && !session.may_use && <OthersBanner />}
      <AddressTabs
        needs={tabNeeds.sessions}
        order={[firstTab, ...otherTabs.filter((tab) => !isWithheld(tab))]}
        asked={isWithheld(search.tab) ? undefined : search.tab}
        nameOf={(each) => t(`tab.${each === 'aggregate' && isCounted ? 'statistics' : each}`)}
        contents={contents}
        onShow={(tab) => go({ tab })}
      />
      <SessionDialogs
        session={session}
        opened={dialog}
        onClose={() => setDialog(undefined)}
        allowed={rights.allowed}
        rows={{ filter, selected }}
        onShowEvidence={showEvidence}
      />
    </DetailPage>
  );
}

function SessionActions({
  id,
  rights,
  onOpen,
}: {
  id: string;
  rights: SessionRights;
  onOpen: (dialog: OpenDialog) => void;
}) {
  const { t } = useTranslation('sessions');
  const proof = useProofAction('sessions', id);
  const action = (name: OpenDialog, icon: Icon) => ({
    name,
    title: t(`command.${name}`),
    icon,
    isOffered: rights[name],
    run: () => onOpen(name),
  });
  return (
    <ThingActions
      kind="session"
      actions={[
        { ...action('record', IconClipboardPlus), button: t('record.action') },
        { ...action('transform', IconTransform), button: t('transform.action'), isMain: true },
        action('close', IconPlayerStop),
        action('revoke', IconBan),
        proof,
      ]}
      copy={{ title: t('command.copyId'), value: id, what: t('column.id') }}
      back={{ title: t('command.back'), href: sessionsAddress }}
      more={t('more')}
    />
  );
}

function SessionDialogs({
  session,
  opened,
  onClose,
  allowed,
  rows,
  onShowEvidence,
}: {
  session: Session;
  opened: OpenDialog | undefined;
  onClose: () => void;
  allowed: SessionRights['allowed'];
  /** Rows that a dialog begins with: those that match, or those that were selected. */
  rows: { readonly filter: JsonObject; readonly selected: ReadonlySet<string> };
  onShowEvidence: (evidence: string) => void;
}) {
  const leaveFor = (evidence: string) => {
    onClose();
    onShowEvidence(evidence);
  };
  return (
    <>
      <CloseSessionDialog session={session} opened={opened === 'close'} onClose={onClose} />
      <RevokeSessionDialog session={session} opened={opened === 'revoke'} onClose={onClose} />
      <TransformDialog
        session={session}
        {...rows}
        opened={opened === 'transform'}
        onClose={onClose}
        onShowEvidence={leaveFor}
      />
      <RecordOperationDialog
        session={session}
        {...rows}
        allowed={allowed}
        opened={opened === 'record'}
        onClose={onClose}
        onRecorded={leaveFor}
      />
    </>
  );
}

function Badges({ session: { status, expires_at: end } }: { session: Session }) {
  const { t } = useTranslation('sessions');
  return (
    <>
      <SessionStatusBadge status={status} />
      {status === 'active' && (
        <span className="pd-aside pd-figures">
          <Countdown until={end} /> {t('column.left')}
        </span>
      )}
    </>
  );
}

function SessionFacts({ session }: { session: Session }) {
  const { t } = useTranslation(['sessions', 'sources']);
  const { dataset_id: dataset, model_id: model, operator, snapshot } = session;
  const rows = snapshot.record_count;
  return (
    <Facts>
      <Fact label={t('column.dataset')}>
        <PlaceLink className={classes.link} href={datasetAddress(dataset)} title={dataset}>
          <bdi>{dataset}</bdi>
        </PlaceLink>
        <span className="pd-dim" title={t('fact.snapshotNote')}>
          {t('fact.snapshot', { count: rows, rows: formatCount(rows) })}
        </span>
      </Fact>
      {snapshot.source !== undefined && (
        <Fact label={t('line.title', { ns: 'sources' })}>
          {t(`line.kind.${snapshot.source.kind}`, { ns: 'sources' })}
          <SnapshotDigest
            sha256={snapshot.source.snapshot_sha256}
            what={t('line.snapshot', { ns: 'sources' })}
          />
        </Fact>
      )}
      {model !== null && (
        <Fact label={t('column.model')}>
          <PlaceLink className={classes.link} href={modelAddress(model)} title={model}>
            <bdi>{showHidden(model)}</bdi>
          </PlaceLink>
        </Fact>
      )}
      {operator !== null && (
        <Fact label={t('column.operator')}>
          <bdi>{showHidden(operator)}</bdi>
        </Fact>
      )}
      <Fact label={t('fact.opened')}>
        <Instant at={session.created_at} precision="minute" withZone />
      </Fact>
      {session.status === 'active' && (
        <Fact label={t('fact.expires')}>
          <Instant at={session.expires_at} withZone />
        </Fact>
      )}
      <Fact label={t('fact.may')}>
        {dataOperations.every((each) => session.allowed_operations.includes(each))
          ? t('fact.everything')
          : session.allowed_operations.map((each) => inSentence(t(`operation.${each}`))).join(', ')}
      </Fact>
    </Facts>
  );
}

/** The address names rows that are another account's to read. */
function OthersBanner() {
  const { t } = useTranslation('sessions');
  return (
    <Banner icon={<IconLock size={16} stroke={1.7} aria-hidden="true" />}>
      <strong>{t('others.title')}</strong> {t('others.text')}
    </Banner>
  );
}

/** Since when a session reads no more, because its rows are others by now. */
function RowsChangedBanner({ session: { source_changed_at: at } }: { session: Session }) {
  const { t } = useTranslation('sources');
  return (
    <Banner tone="warn" icon={<IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />}>
      <strong>{t('session.changed')}.</strong> {at !== undefined && <Instant at={at} withZone />}
      <br />
      {t('session.changedText')}
    </Banner>
  );
}

/** When, why and by whom a session ended. */
function EndBanner({ session }: { session: Session }) {
  const { t } = useTranslation('sessions');
  const { status } = session;
  if (status === 'revoked') {
    return (
      <Banner tone="warn" icon={<IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />}>
        <strong>{t('banner.revoked', { by: session.revoked_by ?? t('banner.holder') })}</strong>{' '}
        {session.revoked_at !== undefined && <Instant at={session.revoked_at} withZone />}
        {session.revocation_reason !== undefined && (
          <>
            <br />
            {showHidden(session.revocation_reason)}
          </>
        )}
        <br />
        {t('banner.after')}
      </Banner>
    );
  }
  return (
    <Banner icon={<IconClockOff size={16} stroke={1.7} aria-hidden="true" />}>
      <strong>{t(status === 'closed' ? 'banner.closed' : 'banner.expired')}</strong>{' '}
      <Instant at={session.closed_at ?? session.expires_at} withZone />. {t('banner.after')}
    </Banner>
  );
}
