/** One decision beside the grid: its header with the state of its check, and its tabs. */
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { ActionIcon, CopyButton, Skeleton, Tabs, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconCheck,
  IconCopy,
  IconFileUnknown,
  IconFocusCentered,
  IconX,
} from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { useAnswer } from '../../../api/answers.ts';
import { toFailure } from '../../../api/client.ts';
import { recordQuery, useRecordVerification, type RecordRow } from '../../../api/records.ts';
import { useOpenedThing } from '../../../ui/places/use-recent-things.ts';
import { useTabs } from '../../../ui/places/places.ts';
import { useNow } from '../../../ui/chain/use-now.ts';
import { formatCount, journalNumber } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useWindowTitle } from '../../../ui/window-title.ts';
import { InterventionsTab } from '../../interventions/interventions-tab.tsx';
import { inspectorTabNeeds, inspectorTabs, type InspectorTab } from '../inspector-tabs.ts';
import { ChainTab } from './chain-tab.tsx';
import { ContentTab } from './content-tab.tsx';
import { EvidenceTab } from './evidence-tab.tsx';
import { ExplanationTab } from './explanation-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { checkState, checkTones } from './record-check.ts';
import type { RecordCheck } from './verdict-line.tsx';
import classes from './inspector.module.css';

/** A record is checked once the cursor rests on it, not while it flies by. */
const restMs = 250;

function useRecordCheck(id: string): RecordCheck {
  const [rested] = useDebouncedValue(id, restMs);
  const query = useRecordVerification(id, { enabled: rested === id });
  const now = useNow();
  return {
    state: checkState(query.data, query.isFetching, now),
    check: query.data,
    error: query.error,
    isChecking: query.isFetching,
    now,
    checkAgain: () => void query.refetch(),
  };
}

function LoadingBody() {
  const { t } = useTranslation('inspector');
  return (
    <div className={classes.skeleton} role="status" aria-busy="true" aria-label={t('loading')}>
      {[72, 40, 88, 64, 80, 56, 92, 48].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} radius="sm" />
      ))}
    </div>
  );
}

function Header({
  recordId,
  record,
  check,
  onClose,
}: {
  recordId: string;
  record: RecordRow | undefined;
  check: RecordCheck;
  onClose: () => void;
}) {
  const { t } = useTranslation('inspector');
  return (
    <header className={classes.header}>
      <div className={classes.titleRow}>
        <h2 className={classes.title} title={recordId}>
          {recordId}
        </h2>
        <CopyButton value={recordId} timeout={1_500}>
          {({ copied, copy }) => (
            <Tooltip label={t('copyId')}>
              <ActionIcon size="sm" aria-label={t('copyId')} onClick={copy}>
                {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
        <span className="pd-space" />
        <span aria-live="polite">
          <StatusBadge tone={checkTones[check.state]}>{t(`verdict.${check.state}`)}</StatusBadge>
        </span>
        <ActionIcon size="sm" aria-label={t('close')} onClick={onClose}>
          <IconX size={15} />
        </ActionIcon>
      </div>
      <div className={classes.subtitle}>
        {record === undefined ? (
          <span>&nbsp;</span>
        ) : (
          <>
            <span>{journalNumber(record.seq)}</span>
            <bdi className={classes.model}>{showHidden(record.model_id)}</bdi>
            <Instant at={record.created_at} withZone />
          </>
        )}
      </div>
    </header>
  );
}

function Body({
  record,
  tab: asked,
  check,
  isOld,
  onTab,
  onOpenRecord,
  onActed,
}: {
  record: RecordRow;
  tab: InspectorTab;
  check: RecordCheck;
  isOld: boolean;
  onTab: (tab: InspectorTab) => void;
  onOpenRecord: ((id: string) => void) | undefined;
  onActed: ((id: string) => void) | undefined;
}) {
  const { t } = useTranslation('inspector');
  const { offered, tab } = useTabs(inspectorTabNeeds, inspectorTabs, asked);
  const contents: Readonly<Record<InspectorTab, ReactNode>> = {
    overview: (
      <OverviewTab
        record={record}
        check={check}
        onShowContent={() => onTab('content')}
        onShowChain={() => onTab('chain')}
        onShowInterventions={() => onTab('interventions')}
      />
    ),
    content: <ContentTab record={record} />,
    explanation: <ExplanationTab explanation={record.explanation} />,
    interventions: <InterventionsTab record={record} onActed={onActed} />,
    evidence: <EvidenceTab record={record} />,
    chain: record.seq !== undefined && (
      <ChainTab record={record} seq={record.seq} check={check} onOpenRecord={onOpenRecord} />
    ),
  };
  return (
    <Tabs
      value={tab}
      onChange={(value) => {
        const chosen = offered.find((each) => each === value);
        if (chosen !== undefined) onTab(chosen);
      }}
      keepMounted={false}
      className={classes.tabs ?? ''}
      data-old={isOld || undefined}
    >
      <Tabs.List className={classes.tabList ?? ''}>
        {offered.map((each) => (
          <Tabs.Tab key={each} value={each}>
            {t(`tabs.${each}`)}
            {each === 'interventions' && record.interventions.length > 0 && (
              <span className="pd-tab-count pd-mute">
                {formatCount(record.interventions.length)}
              </span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {offered.map((each) => (
        <Tabs.Panel key={each} value={each} className={classes.panel ?? ''}>
          {contents[each]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/**
 * The inspector of one record. `onOpenRecord` makes its neighbours in the chain links. While the next
 * record loads, the one before stays readable, dimmed.
 */
export function Inspector({
  recordId,
  tab,
  onTab,
  onClose,
  onOpenRecord,
  onActed,
  onReady,
}: {
  recordId: string;
  tab: InspectorTab;
  onTab: (tab: InspectorTab) => void;
  onClose: () => void;
  onOpenRecord?: (id: string) => void;
  /** Called after a person acted on the record. */
  onActed?: (id: string) => void;
  /** Called when there are tabs to put the focus on. */
  onReady?: () => void;
}) {
  const { t } = useTranslation('inspector');
  useWindowTitle('thing', recordId === '' ? undefined : recordId);
  const query = useAnswer('getRecord', {
    ...recordQuery(recordId),
    placeholderData: keepPreviousData,
    enabled: recordId !== '',
  });
  const check = useRecordCheck(recordId);
  const failure = query.error === null ? undefined : toFailure(query.error);
  const record = failure === undefined ? query.data : undefined;
  const own = record?.id === recordId ? record : undefined;
  useOpenedThing('record', recordId, { data: own, error: query.error });
  const isReady = record !== undefined;
  const sayReady = useEffectEvent(() => onReady?.());
  useEffect(() => {
    if (isReady) sayReady();
  }, [isReady]);

  if (recordId === '') {
    return (
      <EmptyState icon={<IconFocusCentered size={20} stroke={1.6} />} title={t('emptyTitle')}>
        {t('empty')}
      </EmptyState>
    );
  }
  let body = <LoadingBody />;
  if (failure?.status === 404) {
    body = (
      <EmptyState icon={<IconFileUnknown size={20} stroke={1.6} />} title={t('notFoundTitle')}>
        {t('notFound', { id: recordId })}
      </EmptyState>
    );
  } else if (failure !== undefined) {
    body = <ErrorState error={failure} onRetry={() => void query.refetch()} />;
  } else if (record !== undefined) {
    body = (
      <Body
        record={record}
        tab={tab}
        check={check}
        onTab={onTab}
        isOld={query.isPlaceholderData}
        onOpenRecord={onOpenRecord}
        onActed={onActed}
      />
    );
  }
  return (
    <section className={classes.inspector} aria-label={t('label', { id: recordId })}>
      <Header recordId={recordId} record={own} check={check} onClose={onClose} />
      {body}
    </section>
  );
}
