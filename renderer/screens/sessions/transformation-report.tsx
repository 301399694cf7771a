/** What became of each field in a transformation, what could not be decided, and how rare rows are. */
import { useTranslation } from 'react-i18next';
import type { TransformationReport } from '../../../shared/contract/transformations.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { formatCount } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { InEnglish } from '../../ui/in-english.tsx';
import sessionClasses from './session.module.css';

export function TransformationReportView({ report }: { report: TransformationReport }) {
  const { t } = useTranslation('sessions');
  const { fields, notes, risk, safe_harbor: safeHarbor } = report;
  return (
    <section className={sessionClasses.stack} aria-label={t('report.label')}>
      {fields.length > 0 && (
        <PlainTable
          isText
          label={t('report.fields')}
          columns={[
            { label: t('transform.field') },
            { label: t('report.method') },
            ...(['changed', 'kept', 'suppressed', 'skipped'] as const).map((each) => ({
              label: t(`report.${each}`),
              align: 'end' as const,
              about: t(`report.about.${each}`),
            })),
          ]}
        >
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
        </PlainTable>
      )}
      {notes.map((note) => (
        <p key={note} className="pd-note">
          <InEnglish>{note}</InEnglish>
        </p>
      ))}
      {risk !== undefined && (
        <p className="pd-note">
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
          <p className="pd-note">
            <InEnglish>{safeHarbor.statement}</InEnglish>
          </p>
          {safeHarbor.undecided.length > 0 && (
            <div>
              <StatusBadge tone="warn">{t('report.undecided')}</StatusBadge>
              <ul className={sessionClasses.undecided}>
                {safeHarbor.undecided.map((each) => (
                  <li key={each.field}>
                    <code>{each.field}</code> <InEnglish>{each.reason}</InEnglish>
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
