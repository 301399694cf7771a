/** What the columns of a CSV file are: one type each, words for nothing, and the cells that do not fit. */
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ColumnVerdict } from '../../../shared/columns/column-judge.ts';
import type { ImportColumn } from '../../../shared/contract/imports.ts';
import { formatCount } from '../format.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { Sideways } from '../sideways.tsx';
import classes from './import.module.css';

type Found = Pick<
  ImportColumn,
  'empty' | 'exceptions' | 'exceptions_total' | 'missing' | 'reason' | 'type'
>;

function useColumnWords() {
  const { t } = useTranslation('imports');
  return {
    missing: ({ empty, missing }: Found): string =>
      [
        ...(empty === 0 ? [] : [t('columns.empty', { amount: formatCount(empty) })]),
        ...missing.map(({ text, count, taken }) =>
          t(taken ? 'columns.taken' : 'columns.kept', {
            text,
            amount: formatCount(count),
          }),
        ),
      ].join(' · '),
    exceptions: ({ reason, exceptions, exceptions_total: total }: Found): string | undefined => {
      if (reason === null) return undefined;
      const cells = exceptions.map(({ line, text }) =>
        t('columns.cell', { line: formatCount(line), text }),
      );
      const more = total > exceptions.length ? [t('columns.more')] : [];
      return t('columns.exceptions', {
        reason: t(`columns.reason.${reason}`),
        count: total,
        amount: formatCount(total),
        cells: [...cells, ...more].join(', '),
      });
    },
  };
}

/** The type of a column by the first rows of its file, and what speaks against it. */
export function TypeSoFar({ verdict }: { verdict: ColumnVerdict | undefined }) {
  const { t } = useTranslation('imports');
  const words = useColumnWords();
  if (verdict === undefined) return null;
  const notes = [words.missing({ ...verdict, empty: 0 }), words.exceptions(verdict) ?? ''];
  const note = notes.filter((each) => each !== '').join(' · ');
  return (
    <small
      className={classes.soFar}
      data-warn={verdict.reason === 'mixed' || undefined}
      title={note}
    >
      {t('columns.soFar', { type: t(`columns.type.${verdict.type}`) })}
      {note !== '' && <bdi> · {note}</bdi>}
    </small>
  );
}

/** Every column of a file that was read to its end; what is mixed comes with a warning. */
export function ColumnTypes({ columns }: { columns: readonly ImportColumn[] }) {
  const { t } = useTranslation('imports');
  const words = useColumnWords();
  if (columns.length === 0) return null;
  const mixed = columns.filter(({ reason }) => reason === 'mixed').length;
  return (
    <section className={classes.mapping} aria-label={t('columns.title')}>
      <div className={classes.sectionHead}>
        <h3>{t('columns.title')}</h3>
      </div>
      {mixed > 0 && (
        <p className="pd-row pd-gap-6 pd-grid-size pd-warn-text pd-below-6">
          <IconAlertTriangle size={14} stroke={1.8} aria-hidden="true" />{' '}
          {t('columns.mixed', { count: mixed, amount: formatCount(mixed) })}
        </p>
      )}
      <Sideways
        frame="pd-column pd-fill"
        className={classes.tableScroll}
        role="region"
        aria-label={t('columns.title')}
        tabIndex={0}
      >
        <table className={classes.table}>
          <colgroup>
            <col />
            <col />
            <col className={classes.typeShare} />
            <col />
            <col className={classes.noteShare} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{t('mapping.column')}</th>
              <th scope="col">{t('mapping.part')}</th>
              <th scope="col">{t('mapping.type')}</th>
              <th scope="col">{t('columns.missing')}</th>
              <th scope="col">{t('columns.notes')}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <tr key={column.column}>
                <th scope="row" title={column.header}>
                  <bdi>{showHidden(column.header)}</bdi>
                </th>
                <td title={column.target}>
                  <code>{showHidden(column.target)}</code>
                </td>
                <td>
                  {t(`columns.type.${column.type}`)}
                  {column.chosen && ` (${t('columns.chosen')})`}
                </td>
                <td data-note>
                  <bdi>{words.missing(column)}</bdi>
                </td>
                <td data-note data-warn={column.reason === 'mixed' || undefined}>
                  <bdi>{words.exceptions(column)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Sideways>
    </section>
  );
}
