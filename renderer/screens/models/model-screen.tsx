/** A model's card: what it is for, how it performs, its artifact, its gaps, its versions, its decisions. */
import type { ReactNode } from 'react';
import { Button, Menu, Skeleton } from '@mantine/core';
import {
  IconArrowLeft,
  IconBoxModel2,
  IconCheck,
  IconChevronDown,
  IconDownload,
  IconVersions,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import {
  compareVersions,
  type ModelCard,
  type ModelVersions,
} from '../../../shared/contract/models.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { useModelCard, useModelFairness, useModelVersions } from '../../api/models.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import {
  DetailPage,
  DetailState,
  MissingState,
  PageTabs,
  Section,
  type PageTab,
} from '../../ui/page/detail-page.tsx';
import { useOpenedThing } from '../../ui/places/use-recent-things.ts';
import { NotHere } from '../../ui/page/not-here.tsx';
import { tabNeeds, useTabs } from '../../ui/places/places.ts';
import { openDialog } from '../../state/dialogs.ts';
import { modelsAddress } from '../../ui/addresses.ts';
import { CopiedValue } from '../../ui/copied-value.tsx';
import { formatCount, formatDay } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ArtifactPanel } from './artifact-panel.tsx';
import { draftOfNext } from './card-form.ts';
import { CompletenessList, CompletenessPanel } from './completeness-panel.tsx';
import { DecisionsPanel } from './decisions-panel.tsx';
import { cardFormats, ExportMenu, useCardExport } from './export-menu.tsx';
import { MetricPanel, Unknown } from './metric-panel.tsx';
import { showProse } from './prose.ts';
import { cardTabs, type CardTab, type ModelSearch } from './search.ts';
import { VersionsPanel } from './versions-panel.tsx';
import classes from './card.module.css';

const route = getRouteApi('/models/$id');

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Facts({ card, isRegistrationShown }: { card: ModelCard; isRegistrationShown: boolean }) {
  const { t } = useTranslation('models');
  const { framework, training_date: trained, model_hash: hash } = card;
  return (
    <dl className={classes.facts}>
      <Fact label={t('field.framework')}>
        {framework === undefined ? <Unknown /> : <bdi>{showHidden(framework)}</bdi>}
      </Fact>
      <Fact label={t('field.training_date')}>
        {trained === undefined ? <Unknown /> : formatDay(trained)}
      </Fact>
      <Fact label={t('field.model_hash')}>
        {hash === undefined ? (
          <Unknown />
        ) : (
          <CopiedValue value={hash} what={t('field.model_hash')} />
        )}
      </Fact>
      {isRegistrationShown && (
        <Fact label={t('ledger.registered')}>
          <Instant at={card.created_at} withZone />
        </Fact>
      )}
    </dl>
  );
}

/** A free text of the card; a blank one says nothing, so it is as unknown as a missing one. */
function Prose({ text }: { text: string | undefined }) {
  return text === undefined || text.trim() === '' ? (
    <Unknown />
  ) : (
    <p className={classes.prose} dir="auto">
      {showProse(text)}
    </p>
  );
}

function LedgerFacts({ entry }: { entry: ModelVersions['versions'][number] }) {
  const { t } = useTranslation('models');
  return (
    <dl className={classes.ledger}>
      <Fact label={t('ledger.registered')}>
        <Instant at={entry.created_at} withZone />
      </Fact>
      <Fact label={t('ledger.entry')}>{`#${formatCount(entry.seq)}`}</Fact>
      <Fact label={t('ledger.id')}>
        <CopiedValue value={entry.entry_id} what={t('ledger.id')} />
      </Fact>
      <Fact label={t('ledger.hash')}>
        <CopiedValue value={entry.entry_hash} what={t('ledger.hash')} />
      </Fact>
    </dl>
  );
}

function CardBody({
  card,
  versions,
  onShowAnnex,
}: {
  card: ModelCard;
  versions: ModelVersions | undefined;
  onShowAnnex: () => void;
}) {
  const { t } = useTranslation('models');
  const may = useMay();
  const hasFairness = may('getModelFairness');
  const hasVersions = may('getModelVersions');
  const fairness = useModelFairness(card.model_id, card.version);
  const entry = versions?.versions.find((each) => each.version === card.version);
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <Section title={t('section.facts')}>
          <Facts card={card} isRegistrationShown={!hasVersions} />
        </Section>
        <Section title={t('field.performance')}>
          <MetricPanel modelId={card.model_id} group="performance" metrics={card.performance} />
        </Section>
        {hasFairness && (
          <Section title={t('field.fairness')}>
            {fairness.isError ? (
              <ErrorState compact error={fairness.error} onRetry={() => void fairness.refetch()} />
            ) : (
              fairness.data !== undefined && (
                <MetricPanel
                  modelId={card.model_id}
                  group="fairness"
                  metrics={fairness.data.fairness ?? undefined}
                />
              )
            )}
          </Section>
        )}
        <Section title={t('field.intended_use')}>
          <Prose text={card.intended_use} />
        </Section>
        <Section title={t('field.limitations')}>
          <Prose text={card.limitations} />
        </Section>
      </div>
      <div className={classes.column}>
        {may('listArtifactChecks') && (
          <Section title={t('section.artifact')}>
            <ArtifactPanel key={card.version} card={card} />
          </Section>
        )}
        {may('getModelCompleteness') && (
          <Section title={t('section.completeness')}>
            <CompletenessPanel
              id={card.model_id}
              version={card.version}
              onShowAnnex={onShowAnnex}
            />
          </Section>
        )}
        {hasVersions && (
          <Section title={t('section.ledger')}>
            {entry === undefined ? <Skeleton height={84} /> : <LedgerFacts entry={entry} />}
          </Section>
        )}
      </div>
    </div>
  );
}

function VersionsMenu({
  versions,
  shown,
  onShow,
}: {
  versions: ModelVersions['versions'];
  shown: string;
  onShow: (version: string) => void;
}) {
  const { t } = useTranslation('models');
  // Where a server tells no versions, the card's own is all there is to say.
  if (versions.length === 0) return <span className={classes.onlyVersion}>{shown}</span>;
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button
          leftSection={<IconVersions size={14} stroke={1.75} />}
          rightSection={<IconChevronDown size={12} />}
          aria-label={t('versions.menu', { version: shown })}
        >
          {shown}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.versionMenu ?? ''}>
        {versions.map((each, place) => (
          <Menu.Item
            key={each.version}
            leftSection={each.version === shown ? <IconCheck size={14} /> : <span />}
            onClick={() => onShow(each.version)}
          >
            {each.version}
            {place === 0 && <span className={classes.shownMark}>{t('versions.newest')}</span>}
            <span className={classes.menuNote}>
              <Instant at={each.created_at} precision="minute" withZone />
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function NotRegistered({ id, version }: { id: string; version: string | undefined }) {
  const { t } = useTranslation('models');
  const may = useMay();
  return (
    <MissingState
      icon={<IconBoxModel2 size={20} stroke={1.6} />}
      title={
        version === undefined
          ? t('missing.title', { id })
          : t('missing.versionTitle', { id, version })
      }
      text={t('missing.text')}
      back={{ href: modelsAddress, label: t('missing.back') }}
      action={
        may('createModel') && (
          <Button
            variant="filled"
            onClick={() =>
              openDialog({
                kind: 'register-model',
                draft: { model_id: id, version },
                follows: null,
              })
            }
          >
            {t('register.action')}
          </Button>
        )
      }
    />
  );
}

export function ModelScreen() {
  const { t } = useTranslation('models');
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const card = useModelCard(id, search.version);
  useOpenedThing('model', id, card);
  // A model without a card has no versions either: there is nothing to ask for.
  const versions = useModelVersions(id, {
    enabled: card.data !== undefined,
  });
  const shown = card.data?.version;
  const fairness = useModelFairness(id, shown);
  const cardExport = useCardExport(id, shown);
  const list = versions.data?.versions ?? [];
  const newest = list[0]?.version;

  const go = (next: ModelSearch) => void navigate({ search: next, params: { id } });
  const showVersion = (version: string) =>
    go({ tab: search.tab, version: version === newest ? undefined : version });
  const showTab = (next: CardTab) =>
    go({ ...search, tab: next === 'card' ? undefined : next, compare: undefined });
  const compareWith = (compare: string | undefined) => go({ ...search, tab: 'versions', compare });
  const newVersion = () => {
    if (card.data === undefined) return;
    const { created_at: _registered, ...members } = card.data;
    openDialog({
      kind: 'register-model',
      draft: draftOfNext({ ...members, fairness: fairness.data?.fairness ?? undefined }),
      follows: card.data.version,
    });
  };
  const older = list.find(
    (each) => shown !== undefined && compareVersions(each.version, shown) < 0,
  )?.version;
  const comparable = older ?? list.find((each) => each.version !== shown)?.version;
  useCommands([
    {
      id: 'model.new-version',
      title: t('command.newVersion'),
      group: 'do',
      scope: 'global',
      icon: IconVersions,
      isEnabled: () => card.data !== undefined && may('createModel'),
      run: newVersion,
    },
    {
      id: 'model.compare',
      title: t('command.compare'),
      group: 'do',
      scope: 'global',
      keys: ['d'],
      icon: IconVersions,
      isEnabled: () => comparable !== undefined,
      run: () => compareWith(comparable),
    },
    ...cardFormats.map((format) => ({
      id: `model.export-${format}`,
      title: t('command.export', { format: t(`export.format.${format}`) }),
      group: 'do' as const,
      scope: 'global' as const,
      icon: IconDownload,
      isEnabled: () => shown !== undefined && may('exportModel'),
      run: () => cardExport.save(format),
    })),
    {
      id: 'model.back',
      title: t('command.back'),
      group: 'go',
      scope: 'global',
      icon: IconArrowLeft,
      run: () => void navigate({ to: '/models', search: {} }),
    },
  ]);
  const { offered, tab, lacking } = useTabs(tabNeeds.models, cardTabs, search.tab);
  const tabsOf = (opened: ModelCard): readonly PageTab<CardTab>[] => [
    {
      id: 'card',
      label: t('tab.card'),
      content: (
        <CardBody card={opened} versions={versions.data} onShowAnnex={() => showTab('annex')} />
      ),
    },
    { id: 'decisions', label: t('tab.decisions'), content: <DecisionsPanel id={id} /> },
    {
      id: 'versions',
      label: t('tab.versions'),
      count: list.length,
      content: versions.isError ? (
        <ErrorState compact error={versions.error} onRetry={() => void versions.refetch()} />
      ) : (
        <VersionsPanel
          id={id}
          versions={list}
          shown={opened.version}
          compared={search.compare}
          onShow={showVersion}
          onCompare={compareWith}
        />
      ),
    },
    {
      id: 'annex',
      label: t('tab.annex'),
      isText: true,
      content: <CompletenessList id={id} version={opened.version} />,
    },
  ];

  return (
    <DetailPage
      key={id}
      back={{ href: modelsAddress, label: t('backToList') }}
      name={id}
      section={t('title')}
      badges={
        shown !== undefined && (
          <>
            <VersionsMenu versions={list} shown={shown} onShow={showVersion} />
            {newest !== undefined && shown !== newest && (
              <StatusBadge tone="warn">{t('versions.notNewest', { version: newest })}</StatusBadge>
            )}
          </>
        )
      }
      actions={
        shown !== undefined && (
          <>
            {may('exportModel') && <ExportMenu busy={cardExport.busy} onExport={cardExport.save} />}
            {may('createModel') && (
              <Button
                variant="filled"
                leftSection={<IconVersions size={14} stroke={2} />}
                onClick={newVersion}
              >
                {t('register.newVersion')}
              </Button>
            )}
          </>
        )
      }
    >
      {card.data === undefined ? (
        <DetailState
          query={card}
          loading={t('loadingCard')}
          failed={t('cardFailed')}
          missing={<NotRegistered id={id} version={search.version} />}
        />
      ) : (
        <>
          <NotHere name={t(`tab.${search.tab ?? tab}`)} lacking={lacking} />
          <PageTabs
            tabs={tabsOf(card.data).filter(({ id: each }) => offered.includes(each))}
            value={tab}
            onChange={showTab}
          />
        </>
      )}
    </DetailPage>
  );
}
