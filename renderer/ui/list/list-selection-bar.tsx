/** What can be done with the selected rows of a list. */
import { useState, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconBraces, IconCopy, IconTableExport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { copyText } from '../clipboard.ts';
import { formatCount } from '../format.ts';
import { ExportDialog } from './export-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import type { FileColumn, ListSource } from './table-tools.ts';

/** A list of the API with its filter, of which a part is loaded. */
export interface WholeList {
  readonly source: ListSource;
  /** Rows that its filter finds. */
  readonly total: number;
  /** Where the id of a row stands in it (JSON Pointer). */
  readonly idPath: string;
}

/** Something that is done with the selected rows of a list. */
export interface SelectionAction {
  readonly label: string;
  readonly icon: ReactNode;
  readonly run: (ids: readonly string[]) => void;
}

export interface ListSelectionBarProps {
  /** Names the list in a file. */
  readonly title: string;
  /** As the clipboard holds them. */
  readonly rows: readonly object[];
  /** As a file holds them: one for each, or several. */
  readonly fileRows: readonly object[];
  readonly ids: readonly string[];
  /** Rows that could be selected. */
  readonly total: number;
  /** All rows of the filter are selected but some; the loaded ones of them are `rows`. */
  readonly all?: { readonly whole: WholeList; readonly except: ReadonlySet<string> };
  /** What a file holds of a row. */
  readonly columns: readonly FileColumn[];
  /** A further button for the ids of the selected rows. */
  readonly action?: SelectionAction | undefined;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
}

/** Nothing while nothing is selected. */
export function ListSelectionBar(props: ListSelectionBarProps) {
  const { t } = useTranslation('tables');
  const may = useMay();
  const [exporting, setExporting] = useState(false);
  const { rows, ids, total, all } = props;
  const count = all === undefined ? rows.length : all.whole.total - all.except.size;
  const hint = all === undefined ? undefined : t('selection.copyLoaded');
  if (count === 0) return null;
  /** Into how many a row unfolds is known of the loaded ones only. */
  const ofAll = all?.whole.source.each === undefined ? count : undefined;
  const exported = all === undefined ? props.fileRows.length : ofAll;
  const words = { count, formatted: formatCount(count) };
  return (
    <SelectionBar
      count={count}
      total={total}
      onSelectAll={props.onSelectAll}
      onClear={props.onClear}
    >
      {all === undefined && props.action !== undefined && (
        <Button leftSection={props.action.icon} onClick={() => props.action?.run(ids)}>
          {props.action.label}
        </Button>
      )}
      <Button
        leftSection={<IconCopy size={14} stroke={1.75} />}
        disabled={all !== undefined}
        title={hint}
        onClick={() => void copyText(ids.join('\n'), t('selection.ids', words))}
      >
        {t('selection.copyIds')}
      </Button>
      <Button
        leftSection={<IconBraces size={14} stroke={1.75} />}
        disabled={all !== undefined}
        title={hint}
        onClick={() => void copyText(jsonOf(rows), t('selection.rows', words))}
      >
        {t('selection.copyJson')}
      </Button>
      {may('createExport') && props.columns.length > 0 && (
        <Button
          leftSection={<IconTableExport size={14} stroke={1.75} />}
          onClick={() => setExporting(true)}
        >
          {t('selection.export')}
        </Button>
      )}
      <ExportDialog
        opened={exporting}
        file={{
          title: props.title,
          columns: props.columns,
          source: all === undefined ? { rows: props.fileRows } : sourceOfAll(all),
          total: exported,
          notes: [t('selection.count', words)],
        }}
        onClose={() => setExporting(false)}
      />
    </SelectionBar>
  );
}

/** The whole list, without what is left out of it. */
function sourceOfAll({
  whole: { source, idPath },
  except,
}: NonNullable<ListSelectionBarProps['all']>): ListSource {
  if (except.size === 0) return source;
  return { ...source, except: { path: idPath, values: [...except] } };
}

/** One row as itself, several as a list. */
export function jsonOf(rows: readonly object[]): string {
  return JSON.stringify(rows.length === 1 ? rows[0] : rows, null, 2);
}
