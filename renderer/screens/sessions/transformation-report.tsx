/** What became of each field in a transformation, what could not be decided, and how rare rows are. */
import { useTranslation } from 'react-i18next';
import type { TransformationReport } from '../../../shared/contract/transformations.ts';
import { formatCount } from '../../ui/format.ts';
import { showHidden } from '../../ui/json/text-lines.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import sessionClasses from './session.module.css';

export function TransformationReportView({ report }: { report: TransformationReport }) {
  const { t } = useTranslation('sessions');
  const { fields, notes, risk, safe_harbor: safeHarbor } = report;
  return (
    <section className={sessionClasses.stack} aria-label={t('report.label')}>
      {fields.length > 0 && (
        <div
          className={sessionClasses.tableScroll}
          tabIndex={0}
          role="region"
          aria-label={t('report.fields')}
        >
          <table className={sessionClasses.table} aria-label={t('report.fields')}>
            <thead>
              <tr>
                <th scope="col">{t('transform.field')}</th>
                <th scope="col">{t('report.method')}</th>
                {(['changed', 'kept', 'suppressed', 'skipped'] as const).map((each) => (
                  <th key={each} scope="col" data-align="end" title={t(`report.about.${each}`)}>
                    {t(`report.${each}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {fields.map((each) => (
                <tr key={each.field}>
                  <th scope="row">{showHidden(each.field)}</th>
                  <td>{each.method}</td>
                  <td data-align="end">{formatCount(each.changed)}</td>
                  <td data-align="end">{formatCount(each.kept)}</td>
                  <td data-align="end">{formatCount(each.suppressed)}</td>
                  <td data-align="end">{formatCount(each.skipped)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {notes.map((note) => (
        <p key={note} className={sessionClasses.note}>
          {note}
        </p>
      ))}
      {risk !== undefined && (
        <p className={sessionClasses.note}>
          {t('report.risk', {
            k: formatCount(risk.least_k),
            classes: formatCount(risk.classes),
            unique: formatCount(risk.unique_records),
            fields: risk.quasi_identifiers.join(', '),
          })}
        </p>
      )}
      {safeHarbor !== undefined && (
        <>
          <p className={sessionClasses.note}>{safeHarbor.statement}</p>
          {safeHarbor.undecided.length > 0 && (
            <div>
              <StatusBadge tone="warn">{t('report.undecided')}</StatusBadge>
              <ul className={sessionClasses.undecided}>
                {safeHarbor.undecided.map((each) => (
                  <li key={each.field}>
                    <code>{each.field}</code> {each.reason}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </section>
  );
}
