/** What needs attention, the heaviest first: each line leads to the thing, and is gone when its cause is. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ledgerVerdicts } from '../../../shared/contract/chain.ts';
import type { Attention } from '../../../shared/contract/overview.ts';
import { alertsAddress } from '../../ui/addresses.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { StandingMark, type Standing } from '../../ui/figures/marked-word.tsx';
import { formatAgo, formatCount, formatDay, formatMonth, formatPercent } from '../../ui/format.ts';
import { useJobTitle } from '../../ui/jobs/use-job-title.ts';
import { formatMoney } from '../../ui/money/money.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { useRuleTitle } from '../../ui/rules/rule-words.ts';
import { attentionAddress } from './addresses.ts';
import { Line, Lines } from './lines.tsx';

const standings: Readonly<Record<Attention['severity'], Standing>> = {
  bad: 'bad',
  warn: 'warn',
  info: 'unknown',
};

export function AttentionList({ items }: { readonly items: readonly Attention[] }) {
  const { t } = useTranslation(['overview', 'integrity']);
  const ruleTitle = useRuleTitle();
  const jobTitle = useJobTitle();
  const now = useNow();
  return (
    <Section
      title={t('attention.title')}
      actions={
        <>
          <span className="pd-caption">{t('attention.about')}</span>
          <span className="pd-space" />
          <PlaceWay className="pd-text-link pd-underlined pd-caption" href={alertsAddress()}>
            {t('attention.all')}
          </PlaceWay>
        </>
      }
    >
      {items.length === 0 ? (
        <p className="pd-flush">
          {t('attention.none')} <span className="pd-dim">{t('attention.noneText')}</span>
        </p>
      ) : (
        <Lines items={items} first={6} keyOf={({ kind, object_id: id }) => `${kind} ${id ?? ''}`}>
          {(item) => (
            <Line
              href={attentionAddress(item)}
              tone={item.severity}
              lead={<StandingMark standing={standings[item.severity]} />}
              aside={sinceText(item, now, t)}
            >
              <span className="pd-hidden">{t(`attention.tone.${item.severity}`)}: </span>
              {attentionText(item, t, { jobTitle, ruleTitle, now })}
            </Line>
          )}
        </Lines>
      )}
    </Section>
  );
}

function attentionText(
  item: Attention,
  t: TFunction<['overview', 'integrity']>,
  {
    jobTitle,
    ruleTitle,
    now,
  }: {
    readonly jobTitle: ReturnType<typeof useJobTitle>;
    readonly ruleTitle: ReturnType<typeof useRuleTitle>;
    readonly now: number;
  },
): string {
  const { kind, amount, currency, count } = item;
  const money = amount === null || currency === null ? '' : formatMoney(amount, currency);
  const name = item.name ?? '';
  switch (kind) {
    case 'chain_break':
      if (count === 0) return t('attention.chain_break_whole', { verdict: verdictWord(name, t) });
      return t('attention.chain_break', { count: count ?? 0, amount: formatCount(count ?? 0) });
    case 'issuer_missing':
      return t('attention.issuer_missing', { month: formatMonth(item.object_id ?? '') });
    case 'drafts_failed':
    case 'drafts_held':
    case 'month_open':
    case 'month_closing':
      return t(`attention.${kind}`, {
        month: formatMonth(item.object_id ?? ''),
        count: count ?? 0,
        amount: formatCount(count ?? 0),
        money,
        ago: item.since === null ? '' : formatAgo(item.since, now),
      });
    case 'model_unregistered':
    case 'decisions_without_card':
      return t(`attention.${kind}`, { name, count: count ?? 0, amount: formatCount(count ?? 0) });
    case 'copy_old':
    case 'schema_altered':
    case 'review_late':
    case 'review_waiting':
      return t(`attention.${kind}`, { count: count ?? 0, amount: formatCount(count ?? 0) });
    case 'limit_near': {
      const share = item.share ?? 0;
      const whose = item.name ?? t('attention.everyAccount');
      if (share >= 1) return t('attention.limit_reached', { name: whose, money });
      return t('attention.limit_near', { name: whose, money, share: formatPercent(share) });
    }
    case 'grant_near_budget': {
      const share = item.share ?? 0;
      if (share >= 1) return t('attention.grant_spent', { name, money });
      return t('attention.grant_near_budget', { name, money, share: formatPercent(share) });
    }
    case 'alert': {
      if (item.rule === null) return t('attention.alert_of', { name });
      return t('attention.alert', { name, rule: ruleTitle(item.rule) });
    }
    case 'job_failed':
      return t('attention.job_failed', { name: jobTitle({ title: name, words: item.job }) });
    default:
      return t(`attention.${kind}`, { name, money });
  }
}

/** The word of a verdict; one of a newer engine as it says it. */
function verdictWord(verdict: string, t: TFunction<['overview', 'integrity']>): string {
  const known = ledgerVerdicts.find((each) => each === verdict);
  return known === undefined ? verdict : t(`integrity:verdicts.${known}`);
}

/** What grows more pressing with time. */
const aging: ReadonlySet<Attention['kind']> = new Set([
  'alert',
  'chain_break',
  'artifact_mismatch',
  'verification_old',
  'person_request_late',
  'person_request_soon',
  'backup_failed',
  'backup_overdue',
  'account_suspended',
  'invoice_overdue',
  'payout_failed',
  'endpoint_disabled',
  'session_revoked',
  'session_expiring',
  'grant_ending',
  'job_failed',
]);

/** What has a day on which it is due. */
const dues: ReadonlySet<Attention['kind']> = new Set([
  'backup_overdue',
  'invoice_overdue',
  'person_request_late',
  'person_request_soon',
]);

function sinceText(
  { kind, since }: Attention,
  now: number,
  t: TFunction<['overview', 'integrity']>,
): string {
  if (since === null) return '';
  if (kind === 'decisions_without_card') return t('attention.carded', { day: formatDay(since) });
  const ago = formatAgo(since, now);
  if (kind === 'review_waiting') return t('attention.oldest', { ago });
  if (!aging.has(kind)) return '';
  if (dues.has(kind)) return t('attention.due', { ago });
  if (kind === 'session_expiring' || kind === 'grant_ending') return t('attention.ends', { ago });
  return ago;
}
