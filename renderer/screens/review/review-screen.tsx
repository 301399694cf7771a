/** The review queue: decisions that wait for a person, the oldest first, acted on by single keys. */
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { ActionIcon, Button } from '@mantine/core';
import {
  IconListSearch,
  IconSortAscending,
  IconSortDescending,
  IconUserCheck,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useActorNames } from '../../ui/signing/person-words.ts';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import { reviewFilterSchema } from '../../../shared/contract/reviews.ts';
import { useUnregisteredIds } from '../../api/models.ts';
import { fetchNextRecord, useReviewCounts } from '../../api/reviews.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { Segments } from '../../ui/list/segments.tsx';
import { usePreferences } from '../../state/preferences.ts';
import { decisionsAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useListOverlay } from '../../ui/page/list-overlay.tsx';
import { ListPage } from '../../ui/page/list-page.tsx';
import { useGridColumns } from '../../ui/table/use-grid-columns.ts';
import { cellWords } from '../decisions/columns.tsx';
import { DecisionGrid } from '../decisions/decision-grid.tsx';
import { DecisionPane, useDecisionPane } from '../decisions/decision-pane.tsx';
import { FilterChips } from '../decisions/filter-chips.tsx';
import { FilterMenu } from '../decisions/filter-menu.tsx';
import {
  activeFields,
  restrictionText,
  withAdded,
  withoutField,
} from '../../ui/filter/decision-filters.ts';
import { filterOf } from '../decisions/search.ts';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { useViewSelection } from '../decisions/selection.ts';
import { useShownView, viewKey } from '../decisions/use-decision-list.ts';
import { ByDue } from './by-due.tsx';
import { DueScreen } from './due-screen.tsx';
import { reviewColumns } from './review-columns.tsx';
import { parseReviewSearch, type ReviewSearch } from './search.ts';
import classes from './review.module.css';

/** What people did to the decision is what a review is about. */
const usualTab = 'interventions';
const route = getRouteApi('/review');
const filterParameters = ['model', 'created'] as const;
const reasons = reviewFilterSchema.options;

/** The queue: by when it is due, or as the decisions that wait. */
export function ReviewScreen() {
  return route.useSearch().by === 'decisions' ? <DecisionsThatWait /> : <DueScreen />;
}

function DecisionsThatWait() {
  const { t } = useTranslation('review');
  const { t: decisions } = useTranslation('decisions');
  const queryClient = useQueryClient();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  /** Whoever went to another section meanwhile is not brought back. */
  const isHere = () => router.latestLocation.pathname === '/review';
  const address = JSON.stringify(filterOf({ ...search, order: undefined }));
  const filter = useMemo<RecordFilter>(() => {
    const parsed = filterOf({ ...parseReviewSearch(JSON.parse(address)), order: undefined });
    return { ...parsed, review: parsed.review ?? 'waiting' };
  }, [address]);
  const order = search.order ?? 'asc';
  const shown = useShownView(filter, order);
  const { view } = shown;
  const total = view?.total ?? 0;
  const zone = usePreferences((state) => state.timeZone);
  const nameOf = useActorNames();
  const definitions = useMemo(
    () => reviewColumns(t, decisions, zone, nameOf),
    [t, decisions, zone, nameOf],
  );
  const { data: uncarded } = useUnregisteredIds();
  const cells = useMemo(
    () => ({
      t: decisions,
      zone,
      words: cellWords(decisions),
      unregistered: new Set(uncarded),
    }),
    [decisions, zone, uncarded],
  );
  const columns = useGridColumns('review', definitions);
  const counts = useReviewCounts(withoutField(filter, 'review'));

  const go = useCallback(
    (next: ReviewSearch, replace = false) =>
      void navigate({ search: { ...next, by: 'decisions' }, replace }),
    [navigate],
  );
  const setFilter = useCallback(
    (next: RecordFilter) =>
      go({ ...next, order: search.order, record: search.record, tab: search.tab }),
    [go, search.order, search.record, search.tab],
  );
  const pane = useDecisionPane(search, go, true);
  const { grid, open, close, isBeside } = pane;

  // ---- the queue goes on by itself ----

  /** What follows in the queue; a queue that cannot be read says so itself. */
  const nextOf = (after?: string) =>
    fetchNextRecord(queryClient, {
      filter,
      order,
      ...(after === undefined ? {} : { after }),
    }).catch(() => undefined);

  /** The first one is where one starts; beside the list it is open, too. */
  const begin = useEffectEvent(async () => {
    if (search.record !== undefined) return;
    grid.current?.start();
    const first = isBeside ? await nextOf() : undefined;
    if (first !== undefined && isHere()) go({ ...search, record: first }, true);
  });
  const key = viewKey(filter, order);
  const firstOf = useRef<string>(undefined);
  useEffect(() => {
    if (shown.pending || view === null || view.total === 0 || firstOf.current === key) return;
    firstOf.current = key;
    void begin();
  }, [shown.pending, view, key]);
  const goOn = async (after: string) => {
    grid.current?.focus();
    // Where none is open, the row that takes the place of this one is under the cursor anyway.
    if (search.record === undefined) return;
    const next = await nextOf(after);
    if (isHere()) go({ ...search, record: next }, true);
  };

  // ---- selection ----

  const selection = useViewSelection(key);

  const OrderIcon = order === 'asc' ? IconSortAscending : IconSortDescending;
  const otherOrder = t(order === 'asc' ? 'order.newest' : 'order.oldest');
  const reverse = () => go({ ...search, order: order === 'asc' ? 'desc' : undefined });
  useCommands([
    {
      id: 'review.reverse',
      title: otherOrder,
      group: 'view',
      scope: 'global',
      icon: OrderIcon,
      run: reverse,
    },
  ]);

  const isFiltered = Object.keys(withoutField(filter, 'review')).length > 0;
  const overlay = useOverlay({
    shown,
    isNarrowed: isFiltered || search.review !== undefined,
    onAll: () => go({ order: search.order }),
  });
  const list = (
    <DecisionGrid
      ref={grid}
      label={t('grid', { count: total, total: formatCount(total) })}
      shown={shown}
      columns={columns}
      cells={cells}
      openId={search.record}
      selection={selection}
      onOpen={open}
      onClose={close}
      onAddFilter={(added) => setFilter(withAdded(filter, added))}
      onOrder={reverse}
      onActed={(id) => void goOn(id)}
      overlay={overlay}
    />
  );
  return (
    <ListPage
      title={t('title')}
      tools={
        <>
          <Segments
            label={t('segment.label')}
            segments={reasons.map((value) => ({
              value,
              label: t(`segment.${value}`),
              count: counts.data?.[value],
            }))}
            value={search.review ?? 'waiting'}
            onChange={(review) =>
              // A second look is taken where nothing is told of the first.
              review === 'second_review'
                ? void navigate({ search: { reason: review } })
                : go({
                    ...search,
                    review: review === 'waiting' ? undefined : review,
                    record: undefined,
                    tab: undefined,
                  })
            }
          />
          <ByDue isDue={false} />
          <FilterMenu parameters={filterParameters} filter={filter} onChange={setFilter} />
          <ActionIcon size={28} aria-label={otherOrder} title={otherOrder} onClick={reverse}>
            <OrderIcon size={15} stroke={1.75} />
          </ActionIcon>
        </>
      }
      columns={columns}
      table={{
        id: 'review',
        title: t('title'),
        view: {
          search: { ...search, record: undefined, tab: undefined },
          open: (text) => go(parseReviewSearch(text)),
        },
        source: { operation: 'listRecords', query: { ...filter, order } },
        total: view?.total,
        notes: activeFields(filter).map((field) => restrictionText(filter, field, decisions)),
      }}
      above={
        <FilterChips
          filter={withoutField(filter, 'review')}
          onChange={(next) => setFilter({ ...next, review: search.review })}
          onClear={() => setFilter({ review: search.review })}
        />
      }
      announcement={
        view === null || shown.pending
          ? ''
          : t('announce', { count: total, total: formatCount(total) })
      }
    >
      <div className="pd-flex pd-slim pd-tall">
        <DecisionPane
          state={pane}
          main={
            <div className="pd-column pd-slim pd-full pd-tall pd-low">
              <div className="pd-fill pd-holder">{list}</div>
              {total > 0 && <KeyLine />}
            </div>
          }
          opened={search}
          usualTab={usualTab}
          onTab={(tab) => go({ ...search, tab }, true)}
          onActed={(id) => void goOn(id)}
        />
      </div>
    </ListPage>
  );
}

const keys = [
  ['j', 'next'],
  ['a', 'approve'],
  ['o', 'override'],
  ['u', 'escalate'],
  ['n', 'annotate'],
  ['enter', 'inspect'],
] as const;

/** The keys at the foot, so that nobody has to look them up. */
function KeyLine() {
  const { t } = useTranslation('review');
  return (
    <ul className={classes.keys} aria-label={t('keys')}>
      {keys.map(([name, word]) => (
        <li key={name}>
          <KeyHint name={name} decorative={false} /> {t(`hint.${word}`)}
        </li>
      ))}
    </ul>
  );
}

function useOverlay({
  shown: { view, pending, error, retry },
  isNarrowed,
  onAll,
}: {
  shown: ReturnType<typeof useShownView>;
  isNarrowed: boolean;
  onAll: () => void;
}) {
  const { t } = useTranslation('review');
  const isEmpty = view?.total === 0 && !pending;
  return useListOverlay({
    // The grid draws what is still being read.
    query: { data: error === null ? true : undefined, error, isPending: false, refetch: retry },
    isEmpty: isEmpty && !isNarrowed,
    isWithoutResult: isEmpty,
    failed: t('loadFailed'),
    loading: '',
    empty: (
      <EmptyState
        icon={<IconUserCheck size={20} stroke={1.6} />}
        title={t('empty.title')}
        actions={
          <Button component={PlaceWay} href={decisionsAddress()}>
            {t('empty.show')}
          </Button>
        }
      >
        {t('empty.text')}
      </EmptyState>
    ),
    noResult: (
      <EmptyState
        icon={<IconListSearch size={20} stroke={1.6} />}
        title={t('noResult.title')}
        actions={
          <Button variant="filled" onClick={onAll}>
            {t('noResult.all')}
          </Button>
        }
      >
        {t('noResult.text')}
      </EmptyState>
    ),
  });
}
