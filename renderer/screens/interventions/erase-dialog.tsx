/** Erasing values for good: which, on what legal basis, what is gone then and what stays provable. */
import { useState, type ReactNode } from 'react';
import { Checkbox, Skeleton, TextInput } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { EntryEvidence, RecordEvidence } from '../../../shared/contract/checkpoints.ts';
import { createErasureSchema, type CreateErasure } from '../../../shared/contract/erasures.ts';
import { decodeEntry, interventionType } from '../../../shared/ledger/entries.ts';
import { useRecordEvidence } from '../../api/checkpoints.ts';
import { useErase } from '../../api/interventions.ts';
import { notify } from '../../state/notices.ts';
import { prefer, usePreferences } from '../../state/preferences.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FaultsByField, Form } from '../../ui/form/use-api-form.ts';
import { useHeld } from '../../ui/form/use-held.ts';
import { ErrorState } from '../../ui/states.tsx';
import { ActorFields } from './actor-fields.tsx';
import { useFieldNames } from './field-names.ts';
import { forgetDrafts } from './intervene-draft.ts';
import classes from './interventions.module.css';

export interface EraseDialogProps {
  readonly opened: boolean;
  readonly recordId: string;
  /** Erases what this intervention says, instead of the record's values. */
  readonly interventionId: string | undefined;
  readonly onClose: () => void;
}

interface ErasureText {
  readonly fields: CreateErasure['fields'];
  readonly legal_basis: string;
  readonly actor: NonNullable<CreateErasure['actor']>;
}

export function EraseDialog({ opened, recordId, interventionId, onClose }: EraseDialogProps) {
  const { t } = useTranslation('interventions');
  const remembered = usePreferences((state) => state.actor);
  const evidence = useRecordEvidence(recordId);
  const erasing = useErase();
  const target = evidence.data && targetOf(evidence.data, interventionId);
  const isMissing = (text: string) => text.trim() === '';
  const required = t('act.problems.required');
  return (
    <FormDialog<ErasureText, CreateErasure, { fields: readonly string[] }>
      opened={opened}
      onClose={onClose}
      title={t(interventionId === undefined ? 'erase.title' : 'erase.titleOfIntervention')}
      size={560}
      instead={insteadOf(evidence, target, t('erase.nothing'))}
      submit={t('erase.review')}
      failed={t('erase.failed')}
      initial={{ fields: [], legal_basis: '', actor: { id: remembered.id, role: remembered.role } }}
      bodyOf={({ fields, legal_basis: basis, actor }) => ({
        fields,
        legal_basis: basis.trim(),
        actor: { id: actor.id.trim(), role: actor.role.trim() },
        ...(interventionId === undefined ? {} : { intervention_id: interventionId }),
      })}
      schema={createErasureSchema}
      check={({ fields, legal_basis: basis, actor }): FaultsByField => ({
        ...(fields.length === 0 && { fields: t('erase.fieldsMissing') }),
        ...(isMissing(basis) && { legal_basis: required }),
        ...(isMissing(actor.id) && { 'actor.id': required }),
        ...(isMissing(actor.role) && { 'actor.role': required }),
      })}
      send={(body, idempotencyKey) => {
        prefer({ actor: { ...remembered, ...body.actor } });
        return erasing.mutateAsync({ recordId, body, idempotencyKey });
      }}
      onDone={({ fields }) => {
        forgetDrafts(sessionStorage, recordId);
        notify({ title: t('erase.done', { count: fields.length }), detail: recordId });
        onClose();
      }}
      review={{
        submit: t('erase.confirm'),
        icon: <IconEraser size={14} stroke={1.75} />,
        back: t('erase.back'),
        children: (values) => <Consequences values={values} />,
      }}
    >
      {(form) => <ErasureFields form={form} fields={target?.fields ?? []} />}
    </FormDialog>
  );
}

/** The entry whose values are to go. */
function targetOf(
  evidence: RecordEvidence,
  interventionId: string | undefined,
): EntryEvidence | undefined {
  if (interventionId === undefined) return evidence.record;
  return evidence.related.find((each) => {
    if (each.type !== interventionType) return false;
    const entry = decodeEntry(each.entry);
    return entry.type === interventionType && entry.id === interventionId;
  });
}

/** Stands there until the values are known, and where there is none to erase. */
function insteadOf(
  evidence: ReturnType<typeof useRecordEvidence>,
  target: EntryEvidence | undefined,
  nothing: string,
): { readonly children: ReactNode } | undefined {
  if (evidence.isError) {
    const again = () => void evidence.refetch();
    return { children: <ErrorState compact error={evidence.error} onRetry={again} /> };
  }
  if (evidence.data === undefined) return { children: <Skeleton height={200} /> };
  const isThere = target?.fields.some(({ value }) => value !== null) ?? false;
  return isThere ? undefined : { children: <p className={classes.text}>{nothing}</p> };
}

function ErasureFields({
  form,
  fields,
}: {
  readonly form: Form<ErasureText>;
  readonly fields: EntryEvidence['fields'];
}) {
  const { t } = useTranslation('interventions');
  const names = useFieldNames();
  const firstThere = fields.find(({ value }) => value !== null)?.field;
  return (
    <>
      <p className={classes.text}>{t('erase.text')}</p>
      <Checkbox.Group label={t('erase.fields')} {...form.getInputProps('fields')}>
        <div className={classes.checks}>
          {fields.map(({ field, value }) => (
            <Checkbox
              key={field}
              data-autofocus={field === firstThere || undefined}
              value={field}
              disabled={value === null}
              label={value === null ? `${names([field])} (${t('erase.gone')})` : names([field])}
            />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        label={t('erase.basis')}
        description={t('erase.basisNote')}
        required
        autoComplete="off"
        placeholder={t('erase.basisHint')}
        {...form.getInputProps('legal_basis')}
      />
      <ActorFields fieldOf={(name) => form.getInputProps(`actor.${name}`)} withName={false} />
    </>
  );
}

/** What will be gone and what stays; the word is typed before anything is. */
function Consequences({ values: { fields, legal_basis: basis } }: { values: ErasureText }) {
  const { t } = useTranslation('interventions');
  const names = useFieldNames();
  const [typed, setTyped] = useState('');
  const word = t('erase.word');
  useHeld(typed.trim().toLowerCase() !== word);
  return (
    <>
      <dl className="pd-flush pd-grid pd-gap-12 pd-labelled pd-prose-value">
        <div>
          <dt>{t('erase.isGone')}</dt>
          <dd>
            <strong>{names(fields)}.</strong> {t('erase.isGoneText')}
          </dd>
        </div>
        <div>
          <dt>{t('erase.stays')}</dt>
          <dd>{t('erase.staysText')}</dd>
        </div>
        <div>
          <dt>{t('erase.notReached')}</dt>
          <dd>{t('erase.notReachedText')}</dd>
        </div>
        <div>
          <dt>{t('erase.basis')}</dt>
          <dd>{basis.trim()}</dd>
        </div>
      </dl>
      <TextInput
        label={t('erase.type', { word })}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </>
  );
}
