/** Looking up what a lab was given: an id of a row or a hashed value leads back to what stands in the dataset. */
import { useState } from 'react';
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Resolved } from '../../../../shared/contract/dataset-erasures.ts';
import type { Dataset } from '../../../../shared/contract/datasets.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { resolveValue } from '../../../api/dataset-erasures.ts';
import { useGrants } from '../../../api/grants.ts';
import { useDatasetPolicy } from '../../../api/policies.ts';
import { CopiedValue } from '../../../ui/copied-value.tsx';
import { Autocomplete, Select } from '../../../ui/form/choices.tsx';
import { FormDialog, type DialogProps } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import type { Form } from '../../../ui/form/use-api-form.ts';
import type { AskedErasure, EntityType } from './erase-form.ts';

interface ResolveForm {
  readonly grant_id: string;
  readonly value: string;
  readonly field: string;
}

/** How a hashed value begins. */
const hashBegin = 'hmac-sha256:';

/** What was found, and of which field. */
interface Found {
  readonly resolved: Resolved;
  readonly field: string;
}

function bodyOf({ grant_id: grant, value, field }: ResolveForm) {
  const given = value.trim();
  const isHash = given.startsWith(hashBegin);
  return { grant_id: grant, value: given, ...(isHash && { field: field.trim() }) };
}

export function ResolveDialog({
  dataset,
  onErase,
  onClose,
  ...dialog
}: DialogProps & {
  readonly dataset: Dataset;
  /** Erases what was found; undefined for who may not. */
  readonly onErase: ((asked: AskedErasure) => void) | undefined;
}) {
  const { t } = useTranslation('erasures');
  const [found, setFound] = useState<Found>();
  const { dataset_id: id } = dataset;
  const close = () => {
    onClose();
    setFound(undefined);
  };
  return (
    <FormDialog<ResolveForm, ReturnType<typeof bodyOf>, Found>
      {...dialog}
      onClose={close}
      title={t('resolve.title')}
      size={600}
      instead={
        found && {
          children: (
            <Shown
              dataset={dataset}
              found={found}
              onErase={onErase}
              onAgain={() => setFound(undefined)}
              onClose={close}
            />
          ),
        }
      }
      submit={t('resolve.submit')}
      failed={t('resolve.failed')}
      initial={{ grant_id: '', value: '', field: '' }}
      bodyOf={bodyOf}
      check={({ grant_id: grant, value, field }) => ({
        ...(grant === '' && { grant_id: t('resolve.grantMissing') }),
        ...(value.trim() === '' && { value: t('resolve.valueMissing') }),
        ...(value.trim().startsWith(hashBegin) &&
          field.trim() === '' && { field: t('resolve.fieldMissing') }),
      })}
      send={async (body) => ({ resolved: await resolveValue(id, body), field: body.field ?? '' })}
      onDone={setFound}
    >
      {(form) => <Fields form={form} datasetId={id} />}
    </FormDialog>
  );
}

function Fields({
  form,
  datasetId,
}: {
  readonly form: Form<ResolveForm>;
  readonly datasetId: string;
}) {
  const { t } = useTranslation('erasures');
  const grants = useGrants({ dataset_id: datasetId }, 0).data?.data ?? [];
  const policy = useDatasetPolicy(datasetId).data?.in_force.policy;
  const hashed = Object.entries(policy?.fields ?? {}).flatMap(([address, { method }]) =>
    method === 'hash' ? [address] : [],
  );
  return (
    <>
      <p className={layout.text}>{t('resolve.text')}</p>
      <Select
        label={t('grant')}
        required
        searchable
        openOnFocus={false}
        allowDeselect={false}
        data-autofocus
        data={grants.map(({ grant_id: value, account_id: account, purpose }) => ({
          value,
          label: t('resolve.grantOf', { account, purpose: purpose === '' ? value : purpose }),
        }))}
        {...form.getInputProps('grant_id')}
        value={form.values.grant_id === '' ? null : form.values.grant_id}
      />
      <TextInput
        label={t('resolve.value')}
        description={t('resolve.valueNote')}
        required
        spellCheck={false}
        autoComplete="off"
        placeholder="rec_…"
        {...form.getInputProps('value')}
      />
      {form.values.value.trim().startsWith(hashBegin) && (
        <Autocomplete
          label={t('resolve.field')}
          description={t('resolve.fieldNote')}
          required
          spellCheck={false}
          autoComplete="off"
          data={hashed}
          {...form.getInputProps('field')}
        />
      )}
    </>
  );
}

/** What was found, with the way to erase it. */
function Shown({
  dataset: { dataset_id: id },
  found: { resolved, field },
  onErase,
  onAgain,
  onClose,
}: {
  readonly dataset: Dataset;
  readonly found: Found;
  readonly onErase: ((asked: AskedErasure) => void) | undefined;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['erasures', 'common']);
  const entity = useDatasetPolicy(id).data?.in_force.policy.entity ?? null;
  const asked = askedBy(resolved, field !== '' && field === entity);
  return (
    <>
      <p className={layout.text}>
        {resolved.record_id === null
          ? t('resolve.isValue', { field: showHidden(field) })
          : t('resolve.isRow')}
      </p>
      <CopiedValue
        value={String(resolved.record_id ?? resolved.value)}
        what={resolved.record_id === null ? t('resolve.foundValue') : t('resolve.foundRow')}
      />
      <div className={layout.actions}>
        <Button onClick={onClose}>{t('close', { ns: 'common' })}</Button>
        <Button data-autofocus={asked === undefined || undefined} onClick={onAgain}>
          {t('resolve.again')}
        </Button>
        {onErase !== undefined && asked !== undefined && (
          <Button
            variant="filled"
            data-autofocus
            onClick={() => {
              onClose();
              onErase(asked);
            }}
          >
            {t(asked.what === 'entity' ? 'resolve.eraseEntity' : 'resolve.eraseRow')}
          </Button>
        )}
      </div>
    </>
  );
}

function typeOf(value: string | number | boolean): EntityType {
  if (typeof value === 'number') return 'number';
  return typeof value === 'boolean' ? 'boolean' : 'string';
}

/** The erasure that what was found leads to; undefined for a value that says nothing of whose a row is. */
function askedBy({ record_id: id, value }: Resolved, isEntity: boolean): AskedErasure | undefined {
  if (id !== null) return { what: 'record_ids', record_ids: id };
  if (!isEntity || value === null) return undefined;
  return { what: 'entity', entity: String(value), entity_type: typeOf(value) };
}
