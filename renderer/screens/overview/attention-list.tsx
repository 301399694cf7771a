/** What needs attention: each line leads to the thing, and is gone when its cause is. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ledgerVerdicts } from '../../../shared/contract/chain.ts';
import type { Attention } from '../../../shared/contract/overview.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { useNow } from '../../ui/chain/use-now.ts';
import { formatAgo, formatCount, formatPercent } from '../../ui/format.ts';
import { formatMoney } from '../../ui/money/money.ts';
import { StatusShapeMark, type StatusShape } from '../../ui/status-badge.tsx';
import { useJobTitle } from '../../ui/jobs/use-job-title.ts';
import { useRuleTitle } from '../../ui/rules/rule-words.ts';
import { attentionAddress } from './addresses.ts';
import { attentionInOrder } from './profiles.ts';
import classes from './overview.module.css';

const shownFirst = 6;

const shapes: Readonly<Record<Attention['severity'], StatusShape>> = {
  bad: 'diamond',
  warn: 'triangle',
  info: 'ring',
};

export function AttentionList({
  items: told,
  order,
}: {
  items: readonly Attention[];
  /** Kinds that come first; the others follow as they are told. */
  order: readonly Attention['kind'][];
}) {
  const { t } = useTranslation(['overview', 'integrity']);
  const ruleTitle = useRuleTitle();
  const jobTitle = useJobTitle();
  const now = useNow();
  const [all, setAll] = useState(false);
  const items = attentionInOrder(told, order);
  const shown = all ? items : items.slice(0, shownFirst);
  const rest = items.length - shownFirst;
  return (
    <Section title={t('attention.title')}>
      {items.length === 0 ? (
        <p className="pd-flush">
          {t('attention.none')} <span className="pd-dim">{t('attention.noneText')}</span>
        </p>
      ) : (
        <ul className={classes.lines}>
          {shown.map((item) => (
            <li key={`${item.kind} ${item.object_id ?? ''}`}>
              <PlaceLink
                className={classes.line}
                href={attentionAddress(item)}
                data-tone={item.severity}
              >
                <StatusShapeMark shape={shapes[item.severity]} className={classes.lineMark ?? ''} />
                <span className="pd-hidden">{t(`attention.tone.${item.severity}`)}: </span>
                <span className={classes.lineText}>
                  {attentionText(item, t, { jobTitle, ruleTitle })}
                </span>
                <span className={classes.lineAside}>{sinceText(item, now, t)}</span>
                <IconChevronRight className="pd-fixed pd-dim" size={14} aria-hidden="true" />
              </PlaceLink>
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Button
          className={classes.more ?? ''}
          variant="subtle"
          size="compact-sm"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? t('attention.fewer') : t('attention.more', { count: rest })}
        </Button>
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
  }: {
    readonly jobTitle: ReturnType<typeof useJobTitle>;
    readonly ruleTitle: ReturnType<typeof useRuleTitle>;
  },
): string {
  const { kind, amount, currency, count } = item;
  const money = amount === null || currency === null ? '' : formatMoney(amount, currency);
  const name = item.name ?? '';
  switch (kind) {
    case 'chain_break':
      if (count === 0) return t('attention.chain_break_whole', { verdict: verdictWord(name, t) });
      return t('attention.chain_break', { count: count ?? 0, amount: formatCount(count ?? 0) });
    case 'model_unregistered':
      return t('attention.model_unregistered', {
        name,
        count: count ?? 0,
        amount: formatCount(count ?? 0),
      });
    case 'copy_old':
    case 'review_waiting':
      return t(`attention.${kind}`, { count: count ?? 0, amount: formatCount(count ?? 0) });
    case 'limit_near': {
      const share = item.share ?? 0;
      const whose = item.name ?? t('attention.everyAccount');
      if (share >= 1) return t('attention.limit_reached', { name: whose, money });
      return t('attention.limit_near', { name: whose, money, share: formatPercent(share) });
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
  'session_revoked',
  'session_expiring',
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
  if (since === null || !aging.has(kind)) return '';
  const ago = formatAgo(since, now);
  if (dues.has(kind)) return t('attention.due', { ago });
  if (kind === 'session_expiring') return t('attention.ends', { ago });
  return ago;
}
