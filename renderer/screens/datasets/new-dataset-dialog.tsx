/** A new dataset: how its rows come to it, its name, its holder, and whether all of it is open at once. */
import { Checkbox, Radio, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { createDatasetSchema, type Dataset } from '../../../shared/contract/datasets.ts';
import { useMay } from '../../api/capabilities.ts';
import { useCreateDataset, useDatasets } from '../../api/datasets.ts';
import { notify } from '../../state/notices.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { Form } from '../../ui/form/use-api-form.ts';
import layout from '../../ui/form/form.module.css';
import { DatabaseWay } from './source/database-way.tsx';
import { FilesWay } from './source/files-way.tsx';
import classes from './source/source.module.css';
import { bodyOf, datasetWays, emptyForm, type DatasetForm } from './dataset-form.ts';

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
      size={760}
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
          <Ways form={form} />
          {form.values.way === 'files' && <FilesWay form={form} />}
          {form.values.way === 'postgres' && <DatabaseWay form={form} />}
          <NameFields form={form} />
        </>
      )}
    </FormDialog>
  );
}

/** How rows come to it, a card for each way. */
function Ways({ form }: { readonly form: Form<DatasetForm> }) {
  const { t } = useTranslation('sources');
  const may = useMay();
  if (!may('previewSource')) return null;
  return (
    <Radio.Group label={t('way.label')} {...form.getInputProps('way')}>
      <div className={classes.ways}>
        {datasetWays.map((each) => (
          <Radio
            key={each}
            size="xs"
            value={each}
            className={classes.way ?? ''}
            label={t(`way.${each}`)}
            description={t(`wayText.${each}`)}
          />
        ))}
      </div>
    </Radio.Group>
  );
}

function NameFields({ form }: { readonly form: Form<DatasetForm> }) {
  const { t } = useTranslation('datasets');
  return (
    <>
      <div className={layout.row}>
        <TextInput
          label={t('column.name')}
          required
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
