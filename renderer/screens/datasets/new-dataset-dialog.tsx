/** A new dataset: its name, its holder, and whether all of it is open at once. */
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { createDatasetSchema, type Dataset } from '../../../shared/contract/datasets.ts';
import { useCreateDataset, useDatasets } from '../../api/datasets.ts';
import { notify } from '../../state/notices.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import { bodyOf, emptyForm } from './dataset-form.ts';

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
            label={t('new.open')}
            description={t('new.openHint')}
            {...form.getInputProps('isOpen', { type: 'checkbox' })}
          />
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
