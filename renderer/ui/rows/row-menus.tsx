/** The menus of a row and of a column of the row browser. */
import { Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconBraces,
  IconCheckbox,
  IconCopy,
  IconEyeOff,
  IconFilter,
  IconLayoutSidebarRight,
  IconPin,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../shared/contract/json.ts';
import { PointMenu, type MenuPoint } from '../point-menu.tsx';
import { recordIdOf, valueAt, valueText } from './row-values.ts';

const size = { size: 15, stroke: 1.6 } as const;

/** A value as a menu names it. */
function shortText(text: string): string {
  return text.length > 28 ? `${text.slice(0, 28)}…` : text;
}

export interface RowMenuProps {
  readonly point: MenuPoint;
  readonly row: JsonObject;
  /** The columns by whose values rows can be narrowed: the one that was pressed, or all that are shown. */
  readonly paths: readonly string[];
  /** All commands, or only the row's filters (the key `f`). */
  readonly part: 'all' | 'filters';
  readonly isSelected: boolean;
  readonly onClose: () => void;
  readonly onOpen: () => void;
  readonly onSelect: () => void;
  readonly onCopyId: () => void;
  readonly onCopyJson: () => void;
  readonly onFilterBy: ((filter: JsonObject) => void) | undefined;
}

export function RowMenu(props: RowMenuProps) {
  const { t } = useTranslation(['datasets', 'common']);
  const { row, paths, part, onFilterBy } = props;
  const filters = paths.flatMap((path) => {
    const value = valueAt(row, path);
    const text = valueText(value);
    const isOne = value !== undefined && (typeof value !== 'object' || value === null);
    return isOne && text !== undefined ? [{ path, value, text }] : [];
  });
  const filterItems =
    onFilterBy === undefined
      ? null
      : filters.map(({ path, value, text }) => (
          <Menu.Item
            key={path}
            leftSection={<IconFilter {...size} />}
            onClick={() => onFilterBy({ [path]: value })}
          >
            {t('rows.onlyWith', { field: path, value: shortText(text) })}
          </Menu.Item>
        ));
  if (part === 'filters') {
    return (
      <PointMenu
        point={props.point}
        label={t('rows.rowMenu', { id: recordIdOf(row) })}
        onClose={props.onClose}
      >
        {filterItems}
      </PointMenu>
    );
  }
  return (
    <PointMenu
      point={props.point}
      label={t('rows.rowMenu', { id: recordIdOf(row) })}
      onClose={props.onClose}
    >
      <Menu.Item leftSection={<IconLayoutSidebarRight {...size} />} onClick={props.onOpen}>
        {t('list.open', { ns: 'common' })}
      </Menu.Item>
      <Menu.Item leftSection={<IconCheckbox {...size} />} onClick={props.onSelect}>
        {t(props.isSelected ? 'rows.command.deselect' : 'rows.command.select')}
      </Menu.Item>
      {filterItems}
      <Menu.Divider />
      <Menu.Item leftSection={<IconCopy {...size} />} onClick={props.onCopyId}>
        {t('list.copyId', { ns: 'common' })}
      </Menu.Item>
      <Menu.Item leftSection={<IconBraces {...size} />} onClick={props.onCopyJson}>
        {t('rows.command.copyJson')}
      </Menu.Item>
    </PointMenu>
  );
}

export interface RowColumnMenuProps {
  readonly point: MenuPoint;
  readonly path: string;
  readonly isPinned: boolean;
  readonly canHide: boolean;
  readonly onClose: () => void;
  readonly onSort: (sort: string) => void;
  readonly onPin: (pinned: boolean) => void;
  readonly onHide: (path: string) => void;
}

export function RowColumnMenu(props: RowColumnMenuProps) {
  const { t } = useTranslation(['common', 'datasets']);
  const { path } = props;
  return (
    <PointMenu
      point={props.point}
      label={t('list.columnMenu', { name: path })}
      onClose={props.onClose}
    >
      <Menu.Item leftSection={<IconArrowUp {...size} />} onClick={() => props.onSort(path)}>
        {t('list.ascending')}
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowDown {...size} />} onClick={() => props.onSort(`-${path}`)}>
        {t('list.descending')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconPin {...size} />} onClick={() => props.onPin(!props.isPinned)}>
        {t(props.isPinned ? 'list.unpin' : 'list.pin')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconEyeOff {...size} />}
        disabled={!props.canHide}
        onClick={() => props.onHide(path)}
      >
        {t('rows.leaveOut', { ns: 'datasets' })}
      </Menu.Item>
    </PointMenu>
  );
}
