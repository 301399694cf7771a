/** A group of settings: its heading, and one line for each with its name, a hint and the choice. */
import { createContext, useContext, type ReactNode } from 'react';
import { CheckIcon } from '@mantine/core';
import { useMarkedElement } from '../../ui/marked.ts';
import { SegmentedControl, Select } from '../../ui/form/choices.tsx';
import classes from './settings.module.css';

/** The name of the row that was asked for; undefined for none. */
export const MarkedSetting = createContext<string | undefined>(undefined);

export function SettingsSection({
  title,
  isTight = false,
  isBusy = false,
  children,
}: {
  title: string;
  /** Less room below, where tables follow. */
  isTight?: boolean;
  /** Its values are still on their way. */
  isBusy?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      className={isTight ? 'pd-slim pd-readable' : classes.section}
      aria-label={title}
      aria-busy={isBusy || undefined}
    >
      <h2 className="pd-text-size pd-strong pd-below-8">{title}</h2>
      <div className="pd-sheet">{children}</div>
    </section>
  );
}

export function SettingsRow({
  name,
  hint,
  children,
}: {
  name: string;
  hint?: ReactNode;
  children: ReactNode;
}) {
  const mark = useMarkedElement<HTMLDivElement>(useContext(MarkedSetting) === name, 'control');
  return (
    <div className={classes.row} {...mark}>
      <div className="pd-slim">
        <div className="pd-medium">{name}</div>
        {hint !== undefined && <div className={classes.hint}>{hint}</div>}
      </div>
      <div className={classes.value}>{children}</div>
    </div>
  );
}

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Of the label, where it is not that of the console. */
  readonly lang?: string;
}

interface ChoiceProps<Value extends string> {
  readonly name: string;
  readonly hint?: ReactNode;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
}

/** A line with a few choices side by side; it takes effect at once. */
export function ChoiceRow<Value extends string>(props: ChoiceProps<Value>) {
  const { name, hint, value, options, onChange } = props;
  return (
    <SettingsRow name={name} {...(hint === undefined ? {} : { hint })}>
      <SegmentedControl
        aria-label={name}
        value={value}
        onChange={onChange}
        data={options.map((each) => ({ ...each }))}
      />
    </SettingsRow>
  );
}

/** A line with choices in a list, for many of them or long ones. */
export function SelectRow<Value extends string>(props: ChoiceProps<Value>) {
  const { name, hint, value, options, onChange } = props;
  return (
    <SettingsRow name={name} {...(hint === undefined ? {} : { hint })}>
      <Select
        className={classes.select ?? ''}
        aria-label={name}
        allowDeselect={false}
        value={value}
        onChange={(chosen) => {
          const option = options.find((each) => each.value === chosen);
          if (option !== undefined) onChange(option.value);
        }}
        data={options.map(({ value: each, label }) => ({ value: each, label }))}
        // As the library draws it, in the language of its words.
        renderOption={({ option, checked }) => (
          <>
            {checked && <CheckIcon size="0.8em" opacity={0.4} />}
            <span lang={options.find((each) => each.value === option.value)?.lang}>
              {option.label}
            </span>
          </>
        )}
      />
    </SettingsRow>
  );
}
