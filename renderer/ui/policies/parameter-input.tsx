/** The field for one parameter of a method, as its kind is typed or chosen. */
import type { ReactNode } from 'react';
import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Select } from '../form/choices.tsx';
import { DecimalInput } from '../form/decimal-input.tsx';
import type { ParameterSpec } from './parameters.ts';

export function ParameterInput({
  spec,
  path,
  paths,
  value,
  fault,
  onChange,
}: {
  readonly spec: ParameterSpec;
  /** Its place among the values of the form, as faults name it. */
  readonly path: string;
  /** Fields to choose from, where it is one. */
  readonly paths?: readonly string[];
  readonly value: string;
  readonly fault: ReactNode;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTranslation('sessions');
  const words = {
    label: t(`parameter.${spec.name}`, { defaultValue: spec.name }),
    required: spec.required === true,
    error: fault,
    'data-path': path,
  };
  if (spec.kind === 'choice' || spec.kind === 'field') {
    return (
      <Select
        {...words}
        searchable={spec.kind === 'field'}
        openOnFocus={false}
        clearable={spec.required !== true}
        clearButtonProps={{ 'aria-label': t('transform.clear') }}
        placeholder={t('transform.default')}
        data={spec.kind === 'choice' ? [...spec.options] : [...(paths ?? [])]}
        value={value === '' ? null : value}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  }
  if (spec.kind === 'json') {
    return (
      <Textarea
        {...words}
        className="pd-whole-line"
        classNames={{ input: 'pd-mono' }}
        autosize
        minRows={3}
        maxRows={8}
        spellCheck={false}
        placeholder={'{ "female": "F", "male": "M" }'}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  if (spec.kind === 'number') {
    return (
      <DecimalInput
        {...words}
        placeholder={t(`parameterHint.${spec.name}`, { defaultValue: '' })}
        value={value}
        onChange={onChange}
      />
    );
  }
  return (
    <TextInput
      {...words}
      spellCheck={false}
      autoComplete="off"
      placeholder={t(`parameterHint.${spec.name}`, { defaultValue: '' })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
