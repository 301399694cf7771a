/** What will be registered, and what stays unknown, before it is for good. */
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../shared/hidden-text.ts';
import {
  bodyOf,
  metricGroups,
  proseFields,
  textFields,
  type CardForm,
  type MetricRow,
} from './card-form.ts';
import { showProse } from './prose.ts';
import classes from './register.module.css';

const inWords = (rows: readonly MetricRow[]) =>
  rows
    .filter((row) => row.name.trim() !== '')
    .map((row) => `${row.name.trim()} ${row.value.trim()}`)
    .join(', ');

export function CardReview({ values }: { values: CardForm }) {
  const { t } = useTranslation('models');
  const body = bodyOf(values);
  const isKnown = (field: string) => body[field] !== undefined;
  const unknown = [...textFields, ...metricGroups].filter((field) => !isKnown(field));
  return (
    <>
      <p className="pd-flush pd-pretty">{t('review.text')}</p>
      <dl className={classes.review}>
        {textFields.filter(isKnown).map((field) => (
          <div key={field}>
            <dt>{t(`field.${field}`)}</dt>
            <dd
              data-mono={field === 'model_hash' || undefined}
              data-prose={proseFields.has(field) || undefined}
            >
              {showProse(values[field])}
            </dd>
          </div>
        ))}
        {metricGroups.filter(isKnown).map((group) => (
          <div key={group}>
            <dt>{t(`field.${group}`)}</dt>
            <dd>{showHidden(inWords(values[group]))}</dd>
          </div>
        ))}
      </dl>
      {unknown.length > 0 && (
        <p className="pd-flush pd-grid-size pd-warn-text">
          {t('review.unknown', { list: unknown.map((field) => t(`field.${field}`)).join(', ') })}
        </p>
      )}
    </>
  );
}
