/** A field for a number, typed in the signs of this person's language; what is in doubt it says. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { numberIn, numberOut, readingOf } from '../number-in.ts';

export interface DecimalInputProps extends Omit<
  TextInputProps,
  'value' | 'onChange' | 'inputMode' | 'type'
> {
  /** The text as it was typed; `numberIn` reads it, `numberOut` makes it of a number. */
  readonly value?: string;
  readonly onChange: (text: string) => void;
  /** What the arrow keys add and take away; without it they move in the text. */
  readonly step?: number;
  /** Where the arrow keys stop. */
  readonly min?: number;
  readonly max?: number;
  /** Whole numbers only: for the keyboard of a touch screen, the rules say it of a text. */
  readonly whole?: boolean;
}

/** Places that steps are added up to, so that 0.1 + 0.2 is 0.3. */
const stepPlaces = 9;

export function DecimalInput({
  value = '',
  onChange,
  step,
  min = Number.NEGATIVE_INFINITY,
  max = Number.POSITIVE_INFINITY,
  whole = false,
  description,
  onKeyDown,
  ...rest
}: DecimalInputProps) {
  const { t } = useTranslation('common');
  const reading = readingOf(value);
  const understood = reading === undefined ? undefined : t('readAs', { number: reading });
  const stepBy = (by: number) => {
    const number = value.trim() === '' ? 0 : numberIn(value);
    if (Number.isNaN(number)) return;
    const stepped = Number((number + by).toFixed(stepPlaces));
    onChange(numberOut(Math.min(max, Math.max(min, stepped))));
  };
  return (
    <TextInput
      autoComplete="off"
      spellCheck={false}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...rest}
      inputMode={whole ? 'numeric' : 'decimal'}
      description={understood ?? description}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
        if (step === undefined || direction === 0 || event.defaultPrevented) return;
        event.preventDefault();
        stepBy(direction * step);
      }}
    />
  );
}
