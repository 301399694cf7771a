/** At the head of a part that shows the first of a list: the way to all of it, with how many they are. */
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../ui/format.ts';
import { PlaceWay } from '../../ui/places/place-link.tsx';

export function AllOf({
  href,
  count,
}: {
  readonly href: string;
  readonly count: number | undefined;
}) {
  const { t } = useTranslation('overview');
  return (
    <>
      <span className="pd-space" />
      {count !== undefined && count > 0 && (
        <PlaceWay className="pd-text-link pd-underlined pd-caption" href={href}>
          {t('all', { amount: formatCount(count) })}
        </PlaceWay>
      )}
    </>
  );
}
