/** Enrols a person who signs: name, role, and a key of their own under a passphrase that nobody else knows. */
import { useRef } from 'react';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { personRoles, type PersonRole } from '../../../../shared/contract/access.ts';
import type { Person } from '../../../../shared/contract/people.ts';
import { createIdFactory } from '../../../../shared/ids.ts';
import { useAccounts } from '../../../api/billing.ts';
import { useDatasets } from '../../../api/datasets.ts';
import { useChangePeople } from '../../../api/people.ts';
import { createNewKey, type NewKey } from '../../../signing/new-key.ts';
import { shownEnrolment } from '../../../signing/person-acts.ts';
import { Autocomplete, Select } from '../../../ui/form/choices.tsx';
import { FormDialog, type DialogProps } from '../../../ui/form/form-dialog.tsx';
import type { Form } from '../../../ui/form/use-api-form.ts';
import { insteadOfSigning, SignerFields } from '../../../ui/signing/signer-fields.tsx';
import { useSignedAct } from '../../../ui/signing/use-signed-act.ts';
import { useSigning, type SignerText } from '../../../ui/signing/use-signing.ts';
import { isAdmin } from '../../../ui/signing/who-may.ts';
import { NewPassphrase, usePassphraseCheck } from './new-passphrase.tsx';
import { RoleChoice } from '../role-choice.tsx';

interface Values {
  readonly name: string;
  readonly role: PersonRole;
  readonly holder_id: string;
  readonly account_id: string;
  readonly passphrase: string;
  readonly again: string;
  readonly approver: SignerText;
}

/** Who is enrolled, without the key, which is made as it is sent. */
type Body = Pick<Person, 'name' | 'role'> & {
  readonly holder_id?: string;
  readonly account_id?: string;
};

const createId = createIdFactory({
  now: () => Date.now(),
  random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
});

function bodyOf({ name, role, holder_id: holder, account_id: account }: Values): Body {
  return {
    name: name.trim(),
    role,
    ...(role === 'data_holder' ? { holder_id: holder.trim() } : {}),
    ...(role === 'ai_lab' ? { account_id: account.trim() } : {}),
  };
}

export function EnrolDialog({ opened, onClose }: DialogProps) {
  const { t } = useTranslation('people');
  const approving = useSigning({ among: isAdmin, isCareful: true, path: 'approver' });
  const checkPassphrase = usePassphraseCheck();
  const isMissing = (text: string) => text.trim() === '';
  const checkBound = ({ name, role, holder_id: holder, account_id: account }: Values) => ({
    ...(isMissing(name) && { name: t('enrol.nameMissing') }),
    ...(role === 'data_holder' && isMissing(holder) && { holder_id: t('enrol.holderMissing') }),
    ...(role === 'ai_lab' && isMissing(account) && { account_id: t('enrol.accountMissing') }),
  });
  const changing = useChangePeople();
  const send = useSignedAct();
  const keyOf = useMadeKey(opened);
  return (
    <FormDialog<Values, Body, Person>
      opened={opened}
      onClose={onClose}
      instead={insteadOfSigning(approving)}
      title={t('enrol.title')}
      size={620}
      submit={t('enrol.submit')}
      failed={t('enrol.failed')}
      initial={{
        name: '',
        role: approving.isUnsigned ? 'admin' : 'compliance',
        holder_id: '',
        account_id: '',
        passphrase: '',
        again: '',
        approver: approving.initial,
      }}
      bodyOf={bodyOf}
      check={(values) => ({
        ...checkBound(values),
        ...checkPassphrase(values),
        ...approving.check(values.approver),
      })}
      send={async (body, idempotencyKey, values) => {
        const approver = approving.personOf(values.approver);
        const { personId, made } = await keyOf(body, values.passphrase);
        const enrolment = { person_id: personId, ...body, vkey: made.vkey };
        return send({
          act: {
            method: 'POST',
            path: '/people',
            body: JSON.stringify({
              ...enrolment,
              sealed: made.sealed,
              approver: approver?.person_id,
            }),
            idempotencyKey,
          },
          signers: async () => ({
            signature: made.signer,
            ...(approver && { approval: await approving.open(values.approver) }),
          }),
          shown: [shownEnrolment(enrolment, approver, Date.now())],
          post: (act) => changing.mutateAsync(act),
        });
      }}
      told={({ name }) => t('enrol.done', { name })}
    >
      {(form) => (
        <>
          <TextInput
            label={t('enrol.name')}
            description={t('enrol.nameHint')}
            required
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <RoleChoice
            label={t('enrol.role')}
            offered={personRoles}
            wordsOf={(role) => ({
              label: t(`role.${role}`),
              description: t(`roleText.${role}`),
            })}
            {...form.getInputProps('role')}
          />
          <Whose form={form} />
          <NewPassphrase getInputProps={form.getInputProps} />
          {!approving.isUnsigned && (
            <SignerFields
              signing={approving}
              text={form.values.approver}
              fieldOf={(path) => form.getInputProps(path)}
              onChange={(approver) => form.setFieldValue('approver', approver)}
              legend={t('enrol.approver')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** The key of the person who is being enrolled: sent once more, it is the same person. */
function useMadeKey(isOpen: boolean) {
  const made = useRef<{ readonly of: string; readonly personId: string; readonly made: NewKey }>(
    undefined,
  );
  if (!isOpen) made.current = undefined;
  return async (body: Body, passphrase: string) => {
    const of = JSON.stringify([body, passphrase]);
    if (made.current?.of !== of) {
      const personId = createId('usr');
      const key = await createNewKey(personId, passphrase, new Date().toISOString());
      made.current = { of, personId, made: key };
    }
    return made.current;
  };
}

/** Whose data the person speaks for, where the role is bound to somebody. */
function Whose({ form }: { readonly form: Form<Values> }) {
  const { t } = useTranslation('people');
  const accounts = useAccounts().data ?? [];
  const datasets = useDatasets().data ?? [];
  const { role } = form.values;
  if (role === 'data_holder') {
    return (
      <Autocomplete
        label={t('enrol.holder')}
        required
        data={[...new Set(datasets.map((each) => each.holder_id))].toSorted()}
        {...form.getInputProps('holder_id')}
      />
    );
  }
  if (role !== 'ai_lab') return null;
  return (
    <Select
      label={t('enrol.account')}
      required
      allowDeselect={false}
      data={accounts.map(({ account_id: value, name: label }) => ({ value, label }))}
      {...form.getInputProps('account_id')}
    />
  );
}
