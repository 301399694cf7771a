/** A new dataset: its name, its holder, and what sessions on it may do. */
import { useRef, useState } from 'react';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dataOperations, type Dataset } from '../../../shared/contract/datasets.ts';
import { transformationNames } from '../../../shared/contract/transformations.ts';
import { toFailure, type ApiFailure } from '../../api/client.ts';
import { useCreateDataset, useDatasets } from '../../api/datasets.ts';
import { notify } from '../../state/notices.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { TagsInput } from '../../ui/form/choices.tsx';
import form from '../../ui/form/form.module.css';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { showFaults } from '../../ui/form-faults.ts';
import {
  bodyOf,
  emptyForm,
  faultsByField,
  formFields,
  localFaults,
  type DatasetForm,
  type FormFaults,
} from './dataset-form.ts';
import classes from './datasets.module.css';

export interface NewDatasetDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCreated: (dataset: Dataset) => void;
}

export function NewDatasetDialog(props: NewDatasetDialogProps) {
  const { t } = useTranslation(['datasets', 'common']);
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('new.title')} size={600}>
      <NewDatasetForm {...props} />
    </Dialog>
  );
}

function NewDatasetForm({ onClose, onCreated }: NewDatasetDialogProps) {
  const { t } = useTranslation(['datasets', 'common']);
  const datasets = useDatasets();
  const creating = useCreateDataset();
  const element = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<DatasetForm>(emptyForm);
  const [faults, setFaults] = useState<FormFaults>({});
  const [failure, setFailure] = useState<ApiFailure>();
  const holders = [...new Set((datasets.data ?? []).map((each) => each.holder_id))].toSorted();

  const change = (part: Partial<DatasetForm>) => {
    setDraft((before) => ({ ...before, ...part }));
    setFailure(undefined);
  };
  const refuse = (found: FormFaults) => showFaults(element, () => setFaults(found));
  const submit = () => {
    const body = bodyOf(draft);
    const found = localFaults(body);
    if (Object.keys(found).length > 0) {
      refuse(found);
      return;
    }
    setFaults({});
    creating.mutate(body, {
      onSuccess: (dataset) => {
        notify({ title: t('new.done', { name: dataset.name }) });
        onCreated(dataset);
      },
      onError: (error) => {
        const failed = toFailure(error);
        setFailure(failed);
        refuse(faultsByField(failed.fields));
      },
    });
  };
  const plain = { spellCheck: false, autoComplete: 'off' } as const;
  const mayTransform = draft.operations.includes('transform');
  return (
    <form
      ref={element}
      className={form.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={form.text}>{t('new.text')}</p>
      <FormFailure failure={failure} title={t('new.failed')} shown={formFields} />
      <div className={form.row}>
        <TextInput
          label={t('column.name')}
          required
          data-autofocus
          placeholder={t('new.nameHint')}
          value={draft.name}
          error={faults['name']}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('column.holder')}
          required
          {...plain}
          list="dataset-holders"
          placeholder={t('new.holderHint')}
          value={draft.holderId}
          error={faults['holder_id']}
          onChange={(event) => change({ holderId: event.currentTarget.value })}
        />
        <datalist id="dataset-holders">
          {holders.map((holder) => (
            <option key={holder} value={holder}>
              {holder}
            </option>
          ))}
        </datalist>
      </div>
      <TextInput
        label={t('column.id')}
        description={t('new.idHint')}
        {...plain}
        classNames={{ input: form.mono ?? '' }}
        placeholder="ds_…"
        value={draft.datasetId}
        error={faults['dataset_id']}
        onChange={(event) => change({ datasetId: event.currentTarget.value })}
      />
      <Checkbox.Group
        label={t('new.operations')}
        description={t('new.operationsHint')}
        error={faults['policy.allowed_operations']}
        value={[...draft.operations]}
        onChange={(chosen) =>
          change({ operations: dataOperations.filter((each) => chosen.includes(each)) })
        }
      >
        <div className={form.checks}>
          {dataOperations.map((each) => (
            <Checkbox key={each} value={each} label={t(`operation.${each}`)} />
          ))}
        </div>
      </Checkbox.Group>
      {mayTransform && (
        <Checkbox.Group
          label={t('new.transformations')}
          error={faults['policy.allowed_transformations']}
          value={[...draft.transformations]}
          onChange={(chosen) =>
            change({ transformations: transformationNames.filter((each) => chosen.includes(each)) })
          }
        >
          <div className={form.checks}>
            {transformationNames.map((each) => (
              <Checkbox key={each} value={each} label={t(`transformation.${each}`)} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <div className={form.row}>
        <DecimalInput
          label={t('new.minGroupSize')}
          description={t('new.minGroupSizeHint')}
          whole
          step={1}
          min={1}
          placeholder="1"
          value={draft.minGroupSize}
          error={faults['policy.min_group_size']}
          onChange={(value) => change({ minGroupSize: value })}
        />
        <TagsInput
          classNames={{ input: classes.tags ?? '' }}
          label={t('new.restricted')}
          description={t('new.restrictedHint')}
          placeholder={draft.restricted.length === 0 ? t('new.restrictedPlaceholder') : ''}
          splitChars={[',', ' ']}
          value={[...draft.restricted]}
          error={faults['policy.restricted_fields']}
          onChange={(restricted) => change({ restricted })}
        />
      </div>
      <div className={form.actions}>
        <span className={form.actionsNote}>{t('new.note')}</span>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled" loading={creating.isPending}>
          {t('new.submit')}
        </Button>
      </div>
    </form>
  );
}
