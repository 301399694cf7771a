/** The menu of the rows of a session: views, and the file, with what it costs before it is asked for. */
import { useTranslation } from 'react-i18next';
import type { DatasetField } from '../../../shared/contract/datasets.ts';
import { exportBatchRows } from '../../../shared/contract/exports.ts';
import type { JsonObject } from '../../../shared/contract/json.ts';
import type { Session } from '../../../shared/contract/sessions.ts';
import form from '../../ui/form/form.module.css';
import { formatCount } from '../../ui/format.ts';
import { TableMenu } from '../../ui/list/table-menu.tsx';
import { columnsOf } from '../../ui/rows/row-values.ts';
import { rowFileColumns, streamFields } from './row-file.ts';
import { writeFilter } from './row-filter.ts';
import type { SessionSearch } from './search.ts';
import { useReadPrice } from './use-read-price.ts';

/** Characters of a filter in the notes of a file. */
const notedCharacters = 300;

function shortText(text: string): string {
  return text.length > notedCharacters ? `${text.slice(0, notedCharacters)}…` : text;
}

export function RowsMenu({
  session: { session_id: id, dataset_id: dataset },
  search,
  filter,
  fields,
  total,
  onSearch,
}: {
  readonly session: Session;
  readonly search: SessionSearch;
  readonly filter: JsonObject;
  readonly fields: readonly DatasetField[];
  /** Rows that the filter selects; null while they are not counted. */
  readonly total: number | null;
  readonly onSearch: (part: Partial<SessionSearch>) => void;
}) {
  const { t } = useTranslation('sessions');
  const { t: datasets } = useTranslation('datasets');
  const { sort } = search;
  const filterText = writeFilter(filter);
  return (
    <TableMenu
      tools={{
        id: `rows:${dataset}`,
        title: t('rowsFile.title', { dataset }),
        view: {
          search: { filter: search.filter, sort, fields: search.fields },
          open: (part) =>
            onSearch({ filter: part['filter'], sort: part['sort'], fields: part['fields'] }),
        },
        source: {
          operation: 'streamSession',
          parameters: { session_id: id },
          query: { filter: filterText, sort },
          narrow: streamFields,
        },
        total: total ?? undefined,
        notes: [
          t('rowsFile.session', { id }),
          ...(filterText === undefined
            ? []
            : [t('rowsFile.filter', { filter: shortText(filterText) })]),
          ...(sort === undefined
            ? []
            : [
                datasets(sort.startsWith('-') ? 'rows.descendingBy' : 'rows.ascendingBy', {
                  field: sort.replace(/^-/, ''),
                }),
              ]),
        ],
        remark: <FilePrice sessionId={id} rows={total} />,
      }}
      columns={{
        fileColumns: rowFileColumns(fields, columnsOf(fields, search.fields?.split(','))),
      }}
    />
  );
}

/** Read operations that a file of so many rows takes; that there are none takes one, too. */
function exportReads(rows: number): number {
  return Math.max(1, Math.ceil(rows / exportBatchRows));
}

/** What a file of the rows counts and costs. */
function FilePrice({
  sessionId,
  rows,
}: {
  readonly sessionId: string;
  readonly rows: number | null;
}) {
  const { t } = useTranslation('sessions');
  const reads = rows === null ? 1 : exportReads(rows);
  const ahead = { rows: rows ?? exportBatchRows, calls: reads };
  const cost = useReadPrice(sessionId, ahead)?.price ?? '–';
  return (
    <div className="pd-grid pd-gap-4" role="note">
      <p className={form.text}>
        <strong>{t('rowsFile.metered')}</strong>{' '}
        {rows === null
          ? t('rowsFile.batches', { most: formatCount(exportBatchRows), cost })
          : t('rowsFile.reads', {
              count: reads,
              reads: formatCount(reads),
              rows: formatCount(rows),
              cost,
            })}
      </p>
      <p className={form.text}>{t('rowsFile.stays')}</p>
    </div>
  );
}
