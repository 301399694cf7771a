/** The frame of every list: title, tools, columns, the one primary action, the grid, its announcement. */
import { useState, type ReactNode } from 'react';
import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconColumns, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ColumnChooser } from '../../ui/table/column-chooser.tsx';
import type { GridColumns } from '../../ui/table/use-grid-columns.ts';
import classes from './page.module.css';

export function ListPage<Row, Context>({
  title,
  tools,
  actions,
  columns,
  action,
  above,
  announcement,
  children,
}: {
  title: string;
  /** Search or segments, beside the title. */
  tools: ReactNode;
  /** Further buttons, before that of the columns. */
  actions?: ReactNode;
  columns: GridColumns<Row, Context>;
  action: { readonly label: string; readonly run: () => void };
  /** Between header and grid: chips of the filter, notes. */
  above?: ReactNode;
  /** Read out when it changes. */
  announcement: string;
  /** The grid. */
  children: ReactNode;
}) {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <h1 className={classes.title}>{title}</h1>
        {tools}
        <span className={classes.space} />
        {actions}
        <ColumnsButton columns={columns} />
        <Button
          variant="filled"
          className={classes.wideAction ?? ''}
          leftSection={<IconPlus size={14} stroke={2} />}
          onClick={action.run}
        >
          {action.label}
        </Button>
        <ActionIcon
          variant="filled"
          color="proof"
          className={classes.narrowAction}
          aria-label={action.label}
          onClick={action.run}
        >
          <IconPlus size={15} stroke={2} />
        </ActionIcon>
      </header>
      {above}
      <div className={classes.grid}>{children}</div>
      <div className={classes.announcement} role="status" aria-live="polite">
        {announcement}
      </div>
    </div>
  );
}

/** Opens the chooser of a list's columns. */
export function ColumnsButton<Row, Context>({ columns }: { columns: GridColumns<Row, Context> }) {
  const { t } = useTranslation('common');
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Button
          leftSection={<IconColumns size={14} stroke={1.75} />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {t('chooser.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('chooser.title')}>
        <ColumnChooser columns={columns} />
      </Popover.Dropdown>
    </Popover>
  );
}
