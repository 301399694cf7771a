/** Where a list in pages stands, and its neighbours. Nothing where one page holds all. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../ui/format.ts';
import classes from './session.module.css';

export const pageSize = 20;

export function Pager({
  offset,
  total,
  onOffset,
}: {
  offset: number;
  total: number;
  onOffset: (offset: number) => void;
}) {
  const { t } = useTranslation('sessions');
  if (total <= pageSize && offset === 0) return null;
  return (
    <nav className={classes.pager} aria-label={t('pager.label')}>
      <span>
        {t('pager.range', {
          from: formatCount(Math.min(offset + 1, total)),
          to: formatCount(Math.min(offset + pageSize, total)),
          total: formatCount(total),
        })}
      </span>
      <Button disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - pageSize))}>
        {t('pager.newer')}
      </Button>
      <Button disabled={offset + pageSize >= total} onClick={() => onOffset(offset + pageSize)}>
        {t('pager.older')}
      </Button>
    </nav>
  );
}
