/** A request for leave to use a dataset: for what, which fields, until when, for how much. */
import { useState } from 'react';
import { Checkbox, Radio, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  createGrantSchema,
  type CreateGrant,
  type Grant,
  type GrantKind,
} from '../../../shared/contract/grants.ts';
import { useAccounts } from '../../api/billing.ts';
import { useDatasetFields, useDatasets } from '../../api/datasets.ts';
import { useAskGrant } from '../../api/grants.ts';
import { usePreferences } from '../../state/preferences.ts';
import { Select, TagsInput } from '../../ui/form/choices.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import type { Form } from '../../ui/form/use-api-form.ts';
import { formatInstantIn } from '../../ui/format.ts';
import { beginsAt, bodyOf, emptyForm, formOf, operationsOf, type AskForm } from './ask-form.ts';
import { workspaceCurrency } from '../../ui/money/money.ts';

const plain = { spellCheck: false, autoComplete: 'off' } as const;

export function AskDialog({
  again,
  onAsked,
  ...dialog
}: DialogProps & {
  /** The grant whose terms are asked for again. */
  readonly again?: Grant;
  readonly onAsked: (grant: Grant) => void;
}) {
  const { t } = useTranslation('grants');
  const asking = useAskGrant();
  const zone = usePreferences((preferences) => preferences.timeZone);
  const [now] = useState(() => Date.now());
  const startsAt = beginsAt(again, now);
  return (
    <FormDialog<AskForm, CreateGrant, Grant>
      {...dialog}
      title={t('ask.title')}
      size={600}
      submit={t('ask.submit')}
      failed={t('ask.failed')}
      initial={again === undefined ? emptyForm : formOf(again, now)}
      bodyOf={(form) => bodyOf(form, startsAt)}
      schema={createGrantSchema}
      send={(body, idempotencyKey) => asking.mutateAsync({ body, idempotencyKey })}
      told={() => t('ask.done')}
      onDone={onAsked}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('ask.text')}</p>
          {startsAt !== undefined && (
            <p className={layout.text}>
              {t('ask.begins', { instant: formatInstantIn(startsAt, zone) })}
            </p>
          )}
          <WhatFor form={form} />
          <Checkbox.Group label={t('operations')} {...form.getInputProps('operations')}>
            <div className={layout.checks}>
              {operationsOf(form.values.kind).map((each) => (
                <Checkbox key={each} value={each} label={t(`operation.${each}`)} />
              ))}
            </div>
          </Checkbox.Group>
          <HowMuch form={form} />
        </>
      )}
    </FormDialog>
  );
}

interface PartProps {
  readonly form: Form<AskForm>;
}

function WhatFor({ form }: PartProps) {
  const { t } = useTranslation('grants');
  const datasets = useDatasets().data ?? [];
  const accounts = useAccounts().data ?? [];
  const { dataset_id: dataset } = form.values;
  const kinds = datasets.find((each) => each.dataset_id === dataset)?.kinds ?? [];
  return (
    <>
      <div className={layout.row}>
        <Select
          label={t('column.dataset')}
          required
          searchable
          openOnFocus={false}
          allowDeselect={false}
          data-autofocus
          data={datasets.map(({ dataset_id: value, name }) => ({ value, label: name }))}
          {...form.getInputProps('dataset_id')}
          onChange={(id) => {
            const kinds = datasets.find((each) => each.dataset_id === id)?.kinds ?? [];
            const kind = kinds.includes(form.values.kind) ? form.values.kind : kinds[0];
            form.setValues({ dataset_id: id ?? '', ...(kind !== undefined && { kind }) });
          }}
        />
        {accounts.length > 1 && (
          <Select
            label={t('column.account')}
            searchable
            openOnFocus={false}
            allowDeselect={false}
            data={accounts.map(({ account_id: value, name }) => ({ value, label: name }))}
            {...form.getInputProps('account_id')}
          />
        )}
      </div>
      <Kind form={form} kinds={kinds} />
      <Textarea
        label={t('column.purpose')}
        description={t('ask.purposeHint')}
        required
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('purpose')}
      />
      <Fields key={dataset} form={form} />
    </>
  );
}

/** Rows, or statistics alone; nothing to choose where the dataset gives one of them. */
function Kind({ form, kinds }: PartProps & { readonly kinds: readonly GrantKind[] }) {
  const { t } = useTranslation('grants');
  if (kinds.length < 2) {
    return form.values.kind === 'statistics' ? (
      <p className={layout.text}>{t('kinds.statistics')}</p>
    ) : null;
  }
  return (
    <Radio.Group label={t('kind')} {...form.getInputProps('kind')}>
      <div className={layout.checks}>
        {kinds.map((each) => (
          <Radio key={each} value={each} label={t(`kinds.${each}`)} />
        ))}
      </div>
    </Radio.Group>
  );
}

/** Fields with what the rows of the dataset hold as suggestions. */
function Fields({ form }: PartProps) {
  const { t } = useTranslation('grants');
  const known = useDatasetFields(form.values.dataset_id, {
    enabled: form.values.dataset_id !== '',
  });
  return (
    <TagsInput
      label={t('fields')}
      description={t('ask.fieldsHint')}
      required
      {...plain}
      data={(known.data ?? []).map(({ path }) => path)}
      splitChars={[',', ' ']}
      {...form.getInputProps('fields')}
    />
  );
}

function HowMuch({ form }: PartProps) {
  const { t } = useTranslation('grants');
  return (
    <>
      <div className={layout.row}>
        <TextInput
          label={t('ask.until')}
          required
          {...plain}
          placeholder="2026-12-31"
          {...form.getInputProps('ends_at')}
        />
        <DecimalInput
          label={t('budgetIn', { currency: workspaceCurrency() })}
          required
          {...form.getInputProps('budget.amount')}
        />
      </div>
      <div className={layout.row}>
        {form.values.kind === 'rows' && (
          <DecimalInput
            label={t('ask.rows')}
            required
            whole
            {...form.getInputProps('expected.rows')}
          />
        )}
        <DecimalInput label={t('ask.hours')} required {...form.getInputProps('expected.hours')} />
        <DecimalInput
          label={t('ask.calls')}
          required
          whole
          {...form.getInputProps('expected.operations')}
        />
      </div>
    </>
  );
}
