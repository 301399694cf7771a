/** Refused lines of an import, with a copy as CSV. */
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportLineError } from '../../../shared/contract/imports.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { copyText } from '../clipboard.ts';
import { formatCount } from '../format.ts';
import { lineErrorsCsv, reasonRows } from './line-errors-csv.ts';
import { faultText } from '../fault-text.tsx';
import classes from './jobs.module.css';

export function LineErrors({
  errors,
  rejected,
}: {
  errors: readonly ImportLineError[];
  /** Refused lines altogether; the list holds the first of them. */
  rejected: number;
}) {
  const { t } = useTranslation('imports');
  if (errors.length === 0) return null;
  return (
    <section className={classes.errors} aria-label={t('errors.title')}>
      {/* The button stands inside the scroller, so that the keyboard reaches it. */}
      <div className={classes.errorsScroll}>
        <div className={classes.errorsHead}>
          <h3>
            {errors.length < rejected
              ? t('errors.first', {
                  shown: formatCount(errors.length),
                  total: formatCount(rejected),
                })
              : t('errors.all', { count: rejected, amount: formatCount(rejected) })}
          </h3>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconCopy size={13} />}
            onClick={() => void copyText(lineErrorsCsv(errors), t('errors.csv'))}
          >
            {t('errors.copy')}
          </Button>
        </div>
        <table className={classes.errorsTable}>
          <thead>
            <tr>
              <th scope="col" data-align="end">
                {t('errors.line')}
              </th>
              <th scope="col">{t('errors.field')}</th>
              <th scope="col">{t('errors.reason')}</th>
            </tr>
          </thead>
          <tbody>
            {reasonRows(errors).map((row) => (
              <tr key={row.key}>
                <td data-align="end">{row.line === undefined ? '' : formatCount(row.line)}</td>
                <td>
                  <code>{showHidden(row.field)}</code>
                </td>
                <td>
                  <bdi>{faultText(row.reason)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
