/** Opens a session on a dataset: purpose, duration, model, operator, and what it may do. */
import { useRef, useState } from 'react';
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Session } from '../../../shared/contract/sessions.ts';
import { toFailure, type ApiFailure } from '../../api/client.ts';
import { useMay } from '../../api/capabilities.ts';
import { useDatasets } from '../../api/datasets.ts';
import { useModelOverviews } from '../../api/models.ts';
import { useOpenSession } from '../../api/sessions.ts';
import { openDialog } from '../../state/dialogs.ts';
import { notify } from '../../state/notices.ts';
import { formatCount } from '../../ui/format.ts';
import { ErrorState } from '../../ui/states.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { showFaults } from '../../ui/form-faults.ts';
import {
  allowedBy,
  bodyOf,
  durationUnits,
  emptyForm,
  faultsByField,
  localFaults,
  type DurationUnit,
  type FormFaults,
  type SessionForm,
} from './session-form.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Autocomplete, Select } from '../../ui/form/choices.tsx';
import classes from '../../ui/form/form.module.css';

const units = ['minutes', 'hours', 'days'] as const satisfies readonly DurationUnit[];
const formFields = [
  'dataset_id',
  'purpose',
  'ttl_seconds',
  'model_id',
  'operator',
  'allowed_operations',
];

export interface OpenSessionDialogProps {
  readonly opened: boolean;
  readonly datasetId: string | null;
  readonly onClose: () => void;
  readonly onOpened: (session: Session) => void;
}

export function OpenSessionDialog(props: OpenSessionDialogProps) {
  const { t } = useTranslation(['sessions', 'common']);
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('open.title')} size={600}>
      <OpenSessionForm {...props} />
    </Dialog>
  );
}

function OpenSessionForm({ datasetId, onClose, onOpened }: OpenSessionDialogProps) {
  const { t } = useTranslation(['sessions', 'common']);
  const may = useMay();
  const datasets = useDatasets();
  const models = useModelOverviews();
  const opening = useOpenSession();
  const element = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState<SessionForm>({ ...emptyForm, datasetId });
  const [faults, setFaults] = useState<FormFaults>({});
  const [failure, setFailure] = useState<ApiFailure>();

  const open = (datasets.data ?? []).filter((each) => each.status === 'active');
  const dataset = open.find((each) => each.dataset_id === form.datasetId);
  const allowed = allowedBy(dataset);
  const change = (part: Partial<SessionForm>) => {
    setForm((before) => ({ ...before, ...part }));
    setFailure(undefined);
  };
  const refuse = (found: FormFaults) => showFaults(element, () => setFaults(found));
  const submit = () => {
    const body = bodyOf(form, dataset);
    const found = localFaults(body);
    if (Object.keys(found).length > 0) {
      refuse(found);
      return;
    }
    setFaults({});
    opening.mutate(body, {
      onSuccess: (session) => {
        notify({ title: t('open.done', { purpose: session.purpose }) });
        onOpened(session);
      },
      onError: (error) => {
        const failed = toFailure(error);
        setFailure(failed);
        refuse(faultsByField(failed.fields));
      },
    });
  };

  if (datasets.isError && datasets.data === undefined) {
    return <ErrorState compact error={datasets.error} onRetry={() => void datasets.refetch()} />;
  }
  if (datasets.data !== undefined && open.length === 0) {
    return (
      <div className={classes.form}>
        <p className={classes.text}>{t('open.noDataset')}</p>
        <div className={classes.actions}>
          <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
          {may('createDataset') && (
            <Button
              variant="filled"
              data-autofocus
              onClick={() => openDialog({ kind: 'new-dataset' })}
            >
              {t('open.newDataset')}
            </Button>
          )}
        </div>
      </div>
    );
  }
  const plain = { spellCheck: false, autoComplete: 'off' } as const;
  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={classes.text}>{t('open.text')}</p>
      <FormFailure failure={failure} title={t('open.failed')} shown={formFields} />
      <Select
        label={t('column.dataset')}
        required
        searchable
        openOnFocus={false}
        data-autofocus={datasetId === null || undefined}
        placeholder={t('open.chooseDataset')}
        nothingFoundMessage={t('open.noMatch')}
        data={open.map((each) => ({
          value: each.dataset_id,
          label: t('open.datasetOption', {
            name: each.name,
            count: each.record_count,
            rows: formatCount(each.record_count),
          }),
        }))}
        value={form.datasetId}
        error={
          form.datasetId === null && faults['dataset_id'] !== undefined
            ? t('open.datasetMissing')
            : faults['dataset_id']
        }
        onChange={(value) => change({ datasetId: value, withheld: new Set() })}
      />
      <Textarea
        label={t('column.purpose')}
        required
        data-autofocus={datasetId !== null || undefined}
        placeholder={t('open.purposeHint')}
        autosize
        minRows={2}
        maxRows={6}
        value={form.purpose}
        error={faults['purpose']}
        onChange={(event) => change({ purpose: event.currentTarget.value })}
      />
      <div className={classes.row}>
        <div className={classes.duration}>
          <DecimalInput
            label={t('open.duration')}
            required
            min={1}
            step={1}
            value={form.duration}
            error={faults['ttl_seconds'] === undefined ? undefined : t('open.durationFault')}
            onChange={(value) => change({ duration: value })}
          />
          <Select
            label={t('open.unit')}
            data={units.map((each) => ({ value: each, label: t(`open.units.${each}`) }))}
            allowDeselect={false}
            value={form.unit}
            onChange={(value) => {
              const unit = units.find((each) => each === value);
              if (unit !== undefined && unit in durationUnits) change({ unit });
            }}
          />
        </div>
        <TextInput
          label={t('column.operator')}
          {...plain}
          placeholder={t('open.operatorHint')}
          value={form.operator}
          error={faults['operator']}
          onChange={(event) => change({ operator: event.currentTarget.value })}
        />
      </div>
      <Autocomplete
        label={t('column.model')}
        {...plain}
        placeholder={t('open.modelHint')}
        data={(models.data ?? []).map((each) => each.model_id)}
        limit={20}
        value={form.modelId}
        error={faults['model_id']}
        onChange={(value) => change({ modelId: value })}
      />
      <Checkbox.Group
        label={t('open.operations')}
        description={t(dataset === undefined ? 'open.operationsHint' : 'open.operationsOf')}
        error={faults['allowed_operations']}
        value={allowed.filter((each) => !form.withheld.has(each))}
        onChange={(chosen) =>
          change({ withheld: new Set(allowed.filter((each) => !chosen.includes(each))) })
        }
      >
        <div className={classes.checks}>
          {allowed.map((each) => (
            <Checkbox key={each} value={each} label={t(`operation.${each}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={classes.actions}>
        <span className={classes.actionsNote}>{t('open.snapshotNote')}</span>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled" loading={opening.isPending}>
          {t('open.submit')}
        </Button>
      </div>
    </form>
  );
}
