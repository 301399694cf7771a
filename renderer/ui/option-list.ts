/** A text field that filters a list beside it: arrows move, Enter chooses, the field keeps the focus. */
import { useEffect, useId, useState } from 'react';

export interface OptionList {
  readonly active: number;
  readonly setActive: (index: number) => void;
  readonly inputProps: {
    readonly role: 'combobox';
    readonly 'aria-expanded': true;
    readonly 'aria-controls': string;
    readonly 'aria-autocomplete': 'list';
    readonly 'aria-activedescendant': string | undefined;
    readonly onKeyDown: (event: React.KeyboardEvent) => void;
  };
  readonly listProps: { readonly id: string; readonly role: 'listbox' };
  readonly optionProps: (index: number) => {
    readonly id: string;
    readonly role: 'option';
    readonly 'aria-selected': boolean;
    readonly 'data-active': boolean | undefined;
    readonly onMouseMove: () => void;
    readonly onClick: () => void;
  };
}

/**
 * Props for a filtering field and its list of `count` options (ARIA combobox pattern). `reset` is
 * whatever, when it changes, puts the first option under the cursor again.
 */
export function useOptionList(input: {
  readonly count: number;
  readonly reset: string;
  readonly onChoose: (index: number) => void;
}): OptionList {
  const { count, reset, onChoose } = input;
  const base = useId();
  const [cursor, setCursor] = useState({ reset, active: 0 });
  const active =
    cursor.reset === reset ? Math.min(cursor.active, count - 1) : Math.min(0, count - 1);
  const setActive = (index: number) => setCursor({ reset, active: index });
  const optionId = (index: number) => `${base}-option-${index}`;
  useEffect(() => {
    if (active >= 0)
      document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  });
  const steps: Readonly<Record<string, () => number>> = {
    ArrowDown: () => Math.min(count - 1, active + 1),
    ArrowUp: () => Math.max(0, active - 1),
    PageDown: () => Math.min(count - 1, active + 8),
    PageUp: () => Math.max(0, active - 8),
  };
  return {
    active,
    setActive,
    inputProps: {
      role: 'combobox',
      'aria-expanded': true,
      'aria-controls': `${base}-list`,
      'aria-autocomplete': 'list',
      'aria-activedescendant': active >= 0 ? optionId(active) : undefined,
      onKeyDown: (event) => {
        const step = steps[event.key];
        if (step !== undefined && count > 0) {
          event.preventDefault();
          setActive(step());
        }
        if (event.key === 'Enter' && active >= 0 && !event.nativeEvent.isComposing) {
          event.preventDefault();
          onChoose(active);
        }
      },
    },
    listProps: { id: `${base}-list`, role: 'listbox' },
    optionProps: (index) => ({
      id: optionId(index),
      role: 'option',
      'aria-selected': index === active,
      'data-active': index === active || undefined,
      onMouseMove: () => {
        if (index !== active) setActive(index);
      },
      onClick: () => onChoose(index),
    }),
  };
}
