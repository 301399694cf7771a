/** A small link from a verdict to what it means. */
import { ActionIcon } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { EntryVerdict, LedgerVerdict } from '../../../shared/contract/chain.ts';
import { verdictsAddress } from '../addresses.ts';

export function VerdictHelp({ verdict }: { verdict: EntryVerdict | LedgerVerdict }) {
  const { t } = useTranslation('help');
  const label = t('verdicts.title');
  return (
    <ActionIcon
      component="a"
      size="sm"
      href={`${verdictsAddress}?verdict=${verdict}`}
      aria-label={label}
      title={label}
    >
      <IconHelpCircle size={15} stroke={1.6} />
    </ActionIcon>
  );
}
