/** What may be said of the ledger now: how it was verified, who outside keeps a checkpoint of it, its newest backup. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Chain, Verification } from '../../../shared/contract/chain.ts';
import { isDoubted, ledgerState, type LedgerState } from '../../../shared/ledger-state.ts';
import { useBackups } from '../../api/backups.ts';
import { useMay, useMayAsk } from '../../api/capabilities.ts';
import { useVouchers } from '../../api/vouchers.ts';
import { integrityAddress, settingsAddress, verdictsAddress } from '../../ui/addresses.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { runCommand } from '../../ui/commands/commands.ts';
import { formatAgo, formatCount } from '../../ui/format.ts';
import { PlaceLink, PlaceWay } from '../../ui/places/place-link.tsx';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';
import classes from './overview.module.css';

const tones: Readonly<Record<LedgerState['kind'], StatusTone>> = {
  empty: 'mute',
  never: 'mute',
  ok: 'ok',
  stale: 'mute',
  failed: 'bad',
};

export function LedgerStrip({ chain }: { readonly chain: Chain }) {
  const { t } = useTranslation('overview');
  const may = useMay();
  const mayAsk = useMayAsk();
  const now = useNow();
  const state = ledgerState(chain, now);
  const isRunning = chain.verification?.running != null;
  return (
    <section className={classes.strip} data-part="ledger" aria-label={t('ledger.title')}>
      <h2 className="pd-hidden">{t('ledger.title')}</h2>
      <StatusBadge tone={isRunning ? 'info' : tones[state.kind]}>
        {t(isRunning ? 'ledger.running' : `ledger.${state.kind}`)}
      </StatusBadge>
      <PlaceLink
        className="pd-plain pd-underlined"
        href={integrityAddress}
        title={t('ledger.open')}
      >
        {isRunning && 'verification' in state && <ResultBefore state={state} />}
        <Explained state={state} now={now} />
      </PlaceLink>
      {mayAsk('getVouchers') && <KeptElsewhere now={now} />}
      <span className="pd-space" />
      {mayAsk('listBackups') && <BackupChecked now={now} />}
      <a className="pd-text-link pd-underlined" href={verdictsAddress}>
        {t('ledger.meaning')}
      </a>
      {may('startVerification') && state.kind !== 'empty' && (
        <Button
          size="compact-sm"
          disabled={isRunning}
          onClick={() => void runCommand('verification.start')}
        >
          {t('ledger.verify')}
        </Button>
      )}
    </section>
  );
}

/** What was said before the verification that runs. */
function ResultBefore({ state }: { state: LedgerState }) {
  const { t } = useTranslation('overview');
  return <strong>{t('ledger.before', { result: t(`ledger.${state.kind}`) })} </strong>;
}

function Explained({ state, now }: { state: LedgerState; now: number }) {
  const { t } = useTranslation(['overview', 'integrity']);
  switch (state.kind) {
    case 'empty':
      return t('ledger.emptyText');
    case 'never':
      return t('ledger.neverText');
    case 'ok':
      return <Checked verification={state.verification} now={now} />;
    case 'stale':
    case 'failed': {
      const { verification, appended } = state;
      const findings = verification?.findings_total ?? 0;
      return (
        <>
          {state.kind === 'failed' && (
            <strong>
              {isDoubted(state)
                ? t(`integrity:verdicts.${state.verdict}`)
                : t('ledger.findings', { count: findings, amount: formatCount(findings) })}
              .{' '}
            </strong>
          )}
          {verification === null ? (
            t('ledger.neverText')
          ) : (
            <Checked verification={verification} now={now} />
          )}
          {appended > 0 && (
            <>. {t('ledger.appended', { count: appended, amount: formatCount(appended) })}</>
          )}
        </>
      );
    }
    default:
      return state satisfies never;
  }
}

function Checked({ verification, now }: { verification: Verification; now: number }) {
  const { t } = useTranslation('overview');
  return t('ledger.checked', {
    count: verification.total,
    checked: formatCount(verification.checked),
    total: formatCount(verification.total),
    ago: formatAgo(verification.finished_at, now),
  });
}

/** A chain alone cannot show that its end was cut off: a checkpoint that somebody else keeps can. */
function KeptElsewhere({ now }: { readonly now: number }) {
  const { t } = useTranslation('overview');
  const vouchers = useVouchers().data;
  if (vouchers === undefined) return null;
  const { newest_at: newest, witnesses, quorum } = vouchers;
  if (newest === null) {
    return (
      <p className="pd-dim" title={t('ledger.caveat')}>
        {t('ledger.keptNowhere')}
      </p>
    );
  }
  const count = witnesses.filter(({ size }) => size !== null && size === quorum.size).length;
  return (
    <p className="pd-dim" title={t('ledger.caveat')}>
      {count > 0 &&
        t('ledger.witnessed', {
          count,
          size: formatCount(quorum.size ?? 0),
          amount: formatCount(count),
        })}
      {t('ledger.kept', { ago: formatAgo(newest, now) })}
    </p>
  );
}

function BackupChecked({ now }: { readonly now: number }) {
  const { t } = useTranslation('overview');
  const backups = useBackups().data?.data ?? [];
  const checked = backups
    .flatMap(({ verification }) => (verification?.intact === true ? verification.verified_at : []))
    .toSorted()
    .at(-1);
  if (checked === undefined) return null;
  return (
    <PlaceWay className="pd-dim pd-underlined" href={settingsAddress('backup')}>
      {t('ledger.backup', { ago: formatAgo(checked, now) })}
    </PlaceWay>
  );
}
