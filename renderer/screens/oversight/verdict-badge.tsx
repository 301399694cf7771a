/** The verdict of a row of groups as a badge: amber where there is something to look at. */
import { useTranslation } from 'react-i18next';
import type { FairnessVerdict } from '../../../shared/oversight/rates.ts';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';

const tones: Readonly<Record<FairnessVerdict, StatusTone>> = {
  too_few: 'mute',
  below: 'warn',
  below_by_chance: 'info',
  differs: 'info',
  no_difference: 'mute',
};

export function VerdictBadge({ verdict }: { readonly verdict: FairnessVerdict }) {
  const { t } = useTranslation('oversight');
  return (
    <StatusBadge tone={tones[verdict]} title={t(`verdictText.${verdict}`)}>
      {t(`verdict.${verdict}`)}
    </StatusBadge>
  );
}
