/** What can be done with the selected decisions. */
import { Button } from '@mantine/core';
import { IconArrowsDiff, IconBraces, IconCopy, IconFileZip, IconHash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { useIsReadOnly } from '../../api/workspace.ts';
import { formatCount } from '../../ui/format.ts';
import { SelectionBar } from '../../ui/list/selection-bar.tsx';
import { selectedCount } from '../../ui/list/selection.ts';
import { copyLimit, type Selection } from './selection.ts';

export type CopyWhat = 'ids' | 'hashes' | 'records';

export interface DecisionSelectionBarProps {
  readonly selection: Selection;
  readonly total: number;
  readonly busy: boolean;
  readonly onSelectAll: () => void;
  readonly onCopy: (what: CopyWhat) => void;
  readonly onCompare: () => void;
  readonly onExport: () => void;
  readonly onClear: () => void;
}

export function DecisionSelectionBar(props: DecisionSelectionBarProps) {
  const { t } = useTranslation('decisions');
  const { t: tables } = useTranslation('tables');
  const isReadOnly = useIsReadOnly();
  const may = useMay();
  const { selection, total } = props;
  const count = selectedCount(selection, total);
  const tooMany = count > copyLimit;
  const hint = tooMany ? t('selection.tooMany', { limit: formatCount(copyLimit) }) : undefined;
  const copies = [
    { what: 'ids', label: tables('selection.copyIds'), Icon: IconCopy },
    { what: 'hashes', label: t('selection.copyHashes'), Icon: IconHash },
    { what: 'records', label: tables('selection.copyJson'), Icon: IconBraces },
  ] as const;
  return (
    <SelectionBar
      count={count}
      total={total}
      onSelectAll={props.onSelectAll}
      onClear={props.onClear}
    >
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
        <Button leftSection={<IconArrowsDiff size={14} stroke={1.75} />} onClick={props.onCompare}>
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
    </SelectionBar>
  );
}
