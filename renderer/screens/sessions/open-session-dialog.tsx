/** Opens a session on a dataset: the grant it stands on, purpose, duration, model, operator, and what it may do. */
import { useState } from 'react';
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Dataset } from '../../../shared/contract/datasets.ts';
import type { GrantRow } from '../../../shared/contract/grants.ts';
import { createSessionSchema, type Session } from '../../../shared/contract/sessions.ts';
import { useMay } from '../../api/capabilities.ts';
import { useDatasets } from '../../api/datasets.ts';
import { useUsableGrants } from '../../api/grants.ts';
import { useModelOverviews } from '../../api/models.ts';
import { useOpenSession } from '../../api/sessions.ts';
import { openDialog } from '../../state/dialogs.ts';
import { notify } from '../../state/notices.ts';
import { usePreferences } from '../../state/preferences.ts';
import { Autocomplete, Select } from '../../ui/form/choices.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { FormDialog, type InsteadOfForm } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import type { FaultsByField, Form } from '../../ui/form/use-api-form.ts';
import { formatCount, formatInstantIn } from '../../ui/format.ts';
import { ErrorState } from '../../ui/states.tsx';
import { allowedBy, bodyOf, emptyForm, grantOf, units, type SessionForm } from './session-form.ts';

const plain = { spellCheck: false, autoComplete: 'off' } as const;

export function OpenSessionDialog({
  opened,
  datasetId,
  onClose,
  onOpened,
}: {
  readonly opened: boolean;
  readonly datasetId: string | null;
  readonly onClose: () => void;
  readonly onOpened: (session: Session) => void;
}) {
  const { t } = useTranslation('sessions');
  const datasets = useDatasets();
  const opening = useOpenSession();
  const [picked, setPicked] = useState<string | null>();
  const asked = picked === undefined ? datasetId : picked;
  const grants = useUsableGrants(opened ? asked : null).data ?? [];
  const close = () => {
    setPicked(undefined);
    onClose();
  };
  const active = (datasets.data ?? []).filter((each) => each.status === 'active');
  const chosen = (id: string | null) => active.find((each) => each.dataset_id === id);
  let instead: InsteadOfForm | undefined;
  if (datasets.isError && datasets.data === undefined) {
    const again = () => void datasets.refetch();
    instead = { children: <ErrorState compact error={datasets.error} onRetry={again} /> };
  } else if (datasets.data !== undefined && active.length === 0) {
    instead = { children: <NoDataset onClose={close} /> };
  }
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('open.title')}
      size={600}
      instead={instead}
      submit={t('open.submit')}
      failed={t('open.failed')}
      note={t('open.snapshotNote')}
      initial={{ ...emptyForm, dataset_id: datasetId }}
      bodyOf={(values) => {
        const dataset = chosen(values.dataset_id);
        return bodyOf(values, dataset, grantOf(values, dataset, grants));
      }}
      schema={createSessionSchema}
      check={(values, found): FaultsByField => ({
        ...(values.dataset_id === null && { dataset_id: t('open.datasetMissing') }),
        ...(mustChoose(values, chosen(values.dataset_id), grants) && {
          grant_id: t('open.grantMissing'),
        }),
        ...(found.some(({ field }) => field === 'ttl_seconds') && {
          ttl_seconds: t('open.durationFault'),
        }),
      })}
      send={(body, idempotencyKey) => opening.mutateAsync({ body, idempotencyKey })}
      onDone={(session) => {
        notify({ title: t('open.done', { purpose: session.purpose }) });
        setPicked(undefined);
        onOpened(session);
      }}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('open.text')}</p>
          <Select
            label={t('column.dataset')}
            required
            searchable
            openOnFocus={false}
            data-autofocus={datasetId === null || undefined}
            placeholder={t('open.chooseDataset')}
            nothingFoundMessage={t('open.noMatch')}
            data={active.map((each) => ({
              value: each.dataset_id,
              label: t('open.datasetOption', {
                name: each.name,
                count: each.record_count,
                rows: formatCount(each.record_count),
              }),
            }))}
            {...form.getInputProps('dataset_id')}
            onChange={(dataset_id) => {
              const { grant_id, allowed_operations } = emptyForm;
              form.setValues({ dataset_id, grant_id, allowed_operations });
              setPicked(dataset_id);
            }}
          />
          <GrantChoice form={form} dataset={chosen(form.values.dataset_id)} grants={grants} />
          <Textarea
            label={t('column.purpose')}
            required
            data-autofocus={datasetId !== null || undefined}
            placeholder={t('open.purposeHint')}
            autosize
            minRows={2}
            maxRows={6}
            {...form.getInputProps('purpose')}
          />
          <Use form={form} dataset={chosen(form.values.dataset_id)} grants={grants} />
        </>
      )}
    </FormDialog>
  );
}

interface PartProps {
  readonly form: Form<SessionForm>;
  readonly dataset: Dataset | undefined;
  /** Of the holder, on that dataset. */
  readonly grants: readonly GrantRow[];
}

/** A dataset that asks for a grant is opened on one of several only where that is named. */
function mustChoose(
  form: SessionForm,
  dataset: Dataset | undefined,
  grants: readonly GrantRow[],
): boolean {
  const isAsked = dataset?.access === 'on_request' && grants.length > 1;
  return isAsked && grantOf(form, dataset, grants) === undefined;
}

/** The grant that the session stands on; nothing to choose where the holder gave none. */
function GrantChoice({ form, dataset, grants }: PartProps) {
  const { t } = useTranslation('sessions');
  const zone = usePreferences((preferences) => preferences.timeZone);
  if (dataset === undefined) return null;
  const isOpen = dataset.access === 'open';
  if (grants.length === 0) {
    return isOpen ? null : <p className={layout.hint}>{t('open.noGrant')}</p>;
  }
  const chosen = grantOf(form.values, dataset, grants);
  return (
    <Select
      label={t('column.grant')}
      required={!isOpen}
      searchable
      openOnFocus={false}
      clearable={isOpen}
      allowDeselect={false}
      placeholder={t(isOpen ? 'open.grantOfAll' : 'open.chooseGrant')}
      data={grants.map(({ grant_id: value, account_id: account, kind, purpose, terms }) => ({
        value,
        label: t(`open.grantOption.${kind}`, {
          account,
          purpose: purpose === '' ? value : purpose,
          until: formatInstantIn(terms.ends_at, zone),
        }),
      }))}
      {...form.getInputProps('grant_id')}
      value={chosen?.grant_id ?? null}
      onChange={(id) =>
        form.setValues({
          grant_id: id ?? '',
          allowed_operations: emptyForm.allowed_operations,
        })
      }
    />
  );
}

/** How long the data is used, by whom, for which model, and how. */
function Use({ form, dataset, grants }: PartProps) {
  const { t } = useTranslation('sessions');
  const models = useModelOverviews().data ?? [];
  const grant = grantOf(form.values, dataset, grants);
  const allowed = allowedBy(dataset, grant);
  return (
    <>
      <div className={layout.row}>
        <div className={layout.duration}>
          <DecimalInput
            label={t('open.duration')}
            required
            min={1}
            step={1}
            {...form.getInputProps('ttl_seconds')}
          />
          <Select
            label={t('open.unit')}
            data={units.map((each) => ({ value: each, label: t(`open.units.${each}`) }))}
            allowDeselect={false}
            {...form.getInputProps('unit')}
          />
        </div>
        <TextInput
          label={t('column.operator')}
          {...plain}
          placeholder={t('open.operatorHint')}
          {...form.getInputProps('operator')}
        />
      </div>
      <Autocomplete
        label={t('column.model')}
        {...plain}
        placeholder={t('open.modelHint')}
        data={models.map((each) => each.model_id)}
        limit={20}
        {...form.getInputProps('model_id')}
      />
      <Checkbox.Group
        label={t('open.operations')}
        description={t(operationsHint(dataset, grant))}
        {...form.getInputProps('allowed_operations')}
      >
        <div className={layout.checks}>
          {allowed.map((each) => (
            <Checkbox key={each} value={each} label={t(`operation.${each}`)} />
          ))}
        </div>
      </Checkbox.Group>
    </>
  );
}

function operationsHint(dataset: Dataset | undefined, grant: GrantRow | undefined) {
  if (grant !== undefined) return 'open.operationsOfGrant';
  return dataset === undefined ? 'open.operationsHint' : 'open.operationsOf';
}

function NoDataset({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['sessions', 'common']);
  const may = useMay();
  return (
    <>
      <p className={layout.text}>{t('open.noDataset')}</p>
      <div className={layout.actions}>
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
    </>
  );
}
