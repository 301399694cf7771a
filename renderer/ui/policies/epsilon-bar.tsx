/** How much of its privacy budget a grant of statistics came to, and how many answers are left. */
import { useTranslation } from 'react-i18next';
import type { GrantRow } from '../../../shared/contract/grants.ts';
import { nearShare } from '../../../shared/billing/grant-ends.ts';
import { MeasureBar } from '../charts/share-bar.tsx';
import { MarkedWord } from '../figures/marked-word.tsx';
import { formatCount } from '../format.ts';
import { numberOut } from '../number-in.ts';
import { answersLeft } from './answers-left.ts';

export function EpsilonBar({ epsilon }: { readonly epsilon: NonNullable<GrantRow['epsilon']> }) {
  const { t } = useTranslation('grants');
  const { granted, spent } = epsilon;
  const left = answersLeft(epsilon);
  const share = spent / granted;
  return (
    <div className="pd-grid pd-gap-4">
      <span className="pd-caption">
        {t('epsilon.spentOf', { spent: numberOut(spent), granted: numberOut(granted) })}
      </span>
      <div className="pd-row pd-gap-8">
        <MeasureBar value={share} top={Math.max(1, share)} marks={[{ at: 1 }]} />
        <MarkedWord standing={left === 0 || share >= nearShare ? 'warn' : 'fine'}>
          {left === 0
            ? t('epsilon.none')
            : t('epsilon.left', { count: left, answers: formatCount(left) })}
        </MarkedWord>
      </div>
    </div>
  );
}
