/** What became of each field in a transformation. */
import { useTranslation } from 'react-i18next';
import type { TransformationReport } from '../../../shared/contract/transformations.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { formatCount } from '../../ui/format.ts';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { InEnglish } from '../../ui/in-english.tsx';

export function TransformationReportView({ report }: { report: TransformationReport }) {
  const { t } = useTranslation('sessions');
  const { fields, notes } = report;
  return (
    <section className="pd-stack pd-slim pd-gap-12" aria-label={t('report.label')}>
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
    </section>
  );
}
