/** The record's own check in words: what was recomputed, when, and another check at hand. */
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RecordVerification } from '../../../../shared/contract/chain.ts';
import { toFailure } from '../../../api/client.ts';
import { usePreferences } from '../../../state/preferences.ts';
import { formatAgo, formatInstantIn } from '../../../ui/format.ts';
import { StatusShapeMark } from '../../../ui/status-badge.tsx';
import { checkTones, type CheckState } from './record-check.ts';
import { WithEnglish } from '../../../ui/in-english.tsx';
import classes from './inspector.module.css';

const shapes = { ok: 'dot', bad: 'diamond', mute: 'ring' } as const;

export interface RecordCheck {
  readonly state: CheckState;
  readonly check: RecordVerification | undefined;
  readonly error: Error | null;
  readonly isChecking: boolean;
  readonly now: number;
  readonly checkAgain: () => void;
}

function Words({ state, check, error, now }: RecordCheck) {
  const { t } = useTranslation('inspector');
  const zone = usePreferences((preferences) => preferences.timeZone);
  if (error !== null) {
    return (
      <WithEnglish sentence={(message) => t('verdict.errorLine', { message })}>
        {toFailure(error).message}
      </WithEnglish>
    );
  }
  if (check === undefined) return t('verdict.unknownLine');
  const time = formatInstantIn(check.checked_at, zone);
  switch (state) {
    case 'verified':
      return t('verdict.verifiedLine', { time });
    case 'stale':
      return t('verdict.staleLine', { time, ago: formatAgo(check.checked_at, now) });
    case 'failed':
      return (
        <WithEnglish
          sentence={(first) =>
            t('verdict.failedLine', { time, count: Math.max(1, check.findings.length), first })
          }
        >
          {check.findings[0]?.message ?? ''}
        </WithEnglish>
      );
    case 'checking':
    case 'unknown':
      return t('verdict.unknownLine');
    default:
      return null;
  }
}

/** The line itself; `onShowChain` leads to the fields when something failed. */
export function VerdictLine({
  check,
  onShowChain,
}: {
  check: RecordCheck;
  onShowChain?: () => void;
}) {
  const { t } = useTranslation('inspector');
  const tone = checkTones[check.state];
  const shape = tone === 'ok' || tone === 'bad' ? shapes[tone] : shapes.mute;
  return (
    <div className={classes.verdict} data-tone={tone}>
      <StatusShapeMark shape={shape} className={classes.verdictMark ?? ''} />
      <div className={classes.verdictWords} aria-live="polite">
        <strong>{t(`verdict.${check.state}`)}</strong> <Words {...check} />
      </div>
      <div className={classes.verdictActions}>
        {check.state === 'failed' && onShowChain !== undefined && (
          <Button size="compact-xs" onClick={onShowChain}>
            {t('verdict.seeChain')}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconRefresh size={13} />}
          loading={check.isChecking}
          onClick={check.checkAgain}
        >
          {check.check === undefined ? t('verdict.checkNow') : t('verdict.checkAgain')}
        </Button>
      </div>
    </div>
  );
}
