/** Revokes a person: nothing that they sign from then on counts, and what they signed stays as it is. */
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { revokePersonSchema, type Person } from '../../../../shared/contract/people.ts';
import { useMe } from '../../../api/me.ts';
import { useChangePeople, usePeople } from '../../../api/people.ts';
import { shownRevocation } from '../../../signing/person-acts.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import { checkReason, ReasonField } from '../../../ui/form/reason-field.tsx';
import { insteadOfSigning, SignerFields } from '../../../ui/signing/signer-fields.tsx';
import { useSignedAct } from '../../../ui/signing/use-signed-act.ts';
import { useSigning, type SignerText } from '../../../ui/signing/use-signing.ts';
import { isAdmin } from '../../../ui/signing/who-may.ts';
import { mayRevokeUnsigned } from './people-rules.ts';

interface Values {
  readonly reason: string;
  readonly isUnsigned: boolean;
  readonly signer: SignerText;
}

interface Body {
  readonly reason: string;
}

export function RevokePersonDialog({
  opened,
  person,
  onClose,
}: {
  readonly opened: boolean;
  readonly person: Person;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('people');
  const { person_id: id } = person;
  const signing = useSigning({
    among: (each) => isAdmin(each) || each.person_id === id,
    isCareful: true,
  });
  const everybody = usePeople().data?.data ?? [];
  const isAtMachine = useMe().data?.kind !== 'api_key';
  const mayBeUnsigned = isAtMachine && mayRevokeUnsigned(person, everybody);
  const changing = useChangePeople();
  const send = useSignedAct();
  const checkText = checkReason(t('revoke.reasonMissing'));
  return (
    <FormDialog<Values, Body, Person>
      opened={opened}
      onClose={onClose}
      instead={insteadOfSigning(signing)}
      title={t('revoke.title', { name: person.name })}
      size={560}
      submit={t('revoke.submit')}
      failed={t('revoke.failed')}
      initial={{ reason: '', isUnsigned: false, signer: signing.initial }}
      bodyOf={({ reason }) => ({ reason: reason.trim() })}
      schema={revokePersonSchema}
      check={(values) => ({
        ...checkText(values),
        ...(!values.isUnsigned && signing.check(values.signer)),
      })}
      send={({ reason }, idempotencyKey, { isUnsigned, signer }) => {
        const by = isUnsigned ? undefined : signing.personOf(signer);
        return send({
          act: {
            method: 'POST',
            path: `/people/${encodeURIComponent(id)}/revoke`,
            body: JSON.stringify({ reason, signer: by?.person_id }),
            idempotencyKey,
          },
          signers: by && signing.signersOf(signer),
          shown: [shownRevocation(id, reason, by, Date.now())],
          post: (act) => changing.mutateAsync(act),
        });
      }}
      told={({ name }) => t('revoke.done', { name })}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('revoke.text', { name: person.name })}</p>
          <ReasonField
            label={t('revoke.reason')}
            placeholder={t('revoke.reasonHint')}
            {...form.getInputProps('reason')}
          />
          {mayBeUnsigned && (
            <Checkbox
              size="xs"
              label={t('revoke.unsigned')}
              description={t('revoke.unsignedHint')}
              {...form.getInputProps('isUnsigned', { type: 'checkbox' })}
            />
          )}
          {!form.values.isUnsigned && (
            <SignerFields
              signing={signing}
              text={form.values.signer}
              fieldOf={(path) => form.getInputProps(path)}
              onChange={(signer) => form.setFieldValue('signer', signer)}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
