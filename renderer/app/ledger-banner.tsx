/** What changes how everything on the screen is to be read: a case, or a ledger that checkpoints contradict. */
import { Button } from '@mantine/core';
import { IconBriefcase, IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Standing } from '../../shared/contract/checkpoints.ts';
import { useCase } from '../api/cases.ts';
import { useChainBeside } from '../api/chain.ts';
import { useWorkspace } from '../api/workspace.ts';
import { PlaceWay } from '../ui/places/place-link.tsx';
import { usePreferences } from '../state/preferences.ts';
import { useNow } from '../ui/chain/use-now.ts';
import { formatCount, formatInstant } from '../ui/format.ts';
import { integrityAddress } from '../ui/addresses.ts';
import { contradicts } from '../ui/chain/verdicts.ts';
import { StatusShapeMark } from '../ui/status-badge.tsx';
import { RemoteBanner } from './remote-banner.tsx';
import { useWorkspaceOpener } from '../ui/use-workspace-opener.ts';
import classes from './shell.module.css';

/** How far a ledger may be dated ahead of the clock before that is said; milliseconds. */
const clockTolerance = 24 * 60 * 60 * 1_000;

export function LedgerBanners() {
  const { data: workspace } = useWorkspace();
  const { data: chain } = useChainBeside();
  const standing = chain?.standing ?? undefined;
  const now = useNow();
  const caseId = workspace?.case_id ?? undefined;
  const isDatedAhead =
    chain !== undefined && Date.parse(chain.head.created_at) - now > clockTolerance;
  return (
    <>
      <RemoteBanner />
      {caseId !== undefined && <CaseBanner caseId={caseId} />}
      {standing !== undefined && contradicts(standing.verdict) && (
        <StandingBanner standing={standing} />
      )}
      {isDatedAhead && <DatedAheadBanner at={chain.head.created_at} />}
      {standing?.last_seen?.contradiction === 'AUDIT_LOG_CUT' && <AuditLogBanner />}
    </>
  );
}

/** A clock that was wrong once has dated entries ahead: what follows bears their time, and says so. */
function DatedAheadBanner({ at }: { at: string }) {
  const { t } = useTranslation('checkpoints');
  const zone = usePreferences((state) => state.timeZone);
  return (
    <div className={classes.banner} role="note">
      <IconClockExclamation size={16} stroke={1.75} aria-hidden="true" />
      <span className="pd-grown">{t('clock.banner', { time: formatInstant(at, zone) })}</span>
    </div>
  );
}

function CaseBanner({ caseId }: { caseId: string }) {
  const { t } = useTranslation('cases');
  const { data } = useCase(caseId);
  const openWorkspace = useWorkspaceOpener();
  return (
    <div className={classes.banner} data-tone="info" role="note">
      <IconBriefcase size={16} stroke={1.75} aria-hidden="true" />
      <span className="pd-grown">
        {data === undefined ? (
          t('readOnly')
        ) : (
          <bdi>
            {t('banner', {
              name: data.name,
              entries: formatCount(data.entries),
              size: formatCount(data.size),
            })}
          </bdi>
        )}
      </span>
      <Button onClick={() => openWorkspace({ kind: 'local' })}>{t('leave')}</Button>
    </div>
  );
}

function StandingBanner({ standing }: { standing: Standing }) {
  const { t } = useTranslation('checkpoints');
  const { verdict, checkpoint, ledger, last_seen: seen } = standing;
  const title = t(`standing.title.${verdict}`);
  const counts = { title, ledger: formatCount(ledger.size) };
  if (checkpoint === null) {
    return <BadBanner text={t('seen.banner', { ...counts, seen: formatCount(seen?.size ?? 0) })} />;
  }
  const signed = { ...counts, checkpoint: formatCount(checkpoint.size ?? 0) };
  return (
    <BadBanner text={t(verdict === 'FORKED' ? 'standing.bannerFork' : 'standing.banner', signed)} />
  );
}

function AuditLogBanner() {
  const { t } = useTranslation('checkpoints');
  return <BadBanner text={t('seen.auditLog')} />;
}

function BadBanner({ text }: { text: string }) {
  const { t } = useTranslation('checkpoints');
  return (
    <div className={classes.banner} data-tone="bad" role="alert">
      <StatusShapeMark shape="diamond" className={classes.bannerMark ?? ''} />
      <span className="pd-grown">{text}</span>
      <Button component={PlaceWay} href={`${integrityAddress}?tab=checkpoints`}>
        {t('standing.show')}
      </Button>
    </div>
  );
}
