/** Erasing values for good: which, on what legal basis, what is gone then and what stays provable. */
import { useState, type ReactNode } from 'react';
import { Checkbox, Skeleton, TextInput } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { EntryEvidence, RecordEvidence } from '../../../shared/contract/checkpoints.ts';
import type { CreateErasure, Erasure } from '../../../shared/contract/erasures.ts';
import { decodeEntry, interventionType } from '../../../shared/ledger/entries.ts';
import { useRecordEvidence } from '../../api/checkpoints.ts';
import { useErase } from '../../api/interventions.ts';
import { forgetRecordDrafts } from '../../state/kept-drafts.ts';
import { notify } from '../../state/notices.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FaultsByField, Form } from '../../ui/form/use-api-form.ts';
import { useHeld } from '../../ui/form/use-held.ts';
import { SignerFields, SignsAs } from '../../ui/signing/signer-fields.tsx';
import { useSignedAct } from '../../ui/signing/use-signed-act.ts';
import { useSigning, type SignerText, type SigningState } from '../../ui/signing/use-signing.ts';
import { isAdmin } from '../../ui/signing/who-may.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useFieldNames } from './field-names.ts';
import { shownErasure } from './shown-act.ts';
import { ReplicaNote } from '../../ui/proof/replica-note.tsx';
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
  readonly signer: SignerText;
}

type ErasureBody = Omit<CreateErasure, 'prepare' | 'signed'>;

export function EraseDialog({ opened, recordId, interventionId, onClose }: EraseDialogProps) {
  const { t } = useTranslation('interventions');
  const evidence = useRecordEvidence(recordId);
  const erasing = useErase(recordId);
  const signing = useSigning({ among: isAdmin, isCareful: true });
  const sendSigned = useSignedAct();
  const target = evidence.data && targetOf(evidence.data, interventionId);
  const isMissing = (text: string) => text.trim() === '';
  const required = t('act.problems.required');
  return (
    <FormDialog<ErasureText, ErasureBody, Erasure>
      opened={opened}
      onClose={onClose}
      title={t(interventionId === undefined ? 'erase.title' : 'erase.titleOfIntervention')}
      size={560}
      instead={insteadOf(evidence, target, t('erase.nothing'), signing.isWaiting)}
      submit={t('erase.review')}
      failed={t('erase.failed')}
      initial={{ fields: [], legal_basis: '', signer: signing.initial }}
      bodyOf={({ fields, legal_basis: basis, signer }) => ({
        fields,
        legal_basis: basis.trim(),
        ...(signing.isUnsigned ? { actor: signing.actorOf(signer) } : { signer: signer.person_id }),
        ...(interventionId === undefined ? {} : { intervention_id: interventionId }),
      })}
      check={({ fields, legal_basis: basis, signer }): FaultsByField => ({
        ...(fields.length === 0 && { fields: t('erase.fieldsMissing') }),
        ...(isMissing(basis) && { legal_basis: required }),
        ...signing.check(signer),
      })}
      send={(body, idempotencyKey, { signer }) => {
        const path = `/records/${encodeURIComponent(recordId)}/erasures`;
        const actor = signing.actorOf(signer);
        return sendSigned({
          act: { method: 'POST', path, body: JSON.stringify(body), idempotencyKey },
          signers: signing.signersOf(signer),
          shown:
            target === undefined || actor === undefined
              ? []
              : [shownErasure(body, { id: interventionId ?? recordId, hash: target.hash }, actor)],
          post: (act) => erasing.mutateAsync(act),
        });
      }}
      onDone={({ targets }) => {
        forgetRecordDrafts(sessionStorage, recordId);
        notify({
          title: t('erase.done', { count: targets.flatMap(({ fields }) => fields).length }),
          detail: recordId,
        });
        onClose();
      }}
      review={{
        submit: t('erase.confirm'),
        icon: <IconEraser size={14} stroke={1.75} />,
        back: t('erase.back'),
        children: (values) => <Consequences values={values} signing={signing} />,
      }}
    >
      {(form) => <ErasureFields form={form} fields={target?.fields ?? []} signing={signing} />}
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
  isWaiting: boolean,
): { readonly children: ReactNode } | undefined {
  if (evidence.isError) {
    const again = () => void evidence.refetch();
    return { children: <ErrorState compact error={evidence.error} onRetry={again} /> };
  }
  if (evidence.data === undefined || isWaiting) return { children: <Skeleton height={200} /> };
  const isThere = target?.fields.some(({ value }) => value !== null) ?? false;
  return isThere ? undefined : { children: <p className="pd-dim pd-pretty pd-flush">{nothing}</p> };
}

function ErasureFields({
  form,
  fields,
  signing,
}: {
  readonly form: Form<ErasureText>;
  readonly fields: EntryEvidence['fields'];
  readonly signing: SigningState;
}) {
  const { t } = useTranslation('interventions');
  const names = useFieldNames();
  const firstThere = fields.find(({ value }) => value !== null)?.field;
  return (
    <>
      <p className="pd-dim pd-pretty pd-flush">{t('erase.text')}</p>
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
      <SignerFields
        signing={signing}
        text={form.values.signer}
        fieldOf={(path) => form.getInputProps(path)}
        onChange={(signer) => form.setFieldValue('signer', signer)}
      />
    </>
  );
}

/** What will be gone and what stays; the word is typed before anything is. */
function Consequences({
  values: { fields, legal_basis: basis, signer },
  signing,
}: {
  readonly values: ErasureText;
  readonly signing: SigningState;
}) {
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
          <dd>
            {t('erase.notReachedText')}
            <ReplicaNote />
          </dd>
        </div>
        <div>
          <dt>{t('erase.basis')}</dt>
          <dd>{basis.trim()}</dd>
        </div>
        <div>
          <dt>{t('act.who')}</dt>
          <dd>
            <SignsAs signing={signing} text={signer} />
          </dd>
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
