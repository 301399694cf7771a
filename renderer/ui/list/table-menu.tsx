/** The menu that every table has: its saved views, its columns, the table as a file, print. */
import { useState } from 'react';
import { Button, Menu, Popover } from '@mantine/core';
import {
  IconBookmark,
  IconChevronDown,
  IconColumns,
  IconPrinter,
  IconTableExport,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import type { SavedView } from '../../state/preferences.ts';
import { ColumnChooser } from '../table/column-chooser.tsx';
import type { ColumnChoices } from '../table/use-grid-columns.ts';
import { useCommands, type Command } from '../commands/commands.ts';
import { ExportDialog } from './export-dialog.tsx';
import { useCurrentView, NameViewDialog, ViewItems } from './saved-views.tsx';
import type { TableTools } from './table-tools.ts';
import classes from './table.module.css';

export interface TableMenuProps {
  readonly tools: TableTools;
  /** What a file of it holds, and what can be chosen of that; the chooser is in the menu. */
  readonly columns: ColumnChoices | Pick<ColumnChoices, 'fileColumns'>;
  /** There is another table on the screen, which the keys and commands are for. */
  readonly isSecond?: boolean;
}

export function TableMenu({ tools, columns, isSecond = false }: TableMenuProps) {
  const { t } = useTranslation('tables');
  const may = useMay();
  const current = useCurrentView(tools);
  const [naming, setNaming] = useState<{ renamed: SavedView | undefined } | null>(null);
  const [exporting, setExporting] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const held = columns.fileColumns;
  const choices = 'choices' in columns ? columns : undefined;
  const mayRead = 'rows' in tools.source || may(tools.source.operation);
  const canExport = may('createExport') && mayRead && held.length > 0;
  const print = () => globalThis.print();
  const exportCommand: Command = {
    id: 'table.export',
    title: t('exportCommand'),
    group: 'do',
    scope: 'global',
    keys: ['shift+e'],
    icon: IconTableExport,
    run: () => setExporting(true),
  };
  const commands: readonly Command[] = [
    ...(canExport ? [exportCommand] : []),
    {
      id: 'table.print',
      title: t('printCommand'),
      group: 'do',
      scope: 'global',
      icon: IconPrinter,
      run: print,
    },
  ];
  useCommands(isSecond ? [] : commands);
  return (
    <>
      <Popover
        opened={choosing}
        onChange={setChoosing}
        position="bottom-end"
        trapFocus
        returnFocus
        withRoles={false}
      >
        <Popover.Target>
          <span className={classes.anchor}>
            <Menu position="bottom-end" width={260}>
              <Menu.Target>
                <Button
                  leftSection={<IconBookmark size={14} stroke={1.75} />}
                  rightSection={<IconChevronDown size={12} />}
                  maw={200}
                  {...(isSecond && { 'aria-label': t('menuOf', { title: tools.title }) })}
                >
                  {current?.name ?? t('menu')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <ViewItems
                  tools={tools}
                  onSave={() => setNaming({ renamed: undefined })}
                  onRename={(renamed) => setNaming({ renamed })}
                />
                {choices !== undefined && (
                  <Menu.Item
                    leftSection={<IconColumns size={15} stroke={1.6} />}
                    onClick={() => setChoosing(true)}
                  >
                    {t('columns')}
                  </Menu.Item>
                )}
                {canExport && (
                  <Menu.Item
                    leftSection={<IconTableExport size={15} stroke={1.6} />}
                    onClick={() => setExporting(true)}
                  >
                    {t('exportItem')}
                  </Menu.Item>
                )}
                <Menu.Item
                  leftSection={<IconPrinter size={15} stroke={1.6} />}
                  // The menu is gone by then, and not on the paper.
                  onClick={() => setTimeout(print, 200)}
                >
                  {t('print')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </span>
        </Popover.Target>
        {choices !== undefined && (
          <Popover.Dropdown role="dialog" aria-label={t('columns')}>
            <ColumnChooser columns={choices} />
          </Popover.Dropdown>
        )}
      </Popover>
      <NameViewDialog
        opened={naming !== null}
        tools={tools}
        renamed={naming?.renamed}
        onClose={() => setNaming(null)}
      />
      <ExportDialog
        opened={exporting}
        file={{ ...tools, columns: held }}
        onClose={() => setExporting(false)}
      />
    </>
  );
}
