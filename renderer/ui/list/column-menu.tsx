/** The menu of a column's header: order, pin, place, width, hide. */
import { useCallback, useState, type ReactNode } from 'react';
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
import { PointMenu, type MenuPoint } from '../point-menu.tsx';
import type { GridColumns } from '../table/use-grid-columns.ts';

export interface ColumnMenuOptions<Row, Context> {
  readonly columns: GridColumns<Row, Context>;
  readonly onSort: (column: string, order: 'asc' | 'desc') => void;
  /** Where a column leaves another way than by being hidden. */
  readonly leaving?: {
    readonly label: string;
    readonly isEnabled: (column: string) => boolean;
    readonly run: (column: string) => void;
  };
  /** Opens the chooser of the columns. */
  readonly onChoose?: (() => void) | undefined;
  /** Gives the grid the focus back. */
  readonly focus: () => void;
}

export interface ColumnMenu {
  /** The same function as long as the grid is there: its header is memoised. */
  readonly show: (column: string, point: MenuPoint) => void;
  readonly menu: ReactNode;
}

export function useColumnMenu<Row, Context>(options: ColumnMenuOptions<Row, Context>): ColumnMenu {
  const [open, setOpen] = useState<{ column: string; point: MenuPoint } | null>(null);
  const show = useCallback(
    (column: string, point: MenuPoint) => setOpen({ column, point }),
    [setOpen],
  );
  const close = () => {
    setOpen(null);
    options.focus();
  };
  const menu = open !== null && (
    <ColumnMenuPart {...options} id={open.column} point={open.point} onClose={close} />
  );
  return { show, menu };
}

const widthStep = 24;
const icon = { size: 15, stroke: 1.6 } as const;

/** Everything that a pointer does to a column, as commands. */
function ColumnMenuPart<Row, Context>(
  props: ColumnMenuOptions<Row, Context> & { id: string; point: MenuPoint; onClose: () => void },
) {
  const { columns, id, leaving, onChoose, onSort } = props;
  const { t } = useTranslation('common', { keyPrefix: 'list' });
  const arranged = columns.arranged.find(({ column }) => column.id === id);
  const isPinned = arranged?.pinned === true;
  return (
    <PointMenu
      point={props.point}
      label={t('columnMenu', { name: arranged?.column.title ?? '' })}
      onClose={props.onClose}
    >
      {arranged?.column.sortable === true && (
        <>
          <Menu.Item leftSection={<IconArrowUp {...icon} />} onClick={() => onSort(id, 'asc')}>
            {t('ascending')}
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowDown {...icon} />} onClick={() => onSort(id, 'desc')}>
            {t('descending')}
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      <Menu.Item
        leftSection={<IconPin {...icon} />}
        onClick={() => columns.setPinned(id, !isPinned)}
      >
        {t(isPinned ? 'unpin' : 'pin')}
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowLeft {...icon} />} onClick={() => columns.step(id, -1)}>
        {t('moveStart')}
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowRight {...icon} />} onClick={() => columns.step(id, 1)}>
        {t('moveEnd')}
      </Menu.Item>
      <Menu.Divider />
      <WidthItems columns={columns} id={id} />
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconEyeOff {...icon} />}
        disabled={leaving?.isEnabled(id) === false}
        onClick={() => (leaving === undefined ? columns.setShown(id, false) : leaving.run(id))}
      >
        {leaving?.label ?? t('hide')}
      </Menu.Item>
      {onChoose !== undefined && (
        <Menu.Item leftSection={<IconColumns {...icon} />} onClick={onChoose}>
          {t('choose')}
        </Menu.Item>
      )}
    </PointMenu>
  );
}

function WidthItems<Row, Context>({
  columns,
  id,
}: {
  columns: GridColumns<Row, Context>;
  id: string;
}) {
  const { t } = useTranslation('common', { keyPrefix: 'list' });
  const widen = (pixels: number) => columns.setWidth(id, columns.widthOf(id) + pixels);
  return (
    <>
      <Menu.Item
        leftSection={<IconArrowsHorizontal {...icon} />}
        closeMenuOnClick={false}
        onClick={() => widen(widthStep)}
      >
        {t('wider')}
      </Menu.Item>
      <Menu.Item leftSection={<span />} closeMenuOnClick={false} onClick={() => widen(-widthStep)}>
        {t('narrower')}
      </Menu.Item>
      <Menu.Item leftSection={<span />} onClick={() => columns.setWidth(id, null)}>
        {t('resetWidth')}
      </Menu.Item>
    </>
  );
}
