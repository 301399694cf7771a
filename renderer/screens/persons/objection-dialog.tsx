/** Opening an objection: the decisions that are looked at again, and what the person says against them. */
import { Checkbox, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  objectForPersonSchema,
  type ObjectForPerson,
  type PersonRequest,
} from '../../../shared/contract/persons.ts';
import { personRequestPath, useSignForPerson } from '../../api/persons.ts';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import { formatCount } from '../../ui/format.ts';
import { insteadOfSigning, SignerFields } from '../../ui/signing/signer-fields.tsx';
import { useSignedAct } from '../../ui/signing/use-signed-act.ts';
import { useSigning, type SignerText } from '../../ui/signing/use-signing.ts';
import { isReviewer } from '../../ui/signing/who-may.ts';
import { shownObjection } from './shown-acts.ts';
import classes from './persons.module.css';

interface ObjectionText {
  readonly record_ids: string[];
  readonly reason: string;
  readonly signer: SignerText;
}
type Body = Pick<ObjectForPerson, 'record_ids' | 'reason'>;

export function ObjectionDialog({
  request,
  ...dialog
}: DialogProps & { readonly request: PersonRequest }) {
  const { t } = useTranslation('persons');
  const signing = useSigning({ among: isReviewer });
  const send = useSignedAct();
  const posting = useSignForPerson();
  const ids = request.record_ids ?? [];
  return (
    <FormDialog<ObjectionText, Body, PersonRequest>
      {...dialog}
      title={t('object.title')}
      size={600}
      instead={insteadOfSigning(signing)}
      submit={t('object.submit')}
      failed={t('object.failed')}
      initial={{
        record_ids: ids.length === 1 ? [...ids] : [],
        reason: '',
        signer: signing.initial,
      }}
      bodyOf={({ record_ids, reason }) => ({ record_ids, reason: reason.trim() })}
      schema={objectForPersonSchema}
      check={({ signer }) => signing.check(signer)}
      send={(body, idempotencyKey, { signer }) => {
        const actor = signing.actorOf(signer);
        const by = signing.isUnsigned ? {} : { signer: signer.person_id };
        return send({
          act: {
            method: 'POST',
            path: personRequestPath(request.request_id, '/objection'),
            body: JSON.stringify({ ...body, ...by }),
            idempotencyKey,
          },
          signers: signing.signersOf(signer),
          shown: actor === undefined ? [] : shownObjection(request, body, actor),
          post: (act) => posting.mutateAsync(act),
        });
      }}
      told={() => t('object.done')}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('object.dialogText')}</p>
          <Checkbox.Group
            label={t('object.records', { count: ids.length, formatted: formatCount(ids.length) })}
            {...form.getInputProps('record_ids')}
          >
            <div className={classes.ids}>
              {ids.map((id) => (
                <Checkbox key={id} value={id} label={<span className="pd-mono">{id}</span>} />
              ))}
            </div>
          </Checkbox.Group>
          <Textarea
            label={t('object.reason')}
            required
            data-autofocus
            autosize
            minRows={3}
            maxRows={10}
            {...form.getInputProps('reason')}
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
