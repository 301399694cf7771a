/** A new rate card, or the next version of one: its model, a price for each dimension, what its model adds. */
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { createRateCardSchema, type ShownRateCard } from '../../../shared/contract/billing.ts';
import { priceModels } from '../../../shared/billing/month-price.ts';
import { dimensions, type Dimension } from '../../../shared/billing/volume.ts';
import { useCreateRateCard, useRateCards } from '../../api/billing.ts';
import { notify } from '../../state/notices.ts';
import { Select } from '../../ui/form/choices.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import type { FaultsByField, Form } from '../../ui/form/use-api-form.ts';
import { useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { keyed } from '../../ui/keyed.ts';
import {
  cardBody,
  emptyCard,
  lacksRate,
  textOf,
  type PriceText,
  type RateCardText,
} from './rate-card-form.ts';
import classes from '../../ui/money/billing.module.css';

/** The tiers that a model lets a price have. */
function tiersOf({ tiers }: PriceText, model: RateCardText['model']) {
  return model === 'PAY_PER_USE' ? tiers.slice(0, 1) : tiers;
}

export function RateCardDialog({
  opened,
  from,
  onClose,
  onCreated,
}: {
  readonly opened: boolean;
  /** The card whose next version is made; undefined for a new card. */
  readonly from: ShownRateCard | undefined;
  readonly onClose: () => void;
  readonly onCreated: (card: ShownRateCard) => void;
}) {
  const { t } = useTranslation('billing');
  const creating = useCreateRateCard();
  const versions = (useRateCards().data ?? []).filter(
    (each) => each.rate_card_id === from?.rate_card_id,
  );
  const newest = versions.reduce(
    (most, { version }) => Math.max(most, version),
    from?.version ?? 0,
  );
  const meanwhile = useMeanwhile({
    current: { version: from === undefined ? null : newest },
    isPending: creating.isPending,
    isOpen: opened,
    lines: ({ version }) => [
      { label: t('cardForm.newest'), text: version === null ? '' : String(version) },
    ],
  });
  const upon = from === undefined ? {} : { if_previous: meanwhile.previous };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={
        from === undefined
          ? t('making.card')
          : t('cardForm.versionTitle', { name: from.name, version: from.version + 1 })
      }
      size={620}
      submit={t('cardForm.submit')}
      failed={t('cardForm.failed')}
      note={t('cardForm.note')}
      meanwhile={meanwhile}
      initial={from === undefined ? emptyCard : textOf(from)}
      bodyOf={(values) => ({ ...cardBody(values), ...upon })}
      schema={createRateCardSchema}
      check={(values): FaultsByField =>
        Object.fromEntries(
          dimensions
            .filter((each) =>
              lacksRate({ ...values[each], tiers: tiersOf(values[each], values.model) }),
            )
            .map((each) => [each, t('cardForm.rateMissing')]),
        )
      }
      send={(body, idempotencyKey) => creating.mutateAsync({ body, idempotencyKey })}
      onDone={(created) => {
        notify({ title: t('cardForm.done', { name: created.name, version: created.version }) });
        onCreated(created);
      }}
    >
      {(form) => (
        <>
          <div className={classes.three}>
            <TextInput
              label={t('rates.name')}
              required
              data-autofocus
              {...form.getInputProps('name')}
            />
            <TextInput
              label={t('rates.id')}
              required
              spellCheck={false}
              autoComplete="off"
              classNames={{ input: 'pd-mono' }}
              disabled={from !== undefined}
              {...form.getInputProps('rate_card_id')}
            />
            <Select
              label={t('rates.model')}
              allowDeselect={false}
              data={priceModels.map((each) => ({ value: each, label: t(`model.${each}`) }))}
              {...form.getInputProps('model')}
            />
          </div>
          <p className={layout.hint}>{t(`modelNote.${form.values.model}`)}</p>
          {dimensions.map((dimension) => (
            <PriceEditor key={dimension} form={form} dimension={dimension} />
          ))}
          {form.values.model === 'COMMITTED' && (
            <fieldset className={layout.group}>
              <legend className={layout.legend}>{t('rates.commitment')}</legend>
              <div className={classes.three}>
                <DecimalInput
                  label={t('cardForm.coverage')}
                  {...form.getInputProps('commitment.coverage')}
                />
                <DecimalInput
                  label={t('cardForm.discount')}
                  {...form.getInputProps('commitment.discount_percent')}
                />
                <DecimalInput
                  label={t('cardForm.overage')}
                  {...form.getInputProps('commitment.overage_factor')}
                />
              </div>
            </fieldset>
          )}
          {form.values.model === 'CUSTOM' && <CustomTerms form={form} />}
        </>
      )}
    </FormDialog>
  );
}

interface PartProps {
  readonly form: Form<RateCardText>;
}

/** The tiers of a price; a fault of the price as a whole stands below them. */
function PriceEditor({ form, dimension }: PartProps & { readonly dimension: Dimension }) {
  const { t } = useTranslation('billing');
  const { model, [dimension]: price } = form.values;
  const tiers = tiersOf(price, model);
  const fault = form.errors[dimension];
  return (
    <fieldset className={layout.group} data-path={dimension}>
      <legend className={layout.legend}>{t(`dimension.${dimension}`)}</legend>
      <div className={classes.tierHeads} aria-hidden="true" data-single={tiers.length === 1}>
        {tiers.length > 1 && <span>{t(`cardForm.end.${dimension}`)}</span>}
        <span>{t(`cardForm.rate.${dimension}`)}</span>
      </div>
      {keyed(tiers, () => dimension).map(({ key, place }) => {
        const path = `${dimension}.tiers.${place}`;
        const isLast = place === tiers.length - 1;
        const named = { dimension: t(`dimension.${dimension}`), place: place + 1 };
        const rate = form.getInputProps(`${path}.rate`);
        return (
          // Tiers have no names of their own; their place is what they are.
          <div key={key} className={classes.tier}>
            {tiers.length > 1 && (
              <DecimalInput
                aria-label={t('cardForm.upToOf', named)}
                {...form.getInputProps(`${path}.up_to`)}
                {...(isLast && { disabled: true, placeholder: t('cardForm.above'), value: '' })}
              />
            )}
            <DecimalInput
              aria-label={t('cardForm.rateOf', named)}
              {...rate}
              error={rate.error ?? fault !== undefined}
            />
            {tiers.length > 1 && (
              <ActionIcon
                aria-label={t('cardForm.removeTier', named)}
                onClick={() => form.removeListItem(`${dimension}.tiers`, place)}
              >
                <IconTrash size={15} stroke={1.6} />
              </ActionIcon>
            )}
          </div>
        );
      })}
      {fault !== undefined && <p className={layout.fault}>{fault}</p>}
      {model !== 'PAY_PER_USE' && (
        <div className="pd-wrapping pd-gap-8">
          <Button
            leftSection={<IconPlus size={14} />}
            onClick={() => form.insertListItem(`${dimension}.tiers`, { up_to: '', rate: '' })}
          >
            {t('cardForm.addTier')}
          </Button>
          {model === 'CUSTOM' && tiers.length > 1 && (
            <Checkbox
              label={t('price.byVolume')}
              {...form.getInputProps(`${dimension}.isByVolume`, { type: 'checkbox' })}
            />
          )}
        </div>
      )}
    </fieldset>
  );
}

function CustomTerms({ form }: PartProps) {
  const { t } = useTranslation('billing');
  return (
    <fieldset className={layout.group}>
      <legend className={layout.legend}>{t('cardForm.custom')}</legend>
      <DecimalInput label={t('rates.minimum')} {...form.getInputProps('minimum')} />
      {keyed(form.values.fees, () => 'fee').map(({ key, place }) => (
        <div key={key} className={classes.tier}>
          <TextInput
            aria-label={t('cardForm.feeName', { place: place + 1 })}
            placeholder={t('cardForm.feeNameHint')}
            {...form.getInputProps(`fees.${place}.description`)}
          />
          <DecimalInput
            aria-label={t('cardForm.feeAmount', { place: place + 1 })}
            placeholder={t('cardForm.feeAmountHint')}
            {...form.getInputProps(`fees.${place}.amount`)}
          />
          <ActionIcon
            aria-label={t('cardForm.removeFee', { place: place + 1 })}
            onClick={() => form.removeListItem('fees', place)}
          >
            <IconTrash size={15} stroke={1.6} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem('fees', { description: '', amount: '' })}
        >
          {t('cardForm.addFee')}
        </Button>
      </div>
    </fieldset>
  );
}
