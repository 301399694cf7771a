/** Action of an open thing that shows who made and changed it. */
import { IconFingerprint } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FactTableName } from '../../../shared/ledger/columns.ts';
import { useMay } from '../../api/capabilities.ts';
import { openDialog } from '../../state/dialogs.ts';
import type { ThingAction } from '../page/thing-actions.tsx';

/** Offered to whoever may read proofs; the thing itself is read already. */
export function useProofAction(table: FactTableName, id: string): ThingAction {
  const { t } = useTranslation('proof');
  const may = useMay();
  return {
    name: 'proof',
    title: t('command'),
    icon: IconFingerprint,
    isOffered: may('getRowProof'),
    run: () => openDialog({ kind: 'row-proof', table, id }),
  };
}
