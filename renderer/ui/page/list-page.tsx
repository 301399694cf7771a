/** The frame of every list: title, tools, columns, the one primary action, the grid, a row open beside it. */
import { useRef, useState, type ReactNode } from 'react';
import { ActionIcon, Button, Popover } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconColumns, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OperationId } from '../../../shared/contract/routes.ts';
import { useMay } from '../../api/capabilities.ts';
import { ColumnChooser } from '../table/column-chooser.tsx';
import type { ColumnChoices } from '../table/use-grid-columns.ts';
import { TableMenu } from '../list/table-menu.tsx';
import type { TableTools } from '../list/table-tools.ts';
import { prefer, usePreferences } from '../../state/preferences.ts';
import { useCommands } from '../commands/commands.ts';
import { usePaneKeys } from '../pane-keys.ts';
import { SidePane } from '../side-pane.tsx';
import { ScreenTitle } from './screen-title.tsx';
import classes from './page.module.css';

/** Below this the pane lies over the grid. */
const besideQuery = '(min-width: 1100px)';

/** Shares of the room: what a second column takes, and the ends of what a pane may have. */
const forColumns = 0.22;
const [narrowest, widest] = [0.2, 0.7];

/** A place beside the rows for one that is open. */
export interface ListPane {
  readonly label: string;
  /** Null for nothing. */
  readonly content: ReactNode | null;
  /** It holds two columns, and takes that much more room where it is on the right. */
  readonly isWide?: boolean | undefined;
  readonly onClose: () => void;
  readonly onFocusGrid: () => void;
}

export function ListPage({
  title,
  takesFocus = false,
  tools,
  actions,
  columns,
  table,
  action,
  above,
  foot,
  pane,
  announcement,
  children,
}: {
  /** undefined within a page that has one of its own. */
  title: string | undefined;
  /** The rows do not take the focus. */
  takesFocus?: boolean;
  /** Search or segments, beside the title. */
  tools: ReactNode;
  /** Further buttons, before that of the columns. */
  actions?: ReactNode;
  columns: ColumnChoices;
  /** What is kept as a view, exported and printed. */
  table: TableTools;
  /** Not offered where the operation it needs is not to be had. */
  action?:
    | { readonly label: string; readonly needs: OperationId; readonly run: () => void }
    | undefined;
  /** Between header and grid: chips of the filter, notes. */
  above?: ReactNode;
  /** Under the grid: pages. */
  foot?: ReactNode;
  pane?: ListPane;
  /** Read out when it changes. */
  announcement: string;
  /** The grid. */
  children: ReactNode;
}) {
  const may = useMay();
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        {title !== undefined && <ScreenTitle title={title} takesFocus={takesFocus} />}
        {tools}
        <span className={classes.space} />
        {actions}
        <ColumnsButton columns={columns} />
        <TableMenu tools={table} columns={columns} />
        {action !== undefined && may(action.needs) && (
          <PrimaryAction label={action.label} run={action.run} />
        )}
      </header>
      {above}
      {pane === undefined ? (
        <>
          <div className="pd-fill pd-holder pd-line-above">{children}</div>
          {foot}
        </>
      ) : (
        <Browse pane={pane}>
          <div className={classes.browseMain}>
            <div className="pd-fill pd-holder">{children}</div>
            {foot}
          </div>
        </Browse>
      )}
      <div className="pd-hidden" role="status" aria-live="polite">
        {announcement}
      </div>
    </div>
  );
}

/** Rows with the one that is open beside them, or over them where there is no room. */
function Browse({ pane, children }: { pane: ListPane; children: ReactNode }) {
  const { t } = useTranslation('common');
  const { label, content, isWide = false, onClose, onFocusGrid } = pane;
  const paneRef = useRef<HTMLElement>(null);
  const place = usePreferences((state) => state.inspectorPlace);
  const shares = usePreferences((state) => state.inspectorShare);
  const more = isWide && place === 'right' ? forColumns : 0;
  const beside = useMediaQuery(besideQuery, true, { getInitialValueInEffect: false });
  usePaneKeys(paneRef, content !== null, onClose, onFocusGrid);
  useCommands([
    {
      id: 'pane.next',
      title: t('otherPane'),
      group: 'view',
      scope: 'global',
      keys: ['f6'],
      unlisted: true,
      run: () => {
        const inPane = paneRef.current?.contains(document.activeElement) === true;
        if (inPane || paneRef.current === null) onFocusGrid();
        else paneRef.current.focus();
      },
    },
  ]);
  return (
    <div className="pd-fill pd-flex pd-slim pd-holder pd-line-above">
      <SidePane
        main={children}
        pane={content}
        place={beside ? place : 'overlay'}
        share={Math.min(widest, shares[place] + more)}
        onShare={(share) =>
          prefer({ inspectorShare: { ...shares, [place]: Math.max(narrowest, share - more) } })
        }
        paneLabel={label}
        separatorLabel={t('resizePane')}
        paneRef={paneRef}
      />
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
export function ColumnsButton({ columns }: { columns: ColumnChoices }) {
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
