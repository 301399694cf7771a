/** How much of its budget a grant came to, over all its sessions. */
import { useTranslation } from 'react-i18next';
import type { Grant } from '../../../../shared/contract/grants.ts';
import { MeasureBar } from '../../../ui/charts/share-bar.tsx';
import { MarkedWord } from '../../../ui/figures/marked-word.tsx';
import { formatPercent } from '../../../ui/format.ts';
import { formatMoney, placesIn } from '../../../ui/money/money.ts';
import { headlineAmount } from '../../../ui/money/nanos-text.ts';
import { nearShare } from '../../../../shared/billing/grant-ends.ts';

export function SpentBar({ grant: { spent, terms } }: { readonly grant: Grant }) {
  const { t } = useTranslation('sessions');
  const { budget } = terms;
  if (budget === null) return <p className="pd-note">{t('activity.noBudget')}</p>;
  const share = spent.amount / budget.amount;
  return (
    <div className="pd-grid pd-gap-4">
      <span className="pd-caption">
        {t('activity.spentOf', {
          spent: formatMoney(
            headlineAmount(spent.amount, placesIn(spent.currency)),
            spent.currency,
          ),
          budget: formatMoney(budget.amount, budget.currency),
        })}
      </span>
      <div className="pd-row pd-gap-8">
        <MeasureBar value={share} top={Math.max(1, share)} marks={[{ at: 1 }]} />
        <MarkedWord standing={share >= nearShare ? 'warn' : 'fine'}>
          {formatPercent(share)}
        </MarkedWord>
      </div>
    </div>
  );
}
