/** The first lines of a JSON Lines file, each as the import will judge it. */
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { formatCount } from '../../../ui/format.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { compactMembers } from '../decision.ts';
import { sampleLines, type SampleLine } from '../../../ui/import/file-sample.ts';
import { InEnglish } from '../../../ui/in-english.tsx';
import { faultText } from '../../../ui/fault-text.tsx';
import { Sideways } from '../../../ui/sideways.tsx';
import classes from '../../../ui/import/import.module.css';

const most = 50;

function LineRow({ line }: { line: SampleLine }) {
  const { t } = useTranslation('imports');
  const { body, fields, message } = line;
  return (
    <tr>
      <td data-align="end">{formatCount(line.line)}</td>
      {body === undefined ? (
        <td colSpan={3}>
          <StatusBadge tone="warn">{t('preview.refused')}</StatusBadge>{' '}
          <bdi>
            {fields.length === 0 ? (
              <InEnglish>{message}</InEnglish>
            ) : (
              fields.map((each, index) => (
                <Fragment key={each.field}>
                  {index > 0 && '; '}
                  {showHidden(each.field)} {faultText(each)}
                </Fragment>
              ))
            )}
          </bdi>
        </td>
      ) : (
        <>
          <td>
            <bdi>{showHidden(body.model_id)}</bdi>
          </td>
          <td>
            <bdi>{showHidden(compactMembers(body.input))}</bdi>
          </td>
          <td>
            <bdi>{showHidden(compactMembers(body.output))}</bdi>
          </td>
        </>
      )}
    </tr>
  );
}

export function PreviewLines({ text }: { text: string }) {
  const { t } = useTranslation('imports');
  const lines = useMemo(() => sampleLines(text, most), [text]);
  const bad = lines.filter((line) => line.body === undefined).length;
  return (
    <section className={classes.mapping}>
      <div className={classes.sectionHead}>
        <h3>
          {bad === 0
            ? t('preview.valid', { count: lines.length })
            : t('preview.invalid', { bad, count: lines.length })}
        </h3>
      </div>
      <Sideways
        frame="pd-column pd-fill"
        className={classes.tableScroll}
        role="region"
        aria-label={t('preview.ndjson')}
        tabIndex={0}
      >
        <table className={classes.table}>
          <colgroup>
            <col className={classes.lineColumn} />
            <col className={classes.columnColumn} />
            <col />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" data-align="end">
                {t('errors.line')}
              </th>
              <th scope="col">{t('mapping.parts.model_id')}</th>
              <th scope="col">{t('mapping.parts.input')}</th>
              <th scope="col">{t('mapping.parts.output')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <LineRow key={line.line} line={line} />
            ))}
          </tbody>
        </table>
      </Sideways>
    </section>
  );
}
