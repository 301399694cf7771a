/** Stands where parts of the overview will be, once they are long in coming. */
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSlow } from '../../ui/use-slow.ts';

export function OverviewWait() {
  return <Wait heights={[44, 220, 72, 320]} />;
}

export function ModelsWait() {
  return <Wait heights={[320]} />;
}

function Wait({ heights }: { readonly heights: readonly number[] }) {
  const { t } = useTranslation('overview');
  const slow = useSlow(true);
  return (
    <div className="pd-grid pd-gap-12" role="status" aria-busy="true" aria-label={t('loading')}>
      {slow && heights.map((height) => <Skeleton key={height} height={height} radius="md" />)}
    </div>
  );
}
