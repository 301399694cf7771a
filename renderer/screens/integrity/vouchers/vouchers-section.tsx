/** Who vouches for this ledger: its own key, copies elsewhere, witnesses, time stamps, each with what can be done. */
import type { ReactNode } from 'react';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Chain } from '../../../../shared/contract/chain.ts';
import type { Vouchers } from '../../../../shared/contract/vouchers.ts';
import { useVouchers } from '../../../api/vouchers.ts';
import { useSigningKey } from '../../../api/backups.ts';
import { Section } from '../../../ui/page/detail-page.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { PlacesLine } from './places-line.tsx';
import { TimestampsLine } from './timestamps-line.tsx';
import { WitnessesLine } from './witnesses-line.tsx';
import { VoucherLine } from './voucher-line.tsx';
import classes from './vouchers.module.css';

export function VouchersSection({ chain }: { readonly chain: Chain }) {
  const { t } = useTranslation('vouchers');
  const query = useVouchers();
  const { data, error } = query;
  let body: ReactNode = (
    <div role="status" aria-busy="true" aria-label={t('loading')}>
      <Skeleton height={128} radius="md" />
    </div>
  );
  if (data !== undefined) {
    body = <Lines chain={chain} vouchers={data} />;
  } else if (error !== null) {
    body = (
      <ErrorState
        compact
        error={error}
        title={t('loadFailed')}
        onRetry={() => void query.refetch()}
      />
    );
  }
  return <Section title={t('title')}>{body}</Section>;
}

function Lines({ chain, vouchers }: { readonly chain: Chain; readonly vouchers: Vouchers }) {
  const { t } = useTranslation('vouchers');
  return (
    <>
      {vouchers.newest_at === null && (
        <p className="pd-readable pd-below-8 pd-pretty">{t('alone')}</p>
      )}
      <div>
        <KeyLine vkey={chain.vkey} />
        <PlacesLine vouchers={vouchers} />
        <WitnessesLine vouchers={vouchers} />
        <TimestampsLine vouchers={vouchers} />
      </div>
    </>
  );
}

/** Name and key id: what one compares over the telephone. */
function KeyLine({ vkey }: { readonly vkey: string }) {
  const { t } = useTranslation('vouchers');
  const { data } = useSigningKey();
  const [name = '', id = ''] = vkey.split('+');
  return (
    <VoucherLine name={t('key.name')} actions={null}>
      <span className={classes.row}>
        <code className="pd-anywhere">{`${name}+${id}`}</code>
        {data !== undefined && (
          <StatusBadge tone={data.protection === 'file' ? 'neutral' : 'ok'}>
            {t(`key.${data.protection}`)}
          </StatusBadge>
        )}
      </span>
    </VoucherLine>
  );
}
