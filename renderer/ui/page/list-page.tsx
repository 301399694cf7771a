/** The frame of every list: title, tools, columns, the one primary action, the grid, its announcement. */
import { useState, type ReactNode } from 'react';
import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconColumns, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OperationId } from '../../../shared/contract/routes.ts';
import { useMay } from '../../api/capabilities.ts';
import { ColumnChooser } from '../table/column-chooser.tsx';
import type { GridColumns } from '../table/use-grid-columns.ts';
import { TableMenu } from '../list/table-menu.tsx';
import type { TableTools } from '../list/table-tools.ts';
import { ScreenTitle } from './screen-title.tsx';
import hidden from '../hidden.module.css';
import classes from './page.module.css';

export function ListPage<Row, Context>({
  title,
  tools,
  actions,
  columns,
  table,
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
  /** What is kept as a view, exported and printed. */
  table: TableTools;
  /** Not offered where the operation it needs is not to be had. */
  action: { readonly label: string; readonly needs: OperationId; readonly run: () => void };
  /** Between header and grid: chips of the filter, notes. */
  above?: ReactNode;
  /** Read out when it changes. */
  announcement: string;
  /** The grid. */
  children: ReactNode;
}) {
  const may = useMay();
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <ScreenTitle title={title} />
        {tools}
        <span className={classes.space} />
        {actions}
        <ColumnsButton columns={columns} />
        <TableMenu tools={table} columns={columns} />
        {may(action.needs) && <PrimaryAction label={action.label} run={action.run} />}
      </header>
      {above}
      <div className={classes.grid}>{children}</div>
      <div className={hidden.srOnly} role="status" aria-live="polite">
        {announcement}
      </div>
    </div>
  );
}

/** With its words where there is room, else as its sign. */
function PrimaryAction({ label, run }: { label: string; run: () => void }) {
  return (
    <>
      <Button
        variant="filled"
        className={classes.wideAction ?? ''}
        leftSection={<IconPlus size={14} stroke={2} />}
        onClick={run}
      >
        {label}
      </Button>
      <ActionIcon
        variant="filled"
        color="proof"
        className={classes.narrowAction}
        aria-label={label}
        onClick={run}
      >
        <IconPlus size={15} stroke={2} />
      </ActionIcon>
    </>
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
          className={classes.wideAction ?? ''}
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
