/** What keys and the palette do with the rows of a browser. */
import {
  IconBraces,
  IconCheckbox,
  IconCopy,
  IconEye,
  IconFilter,
  IconLayoutSidebarRight,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommands, type Command } from '../commands/commands.ts';
import { useSidewaysCommands } from '../sideways-commands.ts';

export interface RowCommandsProps {
  readonly hasRow: boolean;
  readonly isSelected: boolean;
  readonly isOpen: boolean;
  readonly onMove: (rows: number) => void;
  readonly onPage: (pages: number) => void;
  readonly onEnd: (end: 'first' | 'last') => void;
  readonly onExtend: (way: 1 | -1) => void;
  readonly onOpen: () => void;
  readonly onPeek: () => void;
  readonly onClose: () => void;
  readonly onSelect: () => void;
  readonly onCopyId: () => void;
  readonly onCopyJson: () => void;
  readonly canFilterBy: boolean;
  readonly onMenu: (part: 'all' | 'filters') => void;
}

function move(id: string, title: string, keys: readonly string[], run: () => void): Command {
  return { id, title, keys, run, group: 'row', scope: 'grid', unlisted: true };
}

export function RowCommands(props: RowCommandsProps) {
  const { t } = useTranslation(['common', 'datasets', 'tables']);
  const row = (command: Omit<Command, 'group' | 'scope' | 'isEnabled'>): Command => ({
    ...command,
    group: 'row',
    scope: 'grid',
    isEnabled: () => props.hasRow,
  });
  useSidewaysCommands();
  const words = (name: 'peek' | 'select' | 'deselect' | 'copyJson' | 'menu' | 'extend' | 'close') =>
    t(`rows.command.${name}`, { ns: 'datasets' });
  useCommands([
    move('row.next', t('list.next'), ['j', 'arrowdown'], () => props.onMove(1)),
    move('row.previous', t('list.previous'), ['k', 'arrowup'], () => props.onMove(-1)),
    move('row.page-down', t('list.pageDown'), ['pagedown'], () => props.onPage(1)),
    move('row.page-up', t('list.pageUp'), ['pageup'], () => props.onPage(-1)),
    move('row.first', t('list.first'), ['home'], () => props.onEnd('first')),
    move('row.last', t('list.last'), ['end'], () => props.onEnd('last')),
    move('row.extend-next', words('extend'), ['shift+j', 'shift+arrowdown'], () =>
      props.onExtend(1),
    ),
    move('row.extend-previous', words('extend'), ['shift+k', 'shift+arrowup'], () =>
      props.onExtend(-1),
    ),
    row({
      id: 'row.open',
      title: t('list.open'),
      keys: ['enter'],
      icon: IconLayoutSidebarRight,
      run: props.onOpen,
    }),
    row({
      id: 'row.peek',
      title: words('peek'),
      keys: ['space'],
      icon: IconEye,
      run: props.onPeek,
    }),
    row({
      id: 'row.select',
      title: words(props.isSelected ? 'deselect' : 'select'),
      keys: ['x'],
      icon: IconCheckbox,
      run: props.onSelect,
    }),
    row({
      id: 'row.copy-id',
      title: t('list.copyId'),
      keys: ['c'],
      icon: IconCopy,
      run: props.onCopyId,
    }),
    row({
      id: 'row.copy-json',
      title: words('copyJson'),
      keys: ['y'],
      icon: IconBraces,
      run: props.onCopyJson,
    }),
    {
      ...row({
        id: 'row.filter-by',
        title: t('row.filterBy', { ns: 'tables' }),
        keys: ['f'],
        icon: IconFilter,
        run: () => props.onMenu('filters'),
      }),
      isEnabled: () => props.hasRow && props.canFilterBy,
    },
    {
      ...move('row.menu', words('menu'), ['shift+f10', 'contextmenu'], () => props.onMenu('all')),
      isEnabled: () => props.hasRow,
    },
    {
      ...move('row.close', words('close'), ['escape'], props.onClose),
      isEnabled: () => props.isOpen,
    },
  ]);
  return null;
}
