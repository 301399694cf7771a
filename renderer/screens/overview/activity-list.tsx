/** What is new in all areas by day, the newest first; each line opens the thing. */
import type { ComponentType } from 'react';
import {
  IconBoxModel2,
  IconCashBanknote,
  IconPlugConnected,
  IconReceipt2,
  IconShieldCheck,
  IconStack2,
  IconUserCheck,
  IconUserQuestion,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addDays, dayOf } from '../../../shared/billing/calendar.ts';
import type { Activity, ActivityKind } from '../../../shared/contract/overview.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { auditAddress } from '../../ui/addresses.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { formatAgo, formatWordedDay } from '../../ui/format.ts';
import { formatMoney } from '../../ui/money/money.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { PlaceLink, PlaceWay } from '../../ui/places/place-link.tsx';
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
  person_request: IconUserQuestion,
};

/** Days that the audit log is opened with. */
const week = 7;

export function ActivityList({
  items,
  generatedAt,
}: {
  readonly items: readonly Activity[];
  readonly generatedAt: string;
}) {
  const { t } = useTranslation('overview');
  const today = dayOf(generatedAt);
  const nameOf = (day: string) => {
    if (day === today) return t('activity.today');
    return day === addDays(today, -1) ? t('activity.yesterday') : formatWordedDay(day);
  };
  return (
    <Section
      title={t('activity.title')}
      actions={
        <>
          <span className="pd-space" />
          <PlaceWay
            className="pd-text-link pd-underlined pd-caption"
            href={auditAddress({ from: addDays(today, 1 - week) })}
          >
            {t('activity.week')}
          </PlaceWay>
        </>
      }
    >
      {items.length === 0 ? (
        <p className="pd-flush">{t('activity.none')}</p>
      ) : (
        byDay(items).map(([day, ofDay]) => (
          <div key={day} className={classes.day}>
            <h3 className="pd-caption pd-flush">
              <time dateTime={day}>{nameOf(day)}</time>
            </h3>
            <ul className={classes.news}>
              {ofDay.map((item) => (
                <li key={`${item.kind} ${item.object_id} ${item.at}`}>
                  <ActivityLine item={item} />
                </li>
              ))}
            </ul>
          </div>
        ))
      )}
    </Section>
  );
}

/** By UTC day, in the order they came. */
function byDay(items: readonly Activity[]): [day: string, items: Activity[]][] {
  const days = new Map<string, Activity[]>();
  for (const item of items) {
    const day = dayOf(item.at);
    days.set(day, [...(days.get(day) ?? []), item]);
  }
  return [...days];
}

function ActivityLine({ item }: { readonly item: Activity }) {
  const { t } = useTranslation('overview');
  const now = useNow();
  const roleOf = useActorRoles();
  const Icon = icons[item.kind];
  return (
    <PlaceLink className={classes.line} href={activityAddress(item)}>
      <span className="pd-fixed pd-grid pd-dim" aria-hidden="true">
        <Icon size={15} stroke={1.6} />
      </span>
      <span className={classes.lineText}>
        {showHidden(activityText(item, t))}
        <span className="pd-dim">{showHidden(noteOf(item, roleOf))}</span>
        {item.unsigned === true && <NotSignedMark />}
      </span>
      {item.kind !== 'record' && (
        <time className={classes.lineAside} dateTime={item.at} title={item.at}>
          {formatAgo(item.at, now)}
        </time>
      )}
    </PlaceLink>
  );
}

/** What the thing is called, or comes to, where its words do not say so. */
function noteOf(
  { kind, name, amount, currency }: Activity,
  roleOf: (written: string) => string,
): string {
  if (kind === 'record' || kind === 'model' || kind === 'person_request') return '';
  const money = amount === null || currency === null ? null : formatMoney(amount, currency);
  const who = kind === 'intervention' && name !== null ? roleOf(name) : name;
  const parts = [money, who].filter((each) => each !== null);
  return parts.length === 0 ? '' : ` · ${parts.join(' · ')}`;
}
