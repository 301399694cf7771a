/** The outcome from now on, chosen among those of the model's profile: the recorded output with it in its place. */
import { useState } from 'react';
import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isJsonObject, jsonOrUndefined, type JsonObject } from '../../../shared/contract/json.ts';
import type { Review } from '../../../shared/contract/review-queue.ts';
import { pointerNames } from '../../../shared/json-pointer.ts';
import { canonicalJson } from '../../../shared/ledger/canonical-json.ts';
import { scalarAt } from '../../../shared/oversight/profile-reader.ts';
import { withReplaced } from '../../../shared/oversight/replaced-output.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { formatPercent } from '../../ui/format.ts';
import { numberIn, numberOut } from '../../ui/number-in.ts';
import { shown } from '../../ui/shown.ts';

/** A review whose profile says which outcomes there are. */
export type ChosenReview = Pick<Review, 'profile' | 'choices' | 'counted'>;

export function OutcomeChoice({
  review: { profile, choices, counted },
  recorded,
  text,
  fault,
  isFirst = true,
  onChange,
}: {
  review: ChosenReview;
  /** As the model decided. */
  recorded: JsonObject;
  /** JSON text of the outcome; empty until one is chosen. */
  text: string;
  fault: React.ReactNode;
  /** Has the focus when the dialog opens. */
  isFirst?: boolean;
  onChange: (text: string) => void;
}) {
  const { t } = useTranslation('interventions');
  const value = jsonOrUndefined(text);
  const now = isJsonObject(value) ? value : undefined;
  const path = profile?.outcome?.path ?? '';
  const put = (where: string, member: (typeof choices)[number]['value']) =>
    onChange(JSON.stringify(withReplaced(now ?? recorded, where, member), null, 2));
  const amount = profile?.amount?.path.startsWith('/output/') === true ? profile.amount : undefined;
  return (
    <div className="pd-grid pd-gap-12">
      <Radio.Group
        label={t('act.outcome')}
        required
        error={fault}
        value={now === undefined ? '' : keyAt(now, path)}
        onChange={(key) => {
          const chosen = choices.find((each) => canonicalJson(each.value) === key);
          if (chosen !== undefined) put(path, chosen.value);
        }}
      >
        {choices.map(({ value: each, class: name, count }, place) => (
          <Radio
            key={canonicalJson(each)}
            size="xs"
            mt={8}
            value={canonicalJson(each)}
            data-autofocus={(isFirst && place === 0) || undefined}
            label={shown(typeof each === 'string' ? each : canonicalJson(each))}
            description={[
              t(`act.class.${name}`),
              ...(counted === 0 ? [] : [t('act.share', { share: formatPercent(count / counted) })]),
            ].join(' · ')}
          />
        ))}
      </Radio.Group>
      {amount !== undefined && now !== undefined && (
        <AmountField
          currency={amount.currency}
          amount={amountIn(now, amount.path)}
          onAmount={(typed) => put(amount.path, typed)}
        />
      )}
    </div>
  );
}

function keyAt(output: JsonObject, path: string): string {
  const value = scalarAt({ output }, pointerNames(path) ?? []);
  return value === undefined ? '' : canonicalJson(value);
}

function amountIn(output: JsonObject, path: string): number | undefined {
  const value = scalarAt({ output }, pointerNames(path) ?? []);
  return typeof value === 'number' ? value : undefined;
}

/** Keeps the text as it is typed; what is no number changes nothing. */
function AmountField({
  currency,
  amount,
  onAmount,
}: {
  currency: string;
  amount: number | undefined;
  onAmount: (amount: number) => void;
}) {
  const { t } = useTranslation('interventions');
  const [text, setText] = useState(amount === undefined ? '' : numberOut(amount));
  const isBad = text.trim() !== '' && Number.isNaN(numberIn(text));
  return (
    <DecimalInput
      label={t('act.amount', { currency })}
      value={text}
      error={isBad ? t('act.amountBad') : undefined}
      onChange={(typed) => {
        setText(typed);
        const number = typed.trim() === '' ? Number.NaN : numberIn(typed);
        if (!Number.isNaN(number)) onAmount(number);
      }}
    />
  );
}
