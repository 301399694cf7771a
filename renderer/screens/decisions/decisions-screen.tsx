/** The Decisions screen: header, chips, grid and inspector around one address. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { Button } from '@mantine/core';
import {
  IconArrowsSort,
  IconChartHistogram,
  IconDatabase,
  IconFilterOff,
  IconLayoutBottombar,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
  IconListSearch,
  IconPlus,
  IconSearch,
  IconStack2,
  IconUpload,
  IconX,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import { useMay } from '../../api/capabilities.ts';
import { useUnregisteredIds } from '../../api/models.ts';
import { useProfiles } from '../../api/profiles.ts';
import { useIsReadOnly } from '../../api/workspace.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { useWorkspaceOpener } from '../../ui/use-workspace-opener.ts';
import { openDialog } from '../../state/dialogs.ts';
import { notify } from '../../state/notices.ts';
import { prefer, usePreferences } from '../../state/preferences.ts';
import { formatCount } from '../../ui/format.ts';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useGridColumns } from '../../ui/table/use-grid-columns.ts';
import { cellWords, decisionColumns } from './columns.tsx';
import { DecisionGrid } from './decision-grid.tsx';
import { DecisionPane, useDecisionPane } from './decision-pane.tsx';
import { DecisionsHeader } from './decisions-header.tsx';
import { DropTarget } from './drop-target.tsx';
import { FacetPane } from './facet-pane.tsx';
import { FilterChips } from './filter-chips.tsx';
import {
  activeFields,
  restrictionText,
  withAdded,
  withoutField,
  type DecisionsTranslate,
} from '../../ui/filter/decision-filters.ts';
import {
  filterOf,
  isFiltered,
  keptFilter,
  orderOf,
  parseDecisionsSearch,
  type DecisionsSearch,
} from './search.ts';
import { DecisionSelectionBar } from './selection-bar.tsx';
import { everythingSelected, nothingSelected } from '../../ui/list/selection.ts';
import { selectedRows, useViewSelection } from './selection.ts';
import { TimeStrip } from './time-strip.tsx';
import { toggleFacets, toggleTime } from './around-choice.tsx';
import { isPersonGone, PersonGone } from './person-gone.tsx';
import { useSelectedCopy } from './use-selected-copy.ts';
import { useShownView, viewKey, type DecisionView } from './use-decision-list.ts';

const route = getRouteApi('/decisions');

export function DecisionsScreen() {
  const { t } = useTranslation('decisions');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const address = JSON.stringify(filterOf(search));
  // The same object for the same address: pages are asked for by it.
  const filter = useMemo<RecordFilter>(() => parseDecisionsSearch(JSON.parse(address)), [address]);
  const order = orderOf(search);
  const shown = useShownView(filter, order);
  const { view } = shown;
  const total = view?.total ?? 0;
  const zone = usePreferences((state) => state.timeZone);
  const place = usePreferences((state) => state.inspectorPlace);
  const showsTime = usePreferences((state) => state.decisionsOverTime);
  const showsFacets = usePreferences((state) => state.decisionFacets);

  // What a profile reads means something within one model.
  const profile = useProfiles(filter.model_id).data?.data[0];
  const definitions = useMemo(() => decisionColumns(t, zone, profile), [t, zone, profile]);
  const { data: uncarded } = useUnregisteredIds();
  const cells = useMemo(() => {
    const unregistered = new Set(uncarded);
    return { t, zone, words: cellWords(t), unregistered };
  }, [t, zone, uncarded]);
  const columns = useGridColumns('decisions', definitions);

  const searchInput = useRef<HTMLInputElement>(null);
  const [choosing, setChoosing] = useState(false);

  // ---- the address ----

  const go = useCallback(
    (next: DecisionsSearch, replace = false) => void navigate({ search: next, replace }),
    [navigate],
  );
  const setFilter = useCallback(
    (next: RecordFilter, replace = false) =>
      go({ ...next, order: search.order, record: search.record, tab: search.tab }, replace),
    [go, search.order, search.record, search.tab],
  );
  const clearFilters = useCallback(() => {
    const before = search;
    go({ order: search.order, record: search.record, tab: search.tab });
    notify({ title: t('filtersCleared'), undo: () => go(before) });
  }, [go, search, t]);
  const reverse = useCallback(
    () => go({ ...search, order: search.order === 'asc' ? undefined : 'asc' }),
    [go, search],
  );
  const pane = useDecisionPane(search, go, false);
  const { grid, open, close } = pane;

  // ---- selection: it belongs to a view ----

  const kept = useViewSelection(viewKey(filter, order));
  const { selection, keep } = kept;
  const { busy, copy } = useSelectedCopy(view);
  const compareSelected = () => {
    const [one, other] = selectedRows(selection);
    if (one !== undefined && other !== undefined) {
      openDialog({ kind: 'compare', ids: [one.id, other.id] });
    }
  };

  // ---- commands ----

  const filtered = isFiltered(filter);
  useCommands([
    {
      id: 'decisions.search',
      title: t('command.focusSearch'),
      group: 'view',
      scope: 'global',
      keys: ['/'],
      icon: IconSearch,
      run: () => {
        searchInput.current?.focus();
        searchInput.current?.select();
      },
    },
    {
      id: 'decisions.clear-filters',
      title: t('command.clearFilters'),
      group: 'view',
      scope: 'global',
      icon: IconFilterOff,
      isEnabled: () => filtered,
      run: clearFilters,
    },
    {
      id: 'decisions.reverse',
      title: t('command.reverse'),
      group: 'view',
      scope: 'global',
      icon: IconArrowsSort,
      run: reverse,
    },
    {
      id: 'decisions.facets',
      title: t(showsFacets ? 'command.hideFacets' : 'command.showFacets'),
      group: 'view',
      scope: 'global',
      icon: IconLayoutSidebar,
      run: toggleFacets,
    },
    {
      id: 'decisions.over-time',
      title: t(showsTime ? 'command.hideTime' : 'command.showTime'),
      group: 'view',
      scope: 'global',
      icon: IconChartHistogram,
      run: toggleTime,
    },
    {
      id: 'decisions.inspector-place',
      title: place === 'right' ? t('command.inspectorBottom') : t('command.inspectorRight'),
      group: 'view',
      scope: 'global',
      icon: place === 'right' ? IconLayoutBottombar : IconLayoutSidebarRight,
      run: () => prefer({ inspectorPlace: place === 'right' ? 'bottom' : 'right' }),
    },
    {
      id: 'decisions.close-inspector',
      title: t('command.close'),
      group: 'view',
      scope: 'global',
      icon: IconX,
      isEnabled: () => search.record !== undefined,
      run: close,
    },
  ]);

  const isReadOnly = useIsReadOnly();
  const takesFiles = useMay()('createImport') && !isReadOnly;
  const overlay = useOverlay({ shown, filter, filtered, setFilter, clearFilters });
  const list = (
    <div className="pd-column pd-slim pd-full pd-tall pd-low">
      <div className="pd-fill pd-holder">
        <DecisionGrid
          ref={grid}
          shown={shown}
          columns={columns}
          cells={cells}
          openId={search.record}
          selection={kept}
          onSelectAll={() => keep(everythingSelected)}
          onOpen={open}
          onClose={close}
          onAddFilter={(added) => setFilter(withAdded(filter, added))}
          onOrder={reverse}
          onChooseColumns={() => setChoosing(true)}
          overlay={overlay}
        />
      </div>
      <DecisionSelectionBar
        selection={selection}
        total={total}
        busy={busy}
        onSelectAll={() => keep(everythingSelected)}
        onCopy={(what) => void copy(selection, what)}
        onCompare={compareSelected}
        onExport={() =>
          openDialog({
            kind: 'export-bundle',
            filter,
            recordIds: selectedRows(selection).map(({ id }) => id),
          })
        }
        onClear={() => {
          keep(nothingSelected);
          grid.current?.focus();
        }}
      />
    </div>
  );

  return (
    <DropTarget onFile={takesFiles ? (file) => openDialog({ kind: 'import', file }) : undefined}>
      <DecisionsHeader
        search={search}
        filter={filter}
        columns={columns}
        choosing={choosing}
        onChoosing={setChoosing}
        searchInput={searchInput}
        onLeaveSearch={() => grid.current?.focus()}
        onFilter={setFilter}
        table={{
          id: 'decisions',
          title: t('title'),
          view: {
            search: { ...keptFilter(filterOf(search)), order: search.order },
            open: (text) => go(parseDecisionsSearch(text)),
          },
          source: { operation: 'listRecords', query: { ...filter, order, facts: true } },
          total: view?.total,
          notes: activeFields(filter).map((field) => restrictionText(filter, field, t)),
          ...(filter.person !== keptFilter(filter).person && {
            remark: <p className="pd-note">{t('person.noFile')}</p>,
          }),
        }}
      />
      <FilterChips
        filter={filter}
        onChange={setFilter}
        onClear={clearFilters}
        {...(view === null || shown.pending ? {} : { total: foundText(view, t) })}
      />
      {showsTime && <TimeStrip filter={filter} isListed={view !== null} onChange={setFilter} />}
      <div className="pd-fill pd-flex pd-slim pd-line-above">
        {showsFacets && <FacetPane filter={filter} profile={profile} onChange={setFilter} />}
        <DecisionPane
          state={pane}
          main={list}
          opened={search}
          usualTab="overview"
          onTab={(tab) => go({ ...search, tab }, true)}
        />
      </div>
      <Announcement
        text={
          view === null || shown.pending
            ? ''
            : filtered
              ? foundText(view, t)
              : t('announce', { count: total, total: formatCount(total) })
        }
      />
    </DropTarget>
  );
}

/** How many match, and whether all of each was searched. */
function foundText(view: DecisionView, t: DecisionsTranslate): string {
  const found = t('announceFiltered', { count: view.total, total: formatCount(view.total) });
  return [found, ...partlySearchedText(view, t)].join(' · ');
}

function partlySearchedText({ partlySearched }: DecisionView, t: DecisionsTranslate): string[] {
  if (partlySearched === 0) return [];
  return [t('partlySearched', { count: partlySearched, total: formatCount(partlySearched) })];
}

function Announcement({ text }: { text: string }) {
  return (
    <div className="pd-hidden" role="status" aria-live="polite">
      {text}
    </div>
  );
}

/** What lies over the rows: nothing yet, nothing found, or a failure. */
function useOverlay({
  shown,
  filter,
  filtered,
  setFilter,
  clearFilters,
}: {
  shown: ReturnType<typeof useShownView>;
  filter: RecordFilter;
  filtered: boolean;
  setFilter: (filter: RecordFilter, replace?: boolean) => void;
  clearFilters: () => void;
}) {
  const { t } = useTranslation('decisions');
  const openWorkspace = useWorkspaceOpener();
  const may = useMay();
  const { person } = filter;
  if (person !== undefined && shown.error !== null && isPersonGone(shown.error)) {
    return (
      <div className="pd-overlay">
        <PersonGone
          key={person}
          person={person}
          onFound={(next) => setFilter({ ...filter, person: next }, true)}
          onWithout={() => setFilter(withoutField(filter, 'person'))}
        />
      </div>
    );
  }
  if (shown.error !== null) {
    return (
      <div className="pd-overlay">
        <ErrorState error={shown.error} title={t('error')} onRetry={shown.retry} />
      </div>
    );
  }
  if (shown.view === null || shown.view.total > 0 || shown.pending) return undefined;
  if (filtered) {
    return (
      <div className="pd-overlay">
        <EmptyState
          icon={<IconListSearch size={20} stroke={1.6} />}
          title={t('noResult.title')}
          actions={
            <div className="pd-flow pd-gap-6 pd-centre">
              {activeFields(filter).map((field) => (
                <Button
                  key={field}
                  rightSection={<IconX size={13} />}
                  onClick={() => setFilter(withoutField(filter, field))}
                >
                  {restrictionText(filter, field, t)}
                </Button>
              ))}
              <Button variant="filled" onClick={clearFilters}>
                {t('chip.clearAll')}
              </Button>
            </div>
          }
        >
          {t('noResult.text')}
          {filter.q !== undefined && (
            <div className="pd-caption">
              {[t('noResult.search'), ...partlySearchedText(shown.view, t)].join(' ')}
            </div>
          )}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="pd-overlay">
      <EmptyState
        icon={<IconStack2 size={20} stroke={1.6} />}
        title={t('empty.title')}
        actions={
          <>
            {may('createImport') && (
              <Button
                variant="filled"
                leftSection={<IconUpload size={14} />}
                onClick={() => openDialog({ kind: 'import', file: null })}
              >
                {t('importFile')}
              </Button>
            )}
            {may('createRecord') && (
              <Button
                leftSection={<IconPlus size={14} />}
                onClick={() => openDialog({ kind: 'new-decision' })}
              >
                {t('newDecision')}
              </Button>
            )}
            <Button
              leftSection={<IconDatabase size={14} />}
              onClick={() => openWorkspace({ kind: 'demo' })}
            >
              {t('openDemo')}
            </Button>
          </>
        }
      >
        {t('empty.text')}
        <div className="pd-caption">{t('empty.demoText')}</div>
      </EmptyState>
    </div>
  );
}
