/** The header row: title, search, filters, views, columns, one primary action. It never wraps. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ActionIcon, Button, Menu, Popover } from '@mantine/core';
import { IconColumns, IconDots, IconFileZip, IconPlus, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import type { ListedRecord } from '../../api/records.ts';
import { useMay } from '../../api/capabilities.ts';
import { useIsReadOnly } from '../../api/workspace.ts';
import { ScreenTitle } from '../../ui/page/screen-title.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { ColumnChooser } from '../../ui/table/column-chooser.tsx';
import type { GridColumns } from '../../ui/table/use-grid-columns.ts';
import type { DecisionCells } from './columns.tsx';
import { TableMenu } from '../../ui/list/table-menu.tsx';
import type { TableTools } from '../../ui/list/table-tools.ts';
import { AroundChoice } from './around-choice.tsx';
import { FieldFilter, FilterMenu } from './filter-menu.tsx';
import { withoutField } from '../../ui/filter/decision-filters.ts';
import { SearchField } from './search-field.tsx';
import type { DecisionsSearch } from './search.ts';
import classes from './header.module.css';

/** Parts that go into "…" when the row is narrower than this many pixels, in the order they go. */
const needs = {
  export: 1160,
  import: 1060,
  created: 870,
  columns: 790,
  model: 700,
  wideButton: 640,
};

export interface DecisionsHeaderProps {
  readonly search: DecisionsSearch;
  readonly filter: RecordFilter;
  readonly columns: GridColumns<ListedRecord, DecisionCells>;
  readonly choosing: boolean;
  readonly onChoosing: (choosing: boolean) => void;
  readonly searchInput: React.RefObject<HTMLInputElement | null>;
  readonly onLeaveSearch: () => void;
  readonly onFilter: (filter: RecordFilter, replace?: boolean) => void;
  readonly table: TableTools;
}

function importFile(): void {
  openDialog({ kind: 'import', file: null });
}

/** More than this is never missing; a row that still does not fit is cut. */
const mostMissing = 480;

/**
 * The width of an element in the measure of `needs`, 0 before it was measured: what it lacks for its
 * words, which `words` tells apart (the language, the filter), is taken off until all fits.
 */
function useWidth(words: string) {
  const ref = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  const [missing, setMissing] = useState({ words, width, pixels: 0 });
  const isKnown = missing.words === words && missing.width === width;
  const pixels = isKnown ? missing.pixels : 0;
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || width === 0 || pixels >= mostMissing) return;
    if (element.scrollWidth > element.clientWidth) {
      setMissing({ words, width, pixels: pixels + 40 });
    }
  }, [words, width, pixels]);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width: width === 0 ? 0 : width - pixels };
}

export function DecisionsHeader(props: DecisionsHeaderProps) {
  const { t, i18n } = useTranslation(['decisions', 'common']);
  const { filter, onFilter } = props;
  const isReadOnly = useIsReadOnly();
  const may = useMay();
  const exportBundle = () => openDialog({ kind: 'export-bundle', filter, recordIds: [] });
  const { ref, width } = useWidth(`${i18n.language} ${JSON.stringify(filter)}`);
  const fits = (part: keyof typeof needs) => width === 0 || width >= needs[part];
  const overflow = !fits('export');
  const parameters = [
    ...(fits('model') ? [] : (['model'] as const)),
    ...(fits('created') ? [] : (['created'] as const)),
    'intervention',
    'review',
  ] as const;
  return (
    <header ref={ref} className={classes.header}>
      <ScreenTitle title={t('title')} />
      <SearchField
        inputRef={props.searchInput}
        value={filter.q ?? ''}
        onSearch={(text, final) => {
          if (text === (filter.q ?? '')) return;
          const others = withoutField(filter, 'q');
          // Typing on refines one history entry; the first letter and Enter make their own.
          const refines = filter.q !== undefined && text !== '' && !final;
          onFilter(text === '' ? others : { ...others, q: text }, refines);
        }}
        onLeave={props.onLeaveSearch}
      />
      <div className="pd-flex pd-fixed pd-gap-6">
        {fits('model') && <FieldFilter field="model" filter={filter} onChange={onFilter} />}
        {fits('created') && <FieldFilter field="created" filter={filter} onChange={onFilter} />}
        <FilterMenu parameters={parameters} filter={filter} onChange={onFilter} />
        <AroundChoice />
      </div>
      <div className="pd-space" />
      <Popover
        opened={props.choosing}
        onChange={props.onChoosing}
        position="bottom-end"
        trapFocus
        returnFocus
        withRoles={false}
      >
        <Popover.Target>
          <div className="pd-flex pd-fixed pd-gap-6">
            {fits('columns') && (
              <Button
                leftSection={<IconColumns size={14} stroke={1.75} />}
                aria-expanded={props.choosing}
                onClick={() => props.onChoosing(!props.choosing)}
              >
                {t('columns')}
              </Button>
            )}
            <TableMenu tools={props.table} columns={props.columns} />
            {fits('export') && may('createBundle') && (
              <Button
                leftSection={<IconFileZip size={14} stroke={1.75} />}
                disabled={isReadOnly}
                onClick={exportBundle}
              >
                {t('export')}
              </Button>
            )}
            {fits('import') && may('createImport') && (
              <Button
                leftSection={<IconUpload size={14} stroke={1.75} />}
                disabled={isReadOnly}
                onClick={importFile}
              >
                {t('import')}
              </Button>
            )}
            {overflow && (
              <Menu position="bottom-end" width={240}>
                <Menu.Target>
                  <ActionIcon variant="default" aria-label={t('more', { ns: 'common' })}>
                    <IconDots size={15} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  {may('createBundle') && (
                    <Menu.Item
                      leftSection={<IconFileZip size={15} />}
                      disabled={isReadOnly}
                      onClick={exportBundle}
                    >
                      {t('exportBundle')}
                    </Menu.Item>
                  )}
                  {!fits('import') && may('createImport') && (
                    <Menu.Item
                      leftSection={<IconUpload size={15} />}
                      disabled={isReadOnly}
                      onClick={importFile}
                    >
                      {t('importFile')}
                    </Menu.Item>
                  )}
                </Menu.Dropdown>
              </Menu>
            )}
            {may('createRecord') &&
              (fits('wideButton') ? (
                <Button
                  variant="filled"
                  leftSection={<IconPlus size={14} stroke={2} />}
                  disabled={isReadOnly}
                  onClick={() => openDialog({ kind: 'new-decision' })}
                >
                  {t('newDecision')}
                </Button>
              ) : (
                <ActionIcon
                  variant="filled"
                  color="proof"
                  disabled={isReadOnly}
                  aria-label={t('newDecision')}
                  onClick={() => openDialog({ kind: 'new-decision' })}
                >
                  <IconPlus size={15} stroke={2} />
                </ActionIcon>
              ))}
          </div>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={t('columns')}>
          <ColumnChooser columns={props.columns} />
        </Popover.Dropdown>
      </Popover>
    </header>
  );
}
