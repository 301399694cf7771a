/** One data session: its rows, aggregation, operations, evidence and usage. */
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { ActionIcon, Anchor, Button, Menu, Skeleton, Tabs } from '@mantine/core';
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
import { toFailure } from '../../api/client.ts';
import { useOperations, useSession, useSessionEvidence } from '../../api/sessions.ts';
import { useCommands } from '../../app/commands.ts';
import { datasetAddress, modelAddress, sessionsAddress } from '../../ui/addresses.ts';
import { copyText } from '../../ui/clipboard.ts';
import { formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { showHidden } from '../../ui/json/text-lines.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { AggregateTab } from './aggregate-tab.tsx';
import { Countdown, useExpiryRefresh } from './countdown.tsx';
import { DataTab } from './data-tab.tsx';
import { EndSessionDialog } from './end-session-dialog.tsx';
import { EvidenceTab } from './evidence-tab.tsx';
import { OperationsTab } from './operations-tab.tsx';
import { RecordOperationDialog } from './record-operation-dialog.tsx';
import { readFilter } from './row-filter.ts';
import { sessionTabs, type SessionSearch, type SessionTab } from './search.ts';
import { SessionStatusBadge } from './session-status.tsx';
import { TransformDialog } from './transform-dialog.tsx';
import { UsageTab } from './usage-tab.tsx';
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
  const session = useSession(id);
  const title = `${session.data?.purpose ?? id} · ${t('title')}`;
  useEffect(() => {
    const before = document.title;
    document.title = title;
    return () => {
      document.title = before;
    };
  }, [title]);

  if (session.data !== undefined) return <OpenedSession key={id} session={session.data} />;
  let body: ReactNode = (
    <div className={classes.loading} role="status" aria-busy="true" aria-label={t('loadingOne')}>
      <Skeleton height={48} radius="md" />
      <Skeleton height={240} radius="md" />
    </div>
  );
  if (session.error !== null) {
    body =
      toFailure(session.error).code === 'not_found' ? (
        <EmptyState
          icon={<IconPlugConnected size={20} stroke={1.6} />}
          title={t('missing.title', { id })}
          actions={
            <Button component="a" href={sessionsAddress}>
              {t('missing.back')}
            </Button>
          }
        >
          {t('missing.text')}
        </EmptyState>
      ) : (
        <ErrorState
          error={session.error}
          title={t('oneFailed')}
          onRetry={() => void session.refetch()}
        />
      );
  }
  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <BackLink />
        <h1 className={classes.title}>{id}</h1>
      </header>
      {body}
    </div>
  );
}

function BackLink() {
  const { t } = useTranslation('sessions');
  return (
    <Anchor className={classes.back ?? ''} href={sessionsAddress} aria-label={t('backToList')}>
      <IconArrowLeft size={16} stroke={1.75} />
    </Anchor>
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
  const operations = useOperations(id, countPage);
  const evidence = useSessionEvidence(id, countPage);
  useExpiryRefresh(isActive ? [session.expires_at] : []);

  const allows = (operation: DataOperation) =>
    isActive && session.allowed_operations.includes(operation);
  const canTransform = allows('transform');
  const canRecord = recordable.some(allows);
  const filter: JsonObject = useMemo(() => readFilter(search.filter), [search.filter]);
  const tab: SessionTab = search.tab ?? 'data';
  const go = (part: Partial<SessionSearch>, replace = false) =>
    void navigate({ params: { id }, search: { ...search, ...part }, replace });
  const counts: Partial<Record<SessionTab, number | undefined>> = {
    operations: operations.data?.pagination.total,
    evidence: evidence.data?.pagination.total,
  };

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
    action('close', IconPlayerStop, isActive),
    action('revoke', IconBan, isActive),
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
  // Whoever came by keyboard goes on from here, and a reader hears which session this is.
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <div className={classes.screen}>
      <header className={classes.header}>
        <BackLink />
        <h1 ref={heading} tabIndex={-1} className={classes.title} title={session.purpose}>
          <bdi>{showHidden(session.purpose)}</bdi>
        </h1>
        <SessionStatusBadge status={status} />
        {isActive && (
          <span className={classes.left}>
            <Countdown until={session.expires_at} /> {t('column.left')}
          </span>
        )}
        <span className={classes.space} />
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
            {isActive && (
              <>
                <Menu.Divider />
                <Menu.Item
                  leftSection={<IconPlayerStop size={15} stroke={1.6} />}
                  onClick={() => setDialog('close')}
                >
                  {t('command.close')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconBan size={15} stroke={1.6} />}
                  onClick={() => setDialog('revoke')}
                >
                  {t('command.revoke')}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </header>
      <Facts session={session} />
      {!isActive && <EndBanner session={session} />}
      <Tabs
        value={tab}
        onChange={(value) => {
          const next = sessionTabs.find((each) => each === value) ?? 'data';
          go({ tab: next === 'data' ? undefined : next });
        }}
        keepMounted={false}
        className={classes.tabs ?? ''}
      >
        <Tabs.List className={classes.tabList ?? ''}>
          {sessionTabs.map((each) => {
            const count = counts[each];
            return (
              <Tabs.Tab key={each} value={each}>
                {t(`tab.${each}`)}
                {count !== undefined && count > 0 && (
                  <span className={classes.tabCount}>{formatCount(count)}</span>
                )}
              </Tabs.Tab>
            );
          })}
        </Tabs.List>
        <Tabs.Panel value="data" className={classes.dataPanel ?? ''}>
          <DataTab
            session={session}
            search={search}
            filter={filter}
            selected={selected}
            onSelected={setSelected}
            onSearch={(part) => go(part, true)}
          />
        </Tabs.Panel>
        <Tabs.Panel value="aggregate" className={classes.panel ?? ''} tabIndex={0}>
          <AggregateTab session={session} filter={filter} />
        </Tabs.Panel>
        <Tabs.Panel value="operations" className={classes.panel ?? ''}>
          <OperationsTab
            sessionId={id}
            onRecord={canRecord ? () => setDialog('record') : undefined}
          />
        </Tabs.Panel>
        <Tabs.Panel value="evidence" className={classes.panel ?? ''}>
          <EvidenceTab
            sessionId={id}
            shown={search.evidence}
            onShow={(next) => go({ tab: 'evidence', evidence: next })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="usage" className={classes.panel ?? ''} tabIndex={0}>
          <UsageTab session={session} />
        </Tabs.Panel>
      </Tabs>
      <EndSessionDialog
        way={dialog === 'close' ? 'close' : 'revoke'}
        session={session}
        opened={dialog === 'close' || dialog === 'revoke'}
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
    </div>
  );
}

function Facts({ session }: { session: Session }) {
  const { t } = useTranslation('sessions');
  const { dataset_id: dataset, model_id: model, operator, snapshot } = session;
  const rows = snapshot.record_count;
  return (
    <dl className={classes.facts}>
      <Fact label={t('column.dataset')}>
        <a className={classes.link} href={datasetAddress(dataset)} title={dataset}>
          <bdi>{dataset}</bdi>
        </a>
        <span className={classes.dim} title={t('fact.snapshotNote')}>
          {t('fact.snapshot', { count: rows, rows: formatCount(rows) })}
        </span>
      </Fact>
      {model !== null && (
        <Fact label={t('column.model')}>
          <a className={classes.link} href={modelAddress(model)} title={model}>
            <bdi>{showHidden(model)}</bdi>
          </a>
        </Fact>
      )}
      {operator !== null && (
        <Fact label={t('column.operator')}>
          <bdi>{showHidden(operator)}</bdi>
        </Fact>
      )}
      <Fact label={t('fact.opened')}>
        <Instant at={session.created_at} precision="date" />
      </Fact>
      {session.status === 'active' && (
        <Fact label={t('fact.expires')}>
          <Instant at={session.expires_at} withZone />
        </Fact>
      )}
      <Fact label={t('fact.may')}>
        {dataOperations.every((each) => session.allowed_operations.includes(each))
          ? t('fact.everything')
          : session.allowed_operations
              .map((each) => t(`operation.${each}`).toLowerCase())
              .join(', ')}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** When, why and by whom a session ended. */
function EndBanner({ session }: { session: Session }) {
  const { t } = useTranslation('sessions');
  const { status } = session;
  if (status === 'revoked') {
    return (
      <div className={classes.banner} data-tone="warn" role="note">
        <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
        <p>
          <strong>
            {t('banner.revoked', { by: showHidden(session.revoked_by ?? t('banner.holder')) })}
          </strong>{' '}
          {session.revoked_at !== undefined && <Instant at={session.revoked_at} withZone />}
          {session.revocation_reason !== undefined && (
            <>
              <br />
              {showHidden(session.revocation_reason)}
            </>
          )}
          <br />
          {t('banner.after')}
        </p>
      </div>
    );
  }
  return (
    <div className={classes.banner} role="note">
      <IconClockOff size={16} stroke={1.7} aria-hidden="true" />
      <p>
        <strong>{t(status === 'closed' ? 'banner.closed' : 'banner.expired')}</strong>{' '}
        <Instant at={session.closed_at ?? session.expires_at} withZone />. {t('banner.after')}
      </p>
    </div>
  );
}
