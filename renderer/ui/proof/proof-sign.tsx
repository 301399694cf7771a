/** The sign in a table's row that shows who made and changed it. */
import { IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { openDialog } from '../../state/dialogs.ts';
import { IconAction } from '../icon-action.tsx';
import type { ProvenRow } from './proven-row.ts';
import classes from './row-proof.module.css';

export function ProofSign({ row: { table, id }, name }: { row: ProvenRow; name: string }) {
  const { t } = useTranslation('proof');
  const may = useMay();
  if (!may('getRowProof')) return null;
  return (
    <span className={classes.sign}>
      <IconAction
        label={t('named', { name: showHidden(name) })}
        icon={IconFingerprint}
        onClick={() => openDialog({ kind: 'row-proof', table, id })}
      />
    </span>
  );
}
