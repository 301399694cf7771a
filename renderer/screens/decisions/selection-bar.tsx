/** What can be done with the selected rows; docked under the grid so that no row moves. */
import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowsDiff,
  IconBraces,
  IconCopy,
  IconFileZip,
  IconHash,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { useIsReadOnly } from '../../api/workspace.ts';
import { formatCount } from '../../ui/format.ts';
import { selectedCount } from '../../ui/list/selection.ts';
import { copyLimit, type Selection } from './selection.ts';
import classes from './selection-bar.module.css';

export type CopyWhat = 'ids' | 'hashes' | 'records';

export interface SelectionBarProps {
  readonly selection: Selection;
  readonly total: number;
  readonly busy: boolean;
  readonly onSelectAll: () => void;
  readonly onCopy: (what: CopyWhat) => void;
  readonly onCompare: () => void;
  readonly onExport: () => void;
  readonly onClear: () => void;
}

/** Nothing while nothing is selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { t } = useTranslation('decisions');
  const isReadOnly = useIsReadOnly();
  const may = useMay();
  const { selection, total } = props;
  const count = selectedCount(selection, total);
  if (count === 0) return null;
  const tooMany = count > copyLimit;
  const hint = tooMany ? t('selection.tooMany', { limit: formatCount(copyLimit) }) : undefined;
  const copies = [
    { what: 'ids', label: t('selection.copyIds'), Icon: IconCopy },
    { what: 'hashes', label: t('selection.copyHashes'), Icon: IconHash },
    { what: 'records', label: t('selection.copyJson'), Icon: IconBraces },
  ] as const;
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('selection.label')}>
      <span className={classes.count}>
        {t('selection.count', { count, formatted: formatCount(count) })}
      </span>
      {count < total && (
        <button type="button" className={classes.link} onClick={props.onSelectAll}>
          {t('selection.allMatching', { total: formatCount(total) })}
        </button>
      )}
      <span className={classes.actions}>
        {copies.map(({ what, label, Icon }) => (
          <Button
            key={what}
            leftSection={<Icon size={14} stroke={1.75} />}
            disabled={tooMany || props.busy}
            title={hint}
            onClick={() => props.onCopy(what)}
          >
            {label}
          </Button>
        ))}
        {count === 2 && selection.kind === 'rows' && (
          <Button
            leftSection={<IconArrowsDiff size={14} stroke={1.75} />}
            onClick={props.onCompare}
          >
            {t('selection.compare')}
          </Button>
        )}
        {may('createBundle') && (
          <Button
            leftSection={<IconFileZip size={14} stroke={1.75} />}
            disabled={isReadOnly}
            onClick={props.onExport}
          >
            {t('selection.bundle')}
          </Button>
        )}
        <ActionIcon aria-label={t('selection.clear')} onClick={props.onClear}>
          <IconX size={15} />
        </ActionIcon>
      </span>
    </div>
  );
}
