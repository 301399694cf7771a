/** The keys and commands of the grid. A part of its own: it must not run with every row that scrolls by. */
import { memo, type RefObject } from 'react';
import {
  IconArrowUp,
  IconArrowsDiff,
  IconBraces,
  IconCheck,
  IconCheckbox,
  IconCopy,
  IconEye,
  IconFileZip,
  IconFilter,
  IconHash,
  IconLayoutSidebarRight,
  IconListNumbers,
  IconMessage,
  IconPin,
  IconReplace,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { useIsReadOnly } from '../../api/workspace.ts';
import { useCommands, type Command } from '../../ui/commands/commands.ts';
import { useSidewaysCommands } from '../../ui/sideways-commands.ts';
import type { RecordAction } from '../interventions/standing.ts';

/** Actions of the commands; the grid keeps the newest in a ref. */
export interface GridActions {
  readonly hasRow: () => boolean;
  /** What is in it is read, too. */
  readonly hasContent: () => boolean;
  readonly moveBy: (rows: number) => void;
  readonly movePages: (pages: number) => void;
  readonly moveToEnd: (end: 'first' | 'last') => void;
  readonly canGoToRow: () => boolean;
  readonly goToRow: () => void;
  readonly extendBy: (rows: number) => void;
  readonly open: () => void;
  readonly peek: () => void;
  readonly canSelect: () => boolean;
  readonly select: () => void;
  readonly copyId: () => void;
  readonly copyHash: () => void;
  readonly copyJson: () => void;
  readonly canCopyCell: () => boolean;
  readonly copyCell: () => void;
  readonly showMenu: (part: 'all' | 'filters') => void;
  readonly verify: () => void;
  readonly mark: () => void;
  readonly canCompare: () => boolean;
  readonly compare: () => void;
  readonly goToBreak: (way: 1 | -1) => void;
  readonly intervene: (action: RecordAction) => void;
  readonly exportBundle: () => void;
}

export interface GridCommandsProps {
  readonly actions: RefObject<GridActions>;
  /** Whether what they act on is selected, marked: the commands then say the opposite. */
  readonly selected: boolean;
  readonly marked: boolean;
}

/** What is done with a decision, a key each. */
const acts = [
  { action: 'approve', key: 'a', Icon: IconCheck },
  { action: 'override', key: 'o', Icon: IconReplace },
  { action: 'escalate', key: 'u', Icon: IconArrowUp },
  { action: 'annotate', key: 'n', Icon: IconMessage },
] as const;

function move(id: string, title: string, keys: readonly string[], run: () => void): Command {
  return { id, title, keys, run, group: 'row', scope: 'grid', unlisted: true };
}

function GridCommandsPart({ actions, selected, marked }: GridCommandsProps) {
  const { t } = useTranslation('decisions');
  const { t: words } = useTranslation('interventions');
  const { t: bundles } = useTranslation('bundles');
  const { t: tables } = useTranslation('tables');
  const isReadOnly = useIsReadOnly();
  const may = useMay();
  useSidewaysCommands();
  const hasRow = () => actions.current.hasRow();
  const hasContent = () => actions.current.hasContent();
  const row = (command: Omit<Command, 'group' | 'scope'>): Command => ({
    isEnabled: hasRow,
    ...command,
    group: 'row',
    scope: 'grid',
  });
  // What the key may not is no command at all: neither the palette nor the list of keys names it.
  const offeredActs = may('createIntervention') ? acts : [];
  const exportBundle = row({
    id: 'row.export-bundle',
    title: bundles('command'),
    keys: ['e'],
    icon: IconFileZip,
    isEnabled: () => !isReadOnly,
    run: () => actions.current.exportBundle(),
  });
  const toBreak = (id: string, title: string, key: string, way: 1 | -1) =>
    row({
      id,
      title,
      keys: [key],
      isEnabled: () => true,
      run: () => actions.current.goToBreak(way),
    });
  const breaks = [
    toBreak('row.previous-break', t('command.previousBreak'), '[', -1),
    toBreak('row.next-break', t('command.nextBreak'), ']', 1),
  ];
  useCommands([
    move('row.next', t('command.next'), ['j', 'arrowdown'], () => actions.current.moveBy(1)),
    move('row.previous', t('command.previous'), ['k', 'arrowup'], () => actions.current.moveBy(-1)),
    move('row.page-down', t('command.pageDown'), ['pagedown'], () => actions.current.movePages(1)),
    move('row.page-up', t('command.pageUp'), ['pageup'], () => actions.current.movePages(-1)),
    move('row.first', t('command.first'), ['home', 'mod+home'], () =>
      actions.current.moveToEnd('first'),
    ),
    move('row.last', t('command.last'), ['end', 'mod+end'], () =>
      actions.current.moveToEnd('last'),
    ),
    {
      id: 'row.go-to',
      title: tables('goToRow.command'),
      group: 'row',
      scope: 'grid',
      keys: ['g'],
      icon: IconListNumbers,
      isEnabled: () => actions.current.canGoToRow(),
      run: () => actions.current.goToRow(),
    },
    move('row.extend-next', t('command.extendNext'), ['shift+j', 'shift+arrowdown'], () =>
      actions.current.extendBy(1),
    ),
    move('row.extend-previous', t('command.extendPrevious'), ['shift+k', 'shift+arrowup'], () =>
      actions.current.extendBy(-1),
    ),
    row({
      id: 'row.open',
      title: t('command.open'),
      keys: ['enter'],
      icon: IconLayoutSidebarRight,
      run: () => actions.current.open(),
    }),
    row({
      id: 'row.peek',
      title: t('command.peek'),
      keys: ['space'],
      icon: IconEye,
      run: () => actions.current.peek(),
    }),
    row({
      id: 'row.select',
      title: selected ? t('command.deselect') : t('command.select'),
      keys: ['x'],
      icon: IconCheckbox,
      isEnabled: () => actions.current.canSelect(),
      run: () => actions.current.select(),
    }),
    row({
      id: 'row.copy-id',
      title: t('command.copyId'),
      keys: ['c'],
      icon: IconCopy,
      run: () => actions.current.copyId(),
    }),
    row({
      id: 'row.copy-hash',
      title: t('command.copyHash'),
      keys: ['shift+c'],
      icon: IconHash,
      isEnabled: hasContent,
      run: () => actions.current.copyHash(),
    }),
    row({
      id: 'row.copy-json',
      title: t('command.copyJson'),
      keys: ['y'],
      icon: IconBraces,
      isEnabled: hasContent,
      run: () => actions.current.copyJson(),
    }),
    row({
      id: 'row.copy-cell',
      title: t('command.copyCell'),
      keys: ['mod+c'],
      icon: IconCopy,
      isEnabled: () => actions.current.canCopyCell(),
      run: () => actions.current.copyCell(),
    }),
    row({
      id: 'row.filter-by',
      title: t('command.filterBy'),
      keys: ['f'],
      icon: IconFilter,
      isEnabled: hasContent,
      run: () => actions.current.showMenu('filters'),
    }),
    row({
      id: 'row.verify',
      title: t('command.verify'),
      keys: ['v'],
      icon: IconShieldCheck,
      run: () => actions.current.verify(),
    }),
    ...offeredActs.map(({ action, key, Icon }) =>
      row({
        id: `row.${action}`,
        title: words(`commands.${action}`),
        keys: [key],
        icon: Icon,
        isEnabled: () => hasRow() && !isReadOnly,
        run: () => actions.current.intervene(action),
      }),
    ),
    ...(may('createBundle') ? [exportBundle] : []),
    row({
      id: 'row.mark',
      title: marked ? t('command.unmark') : t('command.mark'),
      keys: ['m'],
      icon: IconPin,
      isEnabled: hasContent,
      run: () => actions.current.mark(),
    }),
    row({
      id: 'row.compare',
      title: t('command.compare'),
      keys: ['d'],
      icon: IconArrowsDiff,
      isEnabled: () => actions.current.canCompare(),
      run: () => actions.current.compare(),
    }),
    ...(may('listFindings') ? breaks : []),
    {
      ...move('row.menu', t('command.rowMenu'), ['shift+f10', 'contextmenu'], () =>
        actions.current.showMenu('all'),
      ),
      isEnabled: hasContent,
    },
  ]);
  return null;
}

export const GridCommands = memo(GridCommandsPart);
