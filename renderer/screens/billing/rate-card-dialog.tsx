/** A new rate card, or the next version of one: its model, a price for each dimension, what its model adds. */
import { useState, type ReactNode } from 'react';
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { createRateCardSchema, type ShownRateCard } from '../../../shared/contract/billing.ts';
import { priceModels } from '../../../shared/billing/pricing.ts';
import { dimensions, type Dimension } from '../../../shared/billing/volume.ts';
import { useCreateRateCard, useRateCards } from '../../api/billing.ts';
import { notify } from '../../state/notices.ts';
import { keyed } from '../../ui/keyed.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { ChangedMeanwhile } from '../../ui/form/changed-meanwhile.tsx';
import { isOvertaken, useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Select } from '../../ui/form/choices.tsx';
import form from '../../ui/form/form.module.css';
import { localFaults, useFormFaults, type Faults } from '../../ui/form-faults.ts';
import {
  cardBody,
  emptyCard,
  lacksRate,
  priceFault,
  textOf,
  type PriceText,
  type RateCardText,
} from './rate-card-form.ts';
import classes from './billing.module.css';

export interface RateCardDialogProps {
  readonly opened: boolean;
  /** The card whose next version is made; undefined for a new card. */
  readonly from: ShownRateCard | undefined;
  readonly onClose: () => void;
  readonly onCreated: (card: ShownRateCard) => void;
}

export function RateCardDialog(props: RateCardDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={
        props.from === undefined
          ? t('making.card')
          : t('cardForm.versionTitle', { name: props.from.name, version: props.from.version + 1 })
      }
      size={620}
    >
      <RateCardForm {...props} />
    </Dialog>
  );
}

function RateCardForm({ from, onClose, onCreated }: RateCardDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  const creating = useCreateRateCard();
  const { element, faults, failure, refuse, clear, fail } = useFormFaults();
  const [card, setCard] = useState<RateCardText>(() =>
    from === undefined ? emptyCard : textOf(from),
  );
  const versions = (useRateCards().data ?? []).filter(
    (each) => each.rate_card_id === from?.rate_card_id,
  );
  const [upon] = useState(from?.version ?? null);
  const newest = versions.reduce((most, { version }) => Math.max(most, version), upon ?? 0);
  const meanwhile = useMeanwhile({
    current: { version: from === undefined ? null : newest },
    isPending: creating.isPending,
    lines: ({ version }) => [
      { label: t('cardForm.newest'), text: version === null ? '' : String(version) },
    ],
  });
  const change = (part: Partial<RateCardText>) => setCard((before) => ({ ...before, ...part }));
  const submit = () => {
    const body = cardBody(card);
    const found = localFaults(createRateCardSchema, body);
    if (Object.keys(found).length > 0) {
      refuse(found);
      return;
    }
    clear();
    creating.mutate(from === undefined ? body : { ...body, if_previous: meanwhile.previous }, {
      onSuccess: (created) => {
        notify({ title: t('cardForm.done', { name: created.name, version: created.version }) });
        onCreated(created);
      },
      onError: (error) => {
        if (!isOvertaken(error)) fail(error);
      },
    });
  };
  const plain = { spellCheck: false, autoComplete: 'off' } as const;
  return (
    <form
      ref={element}
      className={form.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ChangedMeanwhile {...meanwhile} />
      <FormFailure
        failure={failure}
        title={t('cardForm.failed')}
        shown={['rate_card_id', 'name', 'model', ...dimensions, 'commitment', 'minimum', 'fees']}
      />
      <div className={classes.three}>
        <TextInput
          label={t('rates.name')}
          required
          data-autofocus
          value={card.name}
          error={faults['name']}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('rates.id')}
          required
          {...plain}
          classNames={{ input: form.mono ?? '' }}
          disabled={from !== undefined}
          value={card.id}
          error={faults['rate_card_id']}
          onChange={(event) => change({ id: event.currentTarget.value })}
        />
        <Select
          label={t('rates.model')}
          allowDeselect={false}
          data={priceModels.map((each) => ({ value: each, label: t(`model.${each}`) }))}
          value={card.model}
          onChange={(value) =>
            change({ model: priceModels.find((each) => each === value) ?? card.model })
          }
        />
      </div>
      <p className={form.hint}>{t(`modelNote.${card.model}`)}</p>
      {dimensions.map((dimension) => (
        <PriceEditor
          key={dimension}
          dimension={dimension}
          price={card.prices[dimension]}
          model={card.model}
          fault={priceFault(faults, dimension)}
          onChange={(price) => change({ prices: { ...card.prices, [dimension]: price } })}
        />
      ))}
      {card.model === 'COMMITTED' && (
        <fieldset className={form.group}>
          <legend className={form.legend}>{t('rates.commitment')}</legend>
          <div className={classes.three}>
            <DecimalInput
              label={t('cardForm.coverage')}
              value={card.coverage}
              error={faults['commitment.coverage']}
              onChange={(text) => change({ coverage: text })}
            />
            <DecimalInput
              label={t('cardForm.discount')}
              value={card.discount}
              error={faults['commitment.discount_percent']}
              onChange={(text) => change({ discount: text })}
            />
            <DecimalInput
              label={t('cardForm.overage')}
              value={card.overage}
              error={faults['commitment.overage_factor']}
              onChange={(text) => change({ overage: text })}
            />
          </div>
        </fieldset>
      )}
      {card.model === 'CUSTOM' && <CustomTerms card={card} faults={faults} onChange={change} />}
      <div className={form.actions}>
        <span className={form.actionsNote}>{t('cardForm.note')}</span>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled" loading={creating.isPending}>
          {t('cardForm.submit')}
        </Button>
      </div>
    </form>
  );
}

function PriceEditor({
  dimension,
  price,
  model,
  fault,
  onChange,
}: {
  dimension: Dimension;
  price: PriceText;
  model: RateCardText['model'];
  fault: ReactNode;
  onChange: (price: PriceText) => void;
}) {
  const { t } = useTranslation('billing');
  const tiers = model === 'PAY_PER_USE' ? price.tiers.slice(0, 1) : price.tiers;
  const setTier = (place: number, part: Partial<(typeof tiers)[number]>) =>
    onChange({
      ...price,
      tiers: price.tiers.map((each, index) => (index === place ? { ...each, ...part } : each)),
    });
  return (
    <fieldset className={form.group}>
      <legend className={form.legend}>{t(`dimension.${dimension}`)}</legend>
      <div className={classes.tierHeads} aria-hidden="true" data-single={tiers.length === 1}>
        {tiers.length > 1 && <span>{t(`cardForm.end.${dimension}`)}</span>}
        <span>{t(`cardForm.rate.${dimension}`)}</span>
      </div>
      {keyed(tiers, () => dimension).map(({ key, item: tier, place }) => {
        const isLast = place === tiers.length - 1;
        const named = { dimension: t(`dimension.${dimension}`), place: place + 1 };
        return (
          // Tiers have no names of their own; their place is what they are.
          <div key={key} className={classes.tier}>
            {tiers.length > 1 && (
              <DecimalInput
                aria-label={t('cardForm.upToOf', named)}
                disabled={isLast}
                placeholder={isLast ? t('cardForm.above') : ''}
                value={isLast ? '' : tier.upTo}
                onChange={(text) => setTier(place, { upTo: text })}
              />
            )}
            <DecimalInput
              aria-label={t('cardForm.rateOf', named)}
              value={tier.rate}
              error={fault !== undefined}
              onChange={(text) => setTier(place, { rate: text })}
            />
            {tiers.length > 1 && (
              <ActionIcon
                aria-label={t('cardForm.removeTier', named)}
                onClick={() =>
                  onChange({ ...price, tiers: price.tiers.filter((_, index) => index !== place) })
                }
              >
                <IconTrash size={15} stroke={1.6} />
              </ActionIcon>
            )}
          </div>
        );
      })}
      {fault !== undefined && (
        <p className={form.fault}>{lacksRate(price) ? t('cardForm.rateMissing') : fault}</p>
      )}
      {model !== 'PAY_PER_USE' && (
        <div className={classes.toolbar}>
          <Button
            leftSection={<IconPlus size={14} />}
            onClick={() => onChange({ ...price, tiers: [...price.tiers, { upTo: '', rate: '' }] })}
          >
            {t('cardForm.addTier')}
          </Button>
          {model === 'CUSTOM' && tiers.length > 1 && (
            <Checkbox
              label={t('price.allUnits')}
              checked={price.allUnits}
              onChange={(event) => onChange({ ...price, allUnits: event.currentTarget.checked })}
            />
          )}
        </div>
      )}
    </fieldset>
  );
}

function CustomTerms({
  card,
  faults,
  onChange,
}: {
  card: RateCardText;
  faults: Faults;
  onChange: (part: Partial<RateCardText>) => void;
}) {
  const { t } = useTranslation('billing');
  const { fees } = card;
  return (
    <fieldset className={form.group}>
      <legend className={form.legend}>{t('cardForm.custom')}</legend>
      <DecimalInput
        label={t('rates.minimum')}
        value={card.minimum}
        error={faults['minimum']}
        onChange={(text) => onChange({ minimum: text })}
      />
      {keyed(fees, () => 'fee').map(({ key, item: fee, place }) => {
        const set = (part: Partial<typeof fee>) =>
          onChange({
            fees: fees.map((each, index) => (index === place ? { ...each, ...part } : each)),
          });
        return (
          <div key={key} className={classes.tier}>
            <TextInput
              aria-label={t('cardForm.feeName', { place: place + 1 })}
              placeholder={t('cardForm.feeNameHint')}
              value={fee.description}
              error={faults[`fees[${place}].description`]}
              onChange={(event) => set({ description: event.currentTarget.value })}
            />
            <DecimalInput
              aria-label={t('cardForm.feeAmount', { place: place + 1 })}
              placeholder={t('cardForm.feeAmountHint')}
              value={fee.amount}
              error={faults[`fees[${place}].amount`]}
              onChange={(text) => set({ amount: text })}
            />
            <ActionIcon
              aria-label={t('cardForm.removeFee', { place: place + 1 })}
              onClick={() => onChange({ fees: fees.filter((_, index) => index !== place) })}
            >
              <IconTrash size={15} stroke={1.6} />
            </ActionIcon>
          </div>
        );
      })}
      <div>
        <Button
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange({ fees: [...fees, { description: '', amount: '' }] })}
        >
          {t('cardForm.addFee')}
        </Button>
      </div>
    </fieldset>
  );
}
