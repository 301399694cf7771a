/** Witnesses of the policy: who cosigned how much, the request to one, its answer, the policy. */
import { useState } from 'react';
import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Vouchers, VoucherWitness } from '../../../../shared/contract/vouchers.ts';
import { useMay } from '../../../api/capabilities.ts';
import {
  useAddCosignatures,
  useSetTrustPolicy,
  useTrustPolicy,
  witnessRequestFile,
} from '../../../api/vouchers.ts';
import { useIsReadOnly } from '../../../api/workspace.ts';
import { useNow } from '../../../ui/chain/use-now.ts';
import { formatAgo, formatCount } from '../../../ui/format.ts';
import { notifyFailure } from '../../../ui/notify-failure.ts';
import { saveFile } from '../../../ui/save-file.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { DialogProps } from '../../../ui/form/form-dialog.tsx';
import { TextDialog } from './text-dialog.tsx';
import { VoucherFact, VoucherLine } from './voucher-line.tsx';
import classes from './vouchers.module.css';

export function WitnessesLine({ vouchers }: { readonly vouchers: Vouchers }) {
  const { t } = useTranslation('vouchers');
  const may = useMay();
  const isReadOnly = useIsReadOnly();
  const [answering, setAnswering] = useState(false);
  const [changing, setChanging] = useState(false);
  const { witnesses } = vouchers;
  return (
    <VoucherLine
      name={t('witnesses.name')}
      actions={
        <>
          {may('getWitnessRequest') && witnesses.length > 0 && (
            <RequestMenu witnesses={witnesses} isDisabled={isReadOnly} />
          )}
          {may('addCosignatures') && witnesses.length > 0 && (
            <Button disabled={isReadOnly} onClick={() => setAnswering(true)}>
              {t('witnesses.bring')}
            </Button>
          )}
          {may('setTrustPolicy') && (
            <Button disabled={isReadOnly} onClick={() => setChanging(true)}>
              {t('witnesses.policy')}
            </Button>
          )}
        </>
      }
    >
      <WitnessFacts vouchers={vouchers} />
      <AnswerDialog opened={answering} onClose={() => setAnswering(false)} />
      {may('setTrustPolicy') && (
        <PolicyDialog opened={changing} onClose={() => setChanging(false)} />
      )}
    </VoucherLine>
  );
}

function WitnessFacts({ vouchers }: { readonly vouchers: Vouchers }) {
  const { t } = useTranslation('vouchers');
  const now = useNow();
  const { witnesses, quorum } = vouchers;
  if (witnesses.length === 0) return <span className="pd-dim">{t('witnesses.none')}</span>;
  const cosigned = witnesses.filter(({ size }) => size !== null).length;
  return (
    <>
      <div className={classes.row}>
        <span>{t('witnesses.count', { cosigned, all: witnesses.length })}</span>
        {quorum.text !== 'none' && (
          <StatusBadge tone={quorum.met ? 'ok' : 'warn'}>
            {t(quorum.met ? 'witnesses.met' : 'witnesses.notMet')}
          </StatusBadge>
        )}
      </div>
      {witnesses.map(({ name, key_id: id, size, time }) => (
        <VoucherFact key={`${name}+${id}`} who={<code className="pd-anywhere">{name}</code>}>
          <span>
            {size === null
              ? t('witnesses.never')
              : t('entries', { count: size, size: formatCount(size) })}
          </span>
          {time !== null && <span title={time}>{formatAgo(time, now)}</span>}
        </VoucherFact>
      ))}
    </>
  );
}

function RequestMenu({
  witnesses,
  isDisabled,
}: {
  readonly witnesses: readonly VoucherWitness[];
  readonly isDisabled: boolean;
}) {
  const { t } = useTranslation('vouchers');
  const save = async (witness: string): Promise<void> => {
    try {
      const { content, name } = await witnessRequestFile(witness);
      saveFile({ content, name: name ?? 'witness-request.txt' });
    } catch (error) {
      notifyFailure(t('witnesses.requestFailed'), error);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button disabled={isDisabled}>{t('witnesses.request')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {witnesses.map(({ name, key_id: id }) => (
          <Menu.Item key={`${name}+${id}`} onClick={() => void save(name)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

export function AnswerDialog(dialog: DialogProps) {
  const { t } = useTranslation('vouchers');
  const adding = useAddCosignatures();
  return (
    <TextDialog
      {...dialog}
      title={t('answer.title')}
      text={t('answer.text')}
      label={t('answer.label')}
      submit={t('answer.submit')}
      failed={t('answer.failed')}
      send={(content, idempotencyKey) => adding.mutateAsync({ content, idempotencyKey })}
      told={({ kept }) => t('answer.done', { names: kept.map(({ name }) => name).join(', ') })}
    />
  );
}

export function PolicyDialog(dialog: DialogProps) {
  const { t } = useTranslation('vouchers');
  const policy = useTrustPolicy();
  const setting = useSetTrustPolicy();
  return (
    <TextDialog
      // Begins anew with the policy that is in force.
      key={policy.data ?? ''}
      {...dialog}
      title={t('policy.title')}
      text={t('policy.text')}
      label={t('policy.label')}
      submit={t('policy.submit')}
      failed={t('policy.failed')}
      send={(content, idempotencyKey) => setting.mutateAsync({ content, idempotencyKey })}
      told={() => t('policy.done')}
      begin={policy.data ?? ''}
    />
  );
}
