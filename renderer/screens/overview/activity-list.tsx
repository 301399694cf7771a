/** What is new in all areas, newest first; each line opens the thing. */
import type { ComponentType } from 'react';
import {
  IconBoxModel2,
  IconCashBanknote,
  IconPlugConnected,
  IconReceipt2,
  IconShieldCheck,
  IconStack2,
  IconUserCheck,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Activity, ActivityKind } from '../../../shared/contract/overview.ts';
import { Section } from '../../app/page/detail-page.tsx';
import { useNow } from '../../ui/chain/use-now.ts';
import { formatAgo } from '../../ui/format.ts';
import { formatMoney } from '../../ui/money.ts';
import { activityAddress } from './addresses.ts';
import classes from './overview.module.css';

const icons: Readonly<Record<ActivityKind, ComponentType<{ size?: number; stroke?: number }>>> = {
  record: IconStack2,
  intervention: IconUserCheck,
  model: IconBoxModel2,
  session: IconPlugConnected,
  invoice: IconReceipt2,
  payout: IconCashBanknote,
  verification: IconShieldCheck,
};

export function ActivityList({ items }: { items: readonly Activity[] }) {
  const { t } = useTranslation('overview');
  const now = useNow();
  return (
    <Section title={t('activity.title')}>
      {items.length === 0 ? (
        <p className={classes.nothing}>{t('activity.none')}</p>
      ) : (
        <ol className={classes.lines}>
          {items.map((item) => {
            const Icon = icons[item.kind];
            return (
              <li key={`${item.kind} ${item.object_id} ${item.at}`}>
                <a className={classes.line} href={activityAddress(item)}>
                  <span className={classes.lineIcon} aria-hidden="true">
                    <Icon size={15} stroke={1.6} />
                  </span>
                  <span className={classes.lineText}>
                    {activityText(item, t)}
                    <span className={classes.dim}>{noteOf(item)}</span>
                  </span>
                  <time className={classes.lineAside} dateTime={item.at} title={item.at}>
                    {formatAgo(item.at, now)}
                  </time>
                </a>
              </li>
            );
          })}
        </ol>
      )}
    </Section>
  );
}

const actions = ['approve', 'modify', 'override', 'reverse', 'annotate', 'escalate'] as const;
const sessionStates = ['active', 'expired', 'revoked', 'closed'] as const;
const invoiceStates = ['PENDING', 'PAID', 'OVERDUE', 'CANCELED'] as const;
const payoutStates = ['PENDING', 'COMPLETED', 'FAILED'] as const;

function activityText({ kind, name, state }: Activity, t: TFunction<'overview'>): string {
  switch (kind) {
    case 'record':
      return t('activity.record', { name: name ?? '' });
    case 'model':
      return t('activity.model', { name: name ?? '', state: state ?? '' });
    case 'intervention': {
      const action = actions.find((each) => each === state);
      return t(`activity.intervention.${action ?? 'other'}`, { state: state ?? '' });
    }
    case 'session':
      return t(`activity.session.${sessionStates.find((each) => each === state) ?? 'active'}`);
    case 'invoice':
      return t(`activity.invoice.${invoiceStates.find((each) => each === state) ?? 'PENDING'}`);
    case 'payout':
      return t(`activity.payout.${payoutStates.find((each) => each === state) ?? 'PENDING'}`);
    case 'verification':
      return t(`activity.verification.${state === 'held' ? 'held' : 'failed'}`);
    default:
      return kind satisfies never;
  }
}

/** What the thing is called, or comes to, where its words do not say so. */
function noteOf({ kind, name, amount, currency }: Activity): string {
  if (kind === 'record' || kind === 'model') return '';
  const money = amount === null || currency === null ? null : formatMoney(amount, currency);
  const parts = [money, name].filter((each) => each !== null);
  return parts.length === 0 ? '' : ` · ${parts.join(' · ')}`;
}
