/** The frame of a list that is looked through: title, tools, the grid, one of its rows open beside it. */
import { useRef, type ReactNode } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { prefer, usePreferences } from '../../state/preferences.ts';
import { SidePane } from '../side-pane.tsx';
import { usePaneKeys } from '../pane-keys.ts';
import type { GridColumns } from '../table/use-grid-columns.ts';
import { useCommands } from '../commands/commands.ts';
import { TableMenu } from '../list/table-menu.tsx';
import type { TableTools } from '../list/table-tools.ts';
import { ColumnsButton } from './list-page.tsx';
import { ScreenTitle } from './screen-title.tsx';
import hidden from '../hidden.module.css';
import classes from './page.module.css';

/** Below this the pane lies over the grid. */
const besideQuery = '(min-width: 1100px)';

export interface BrowsePageProps<Row, Context> {
  readonly title: string;
  /** Search and segments, beside the title. */
  readonly tools: ReactNode;
  readonly actions?: ReactNode;
  readonly columns: GridColumns<Row, Context>;
  /** What is kept as a view, exported and printed. */
  readonly table: TableTools;
  /** Between header and grid: filters, notes. */
  readonly above?: ReactNode;
  /** The list itself. */
  readonly grid: ReactNode;
  /** Under the list: pages. */
  readonly foot?: ReactNode;
  /** What is open beside the list; null for nothing. */
  readonly pane: ReactNode | null;
  readonly paneLabel: string;
  readonly onClosePane: () => void;
  readonly onFocusGrid: () => void;
  /** Read out when it changes. */
  readonly announcement: string;
}

export function BrowsePage<Row, Context>(props: BrowsePageProps<Row, Context>) {
  const { t } = useTranslation('common');
  const { columns, pane, onClosePane, onFocusGrid } = props;
  const paneRef = useRef<HTMLElement>(null);
  const place = usePreferences((state) => state.inspectorPlace);
  const shares = usePreferences((state) => state.inspectorShare);
  const beside = useMediaQuery(besideQuery, true, { getInitialValueInEffect: false });
  usePaneKeys(paneRef, pane !== null, onClosePane, onFocusGrid);
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
    <div className={classes.page}>
      <header className={classes.header}>
        <ScreenTitle title={props.title} />
        {props.tools}
        <span className={classes.space} />
        {props.actions}
        <ColumnsButton columns={columns} />
        <TableMenu tools={props.table} columns={columns} />
      </header>
      {props.above}
      <div className={classes.browse}>
        <SidePane
          main={
            <div className={classes.browseMain}>
              <div className={classes.browseGrid}>{props.grid}</div>
              {props.foot}
            </div>
          }
          pane={pane}
          place={beside ? place : 'overlay'}
          share={shares[place]}
          onShare={(share) => prefer({ inspectorShare: { ...shares, [place]: share } })}
          paneLabel={props.paneLabel}
          separatorLabel={t('resizePane')}
          paneRef={paneRef}
        />
      </div>
      <div className={hidden.srOnly} role="status" aria-live="polite">
        {props.announcement}
      </div>
    </div>
  );
}

/** Content of the pane: its title, its close button, its parts below each other. */
export function PanePage({
  title,
  onClose,
  children,
}: {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('common');
  return (
    <div className={classes.pane}>
      <div className={classes.paneHead}>
        <h2 className={classes.paneTitle}>{title}</h2>
        <ActionIcon aria-label={t('close')} onClick={onClose}>
          <IconX size={15} />
        </ActionIcon>
      </div>
      {children}
    </div>
  );
}

/** Names and values below each other. */
export function PaneFacts({ children }: { children: ReactNode }) {
  return <dl className={classes.paneFacts}>{children}</dl>;
}

/** One of them; nothing where there is no value. */
export function PaneFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.paneFact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A titled part of the pane, with its buttons. */
export function PanePart({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={classes.panePart} aria-label={title}>
      <div className={classes.panePartHead}>
        <h3 className={classes.sectionTitle}>{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** Scrolls by itself, so the keyboard has to reach it. */
const scrolled = { role: 'region', tabIndex: 0 } as const;

/** Text as it is: a command, a line. */
export function PaneText({ label, children }: { label: string; children: ReactNode }) {
  return (
    <pre className={classes.code} aria-label={label} {...scrolled}>
      {children}
    </pre>
  );
}
