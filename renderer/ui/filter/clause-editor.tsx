/** One clause of the filter builder: field, operator, value, each offered by what the field holds. */
import { useEffect, useRef, type ReactNode } from 'react';
import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../shared/hidden-text.ts';
import type { DatasetField } from '../../../shared/contract/datasets.ts';
import { numberSigns } from '../money/money.ts';
import { numberOut, readingOf } from '../number-in.ts';
import { operandWith } from './edit-filter.ts';
import {
  isListOperator,
  takesOperand,
  type FilterClause,
  type Operand,
  type OperandType,
} from './filter-tree.ts';
import { typeNames, valueOf } from './operand.ts';
import { firstTypeFor, operatorsFor, typesFor } from './operator-choices.ts';
import { Autocomplete, NativeSelect, TagsInput } from '../form/choices.tsx';
import classes from './filter.module.css';

const offeredFields = 60;

export type ClauseChange = Partial<Omit<FilterClause, 'kind' | 'id'>>;

export interface ClauseEditorProps {
  readonly clause: FilterClause;
  readonly fields: readonly DatasetField[];
  readonly fault: ReactNode;
  readonly onChange: (change: ClauseChange, isTyped?: boolean) => void;
  readonly onRemove: () => void;
}

export function ClauseEditor({ clause, fields, fault, onChange, onRemove }: ClauseEditorProps) {
  const { t } = useTranslation(['datasets', 'common']);
  const box = useRef<HTMLDivElement>(null);
  const wasEmpty = useRef(clause.field === '');
  useEffect(() => {
    // A clause that was just added begins with its field.
    if (wasEmpty.current) box.current?.querySelector('input')?.focus();
  }, []);
  const field = fields.find(({ path }) => path === clause.field);
  const operators = operatorsFor(field);
  const offered = operators.includes(clause.operator) ? operators : [...operators, clause.operator];
  const value = takesOperand(clause.operator)
    ? valueOf(clause.operator, clause.operand)
    : undefined;
  const mistake =
    value?.kind === 'faulty'
      ? t(`filter.fault.${value.fault}`, { example: numberOut(62.5) })
      : undefined;
  const readings =
    value === undefined || clause.operand.type !== 'number'
      ? []
      : clause.operand.texts.flatMap((text) => readingOf(text) ?? []);
  const setField = (path: string) => {
    const next = fields.find((each) => each.path === path);
    // The kind of value follows the field until a value is there.
    const isFresh = clause.operand.texts.every((text) => text === '');
    const type = isFresh && next !== undefined ? firstTypeFor(next) : clause.operand.type;
    onChange(
      { field: path, operand: operandWith(clause.operator, { ...clause.operand, type }) },
      true,
    );
  };
  const name = clause.field === '' ? t('filter.newClause') : clause.field;
  return (
    <div
      ref={box}
      className={classes.clauseBox}
      data-faulty={fault !== undefined || undefined}
      role="group"
      aria-label={t('filter.clause', { field: name })}
    >
      <div className={classes.clause}>
        <Autocomplete
          size="xs"
          aria-label={t('filter.field')}
          placeholder={t('filter.field')}
          value={clause.field}
          data={fields.map(({ path }) => path)}
          limit={offeredFields}
          spellCheck={false}
          comboboxProps={{ width: 280, position: 'bottom-start' }}
          renderOption={({ option }) => (
            <span className="pd-flex pd-full pd-gap-12 pd-anywhere pd-split">
              <bdi>{showHidden(option.value)}</bdi>
              <span className="pd-fixed pd-dim">
                {fields
                  .find(({ path }) => path === option.value)
                  ?.types.map((type) => t(`types.${type}`))
                  .join(', ')}
              </span>
            </span>
          )}
          onChange={setField}
        />
        <NativeSelect
          size="xs"
          aria-label={t('filter.operatorOf', { field: name })}
          value={clause.operator}
          data={offered.map((operator) => ({
            value: operator,
            label: t(`filter.operator.${operator}`),
          }))}
          onChange={(event) => {
            const operator = offered.find((each) => each === event.currentTarget.value);
            if (operator === undefined) return;
            onChange({ operator, operand: operandWith(operator, clause.operand) });
          }}
        />
        {takesOperand(clause.operator) && (
          <OperandEditor
            clause={clause}
            name={name}
            mistake={mistake}
            onChange={(operand, isTyped) => onChange({ operand }, isTyped)}
          />
        )}
        <ActionIcon
          size="sm"
          aria-label={t('filter.removeClause', { field: name })}
          title={t('filter.removeClause', { field: name })}
          onClick={onRemove}
        >
          <IconX size={14} />
        </ActionIcon>
      </div>
      {(fault ?? mistake) !== undefined && (
        <p className={classes.fault} role="alert">
          {fault ?? mistake}
        </p>
      )}
      {readings.length > 0 && (
        <p className="pd-caption pd-loose pd-above-4">
          {t('readAs', { ns: 'common', number: readings.join('; ') })}
        </p>
      )}
    </div>
  );
}

function OperandEditor({
  clause,
  name,
  mistake,
  onChange,
}: {
  clause: FilterClause;
  name: string;
  mistake: string | undefined;
  onChange: (operand: Operand, isTyped?: boolean) => void;
}) {
  const { t } = useTranslation('datasets');
  const { operator, operand } = clause;
  const types = typesFor(operator);
  const offered = types.includes(operand.type) ? types : [...types, operand.type];
  return (
    <>
      {offered.length > 1 && (
        <NativeSelect
          size="xs"
          className="pd-fixed"
          aria-label={t('filter.typeOf', { field: name })}
          value={operand.type}
          data={offered.map((type) => ({ value: type, label: t(`filter.type.${type}`) }))}
          onChange={(event) => {
            const type = offered.find((each) => each === event.currentTarget.value);
            if (type !== undefined) onChange(retyped(operand, type));
          }}
        />
      )}
      <ValueEditor clause={clause} name={name} mistake={mistake} onChange={onChange} />
      {operator === '$regex' && (
        <Checkbox
          size="xs"
          label={t('filter.ignoreCase')}
          checked={operand.options.includes('i')}
          onChange={(event) => {
            const others = operand.options.replaceAll('i', '');
            onChange({ ...operand, options: event.currentTarget.checked ? `${others}i` : others });
          }}
        />
      )}
    </>
  );
}

/** The same text as another kind of value; lists and single texts keep what they can. */
function retyped(operand: Operand, type: OperandType): Operand {
  if (type === 'boolean') {
    return { ...operand, type, texts: operand.texts[0] === 'false' ? ['false'] : ['true'] };
  }
  if (operand.type === 'json' || type === 'json') return { ...operand, type, texts: [] };
  return { ...operand, type };
}

function ValueEditor({
  clause: { operator, operand },
  name,
  mistake,
  onChange,
}: {
  clause: FilterClause;
  name: string;
  mistake: string | undefined;
  onChange: (operand: Operand, isTyped?: boolean) => void;
}) {
  const { t } = useTranslation('datasets');
  const label = t('filter.valueOf', { field: name });
  const [text = ''] = operand.texts;
  const setText = (next: string, isTyped = true) =>
    onChange({ ...operand, texts: [next] }, isTyped);
  if (operand.type === 'null' || operand.type === 'empty') return null;
  if (operator === '$type') {
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        value={text}
        data={[
          { value: '', label: t('filter.choose') },
          ...typeNames.map((each) => ({ value: each, label: each })),
        ]}
        onChange={(event) => setText(event.currentTarget.value, false)}
      />
    );
  }
  if (operand.type === 'boolean') {
    return (
      <NativeSelect
        size="xs"
        aria-label={label}
        value={text}
        data={[
          { value: '', label: t('filter.choose') },
          { value: 'true', label: 'true' },
          { value: 'false', label: 'false' },
        ]}
        onChange={(event) => setText(event.currentTarget.value, false)}
      />
    );
  }
  if (isListOperator(operator) && operand.type !== 'json') {
    return (
      <TagsInput
        size="xs"
        className={classes.value ?? ''}
        classNames={{ input: classes.tags ?? '' }}
        aria-label={label}
        placeholder={operand.texts.length === 0 ? t('filter.listHint') : ''}
        value={[...operand.texts]}
        splitChars={operand.type === 'number' ? numberSplits() : [',', ';']}
        error={mistake !== undefined}
        onChange={(texts) => onChange({ ...operand, texts })}
      />
    );
  }
  return (
    <TextInput
      size="xs"
      className={classes.value ?? ''}
      classNames={operand.type === 'string' ? {} : { input: 'pd-typed' }}
      aria-label={label}
      placeholder={t(`filter.placeholder.${placeholderOf(operator, operand.type)}`)}
      inputMode={operand.type === 'number' ? 'decimal' : 'text'}
      value={text}
      error={mistake !== undefined}
      spellCheck={false}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}

/** What parts the numbers of a list: a comma only where none stands in a number. */
function numberSplits(): string[] {
  return numberSigns().decimal === ',' ? [';'] : [',', ';'];
}

function placeholderOf(
  operator: FilterClause['operator'],
  type: OperandType,
): 'number' | 'text' | 'json' | 'expression' {
  if (operator === '$regex') return 'expression';
  if (type === 'number') return 'number';
  return type === 'json' ? 'json' : 'text';
}
