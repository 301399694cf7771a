/** The menu of a row: every key of the grid as a visible command, and filters by the row's own values. */
import { Menu } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import { useOfferedCommands } from '../../ui/commands/commands.ts';
import type { ListedRecord } from '../../api/records.ts';
import { KeyHint } from '../../ui/key-hint.tsx';
import { PointMenu, type MenuPoint } from '../../ui/point-menu.tsx';
import { chipText, rowFilters } from '../../ui/filter/decision-filters.ts';

export interface OpenRowMenu {
  readonly point: MenuPoint;
  readonly row: ListedRecord;
  /** All commands, or only the row's filters (the key `f`). */
  readonly part: 'all' | 'filters';
}

/** Commands of a row in the order of the menu; the others are dividers. */
const menuCommands = [
  'row.open',
  'row.peek',
  'row.select',
  'divider of copies',
  'row.copy-id',
  'row.copy-hash',
  'row.copy-json',
  'row.copy-cell',
  'divider of checks',
  'row.verify',
  'row.mark',
  'row.compare',
] as const;

/** The menu itself; the commands act on the row it was opened on, since the cursor and what is open go there. */
export function RowMenu({
  open,
  onClose,
  onFilter,
}: {
  open: OpenRowMenu;
  onClose: () => void;
  onFilter: (filter: RecordFilter) => void;
}) {
  const { t } = useTranslation('decisions');
  const commands = useOfferedCommands();
  return (
    <PointMenu point={open.point} label={t('command.rowMenu')} onClose={onClose}>
      {open.part === 'all' &&
        menuCommands.map((id) => {
          if (id.startsWith('divider')) return <Menu.Divider key={id} />;
          const command = commands.find((each) => each.id === id);
          if (command === undefined || command.isEnabled?.() === false) return null;
          const Icon = command.icon;
          const [key] = command.keys ?? [];
          return (
            <Menu.Item
              key={command.id}
              leftSection={Icon === undefined ? <span /> : <Icon size={15} stroke={1.6} />}
              rightSection={key === undefined ? null : <KeyHint name={key} />}
              onClick={command.run}
            >
              {command.title}
            </Menu.Item>
          );
        })}
      {open.part === 'all' && <Menu.Divider />}
      <Menu.Label>{t('command.filterByShort')}</Menu.Label>
      {rowFilters(open.row).map(({ field, filter }) => (
        <Menu.Item
          key={JSON.stringify(filter)}
          leftSection={<IconFilter size={15} stroke={1.6} />}
          onClick={() => onFilter(filter)}
        >
          {t(`field.${field}`)} {chipText(filter, field, t)}
        </Menu.Item>
      ))}
    </PointMenu>
  );
}
