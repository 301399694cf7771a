/** The menu of a column's header: order, pin, place, width, hide. */
import { Menu } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconArrowsHorizontal,
  IconColumns,
  IconEyeOff,
  IconPin,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ListedRecord } from '../../api/records.ts';
import { PointMenu, type MenuPoint } from '../../ui/point-menu.tsx';
import type { GridColumns } from '../../ui/table/use-grid-columns.ts';
import type { DecisionCells } from './columns.tsx';

export interface OpenHeaderMenu {
  readonly column: string;
  readonly point: MenuPoint;
}

const widthStep = 24;

/** Everything a pointer does to a column, as commands. */
export function HeaderMenu({
  open,
  columns,
  order,
  onClose,
  onOrder,
  onChoose,
}: {
  open: OpenHeaderMenu;
  columns: GridColumns<ListedRecord, DecisionCells>;
  order: 'asc' | 'desc';
  onClose: () => void;
  onOrder: () => void;
  onChoose: () => void;
}) {
  const { t } = useTranslation('decisions');
  const arranged = columns.arranged.find(({ column }) => column.id === open.column);
  const id = open.column;
  const icon = { size: 15, stroke: 1.6 };
  return (
    <PointMenu
      point={open.point}
      label={t('columnMenu.label', { name: arranged?.column.title ?? '' })}
      onClose={onClose}
    >
      {arranged?.column.sortable === true && (
        <>
          <Menu.Item
            leftSection={order === 'desc' ? <IconArrowUp {...icon} /> : <IconArrowDown {...icon} />}
            onClick={onOrder}
          >
            {order === 'desc' ? t('columnMenu.oldestFirst') : t('columnMenu.newestFirst')}
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      <Menu.Item
        leftSection={<IconPin {...icon} />}
        onClick={() => columns.setPinned(id, arranged?.pinned !== true)}
      >
        {arranged?.pinned === true ? t('columnMenu.unpin') : t('columnMenu.pin')}
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowLeft {...icon} />} onClick={() => columns.step(id, -1)}>
        {t('columnMenu.moveStart')}
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowRight {...icon} />} onClick={() => columns.step(id, 1)}>
        {t('columnMenu.moveEnd')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconArrowsHorizontal {...icon} />}
        closeMenuOnClick={false}
        onClick={() => columns.setWidth(id, columns.widthOf(id) + widthStep)}
      >
        {t('columnMenu.wider')}
      </Menu.Item>
      <Menu.Item
        leftSection={<span />}
        closeMenuOnClick={false}
        onClick={() => columns.setWidth(id, columns.widthOf(id) - widthStep)}
      >
        {t('columnMenu.narrower')}
      </Menu.Item>
      <Menu.Item leftSection={<span />} onClick={() => columns.setWidth(id, null)}>
        {t('columnMenu.resetWidth')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconEyeOff {...icon} />} onClick={() => columns.setShown(id, false)}>
        {t('columnMenu.hide')}
      </Menu.Item>
      <Menu.Item leftSection={<IconColumns {...icon} />} onClick={onChoose}>
        {t('columnMenu.choose')}
      </Menu.Item>
    </PointMenu>
  );
}
