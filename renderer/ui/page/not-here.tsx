/** Says that the part of a screen that the address names is not to be had here, and why. */
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OperationId } from '../../../shared/contract/routes.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { Banner } from './detail-page.tsx';

/** Why an operation is not to be had, in words: the server lacks it, or the key may not ask for it. */
export function useWhyShut(): (lacking: OperationId) => string {
  const { t } = useTranslation('shell');
  const known = useWorkspace().data?.remote?.operations ?? null;
  return (lacking) =>
    t(known?.includes(lacking) === false ? 'unavailable.server' : 'unavailable.key');
}

/** Nothing where `lacking`, an operation, is null. */
export function NotHere({ name, lacking }: { name: string; lacking: OperationId | null }) {
  const { t } = useTranslation('shell');
  const whyShut = useWhyShut();
  if (lacking === null) return null;
  return (
    <Banner icon={<IconEyeOff size={16} stroke={1.7} aria-hidden="true" />}>
      <strong>{t('unavailable.title', { name })}</strong> {whyShut(lacking)}
    </Banner>
  );
}
