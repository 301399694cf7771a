/** Oversight: what a model decides, to whom, and whether groups fare alike. Every number leads to its decisions. */
import { Button, Skeleton } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconBellRinging, IconRefresh } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../shared/contract/json.ts';
import type { Oversight } from '../../../shared/contract/oversight.ts';
import { toFailure } from '../../api/client.ts';
import { useMay } from '../../api/capabilities.ts';
import { useOversight, type OversightQuestion } from '../../api/oversight.ts';
import { alertsAddress } from '../../ui/addresses.ts';
import { readWhere, withMember, writeWhere } from '../../ui/filter/where.ts';
import { WhereChips } from '../../ui/filter/where-chips.tsx';
import { fieldWord } from '../../ui/filter/where-words.ts';
import { formatCount, formatList, formatPercent } from '../../ui/format.ts';
import { Banner } from '../../ui/page/detail-page.tsx';
import { TabsPage } from '../../ui/page/tabs-page.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { OpenAlerts } from './alerts/open-alerts.tsx';
import { WatchedRules } from './alerts/watched-rules.tsx';
import { Confidence } from './confidence.tsx';
import { Drift } from './drift.tsx';
import { Fairness } from './fairness.tsx';
import { Figures } from './figures.tsx';
import { BasisChoice, DatesChoice, FieldChoice, ModelChoice } from './header-choices.tsx';
import { ModelsTable } from './models-table.tsx';
import { NoProfile } from './no-profile.tsx';
import { ExportEvidence, RecordedFiguresLink } from './recorded/export-evidence.tsx';
import { OverTime } from './over-time.tsx';
import { People } from './people.tsx';
import type { OversightSearch } from './search.ts';
import classes from './oversight.module.css';

const route = getRouteApi('/oversight');

export function OversightScreen() {
  const { t } = useTranslation('oversight');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { model, basis = 'model', tab } = search;
  const go = (next: OversightSearch) => void navigate({ search: next });
  const where = readWhere(search.where);
  const onWhere = (next: JsonObject) => go({ ...search, where: writeWhere(next) });
  const choices = (
    <>
      <ModelChoice model={model} onModel={(next) => go({ model: next, basis: search.basis })} />
      {(model === undefined || tab === undefined) && (
        <BasisChoice
          basis={basis}
          onBasis={(next) => go({ ...search, basis: next === 'model' ? undefined : next })}
        />
      )}
      <RecordedFiguresLink />
      {model !== undefined && tab === undefined && (
        <ExportEvidence question={questionOf(model, search)} />
      )}
      <RulesButton search={search} go={go} />
    </>
  );
  return (
    <TabsPage title={t('title')} actions={choices}>
      {model === undefined ? (
        <div className="pd-fill pd-line-above pd-scroll pd-container">
          <div className={classes.screen}>
            <OpenAlerts model={undefined} />
            <ModelsTable basis={basis} />
          </div>
        </div>
      ) : tab === 'rules' ? (
        <div className="pd-fill pd-line-above pd-scroll pd-container">
          <div className={classes.screen}>
            <WatchedRules key={model} model={model} />
          </div>
        </div>
      ) : (
        <ModelFigures
          key={model}
          model={model}
          search={search}
          where={where}
          onWhere={onWhere}
          go={go}
        />
      )}
    </TabsPage>
  );
}

/** The way to what is watched of a model; without one to every alert. */
function RulesButton({
  search,
  go,
}: {
  readonly search: OversightSearch;
  readonly go: (search: OversightSearch) => void;
}) {
  const { t } = useTranslation('rules');
  const may = useMay();
  const { model, tab } = search;
  if (!may('listRuleAlerts') || !may('getWatchedRules')) return null;
  if (model === undefined) {
    return (
      <Button
        component="a"
        href={alertsAddress()}
        leftSection={<IconBellRinging size={14} stroke={1.75} />}
      >
        {t('title')}
      </Button>
    );
  }
  const isShown = tab === 'rules';
  return (
    <Button
      leftSection={<IconAdjustmentsHorizontal size={14} stroke={1.75} />}
      aria-pressed={isShown}
      variant={isShown ? 'light' : 'default'}
      onClick={() => go({ ...search, tab: isShown ? undefined : 'rules' })}
    >
      {t('watched.button')}
    </Button>
  );
}

function questionOf(model: string, search: OversightSearch): OversightQuestion {
  const crossed = search.crossed?.split(',') ?? [];
  return {
    model_id: model,
    where: writeWhere(readWhere(search.where)),
    basis: search.basis ?? 'model',
    groups: search.group === undefined ? [] : [search.group, ...crossed],
  };
}

interface ModelProps {
  readonly model: string;
  readonly search: OversightSearch;
  readonly where: JsonObject;
  readonly onWhere: (where: JsonObject) => void;
  readonly go: (search: OversightSearch) => void;
}

function ModelFigures({ model, search, where, onWhere, go }: ModelProps) {
  const { t } = useTranslation('oversight');
  const { t: word } = useTranslation('where');
  const crossed = search.crossed?.split(',') ?? [];
  const query = useOversight(questionOf(model, search));
  const { data } = query;
  const code = query.error === null ? undefined : toFailure(query.error).code;
  if (code === 'no_profile') {
    return (
      <div className="pd-fill pd-line-above pd-scroll pd-container">
        <div className={classes.screen}>
          <NoProfile modelId={model} />
        </div>
      </div>
    );
  }
  const group = search.group ?? data?.fairness?.groups[0]?.groups[0] ?? '';
  return (
    <>
      {data !== undefined && (
        <div className="pd-filters">
          <FieldChoice field="version" choices={data.versions} where={where} onWhere={onWhere} />
          <FieldChoice field="policy_id" choices={data.policies} where={where} onWhere={onWhere} />
          <DatesChoice where={where} onWhere={onWhere} />
        </div>
      )}
      {Object.keys(where).length > 0 && (
        <div className="pd-filters" role="group" aria-label={word('row')}>
          <WhereChips where={where} onChange={onWhere} />
          <button type="button" className={classes.clear} onClick={() => onWhere({})}>
            {word('clear')}
          </button>
        </div>
      )}
      <div className="pd-fill pd-line-above pd-scroll pd-container">
        <div
          className={classes.screen}
          data-dimmed={
            query.isPlaceholderData || (query.isError && data !== undefined) || undefined
          }
          aria-busy={query.isFetching}
        >
          <OpenAlerts model={model} />
          {query.isError && (
            <ErrorState
              compact={data !== undefined}
              error={query.error}
              title={t(data === undefined ? 'failed' : 'old')}
              onRetry={() => void query.refetch()}
            />
          )}
          {data === undefined && !query.isError && <Loading />}
          {data !== undefined && (
            <Parts
              oversight={data}
              where={where}
              onWhere={onWhere}
              group={group}
              crossed={crossed}
              onGroup={(next, others) =>
                go({
                  ...search,
                  group: next,
                  crossed: others.length === 0 ? undefined : others.join(','),
                })
              }
            />
          )}
        </div>
      </div>
    </>
  );
}

interface PartsProps {
  readonly oversight: Oversight;
  readonly where: JsonObject;
  readonly onWhere: (where: JsonObject) => void;
  readonly group: string;
  readonly crossed: readonly string[];
  readonly onGroup: (group: string, crossed: readonly string[]) => void;
}

function Parts({ oversight, where, onWhere, group, crossed, onGroup }: PartsProps) {
  const { t } = useTranslation('oversight');
  const { t: word } = useTranslation('where');
  if (oversight.figures.decisions.count === 0) {
    const fields = Object.keys(where).map((field) => fieldWord(field, word));
    return (
      <EmptyState
        icon={<IconRefresh size={20} stroke={1.6} />}
        title={t('empty.title')}
        actions={
          fields.length > 0 && <Button onClick={() => onWhere({})}>{t('empty.clear')}</Button>
        }
      >
        {fields.length === 0 ? t('empty.none') : t('empty.filter', { fields: formatList(fields) })}
      </EmptyState>
    );
  }
  const selectPeriod = (from: string, to: string) =>
    onWhere(withMember(where, 'decided_at', { $gte: from, $lt: to }));
  return (
    <>
      <Applying oversight={oversight} />
      <Figures oversight={oversight} />
      <div className={classes.wide}>
        <OverTime oversight={oversight} onPeriod={selectPeriod} />
      </div>
      <div className={classes.narrow}>
        <Confidence oversight={oversight} />
      </div>
      <div className={classes.wide}>
        <Fairness oversight={oversight} group={group} crossed={crossed} onGroup={onGroup} />
      </div>
      <div className={`${classes.narrow} pd-grid pd-gap-12`}>
        <Drift oversight={oversight} />
        <People oversight={oversight} />
      </div>
    </>
  );
}

/** A newer profile whose facts are being made: figures are by the earlier one until then. */
function Applying({ oversight: { profile } }: { readonly oversight: Oversight }) {
  const { t } = useTranslation('oversight');
  const { being_applied: next } = profile;
  if (next === null) return null;
  return (
    <Banner icon={<IconRefresh size={15} stroke={1.75} />}>
      {t('applying', {
        n: next.n,
        before: profile.n,
        share: formatPercent(next.all === 0 ? 0 : next.done / next.all),
        done: formatCount(next.done),
        all: formatCount(next.all),
      })}
    </Banner>
  );
}

function Loading() {
  const { t } = useTranslation('oversight');
  return (
    <div className="pd-loading" role="status" aria-busy="true" aria-label={t('loading')}>
      <Skeleton height={72} radius="md" />
      <Skeleton height={240} radius="md" />
    </div>
  );
}
