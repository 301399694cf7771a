/** Another folder that keeps checkpoints by itself, and after how many days without a copy it is said. */
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { voucherLimits, type Vouchers } from '../../../../shared/contract/vouchers.ts';
import { useSetPlaces } from '../../../api/vouchers.ts';
import { DecimalInput } from '../../../ui/form/decimal-input.tsx';
import { FormDialog, type DialogProps } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import type { FaultsByField } from '../../../ui/form/use-api-form.ts';
import { numberIn, numberOut } from '../../../ui/number-in.ts';

/** The fault of the new place stands at its field, whichever number it has. */
interface Values {
  readonly places: readonly { readonly path: string }[];
  readonly oldest_days: string;
}

/** Days that may be asked for. */
function isDays(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= voucherLimits.mostDays;
}

export function PlaceDialog({
  opened,
  onClose,
  vouchers,
}: DialogProps & { readonly vouchers: Vouchers }) {
  const { t } = useTranslation('vouchers');
  const setting = useSetPlaces();
  const index = vouchers.places.length;
  const field = `places.${index}.path`;
  const initial: Values = {
    places: [...vouchers.places.map(({ path }) => ({ path })), { path: '' }],
    oldest_days: numberOut(vouchers.oldest_days),
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('place.title')}
      size={560}
      submit={t('place.submit')}
      failed={t('place.failed')}
      told={() => t('place.done')}
      initial={initial}
      bodyOf={({ places, oldest_days }) => ({
        places: places.map(({ path }) => ({ path: path.trim() })),
        oldest_days: numberIn(oldest_days),
      })}
      check={({ places, oldest_days: days }): FaultsByField => ({
        ...(places[index]?.path.trim() === '' && { [field]: t('place.missing') }),
        ...(!isDays(numberIn(days)) && { oldest_days: t('place.daysFault') }),
      })}
      send={(body, idempotencyKey) => setting.mutateAsync({ body, idempotencyKey })}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('place.text')}</p>
          <TextInput
            label={t('place.path')}
            description={t('place.hint')}
            required
            data-autofocus
            spellCheck={false}
            autoComplete="off"
            {...form.getInputProps(field)}
          />
          <DecimalInput
            label={t('place.days')}
            description={t('place.daysHint')}
            whole
            step={1}
            min={1}
            max={voucherLimits.mostDays}
            {...form.getInputProps('oldest_days')}
          />
        </>
      )}
    </FormDialog>
  );
}
