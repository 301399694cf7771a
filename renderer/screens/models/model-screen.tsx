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
import { useCommands, type Command } from '../../ui/commands/commands.ts';
import { DetailPage, DetailState, MissingState, Section } from '../../ui/page/detail-page.tsx';
import { useOpenedThing } from '../../ui/places/use-recent-things.ts';
import { AddressTabs, type TabContents } from '../../ui/page/address-tabs.tsx';
import { tabNeeds } from '../../ui/places/places.ts';
import { openDialog } from '../../state/dialogs.ts';
import { modelsAddress } from '../../ui/addresses.ts';
import { CopiedValue } from '../../ui/copied-value.tsx';
import { formatCount, formatDay } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { QueryError } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ProfileSection } from '../oversight/profile/profile-section.tsx';
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
        {may('listProfiles') && <ProfileSection modelId={card.model_id} />}
        <Section title={t('field.performance')}>
          <MetricPanel modelId={card.model_id} group="performance" metrics={card.performance} />
        </Section>
        {hasFairness && (
          <Section title={t('field.fairness')}>
            {fairness.isError ? (
              <QueryError query={fairness} />
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
  if (versions.length === 0) return <span className="pd-dim pd-figures">{shown}</span>;
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
            <span className="pd-caption pd-loose pd-block">
              <Instant at={each.created_at} precision="minute" withZone />
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function NotRegistered({ id, version }: { id: string; version: string | undefined }) {
  const { t } = useTranslation(['models', 'profiles']);
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
        <>
          {may('createModel') && (
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
          )}
          {may('createProfile') && (
            <Button onClick={() => openDialog({ kind: 'decision-profile', modelId: id })}>
              {t('profiles:section.confirm')}
            </Button>
          )}
        </>
      }
    />
  );
}

/** What the address says of a card, and the ways to its other addresses. */
function useCardAddress(id: string) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (next: ModelSearch) => void navigate({ search: next, params: { id } });
  return {
    ...search,
    /** The newest version has no name in the address. */
    showVersion: (version: string, newest: string | undefined) =>
      go({ tab: search.tab, version: version === newest ? undefined : version }),
    showTab: (tab: ModelSearch['tab']) => go({ ...search, tab, compare: undefined }),
    compareWith: (compare: string | undefined) => go({ ...search, tab: 'versions', compare }),
  };
}

/** The version that one is compared with first: the next older one, else any other. */
function comparableWith(shown: string | undefined, versions: ModelVersions['versions']) {
  const older = versions.find(
    (each) => shown !== undefined && compareVersions(each.version, shown) < 0,
  );
  return (older ?? versions.find((each) => each.version !== shown))?.version;
}

/** The buttons of the head, and the commands of the card; none that needs it while there is none. */
function CardActions({
  id,
  card,
  comparable,
  onCompare,
}: {
  id: string;
  card: ModelCard | undefined;
  comparable: string | undefined;
  onCompare: (version: string | undefined) => void;
}) {
  const { t } = useTranslation('models');
  const navigate = route.useNavigate();
  const may = useMay();
  const shown = card?.version;
  const fairness = useModelFairness(id, shown);
  const cardExport = useCardExport(id, shown);
  const newVersion = () => {
    if (card === undefined) return;
    const { created_at: _registered, ...members } = card;
    openDialog({
      kind: 'register-model',
      draft: draftOfNext({ ...members, fairness: fairness.data?.fairness ?? undefined }),
      follows: card.version,
    });
  };
  useCommands([
    {
      id: 'model.new-version',
      title: t('command.newVersion'),
      group: 'do',
      icon: IconVersions,
      isEnabled: () => card !== undefined && may('createModel'),
      run: newVersion,
    },
    {
      id: 'model.compare',
      title: t('command.compare'),
      group: 'do',
      keys: ['d'],
      icon: IconVersions,
      isEnabled: () => comparable !== undefined,
      run: () => onCompare(comparable),
    },
    ...cardFormats.map((format): Command => ({
      id: `model.export-${format}`,
      title: t('command.export', { format: t(`export.format.${format}`) }),
      group: 'do',
      icon: IconDownload,
      isEnabled: () => shown !== undefined && may('exportModel'),
      run: () => cardExport.save(format),
    })),
    {
      id: 'model.back',
      title: t('command.back'),
      group: 'go',
      icon: IconArrowLeft,
      run: () => void navigate({ to: '/models', search: {} }),
    },
  ]);
  if (shown === undefined) return null;
  return (
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
  );
}

function CardTabs({
  card,
  versions,
  address,
  onVersion,
}: {
  card: ModelCard;
  versions: ReturnType<typeof useModelVersions>;
  address: ReturnType<typeof useCardAddress>;
  onVersion: (version: string) => void;
}) {
  const { t } = useTranslation('models');
  const { model_id: id, version } = card;
  const list = versions.data?.versions ?? [];
  const contents: TabContents<CardTab> = {
    card: {
      content: (
        <CardBody
          card={card}
          versions={versions.data}
          onShowAnnex={() => address.showTab('annex')}
        />
      ),
    },
    decisions: { content: <DecisionsPanel id={id} /> },
    versions: {
      count: list.length,
      content: versions.isError ? (
        <QueryError query={versions} />
      ) : (
        <VersionsPanel
          id={id}
          versions={list}
          shown={version}
          compared={address.compare}
          onShow={onVersion}
          onCompare={address.compareWith}
        />
      ),
    },
    annex: { isText: true, content: <CompletenessList id={id} version={version} /> },
  };
  return (
    <AddressTabs
      needs={tabNeeds.models}
      order={cardTabs}
      asked={address.tab}
      nameOf={(each) => t(`tab.${each}`)}
      contents={contents}
      onShow={address.showTab}
    />
  );
}

export function ModelScreen() {
  const { t } = useTranslation('models');
  const { id } = route.useParams();
  const address = useCardAddress(id);
  const card = useModelCard(id, address.version);
  useOpenedThing('model', id, card);
  // A model without a card has no versions either: there is nothing to ask for.
  const versions = useModelVersions(id, { enabled: card.data !== undefined });
  const shown = card.data?.version;
  const list = versions.data?.versions ?? [];
  const newest = list[0]?.version;
  const showVersion = (version: string) => address.showVersion(version, newest);
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
        <CardActions
          id={id}
          card={card.data}
          comparable={comparableWith(shown, list)}
          onCompare={address.compareWith}
        />
      }
    >
      {card.data === undefined ? (
        <DetailState
          query={card}
          loading={t('loadingCard')}
          failed={t('cardFailed')}
          missing={<NotRegistered id={id} version={address.version} />}
        />
      ) : (
        <CardTabs card={card.data} versions={versions} address={address} onVersion={showVersion} />
      )}
    </DetailPage>
  );
}
