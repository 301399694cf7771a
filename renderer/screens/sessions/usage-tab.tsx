/** What was done in a session so far, counted by kind, and what each call counts as. */
import { useTranslation } from 'react-i18next';
import type { Session, SessionUsage } from '../../../shared/contract/sessions.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { SessionCost } from '../../ui/money/session-cost.tsx';
import classes from './session.module.css';

const kinds = [
  'read',
  'filter',
  'transform',
  'train',
  'analyze',
  'validate',
] as const satisfies readonly (keyof SessionUsage extends infer Key
  ? Key extends `${infer Kind}_operations`
    ? Exclude<Kind, 'total'>
    : never
  : never)[];

export function UsageTab({ session }: { session: Session }) {
  const { t } = useTranslation('sessions');
  const { usage, last_activity_at: last } = session;
  if (usage === undefined) return null;
  const counts = kinds.map((kind) => ({ kind, count: usage[`${kind}_operations`] }));
  const most = Math.max(1, ...counts.map((each) => each.count));
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <section className="pd-section" aria-label={t('usage.totals')}>
        <div className={classes.figures}>
          <Figure label={t('usage.operations')} value={formatCount(usage.total_operations)} />
          <Figure label={t('usage.records')} value={formatCount(usage.records_accessed)} />
          <Figure label={t('usage.bytes')} value={formatBytes(usage.total_data_bytes)} />
          <div className="pd-grid">
            <span className={classes.figureValue}>
              {last === null ? t('usage.never') : <Instant at={last} withZone />}
            </span>
            <span className="pd-caption">{t('usage.last')}</span>
          </div>
        </div>
      </section>
      <Section title={t('usage.byKind')}>
        <dl className={classes.meters}>
          {counts.map(({ kind, count }) => (
            <div key={kind} className={classes.meter}>
              <dt title={t(`usage.what.${kind}`)}>{t(`usage.kind.${kind}`)}</dt>
              <div className={classes.bar} aria-hidden="true">
                <div className={classes.barFill} style={{ width: `${(count / most) * 100}%` }} />
              </div>
              <dd>{formatCount(count)}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <SessionCost id={session.session_id} />
      <p className="pd-note">{t('usage.rule')}</p>
    </div>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="pd-grid">
      <span className={classes.figureValue}>{value}</span>
      <span className="pd-caption">{label}</span>
    </div>
  );
}
