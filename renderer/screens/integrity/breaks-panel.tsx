/** The list of breaks beside the one that is selected. */
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { EntryVerdict, Finding, Verification } from '../../../shared/contract/chain.ts';
import { entryVerdicts } from '../../../shared/contract/chain.ts';
import { decisionsAddress } from '../../ui/addresses.ts';
import { formatCount } from '../../ui/format.ts';
import { IconAction } from '../../ui/icon-action.tsx';
import { isInOrder } from '../../ui/chain/verdicts.ts';
import { BreakDetail } from './break-detail.tsx';
import { BreaksList } from './breaks-list.tsx';
import { rowAddress } from './row-address.ts';
import { useBreakWindow } from './use-breaks.ts';
import classes from './integrity.module.css';

/** Breaks on either side that the segment view may show. */
const near = 8;

function Counts({ counts }: { counts: Verification['counts'] }) {
  const { t } = useTranslation('integrity');
  const found = entryVerdicts.flatMap((verdict): [EntryVerdict, number][] => {
    const count = counts[verdict] ?? 0;
    return isInOrder(verdict) || count === 0 ? [] : [[verdict, count]];
  });
  return (
    <dl className={classes.counts} aria-label={t('breaks.counts')}>
      {found.map(([verdict, count]) => (
        <div key={verdict}>
          <dt>{t(`entryVerdicts.${verdict}`)}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Where what a break is about is shown; undefined where it is nowhere. */
function addressOf({ record_id: record, table, row }: Finding): string | undefined {
  if (record !== null) return decisionsAddress({ record });
  return table === null || row === null ? undefined : rowAddress(table, row);
}

export function BreaksPanel({
  verification,
  selected,
  firstChainBreak,
  onSelect,
}: {
  verification: Verification;
  selected: number;
  firstChainBreak: number | undefined;
  onSelect: (place: number) => void;
}) {
  const { t } = useTranslation('integrity');
  const { verification_id: id, findings_total: total } = verification;
  const first = Math.max(0, selected - near);
  const last = Math.min(total - 1, selected + near);
  const breaks = useBreakWindow(id, first, last);
  const finding = breaks.at(selected);
  const nearby = Array.from({ length: last - first + 1 }, (_, place) =>
    breaks.at(first + place),
  ).filter((each) => each !== undefined);
  return (
    <div className={classes.breaks}>
      <div className="pd-column pd-slim pd-low">
        <div className={classes.breaksBar}>
          <Counts counts={verification.counts} />
          <span className="pd-space" />
          <span className="pd-fixed pd-caption">
            {t('breaks.position', {
              place: formatCount(selected + 1),
              total: formatCount(total),
            })}
          </span>
          <IconAction
            label={t('breaks.previous')}
            icon={IconChevronUp}
            hint="["
            disabled={selected === 0}
            onClick={() => onSelect(selected - 1)}
          />
          <IconAction
            label={t('breaks.next')}
            icon={IconChevronDown}
            hint="]"
            disabled={selected >= total - 1}
            onClick={() => onSelect(selected + 1)}
          />
        </div>
        <BreaksList
          key={id}
          verificationId={id}
          total={total}
          selected={selected}
          onSelect={onSelect}
          onOpen={() => {
            const address = finding === undefined ? undefined : addressOf(finding);
            if (address !== undefined) window.location.hash = address;
          }}
        />
      </div>
      <div className={classes.detailPane}>
        {finding === undefined ? (
          <p className={classes.note}>{t('breaks.loading')}</p>
        ) : (
          <BreakDetail
            finding={finding}
            isFirst={selected === 0}
            findings={nearby}
            firstChainBreak={firstChainBreak}
          />
        )}
      </div>
    </div>
  );
}
