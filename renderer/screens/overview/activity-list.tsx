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
import { useTranslation } from 'react-i18next';
import type { Activity, ActivityKind } from '../../../shared/contract/overview.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { useNow } from '../../ui/chain/use-now.ts';
import { formatAgo } from '../../ui/format.ts';
import { formatMoney } from '../../ui/money/money.ts';
import { NotSignedMark } from '../../ui/signing/not-signed-mark.tsx';
import { useActorRoles } from '../../ui/signing/person-words.ts';
import { activityText } from './activity-text.ts';
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
  const roleOf = useActorRoles();
  return (
    <Section title={t('activity.title')}>
      {items.length === 0 ? (
        <p className="pd-flush">{t('activity.none')}</p>
      ) : (
        <ol className={classes.lines}>
          {items.map((item) => {
            const Icon = icons[item.kind];
            return (
              <li key={`${item.kind} ${item.object_id} ${item.at}`}>
                <PlaceLink className={classes.line} href={activityAddress(item)}>
                  <span className="pd-fixed pd-grid pd-dim" aria-hidden="true">
                    <Icon size={15} stroke={1.6} />
                  </span>
                  <span className={classes.lineText}>
                    {showHidden(activityText(item, t))}
                    <span className="pd-dim">{showHidden(noteOf(item, roleOf))}</span>
                    {item.unsigned === true && <NotSignedMark />}
                  </span>
                  <time className={classes.lineAside} dateTime={item.at} title={item.at}>
                    {formatAgo(item.at, now)}
                  </time>
                </PlaceLink>
              </li>
            );
          })}
        </ol>
      )}
    </Section>
  );
}

/** What the thing is called, or comes to, where its words do not say so. */
function noteOf(
  { kind, name, amount, currency }: Activity,
  roleOf: (written: string) => string,
): string {
  if (kind === 'record' || kind === 'model') return '';
  const money = amount === null || currency === null ? null : formatMoney(amount, currency);
  const who = kind === 'intervention' && name !== null ? roleOf(name) : name;
  const parts = [money, who].filter((each) => each !== null);
  return parts.length === 0 ? '' : ` · ${parts.join(' · ')}`;
}
