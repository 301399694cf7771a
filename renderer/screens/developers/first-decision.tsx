/** Waits for the first decision that comes in while the page is open, and leads to it. */
import { useState } from 'react';
import { Anchor, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChain } from '../../api/chain.ts';
import { useRecordsAfter } from '../../api/records.ts';
import { decisionsAddress } from '../../ui/addresses.ts';

export function FirstDecision() {
  const { t } = useTranslation('developers');
  const head = useChain().data?.head.seq;
  /** The head of the ledger when the page was opened. */
  const [from, setFrom] = useState(head);
  if (from === undefined && head !== undefined) setFrom(head);
  const first = useRecordsAfter(from, 'asc', 1).data?.data[0];
  return (
    <p role="status" className="pd-row pd-flush pd-gap-8">
      {first === undefined ? (
        <>
          <Loader size={14} aria-hidden="true" />
          {t('connect.waiting')}
        </>
      ) : (
        <Anchor size="sm" href={decisionsAddress({ record: first.id })}>
          {t('connect.came', { model: first.model_id })}
        </Anchor>
      )}
    </p>
  );
}
