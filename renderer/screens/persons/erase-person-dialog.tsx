/** The last word before values are erased for a person: what goes, what stays and why, and who signs. */
import { useState } from 'react';
import { Checkbox, Skeleton, TextInput } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  erasePersonSchema,
  type ErasePerson,
  type PersonErasure,
  type PersonErasurePreview,
  type PersonRequest,
  type PreviewPersonErasure,
} from '../../../shared/contract/persons.ts';
import { committedFields } from '../../../shared/contract/records.ts';
import { limits } from '../../../shared/contract/limits.ts';
import {
  erasurePreviewKey,
  personRequestPath,
  useErasePerson,
  usePersonErasurePreview,
} from '../../api/persons.ts';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import { ReplicaNote } from '../../ui/proof/replica-note.tsx';
import layout from '../../ui/form/form.module.css';
import { forgetRecordDrafts } from '../../state/kept-drafts.ts';
import { useHeld } from '../../ui/form/use-held.ts';
import { formatCount, formatList } from '../../ui/format.ts';
import { insteadOfSigning, SignerFields } from '../../ui/signing/signer-fields.tsx';
import { useSignedAct } from '../../ui/signing/use-signed-act.ts';
import { useSigning, type SignerText } from '../../ui/signing/use-signing.ts';
import { isReviewer } from '../../ui/signing/who-may.ts';
import { QueryError } from '../../ui/states.tsx';
import { shownErasures } from './shown-acts.ts';

interface ErasureText {
  readonly fields: PreviewPersonErasure['fields'];
  readonly legal_basis: string;
  readonly signer: SignerText;
  readonly approver: SignerText;
}
type Body = Pick<ErasePerson, 'record_ids' | 'fields' | 'legal_basis'>;

export function ErasePersonDialog({
  request,
  ...dialog
}: DialogProps & { readonly request: PersonRequest }) {
  const { t } = useTranslation('persons');
  const queryClient = useQueryClient();
  const signing = useSigning({ among: isReviewer, isCareful: true });
  const approving = useSigning({ among: isReviewer, isCareful: true, path: 'approver' });
  const send = useSignedAct();
  const erasing = useErasePerson();
  const ids = [...(request.record_ids ?? [])];
  const takesTwo = !signing.isUnsigned && ids.length > limits.persons.erasedAlone;
  const previewOf = (fields: ErasureText['fields']) => ({ record_ids: ids, fields });
  return (
    <FormDialog<ErasureText, Body, PersonErasure>
      {...dialog}
      title={t('erase.title')}
      size={600}
      instead={insteadOfSigning(signing)}
      submit={t('erase.look')}
      failed={t('erase.failed')}
      initial={{
        fields: ['input', 'context', 'explanation', 'transaction_id'],
        legal_basis: '',
        signer: signing.initial,
        approver: { person_id: '', passphrase: '' },
      }}
      bodyOf={({ fields, legal_basis: basis }) => ({
        ...previewOf(fields),
        legal_basis: basis.trim(),
      })}
      schema={erasePersonSchema}
      check={({ signer, approver }) => ({
        ...signing.check(signer),
        ...(takesTwo && approving.check(approver)),
      })}
      send={(body, idempotencyKey, { signer, approver, fields }) => {
        const key = erasurePreviewKey(request.request_id, previewOf(fields));
        const preview = queryClient.getQueryData<PersonErasurePreview>(key);
        const actor = signing.actorOf(signer);
        const by = {
          ...(!signing.isUnsigned && { signer: signer.person_id }),
          ...(takesTwo && { approver: approver.person_id }),
        };
        return send({
          act: {
            method: 'POST',
            path: personRequestPath(request.request_id, '/erasure'),
            body: JSON.stringify({ ...body, ...by }),
            idempotencyKey,
          },
          signers: signing.isUnsigned
            ? undefined
            : async () => ({
                signature: await signing.open(signer),
                ...(takesTwo && { approval: await approving.open(approver) }),
              }),
          shown:
            preview === undefined || actor === undefined
              ? []
              : shownErasures(request, body.legal_basis, preview, actor),
          post: (act) => erasing.mutateAsync(act),
        });
      }}
      told={() => t('erase.done', { number: request.number })}
      onDone={() => {
        for (const id of ids) forgetRecordDrafts(sessionStorage, id);
        dialog.onClose();
      }}
      review={{
        submit: t('erase.confirm'),
        icon: <IconEraser size={14} stroke={1.75} />,
        back: t('erase.back'),
        children: ({ fields }) => <Consequences id={request.request_id} body={previewOf(fields)} />,
      }}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('erase.dialogText')}</p>
          <Checkbox.Group label={t('erase.fields')} {...form.getInputProps('fields')}>
            <div className={layout.checks}>
              {committedFields.map((field) => (
                <Checkbox key={field} value={field} label={t(`erase.field.${field}`)} />
              ))}
            </div>
          </Checkbox.Group>
          <TextInput
            label={t('erase.basis')}
            required
            data-autofocus
            autoComplete="off"
            placeholder="GDPR Art. 17(1)(a)"
            {...form.getInputProps('legal_basis')}
          />
          <SignerFields
            signing={signing}
            text={form.values.signer}
            fieldOf={(path) => form.getInputProps(path)}
            onChange={(signer) => form.setFieldValue('signer', signer)}
          />
          {takesTwo && (
            <SignerFields
              signing={approving}
              legend={t('erase.second')}
              text={form.values.approver}
              fieldOf={(path) => form.getInputProps(path)}
              onChange={(approver) => form.setFieldValue('approver', approver)}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** What will be gone and what stays; the word is typed before anything is. */
function Consequences({ id, body }: { readonly id: string; readonly body: PreviewPersonErasure }) {
  const { t } = useTranslation('persons');
  const query = usePersonErasurePreview(id, body);
  const [typed, setTyped] = useState('');
  const word = t('erase.word');
  useHeld(query.data === undefined || typed.trim().toLowerCase() !== word);
  if (query.isError) return <QueryError query={query} title={t('erase.notShown')} />;
  if (query.data === undefined) return <Skeleton height={240} />;
  const { records, interventions, evidence, values, gone, letters } = query.data;
  const count = (n: number) => ({ count: n, formatted: formatCount(n) });
  const named = values.map(({ field, count: n }) =>
    t('erase.values', { field: t(`erase.field.${fieldOf(field)}`), formatted: formatCount(n) }),
  );
  return (
    <>
      <dl className="pd-flush pd-grid pd-gap-12 pd-labelled pd-prose-value">
        <div>
          <dt>{t('erase.goes')}</dt>
          <dd>
            <strong>{t('erase.ofRecords', count(records))}</strong>{' '}
            {interventions > 0 && t('erase.ofInterventions', count(interventions))}{' '}
            {formatList(named)}. {evidence > 0 && t('erase.evidence', count(evidence))}{' '}
            {gone > 0 && t('erase.gone', count(gone))}
          </dd>
        </div>
        <div>
          <dt>{t('erase.stays')}</dt>
          <dd>
            {t('erase.staysText')} {letters > 0 && t('erase.letters', count(letters))}
          </dd>
        </div>
        <div>
          <dt>{t('erase.notReached')}</dt>
          <dd>
            {t('erase.notReachedText')}
            <ReplicaNote />
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

const fieldNames = [...committedFields, 'reason', 'outcome', 'evidence_viewed'] as const;
type FieldName = (typeof fieldNames)[number];

function fieldOf(name: string): FieldName {
  return fieldNames.find((each) => each === name) ?? 'reason';
}
