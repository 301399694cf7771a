/** One data session: its rows, aggregation, operations, evidence and usage. */
import { useMemo, useState } from 'react';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconBan,
  IconClipboardPlus,
  IconClockOff,
  IconCopy,
  IconDots,
  IconPlayerStop,
  IconPlugConnected,
  IconTransform,
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
import { useCommands } from '../../ui/commands/commands.ts';
import {
  Banner,
  DetailPage,
  DetailState,
  Fact,
  Facts,
  MissingState,
  PageTabs,
  type PageTab,
} from '../../ui/page/detail-page.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { useOpenedThing } from '../../ui/places/use-recent-things.ts';
import { NotHere } from '../../ui/page/not-here.tsx';
import { tabNeeds, useTabs } from '../../ui/places/places.ts';
import { datasetAddress, modelAddress, sessionsAddress } from '../../ui/addresses.ts';
import { copyText } from '../../ui/clipboard.ts';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { AggregateTab } from './aggregate-tab.tsx';
import { Countdown, useExpiryRefresh } from '../../ui/sessions/countdown.tsx';
import { DataTab } from './data-tab.tsx';
import { CloseSessionDialog, RevokeSessionDialog } from './end-session-dialog.tsx';
import { EvidenceTab } from './evidence-tab.tsx';
import { OperationsTab } from './operations-tab.tsx';
import { RecordOperationDialog } from './record-operation-dialog.tsx';
import { readFilter } from './row-filter.ts';
import { sessionTabs, type SessionSearch, type SessionTab } from './search.ts';
import { SessionStatusBadge } from '../../ui/sessions/session-status.tsx';
import { TransformDialog } from './transform-dialog.tsx';
import { UsageTab } from './usage-tab.tsx';
import { useMayUse } from './use-may-use.ts';
import classes from './session.module.css';

const route = getRouteApi('/sessions/$id');
const nothingSelected: ReadonlySet<string> = new Set();
const recordable = ['train', 'analyze', 'validate'] as const satisfies readonly DataOperation[];
/** How many there are is asked of the smallest page. */
const countPage = { limit: 1, offset: 0 };

type OpenDialog = 'close' | 'revoke' | 'transform' | 'record';

export function SessionScreen() {
  const { t } = useTranslation('sessions');
  const { id } = route.useParams();
  const query = useSession(id);
  useOpenedThing('session', id, query);
  if (query.data !== undefined) return <OpenedSession key={id} session={query.data} />;
  return (
    <DetailPage
      back={{ href: sessionsAddress, label: t('backToList') }}
      name={id}
      section={t('title')}
    >
      <DetailState
        query={query}
        loading={t('loadingOne')}
        failed={t('oneFailed')}
        missing={
          <MissingState
            icon={<IconPlugConnected size={20} stroke={1.6} />}
            title={t('missing.title', { id })}
            text={t('missing.text')}
            back={{ href: sessionsAddress, label: t('missing.back') }}
          />
        }
      />
    </DetailPage>
  );
}

function OpenedSession({ session }: { session: Session }) {
  const { t } = useTranslation('sessions');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { session_id: id, status } = session;
  const isActive = status === 'active';
  const [dialog, setDialog] = useState<OpenDialog>();
  const [selected, setSelected] = useState(nothingSelected);
  const [isReading, setIsReading] = useState(false);
  const operations = useOperations(id, countPage);
  const evidence = useSessionEvidence(id, countPage);
  useExpiryRefresh(isActive ? [session.expires_at] : []);

  const may = useMay();
  const { offered, tab, lacking } = useTabs(tabNeeds.sessions, sessionTabs, search.tab);
  const mayTransform = useMayUse(session, 'transformSession');
  const mayRecord = useMayUse(session, 'recordOperation');
  const allows = (operation: DataOperation) =>
    isActive && session.allowed_operations.includes(operation);
  const canTransform = mayTransform && allows('transform');
  const canRecord = mayRecord && recordable.some(allows);
  const canClose = isActive && may('closeSession');
  const canRevoke = isActive && may('revokeSession');
  const filter: JsonObject = useMemo(() => readFilter(search.filter), [search.filter]);
  const go = (part: Partial<SessionSearch>, replace = false) =>
    void navigate({ params: { id }, search: { ...search, ...part }, replace });
  const action = (name: OpenDialog, icon: typeof IconTransform, enabled: boolean) => ({
    id: `session.${name}`,
    title: t(`command.${name}`),
    group: 'do' as const,
    scope: 'global' as const,
    icon,
    isEnabled: () => enabled,
    run: () => setDialog(name),
  });
  useCommands([
    action('transform', IconTransform, canTransform),
    action('record', IconClipboardPlus, canRecord),
    action('close', IconPlayerStop, canClose),
    action('revoke', IconBan, canRevoke),
    {
      id: 'session.copy-id',
      title: t('command.copyId'),
      group: 'do',
      scope: 'global',
      icon: IconCopy,
      run: () => void copyText(id, t('column.id')),
    },
    {
      id: 'session.back',
      title: t('command.back'),
      group: 'go',
      scope: 'global',
      icon: IconArrowLeft,
      run: () => void navigate({ to: '/sessions', search: {} }),
    },
  ]);
  const tabs: readonly PageTab<SessionTab>[] = [
    {
      id: 'data',
      label: t('tab.data'),
      fills: true,
      content: (
        <DataTab
          session={session}
          search={search}
          filter={filter}
          isReading={isReading}
          onRead={() => setIsReading(true)}
          selected={selected}
          onSelected={setSelected}
          onSearch={(part) => go(part, true)}
        />
      ),
    },
    {
      id: 'aggregate',
      label: t('tab.aggregate'),
      isText: true,
      content: <AggregateTab session={session} filter={filter} />,
    },
    {
      id: 'operations',
      label: t('tab.operations'),
      count: operations.data?.pagination.total,
      content: (
        <OperationsTab
          sessionId={id}
          onRecord={canRecord ? () => setDialog('record') : undefined}
        />
      ),
    },
    {
      id: 'evidence',
      label: t('tab.evidence'),
      count: evidence.data?.pagination.total,
      content: (
        <EvidenceTab
          sessionId={id}
          shown={search.evidence}
          onShow={(next) => go({ tab: 'evidence', evidence: next })}
        />
      ),
    },
    { id: 'usage', label: t('tab.usage'), isText: true, content: <UsageTab session={session} /> },
  ];

  return (
    <DetailPage
      back={{ href: sessionsAddress, label: t('backToList') }}
      name={session.purpose}
      section={t('title')}
      badges={
        <>
          <SessionStatusBadge status={status} />
          {isActive && (
            <span className={classes.left}>
              <Countdown until={session.expires_at} /> {t('column.left')}
            </span>
          )}
        </>
      }
      actions={
        <>
          {canRecord && (
            <Button
              leftSection={<IconClipboardPlus size={14} stroke={1.75} />}
              onClick={() => setDialog('record')}
            >
              {t('record.action')}
            </Button>
          )}
          {canTransform && (
            <Button
              variant="filled"
              leftSection={<IconTransform size={14} stroke={2} />}
              onClick={() => setDialog('transform')}
            >
              {t('transform.action')}
            </Button>
          )}
          <Menu position="bottom-end" width={210}>
            <Menu.Target>
              <ActionIcon aria-label={t('more')}>
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconCopy size={15} stroke={1.6} />}
                onClick={() => void copyText(id, t('column.id'))}
              >
                {t('command.copyId')}
              </Menu.Item>
              {(canClose || canRevoke) && <Menu.Divider />}
              {canClose && (
                <Menu.Item
                  leftSection={<IconPlayerStop size={15} stroke={1.6} />}
                  onClick={() => setDialog('close')}
                >
                  {t('command.close')}
                </Menu.Item>
              )}
              {canRevoke && (
                <Menu.Item
                  leftSection={<IconBan size={15} stroke={1.6} />}
                  onClick={() => setDialog('revoke')}
                >
                  {t('command.revoke')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      <SessionFacts session={session} />
      {!isActive && <EndBanner session={session} />}
      <NotHere name={t(`tab.${search.tab ?? tab}`)} lacking={lacking} />
      <PageTabs
        tabs={tabs.filter((each) => offered.includes(each.id))}
        value={tab}
        onChange={(next) => go({ tab: next === 'data' ? undefined : next })}
      />
      <CloseSessionDialog
        session={session}
        opened={dialog === 'close'}
        onClose={() => setDialog(undefined)}
      />
      <RevokeSessionDialog
        session={session}
        opened={dialog === 'revoke'}
        onClose={() => setDialog(undefined)}
      />
      <TransformDialog
        session={session}
        filter={filter}
        selected={selected}
        opened={dialog === 'transform'}
        onClose={() => setDialog(undefined)}
        onShowEvidence={(next) => {
          setDialog(undefined);
          go({ tab: 'evidence', evidence: next });
        }}
      />
      <RecordOperationDialog
        session={session}
        filter={filter}
        selected={selected}
        allowed={recordable.filter(allows)}
        opened={dialog === 'record'}
        onClose={() => setDialog(undefined)}
        onRecorded={(next) => {
          setDialog(undefined);
          go({ tab: 'evidence', evidence: next });
        }}
      />
    </DetailPage>
  );
}

function SessionFacts({ session }: { session: Session }) {
  const { t } = useTranslation('sessions');
  const { dataset_id: dataset, model_id: model, operator, snapshot } = session;
  const rows = snapshot.record_count;
  return (
    <Facts>
      <Fact label={t('column.dataset')}>
        <PlaceLink className={classes.link} href={datasetAddress(dataset)} title={dataset}>
          <bdi>{dataset}</bdi>
        </PlaceLink>
        <span className={classes.dim} title={t('fact.snapshotNote')}>
          {t('fact.snapshot', { count: rows, rows: formatCount(rows) })}
        </span>
      </Fact>
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
