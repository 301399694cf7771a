/** Time stamps: which authority said when, the query to one, its reply, whom to trust. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Vouchers } from '../../../../shared/contract/vouchers.ts';
import { useMay } from '../../../api/capabilities.ts';
import { timestampQueryFile, useAddAuthorities } from '../../../api/vouchers.ts';
import { useIsReadOnly } from '../../../api/workspace.ts';
import { formatCount } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { notifyFailure } from '../../../ui/notify-failure.ts';
import { saveFile } from '../../../ui/save-file.ts';
import type { DialogProps } from '../../../ui/form/form-dialog.tsx';
import { ReplyDialog } from './reply-dialog.tsx';
import { TextDialog } from './text-dialog.tsx';
import { VoucherLine } from './voucher-line.tsx';
import classes from './vouchers.module.css';

export function TimestampsLine({ vouchers }: { readonly vouchers: Vouchers }) {
  const { t } = useTranslation('vouchers');
  const may = useMay();
  const isReadOnly = useIsReadOnly();
  const [replying, setReplying] = useState(false);
  const [trusting, setTrusting] = useState(false);
  const { timestamps, authorities } = vouchers;
  const ask = async (): Promise<void> => {
    try {
      const { content, name } = await timestampQueryFile();
      saveFile({ content, name: name ?? 'checkpoint.tsq' });
    } catch (error) {
      notifyFailure(t('stamps.queryFailed'), error);
    }
  };
  return (
    <VoucherLine
      name={t('stamps.name')}
      actions={
        <>
          {may('getTimestampQuery') && (
            <Button disabled={isReadOnly} onClick={() => void ask()}>
              {t('stamps.query')}
            </Button>
          )}
          {may('addTimestamp') && authorities.length > 0 && (
            <Button disabled={isReadOnly} onClick={() => setReplying(true)}>
              {t('stamps.bring')}
            </Button>
          )}
          {may('addAuthorities') && (
            <Button disabled={isReadOnly} onClick={() => setTrusting(true)}>
              {t('stamps.trust')}
            </Button>
          )}
        </>
      }
    >
      {timestamps.length === 0 && (
        <span className="pd-dim">
          {t(authorities.length === 0 ? 'stamps.noAuthority' : 'stamps.none')}
        </span>
      )}
      {timestamps.map(({ authority, size, time }) => (
        <span key={authority} className={classes.fact}>
          <span className="pd-anywhere">{authority}</span>
          <span className="pd-dim">{t('entries', { count: size, size: formatCount(size) })}</span>
          <Instant at={time} withZone />
        </span>
      ))}
      <ReplyDialog opened={replying} onClose={() => setReplying(false)} />
      <AuthorityDialog opened={trusting} onClose={() => setTrusting(false)} />
    </VoucherLine>
  );
}

export function AuthorityDialog(dialog: DialogProps) {
  const { t } = useTranslation('vouchers');
  const adding = useAddAuthorities();
  return (
    <TextDialog
      {...dialog}
      title={t('authority.title')}
      text={t('authority.text')}
      label={t('authority.label')}
      submit={t('authority.submit')}
      failed={t('authority.failed')}
      send={(content, idempotencyKey) => adding.mutateAsync({ content, idempotencyKey })}
      told={(added) =>
        t('authority.done', { names: added.map(({ subject }) => subject).join(', ') })
      }
    />
  );
}
