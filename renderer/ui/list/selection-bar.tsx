/** The frame of what can be done with the selected rows; docked under them so that no row moves. */
import type { ReactNode } from 'react';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../format.ts';
import classes from './table.module.css';

/** Nothing while nothing is selected. */
export function SelectionBar({
  count,
  total,
  onSelectAll,
  onClear,
  children,
}: {
  count: number;
  /** Rows that could be selected. */
  total: number;
  onSelectAll?: () => void;
  onClear: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('tables');
  if (count === 0) return null;
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('selection.label')}>
      <span className="pd-strong" role="status">
        {t('selection.count', { count, formatted: formatCount(count) })}
      </span>
      {onSelectAll !== undefined && count < total && (
        <button type="button" className={classes.link} onClick={onSelectAll}>
          {t('selection.all', { total: formatCount(total) })}
        </button>
      )}
      <span className="pd-row pd-gap-8 pd-to-end">
        {children}
        <ActionIcon aria-label={t('selection.clear')} onClick={onClear}>
          <IconX size={15} />
        </ActionIcon>
      </span>
    </div>
  );
}
