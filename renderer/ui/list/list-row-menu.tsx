/** The menu of a row of a list: its keys as visible commands, and filters by the row's own values. */
import { Menu } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { KeyHint } from '../key-hint.tsx';
import { PointMenu, type MenuPoint } from '../point-menu.tsx';
import { useOfferedCommands } from '../commands/commands.ts';

/** A value of a row that the list can be narrowed to. */
export interface RowFilter {
  /** Column and value, in words. */
  readonly label: string;
  readonly run: () => void;
}

export interface OpenRowMenu<Row> {
  readonly point: MenuPoint;
  readonly row: Row;
  /** All commands, or only the row's filters (the key `f`). */
  readonly part: 'all' | 'filters';
}

const usualCommands: readonly string[] = ['row.open', 'row.select', 'row.copy-id', 'row.copy-json'];

/** Commands act on the row it was opened on, since the cursor goes there. */
export function ListRowMenu<Row>({
  open,
  commands = usualCommands,
  filters,
  onClose,
}: {
  open: OpenRowMenu<Row>;
  /** In the order of the menu; those named `divider …` are lines. */
  commands?: readonly string[] | undefined;
  filters: readonly RowFilter[];
  onClose: () => void;
}) {
  const { t } = useTranslation('tables');
  const hasCommands = open.part === 'all';
  return (
    <PointMenu point={open.point} label={t('row.menu')} onClose={onClose}>
      {hasCommands && commands.map((id) => <CommandItem key={id} id={id} />)}
      {hasCommands && filters.length > 0 && <Menu.Divider />}
      {filters.length > 0 && <Menu.Label>{t('row.onlyWith')}</Menu.Label>}
      {filters.map(({ label, run }) => (
        <Menu.Item key={label} leftSection={<IconFilter size={15} stroke={1.6} />} onClick={run}>
          {label}
        </Menu.Item>
      ))}
    </PointMenu>
  );
}

/** Nothing for a command that is not possible now. */
function CommandItem({ id }: { id: string }) {
  const command = useOfferedCommands().find((each) => each.id === id);
  if (id.startsWith('divider')) return <Menu.Divider />;
  if (command === undefined || command.isEnabled?.() === false) return null;
  const Icon = command.icon;
  const [key] = command.keys ?? [];
  return (
    <Menu.Item
      leftSection={Icon === undefined ? <span /> : <Icon size={15} stroke={1.6} />}
      rightSection={key === undefined ? null : <KeyHint name={key} />}
      onClick={command.run}
    >
      {command.title}
    </Menu.Item>
  );
}
