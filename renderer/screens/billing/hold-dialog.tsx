/** Holds the draft of an account back: why, and until when. */
import { Input } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { holdDraftSchema, type Draft } from '../../../shared/contract/billing-runs.ts';
import { useHoldDraft } from '../../api/runs.ts';
import { DayField } from '../../ui/day-field.tsx';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import { checkReason, ReasonField } from '../../ui/form/reason-field.tsx';
import layout from '../../ui/form/form.module.css';
import { formatMonth } from '../../ui/format.ts';

export function HoldDialog({
  opened,
  draft: { account_id: account, month },
  onClose,
}: DialogProps & { readonly draft: Draft }) {
  const { t } = useTranslation('billing');
  const holding = useHoldDraft();
  const initial: { reason: string; until: string | undefined } = { reason: '', until: undefined };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('months.holdTitle', { account, month: formatMonth(month) })}
      submit={t('months.hold')}
      failed={t('months.holdFailed')}
      initial={initial}
      bodyOf={({ reason, until }) => ({
        reason: reason.trim(),
        ...(until === undefined ? {} : { until }),
      })}
      schema={holdDraftSchema}
      check={checkReason(t('cancel.reasonMissing'))}
      send={(body) => holding.mutateAsync({ account, month, body })}
      told={() => t('months.holdDone', { account })}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('months.holdText')}</p>
          <ReasonField label={t('cancel.reason')} {...form.getInputProps('reason')} />
          <Input.Wrapper label={t('months.until')} labelElement="div">
            <DayField
              label={t('months.until')}
              day={form.values.until}
              clearable
              onDay={(day) => form.setFieldValue('until', day)}
            />
          </Input.Wrapper>
        </>
      )}
    </FormDialog>
  );
}
