/** The inspector beside a grid of decisions: the way in and out of it, its focus and its place. */
import { Suspense, lazy, useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { prefer, usePreferences } from '../../state/preferences.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { focusPane, usePaneKeys } from '../../ui/pane-keys.ts';
import { SidePane } from '../../ui/side-pane.tsx';
import type { DecisionGridHandle } from './decision-grid.tsx';
import type { InspectorTab } from './inspector-tabs.ts';
import type { DecisionsSearch } from './search.ts';
import type { OpenHow } from './use-open-record.ts';

const Inspector = lazy(async () => ({
  default: (await import('./inspector/inspector.tsx')).Inspector,
}));
/** Below this the inspector lies over the grid. */
const besideQuery = '(min-width: 1100px)';

type OpenedSearch = Pick<DecisionsSearch, 'record' | 'tab'>;

export type DecisionPaneState = ReturnType<typeof useDecisionPane>;

/** `isQueue`: going down the list is no history, back leads out of it. */
export function useDecisionPane<Search extends OpenedSearch>(
  search: Search,
  go: (search: Search, replace?: boolean) => void,
  isQueue: boolean,
) {
  const grid = useRef<DecisionGridHandle>(null);
  const pane = useRef<HTMLElement>(null);
  const isBeside = useMediaQuery(besideQuery, true, { getInitialValueInEffect: false });
  /** The inspector is to have the focus, while its code and its record may still be on their way. */
  const entering = useRef(false);
  const enter = useCallback(() => {
    if (entering.current && focusPane(pane.current)) entering.current = false;
  }, []);
  /** Reading one tab down the list is the common way: what is opened next has it, too. */
  const lastTab = useRef(search.tab);
  const open = useCallback(
    (id: string, how: OpenHow) => {
      if (id !== search.record) {
        const isFirst = search.record === undefined;
        const tab = isFirst ? lastTab.current : search.tab;
        go({ ...search, record: id, tab }, isQueue || how === 'follow' || !isFirst);
      }
      entering.current = how === 'into';
      if (how === 'into') setTimeout(enter, 0);
    },
    [go, search, enter, isQueue],
  );
  const close = useCallback(() => {
    entering.current = false;
    lastTab.current = search.tab;
    go({ ...search, record: undefined, tab: undefined }, isQueue);
    grid.current?.focus();
  }, [go, search, isQueue]);
  useEffect(() => grid.current?.focus(), []);
  usePaneKeys(pane, search.record !== undefined, close, () => grid.current?.focus());
  useOtherPaneCommand(grid, pane);
  return { grid, pane, isBeside, open, close, enter };
}

/** The key F6 goes from the grid to the inspector and back. */
function useOtherPaneCommand(
  grid: React.RefObject<DecisionGridHandle | null>,
  pane: React.RefObject<HTMLElement | null>,
): void {
  const { t } = useTranslation('decisions');
  useCommands([
    {
      id: 'pane.next',
      title: t('command.otherPane'),
      group: 'view',
      scope: 'global',
      keys: ['f6'],
      unlisted: true,
      run: () => {
        const inPane = pane.current?.contains(document.activeElement) === true;
        if (inPane || pane.current === null) grid.current?.focus();
        else focusPane(pane.current);
      },
    },
  ]);
}

/** The grid, and beside it the inspector where a record is open. */
export function DecisionPane({
  state,
  main,
  opened,
  usualTab,
  onTab,
  onActed,
}: {
  state: DecisionPaneState;
  main: ReactNode;
  opened: OpenedSearch;
  /** Tab without one in the address. */
  usualTab: InspectorTab;
  onTab: (tab: InspectorTab | undefined) => void;
  onActed?: (id: string) => void;
}) {
  const { t } = useTranslation('decisions');
  const place = usePreferences((preferences) => preferences.inspectorPlace);
  const shares = usePreferences((preferences) => preferences.inspectorShare);
  const { record, tab = usualTab } = opened;
  return (
    <SidePane
      main={main}
      pane={
        record === undefined ? null : (
          <Suspense fallback={null}>
            <Inspector
              recordId={record}
              tab={tab}
              onTab={(next) => onTab(next === usualTab ? undefined : next)}
              onClose={state.close}
              onReady={state.enter}
              {...(onActed === undefined ? {} : { onActed })}
            />
          </Suspense>
        )
      }
      place={state.isBeside ? place : 'overlay'}
      share={shares[place]}
      onShare={(share) => prefer({ inspectorShare: { ...shares, [place]: share } })}
      paneLabel={t('inspector')}
      separatorLabel={place === 'right' ? t('resizeInspector') : t('resizeInspectorBottom')}
      paneRef={state.pane}
    />
  );
}
