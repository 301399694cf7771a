/** The keys and commands of rows under a cursor. A part of its own: it must not run with every row that scrolls by. */
import { memo, type RefObject } from 'react';
import {
  IconBraces,
  IconCheckbox,
  IconCopy,
  IconFilter,
  IconLayoutSidebarRight,
  IconStack2,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommands, type Command } from '../commands/commands.ts';
import { useSidewaysCommands } from '../sideways-commands.ts';

/** Actions of the commands; the list keeps the newest in a ref. */
export interface RowActions {
  /** There is a row that keys act on. */
  readonly hasRow: () => boolean;
  /** Its content is read, too. */
  readonly hasContent: () => boolean;
  readonly moveBy: (rows: number) => void;
  readonly movePages: (pages: number) => void;
  readonly moveToEnd: (end: 'first' | 'last') => void;
  readonly extendBy: (rows: number) => void;
  readonly canOpen: () => boolean;
  readonly open: () => void;
  readonly canSelect: () => boolean;
  readonly select: () => void;
  readonly canSelectAll: () => boolean;
  readonly selectAll: () => void;
  readonly copyId: () => void;
  readonly copyJson: () => void;
  readonly canFilter: () => boolean;
  readonly showMenu: (part: 'all' | 'filters') => void;
}

export interface RowCommandsProps {
  readonly actions: RefObject<RowActions | null>;
  /** The row that they act on is selected: the command says the opposite. */
  readonly isSelected: boolean;
  readonly hasSelectAll: boolean;
}

/** A command of rows that the palette does not name. */
function move(
  id: string,
  title: string,
  keys: readonly string[],
  run: () => void,
  isEnabled?: () => boolean,
): Command {
  const enabled = isEnabled === undefined ? {} : { isEnabled };
  return { id, title, keys, run, ...enabled, group: 'row', scope: 'grid', unlisted: true };
}

function RowCommandsPart({ actions, isSelected, hasSelectAll }: RowCommandsProps) {
  const { t } = useTranslation('tables');
  const { t: common } = useTranslation('common');
  const is = (name: 'hasRow' | 'hasContent' | 'canOpen' | 'canSelect' | 'canSelectAll') => () =>
    actions.current?.[name]() === true;
  const run = (name: 'open' | 'select' | 'selectAll' | 'copyId' | 'copyJson') => () =>
    actions.current?.[name]();
  const row = (
    id: string,
    title: string,
    key: string,
    rest: Pick<Command, 'icon' | 'isEnabled' | 'run'>,
  ): Command => ({ id, title, keys: [key], ...rest, group: 'row', scope: 'grid' });
  const selectAll = row('row.select-all', t('row.selectAll'), 'mod+a', {
    icon: IconStack2,
    isEnabled: is('canSelectAll'),
    run: run('selectAll'),
  });
  useSidewaysCommands();
  useCommands([
    move('row.next', common('list.next'), ['j', 'arrowdown'], () => actions.current?.moveBy(1)),
    move('row.previous', common('list.previous'), ['k', 'arrowup'], () =>
      actions.current?.moveBy(-1),
    ),
    move('row.page-down', common('list.pageDown'), ['pagedown'], () =>
      actions.current?.movePages(1),
    ),
    move('row.page-up', common('list.pageUp'), ['pageup'], () => actions.current?.movePages(-1)),
    move('row.first', common('list.first'), ['home', 'mod+home'], () =>
      actions.current?.moveToEnd('first'),
    ),
    move('row.last', common('list.last'), ['end', 'mod+end'], () =>
      actions.current?.moveToEnd('last'),
    ),
    row('row.open', common('list.open'), 'enter', {
      icon: IconLayoutSidebarRight,
      isEnabled: is('canOpen'),
      run: run('open'),
    }),
    row('row.select', t(isSelected ? 'row.deselect' : 'row.select'), 'x', {
      icon: IconCheckbox,
      isEnabled: is('canSelect'),
      run: run('select'),
    }),
    move('row.extend-next', t('row.extendDown'), ['shift+j', 'shift+arrowdown'], () =>
      actions.current?.extendBy(1),
    ),
    move('row.extend-previous', t('row.extendUp'), ['shift+k', 'shift+arrowup'], () =>
      actions.current?.extendBy(-1),
    ),
    ...(hasSelectAll ? [selectAll] : []),
    row('row.copy-id', common('list.copyId'), 'c', {
      icon: IconCopy,
      isEnabled: is('hasRow'),
      run: run('copyId'),
    }),
    row('row.copy-json', t('row.copyJson'), 'y', {
      icon: IconBraces,
      isEnabled: is('hasContent'),
      run: run('copyJson'),
    }),
    row('row.filter-by', t('row.filterBy'), 'f', {
      icon: IconFilter,
      isEnabled: () => actions.current?.canFilter() === true,
      run: () => actions.current?.showMenu('filters'),
    }),
    move(
      'row.menu',
      t('row.menu'),
      ['shift+f10', 'contextmenu'],
      () => actions.current?.showMenu('all'),
      is('hasContent'),
    ),
  ]);
  return null;
}

export const RowCommands = memo(RowCommandsPart);
