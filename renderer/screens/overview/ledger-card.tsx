/** What may be said of the ledger now, in the words of verification, and what that does not prove. */
import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Chain, Verification } from '../../../shared/contract/chain.ts';
import { isDoubted, ledgerState, type LedgerState } from '../../../shared/ledger-state.ts';
import { useMay } from '../../api/capabilities.ts';
import { runCommand } from '../../ui/commands/commands.ts';
import { Section } from '../../ui/page/detail-page.tsx';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { integrityAddress, verdictsAddress } from '../../ui/addresses.ts';
import { useNow } from '../../ui/chain/use-now.ts';
import { formatAgo, formatCount } from '../../ui/format.ts';
import { StatusBadge, type StatusTone } from '../../ui/status-badge.tsx';
import classes from './overview.module.css';

const tones: Readonly<Record<LedgerState['kind'], StatusTone>> = {
  empty: 'mute',
  never: 'mute',
  ok: 'ok',
  stale: 'mute',
  failed: 'bad',
};

export function LedgerCard({ chain }: { chain: Chain }) {
  const { t } = useTranslation('overview');
  const may = useMay();
  const now = useNow();
  const state = ledgerState(chain, now);
  const isRunning = chain.verification?.running != null;
  return (
    <Section
      title={t('ledger.title')}
      actions={
        <>
          <span className="pd-space" />
          <Anchor href={verdictsAddress}>{t('ledger.meaning')}</Anchor>
          {may('startVerification') && state.kind !== 'empty' && (
            <Button
              size="compact-sm"
              disabled={isRunning}
              onClick={() => void runCommand('verification.start')}
            >
              {t('ledger.verify')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.ledger}>
        <StatusBadge tone={isRunning ? 'info' : tones[state.kind]}>
          {t(isRunning ? 'ledger.running' : `ledger.${state.kind}`)}
        </StatusBadge>
        <p className={classes.ledgerText}>
          {isRunning && 'verification' in state && <ResultBefore state={state} />}
          <Explained state={state} now={now} />
        </p>
        <Anchor component={PlaceWay} href={integrityAddress}>
          {t('ledger.open')}
        </Anchor>
      </div>
      {(state.kind === 'ok' || state.kind === 'stale') && (
        <p className="pd-aside pd-pretty pd-above-8">{t('ledger.caveat')}</p>
      )}
    </Section>
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
