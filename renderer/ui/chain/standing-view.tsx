/** How the ledger stands to a checkpoint, in words; both sides where they contradict each other. */
import { useTranslation } from 'react-i18next';
import type { CheckpointVerdict, Seen, Standing } from '../../../shared/contract/checkpoints.ts';
import { contradicts } from './verdicts.ts';
import { CopiedValue } from '../copied-value.tsx';
import { formatCount } from '../format.ts';
import { Instant } from '../instant.tsx';
import { StatusShapeMark, type StatusTone } from '../status-badge.tsx';
import classes from './checkpoints.module.css';

export const verdictTones = {
  VERIFIED_ANCHORED: 'ok',
  VERIFIED_SIGNED: 'ok',
  SELF_CONSISTENT_ONLY: 'mute',
  TRUNCATED: 'bad',
  ROLLED_BACK: 'bad',
  FORKED: 'bad',
  BAD_SIGNATURE: 'bad',
  UNKNOWN_KEY: 'bad',
} as const satisfies Record<CheckpointVerdict, StatusTone>;

const shapes = { ok: 'dot', bad: 'diamond', mute: 'ring' } as const;

export function StandingView({ standing, note }: { standing: Standing; note?: string }) {
  const { t } = useTranslation('checkpoints');
  const { verdict, checkpoint, ledger, last_seen: seen } = standing;
  const isSeenToDiffer = checkpoint === null && contradicts(verdict);
  const tone = verdictTones[verdict];
  return (
    <section className={classes.standing} data-tone={tone} aria-live="polite">
      <StatusShapeMark shape={shapes[tone]} className={classes.mark ?? ''} />
      <div className={classes.words}>
        <h3>{t(`standing.title.${verdict}`)}</h3>
        <p>
          {isSeenToDiffer
            ? t('seen.differs', { now: formatCount(ledger.size) })
            : t(`standing.text.${verdict}`, {
                size: formatCount(checkpoint?.size ?? 0),
                now: formatCount(ledger.size),
              })}
        </p>
        {note !== undefined && <p>{note}</p>}
        {seen !== null && <LastSeen seen={seen} />}
        {checkpoint !== null && contradicts(verdict) && (
          <div className={classes.both}>
            <div>
              <h4>{t('standing.checkpoint')}</h4>
              <p>
                {t('standing.entries', {
                  count: checkpoint.size ?? 0,
                  size: formatCount(checkpoint.size ?? 0),
                })}
              </p>
              {checkpoint.root_hash !== null && (
                <CopiedValue value={checkpoint.root_hash} what={t('standing.root')} />
              )}
              <p>
                {t('standing.keptAt')} <Instant at={checkpoint.kept_at} withZone />
              </p>
            </div>
            <div>
              <h4>{t('standing.ledger')}</h4>
              <p>{t('standing.entries', { count: ledger.size, size: formatCount(ledger.size) })}</p>
              {ledger.root_hash === null ? (
                <p>{t('standing.noRoot')}</p>
              ) : (
                <CopiedValue value={ledger.root_hash} what={t('standing.root')} />
              )}
            </div>
          </div>
        )}
      </div>
    </section>
  );
}

/** How far the ledger had come by the file beside it, and what that file cannot tell. */
function LastSeen({ seen }: { seen: Seen }) {
  const { t } = useTranslation('checkpoints');
  return (
    <>
      <p>
        {t('seen.text', {
          size: formatCount(seen.size),
          events: formatCount(seen.audit_events),
        })}{' '}
        <Instant at={seen.seen_at} withZone />
      </p>
      {seen.contradiction === 'AUDIT_LOG_CUT' && (
        <p>
          <strong>{t('seen.auditLog')}</strong>
        </p>
      )}
      <p>{t('seen.window')}</p>
    </>
  );
}
