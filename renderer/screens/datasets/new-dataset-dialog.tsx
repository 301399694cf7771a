/** A new dataset: its name, its holder, and what sessions on it may do. */
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  createDatasetSchema,
  dataOperations,
  type Dataset,
} from '../../../shared/contract/datasets.ts';
import { transformationNames } from '../../../shared/contract/transformations.ts';
import { useCreateDataset, useDatasets } from '../../api/datasets.ts';
import { notify } from '../../state/notices.ts';
import { TagsInput } from '../../ui/form/choices.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import type { Form } from '../../ui/form/use-api-form.ts';
import { bodyOf, emptyForm, type DatasetForm } from './dataset-form.ts';
import classes from './datasets.module.css';

const plain = { spellCheck: false, autoComplete: 'off' } as const;

export function NewDatasetDialog({
  opened,
  onClose,
  onCreated,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCreated: (dataset: Dataset) => void;
}) {
  const { t } = useTranslation('datasets');
  const creating = useCreateDataset();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('new.title')}
      size={600}
      submit={t('new.submit')}
      failed={t('new.failed')}
      note={t('new.note')}
      initial={emptyForm}
      bodyOf={bodyOf}
      schema={createDatasetSchema}
      send={(body, idempotencyKey) => creating.mutateAsync({ body, idempotencyKey })}
      onDone={(dataset) => {
        notify({ title: t('new.done', { name: dataset.name }) });
        onCreated(dataset);
      }}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('new.text')}</p>
          <div className={layout.row}>
            <TextInput
              label={t('column.name')}
              required
              data-autofocus
              placeholder={t('new.nameHint')}
              {...form.getInputProps('name')}
            />
            <TextInput
              label={t('column.holder')}
              required
              {...plain}
              list="dataset-holders"
              placeholder={t('new.holderHint')}
              {...form.getInputProps('holder_id')}
            />
            <Holders />
          </div>
          <TextInput
            label={t('column.id')}
            description={t('new.idHint')}
            {...plain}
            classNames={{ input: 'pd-mono' }}
            placeholder="ds_…"
            {...form.getInputProps('dataset_id')}
          />
          <Checkbox
            label={t('new.onRequest')}
            description={t('new.onRequestHint')}
            {...form.getInputProps('isOnRequest', { type: 'checkbox' })}
          />
          <Policy form={form} />
        </>
      )}
    </FormDialog>
  );
}

/** Holders that datasets have already, as suggestions. */
function Holders() {
  const datasets = useDatasets().data ?? [];
  return (
    <datalist id="dataset-holders">
      {[...new Set(datasets.map((each) => each.holder_id))].toSorted().map((holder) => (
        <option key={holder} value={holder}>
          {holder}
        </option>
      ))}
    </datalist>
  );
}

function Policy({ form }: { readonly form: Form<DatasetForm> }) {
  const { t } = useTranslation('datasets');
  const { allowed_operations: operations, restricted_fields: restricted } = form.values.policy;
  return (
    <>
      <Checkbox.Group
        label={t('new.operations')}
        description={t('new.operationsHint')}
        {...form.getInputProps('policy.allowed_operations')}
      >
        <div className={layout.checks}>
          {dataOperations.map((each) => (
            <Checkbox key={each} value={each} label={t(`operation.${each}`)} />
          ))}
        </div>
      </Checkbox.Group>
      {operations.includes('transform') && (
        <Checkbox.Group
          label={t('new.transformations')}
          {...form.getInputProps('policy.allowed_transformations')}
        >
          <div className={layout.checks}>
            {transformationNames.map((each) => (
              <Checkbox key={each} value={each} label={t(`transformation.${each}`)} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <div className={layout.row}>
        <DecimalInput
          label={t('new.minGroupSize')}
          description={t('new.minGroupSizeHint')}
          whole
          step={1}
          min={1}
          placeholder="1"
          {...form.getInputProps('policy.min_group_size')}
        />
        <TagsInput
          classNames={{ input: classes.tags ?? '' }}
          label={t('new.restricted')}
          description={t('new.restrictedHint')}
          placeholder={restricted.length === 0 ? t('new.restrictedPlaceholder') : ''}
          splitChars={[',', ' ']}
          {...form.getInputProps('policy.restricted_fields')}
        />
      </div>
    </>
  );
}
