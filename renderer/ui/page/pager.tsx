/** Where a list in pages stands, and its neighbours. Nothing where one page holds all. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../format.ts';
import classes from './page.module.css';

export interface PagerProps {
  readonly offset: number;
  readonly size: number;
  readonly total: number;
  readonly onOffset: (offset: number) => void;
}

export function Pager({ offset, size, total, onOffset }: PagerProps) {
  const { t } = useTranslation('common');
  if (total <= size && offset === 0) return null;
  return (
    <nav className={classes.pager} aria-label={t('pager.label')}>
      <span>
        {t('pager.range', {
          from: formatCount(Math.min(offset + 1, total)),
          to: formatCount(Math.min(offset + size, total)),
          total: formatCount(total),
        })}
      </span>
      <Button disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - size))}>
        {t('pager.newer')}
      </Button>
      <Button disabled={offset + size >= total} onClick={() => onOffset(offset + size)}>
        {t('pager.older')}
      </Button>
    </nav>
  );
}
