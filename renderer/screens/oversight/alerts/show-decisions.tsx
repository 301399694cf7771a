/** The way to the decisions that a finding is about: as many as the list behind it has. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Counted } from '../../../../shared/contract/oversight.ts';
import { formatCount } from '../../../ui/format.ts';
import { useIsOpen } from '../../../ui/places/places.ts';
import { behind } from '../behind.tsx';

export function ShowDecisions({
  modelId,
  records,
}: {
  readonly modelId: string;
  readonly records: Counted;
}) {
  const { t } = useTranslation('rules');
  const isOpen = useIsOpen();
  const href = behind(modelId, records);
  if (records.count === 0 || !isOpen(href)) return null;
  return (
    <Button component="a" href={href}>
      {t('open.show', { count: records.count, amount: formatCount(records.count) })}
    </Button>
  );
}
