/** The first rows of a transformation, each leaf that changes as it is and as it would be. */
import { useTranslation } from 'react-i18next';
import type { JsonValue } from '../../../shared/contract/json.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import type { TransformPreview } from '../../api/sessions.ts';
import { formatCount } from '../../ui/format.ts';
import { changedLeaves, leavesAt } from './changed-leaves.ts';
import { TransformationReportView } from './transformation-report.tsx';
import classes from './transform.module.css';

/** Leaves of one row that are drawn; a row may hold thousands. */
const drawnLeaves = 12;

const textOf = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '');

export function TransformPreviewTable({ preview }: { preview: TransformPreview }) {
  const { t } = useTranslation('sessions');
  const { before } = preview;
  const fields = preview.report.fields.map((each) => each.field);
  const rows = preview.after.map((after, place) => ({
    id: textOf(after['record_id'] ?? before?.[place]?.['record_id']),
    leaves:
      before === undefined ? leavesAt(after, fields) : changedLeaves(before[place] ?? {}, after),
  }));
  const changed = rows.filter((each) => each.leaves.length > 0);
  return (
    <div className="pd-slim pd-grid pd-gap-8">
      <p className="pd-flush pd-aside" role="status">
        {t('transform.previewed', {
          rows: formatCount(rows.length),
          changed: formatCount(preview.changed),
          skipped: formatCount(preview.skipped),
        })}
      </p>
      {changed.length === 0 ? (
        <p className="pd-flush pd-aside">{t('transform.nothingChanges')}</p>
      ) : (
        <div
          className={classes.previewScroll}
          tabIndex={0}
          role="region"
          aria-label={t('transform.preview')}
        >
          <table className={classes.previewTable}>
            <thead>
              <tr>
                <th scope="col">{t('transform.row')}</th>
                <th scope="col">{t('transform.field')}</th>
                {before !== undefined && <th scope="col">{t('transform.before')}</th>}
                <th scope="col">{t('transform.after')}</th>
              </tr>
            </thead>
            {changed.map(({ id, leaves }) => (
              <tbody key={id}>
                {leaves.slice(0, drawnLeaves).map((leaf, place) => (
                  <tr key={leaf.path}>
                    {place === 0 && (
                      <th scope="rowgroup" rowSpan={Math.min(leaves.length, drawnLeaves)}>
                        {id}
                      </th>
                    )}
                    <td>{leaf.path}</td>
                    {before !== undefined && (
                      <Value text={leaf.before} absent={t('transform.absent')} />
                    )}
                    <Value text={leaf.after} absent={t('transform.removed')} isNew />
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </div>
      )}
      {preview.report.notes.length > 0 && <TransformationReportView report={preview.report} />}
    </div>
  );
}

function Value({
  text,
  absent,
  isNew = false,
}: {
  text: string | null;
  absent: string;
  isNew?: boolean;
}) {
  if (text === null) return <td className={classes.absent}>{absent}</td>;
  return (
    <td className={classes.value} data-new={isNew || undefined} title={text}>
      <bdi>{showHidden(text)}</bdi>
    </td>
  );
}
