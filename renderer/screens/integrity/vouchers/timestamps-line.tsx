/** Time stamps: which authority said when, the query to one, its reply, whom to trust. */
import { useState } from 'react';
import { ActionIcon, Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type {
  VoucherAuthority,
  Vouchers,
  VoucherTimestamp,
} from '../../../../shared/contract/vouchers.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { useMay } from '../../../api/capabilities.ts';
import { timestampQueryFile, useAddAuthorities } from '../../../api/vouchers.ts';
import { useIsReadOnly } from '../../../api/workspace.ts';
import { formatCount } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { notifyFailure } from '../../../ui/notify-failure.ts';
import { saveFile } from '../../../ui/save-file.ts';
import type { DialogProps } from '../../../ui/form/form-dialog.tsx';
import { RemoveAuthorityDialog } from './remove-authority-dialog.tsx';
import { ReplyDialog } from './reply-dialog.tsx';
import { TextDialog } from './text-dialog.tsx';
import { VoucherFact, VoucherLine } from './voucher-line.tsx';

export function TimestampsLine({ vouchers }: { readonly vouchers: Vouchers }) {
  const { t } = useTranslation('vouchers');
  const may = useMay();
  const isReadOnly = useIsReadOnly();
  const [replying, setReplying] = useState(false);
  const [trusting, setTrusting] = useState(false);
  const [removed, setRemoved] = useState<VoucherAuthority>();
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
      {authorities.length === 0 && <span className="pd-dim">{t('stamps.noAuthority')}</span>}
      {authorities.map((authority) => (
        <AuthorityFact
          key={authority.fingerprint}
          authority={authority}
          stamp={timestamps.find((each) => each.fingerprint === authority.fingerprint)}
          onRemove={() => setRemoved(authority)}
        />
      ))}
      <ReplyDialog opened={replying} onClose={() => setReplying(false)} />
      <AuthorityDialog opened={trusting} onClose={() => setTrusting(false)} />
      <RemoveAuthorityDialog authority={removed} onClose={() => setRemoved(undefined)} />
    </VoucherLine>
  );
}

/** An authority that is trusted, and what it vouches for. */
function AuthorityFact({
  authority: { subject, valid_to: validTo },
  stamp,
  onRemove,
}: {
  readonly authority: VoucherAuthority;
  /** Its newest. */
  readonly stamp: VoucherTimestamp | undefined;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation('vouchers');
  const may = useMay();
  const isReadOnly = useIsReadOnly();
  const name = showHidden(subject);
  return (
    <VoucherFact
      who={<bdi className="pd-anywhere">{name}</bdi>}
      action={
        may('deleteAuthority') && (
          <ActionIcon
            size="sm"
            aria-label={t('stamps.remove', { name })}
            disabled={isReadOnly}
            onClick={onRemove}
          >
            <IconTrash size={14} />
          </ActionIcon>
        )
      }
    >
      {stamp === undefined ? (
        <span>{t('stamps.none')}</span>
      ) : (
        <>
          <span>{t('entries', { count: stamp.size, size: formatCount(stamp.size) })}</span>
          <Instant at={stamp.time} withZone />
        </>
      )}
      <span>
        {t('stamps.until')} <Instant at={validTo} precision="minute" />
      </span>
    </VoucherFact>
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
