/** Erasing rows of a dataset for good: which, on what legal basis and why, signed where people of the holder sign. */
import { useState } from 'react';
import { Radio, Textarea, TextInput } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DeclaredDatasetErasure } from '../../../../shared/contract/dataset-erasures.ts';
import type { Dataset } from '../../../../shared/contract/datasets.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { datasetErasuresPath, useEraseRows } from '../../../api/dataset-erasures.ts';
import { useDatasetFields } from '../../../api/datasets.ts';
import { useDatasetPolicy } from '../../../api/policies.ts';
import { notify } from '../../../state/notices.ts';
import { Select } from '../../../ui/form/choices.tsx';
import { FormDialog, type DialogProps } from '../../../ui/form/form-dialog.tsx';
import { ReplicaNote } from '../../../ui/proof/replica-note.tsx';
import layout from '../../../ui/form/form.module.css';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import type { FaultsByField, Form } from '../../../ui/form/use-api-form.ts';
import { useHeld } from '../../../ui/form/use-held.ts';
import { formatCount } from '../../../ui/format.ts';
import { insteadOfSigning, SignerFields, SignsAs } from '../../../ui/signing/signer-fields.tsx';
import { useSignedAct } from '../../../ui/signing/use-signed-act.ts';
import { useSigning, type SigningState } from '../../../ui/signing/use-signing.ts';
import {
  bodyOf,
  entityIn,
  entityTypesOf,
  erasedKinds,
  idsIn,
  shownErasure,
  type AskedErasure,
  type EntityType,
  type EraseBody,
  type EraseForm,
} from './erase-form.ts';

/** The field that says whose a row is, and the types of its values. */
interface EntityField {
  readonly name: string;
  readonly types: readonly EntityType[];
}

/** Undefined where the policy in force names none. */
function useEntityField({ dataset_id: id, status }: Dataset): EntityField | undefined {
  const policy = useDatasetPolicy(id, { enabled: status !== 'draft' });
  const name = policy.data?.in_force.policy.entity ?? null;
  const fields = useDatasetFields(id, { enabled: name !== null }).data;
  if (name === null) return undefined;
  return { name, types: entityTypesOf(fields?.find(({ path }) => path === name)?.types) };
}

export function EraseRowsDialog({
  dataset,
  asked,
  ...dialog
}: DialogProps & { readonly dataset: Dataset; readonly asked?: AskedErasure | undefined }) {
  const { t } = useTranslation('erasures');
  const { dataset_id: id, name, holder_id: holder } = dataset;
  const entity = useEntityField(dataset);
  const signing = useSigning({
    among: ({ role, holder_id: of }) => role === 'data_holder' && of === holder,
    isCareful: true,
  });
  const erasing = useEraseRows();
  const send = useSignedAct();
  return (
    <FormDialog<EraseForm, EraseBody, DeclaredDatasetErasure>
      {...dialog}
      title={t('erase.title', { name: showHidden(name) })}
      size={600}
      instead={insteadOfSigning(signing)}
      submit={t('erase.review')}
      failed={t('erase.failed')}
      initial={{
        what: 'record_ids',
        record_ids: '',
        entity: '',
        entity_type: entity?.types[0] ?? 'string',
        legal_basis: '',
        reason: '',
        signer: signing.initial,
        ...asked,
      }}
      bodyOf={(form) => bodyOf(form, erasedBy(signing, form))}
      check={(form) => ({ ...faultsOf(form, t), ...signing.check(form.signer) })}
      send={(body, idempotencyKey, form) => {
        const actor = signing.actorOf(form.signer);
        return send({
          act: {
            method: 'POST',
            path: datasetErasuresPath(id),
            body: JSON.stringify(body),
            idempotencyKey,
          },
          signers: signing.signersOf(form.signer),
          shown: (texts) =>
            actor === undefined
              ? []
              : Array.from({ length: texts }, () => shownErasure(id, form, actor)),
          post: (act) => erasing.mutateAsync(act),
        });
      }}
      onDone={({ count, recipients }) => {
        notify({
          title: t('erase.done', { count, formatted: formatCount(count) }),
          detail: t('erase.received', {
            count: recipients.length,
            formatted: formatCount(recipients.length),
          }),
        });
        dialog.onClose();
      }}
      review={{
        submit: t('erase.confirm'),
        icon: <IconEraser size={14} stroke={1.75} />,
        back: t('erase.back'),
        children: (form) => (
          <Consequences form={form} dataset={dataset} entity={entity} signing={signing} />
        ),
      }}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('erase.text')}</p>
          <Which form={form} dataset={dataset} entity={entity} />
          <TextInput
            label={t('basis')}
            description={t('erase.basisNote')}
            required
            autoComplete="off"
            placeholder={t('erase.basisHint')}
            {...form.getInputProps('legal_basis')}
          />
          <ReasonField
            label={t('reason')}
            description={t('erase.reasonNote')}
            {...form.getInputProps('reason')}
            data-autofocus={undefined}
          />
          <SignerFields
            signing={signing}
            text={form.values.signer}
            fieldOf={(path) => form.getInputProps(path)}
            onChange={(signer) => form.setFieldValue('signer', signer)}
          />
        </>
      )}
    </FormDialog>
  );
}

function erasedBy(signing: SigningState, { signer }: EraseForm) {
  if (!signing.isUnsigned) return { signer: signer.person_id };
  const actor = signing.actorOf(signer);
  return actor === undefined ? {} : { actor };
}

type Words = ReturnType<typeof useTranslation<'erasures'>>['t'];

function faultsOf(form: EraseForm, t: Words): FaultsByField {
  const { what, record_ids: ids, legal_basis: basis, reason } = form;
  return {
    ...(what === 'record_ids' && idsIn(ids).length === 0 && { record_ids: t('erase.idsMissing') }),
    ...(what === 'entity' &&
      entityIn(form) === undefined && {
        entity: t(`erase.entityMissing.${form.entity_type}`),
      }),
    ...(basis.trim() === '' && { legal_basis: t('erase.basisMissing') }),
    ...(reason.trim() === '' && { reason: t('erase.reasonMissing') }),
  };
}

interface PartProps {
  readonly dataset: Dataset;
  readonly entity: EntityField | undefined;
}

/** Rows by their ids, all of an entity where a field says whose a row is, or the dataset. */
function Which({ form, dataset, entity }: PartProps & { readonly form: Form<EraseForm> }) {
  const { t } = useTranslation('erasures');
  const { what } = form.values;
  const kinds = erasedKinds.filter((each) => each !== 'entity' || entity !== undefined);
  const field = showHidden(entity?.name ?? '');
  return (
    <>
      <Radio.Group label={t('erase.what')} {...form.getInputProps('what')}>
        <div className={layout.checks}>
          {kinds.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`erase.kinds.${each}`, { field })}
              data-autofocus={(each === what && each === 'dataset') || undefined}
            />
          ))}
        </div>
      </Radio.Group>
      {what === 'record_ids' && (
        <Textarea
          label={t('erase.ids')}
          description={t('erase.idsNote')}
          required
          data-autofocus
          spellCheck={false}
          autoComplete="off"
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('record_ids')}
        />
      )}
      {what === 'entity' && entity !== undefined && <Entity form={form} entity={entity} />}
      {what === 'dataset' && (
        <p className={layout.text}>
          {t('erase.datasetText', {
            count: dataset.record_count,
            rows: formatCount(dataset.record_count),
          })}
        </p>
      )}
    </>
  );
}

function Entity({
  form,
  entity: { name, types },
}: {
  readonly form: Form<EraseForm>;
  readonly entity: EntityField;
}) {
  const { t } = useTranslation(['erasures', 'datasets']);
  return (
    <div className={layout.row}>
      <TextInput
        label={<bdi>{showHidden(name)}</bdi>}
        description={t('erase.entityNote')}
        required
        data-autofocus
        spellCheck={false}
        autoComplete="off"
        {...form.getInputProps('entity')}
      />
      {types.length > 1 && (
        <Select
          label={t('erase.entityType')}
          description={t('erase.entityTypeNote')}
          allowDeselect={false}
          data={types.map((value) => ({ value, label: t(`datasets:types.${value}`) }))}
          {...form.getInputProps('entity_type')}
        />
      )}
    </div>
  );
}

/** What will be gone and what stays; the word is typed before anything is. */
function Consequences({
  form,
  dataset,
  entity,
  signing,
}: PartProps & { readonly form: EraseForm; readonly signing: SigningState }) {
  const { t } = useTranslation('erasures');
  const [typed, setTyped] = useState('');
  const word = t('erase.word');
  useHeld(typed.trim().toLowerCase() !== word);
  return (
    <>
      <dl className="pd-flush pd-grid pd-gap-12 pd-labelled pd-prose-value">
        <div>
          <dt>{t('erase.goes')}</dt>
          <dd>
            <strong>
              <bdi>
                <Goes form={form} dataset={dataset} entity={entity} />
              </bdi>
            </strong>{' '}
            {t('erase.goesText')}
          </dd>
        </div>
        <div>
          <dt>{t('erase.stays')}</dt>
          <dd>{t('erase.staysText')}</dd>
        </div>
        <div>
          <dt>{t('erase.notReached')}</dt>
          <dd>
            {t('erase.notReachedText')}
            <ReplicaNote />
          </dd>
        </div>
        <div>
          <dt>{t('basis')}</dt>
          <dd>{showHidden(form.legal_basis.trim())}</dd>
        </div>
        <div>
          <dt>{t('who')}</dt>
          <dd>
            <SignsAs signing={signing} text={form.signer} />
          </dd>
        </div>
      </dl>
      <TextInput
        label={t('erase.type', { word })}
        autoComplete="off"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </>
  );
}

/** Rows that are named one by one, as far as a line has room for them. */
const namedRows = 3;

function Goes({ form, dataset, entity }: PartProps & { readonly form: EraseForm }) {
  const { t } = useTranslation('erasures');
  if (form.what === 'dataset') return t('erase.goesDataset', { name: showHidden(dataset.name) });
  if (form.what === 'entity') {
    const field = showHidden(entity?.name ?? '');
    return t('erase.goesEntity', { field, value: showHidden(form.entity) });
  }
  const ids = idsIn(form.record_ids);
  const named = ids.slice(0, namedRows).map(showHidden).join(', ');
  const told = { count: ids.length, rows: formatCount(ids.length), named };
  return ids.length > namedRows ? t('erase.goesMany', told) : t('erase.goesRows', told);
}
