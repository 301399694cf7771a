/** The first rows of files, as sessions would read them. */
import { useTranslation } from 'react-i18next';
import type { SourcePreview } from '../../../../shared/contract/sources.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { keyed } from '../../../ui/keyed.ts';
import { valueText } from '../../../ui/rows/row-values.ts';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import classes from './source.module.css';

/** Columns that are drawn; all fields are in the table above. */
const drawnColumns = 24;

export function FirstRows({ preview }: { readonly preview: SourcePreview }) {
  const { t } = useTranslation('sources');
  const rows = preview.first_rows;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, drawnColumns);
  if (rows.length === 0) return null;
  return (
    <div className={classes.rows}>
      <PlainTable
        label={t('found.firstRows')}
        isText
        columns={names.map((name) => ({ label: showHidden(name) }))}
      >
        {keyed(rows, (row) => JSON.stringify(row)).map(({ key, item: row }) => (
          <tr key={key}>
            {names.map((name) => (
              <td key={name}>
                <span className="pd-cut pd-block">{showHidden(valueText(row[name]) ?? '–')}</span>
              </td>
            ))}
          </tr>
        ))}
      </PlainTable>
    </div>
  );
}
