/** Says that the part of a screen that the address names is not to be had here, and why. */
import { IconEyeOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { Banner } from './detail-page.tsx';

/** Nothing where `needs`, an operation, is to be had; null where the part needs none. */
export function NotHere({ name, needs }: { name: string; needs: string | null }) {
  const { t } = useTranslation('shell');
  const may = useMay();
  const remote = useWorkspace().data?.remote ?? null;
  if (needs === null || may(needs)) return null;
  const isLacking = remote?.operations?.includes(needs) === false;
  return (
    <Banner icon={<IconEyeOff size={16} stroke={1.7} aria-hidden="true" />}>
      <strong>{t('unavailable.title', { name })}</strong>{' '}
      {t(isLacking ? 'unavailable.server' : 'unavailable.key')}
    </Banner>
  );
}
