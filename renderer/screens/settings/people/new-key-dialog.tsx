/** A new key for a person: the old one signs it in, so the old passphrase is needed once more. */
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../../../shared/contract/people.ts';
import { useChangePeople } from '../../../api/people.ts';
import { createNewKey, type NewKey } from '../../../signing/new-key.ts';
import { shownNewKey } from '../../../signing/person-acts.ts';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import { insteadOfSigning, SignerFields } from '../../../ui/signing/signer-fields.tsx';
import { useSignedAct } from '../../../ui/signing/use-signed-act.ts';
import { useSigning, type SignerText } from '../../../ui/signing/use-signing.ts';
import { NewPassphrase, usePassphraseCheck, type NewPassphraseText } from './new-passphrase.tsx';

interface Values extends NewPassphraseText {
  readonly signer: SignerText;
}

export function NewKeyDialog({
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
  const signing = useSigning({ among: (each) => each.person_id === id, isCareful: true });
  const checkPassphrase = usePassphraseCheck();
  const changing = useChangePeople();
  const send = useSignedAct();
  const made = useRef<{ readonly passphrase: string; readonly key: NewKey }>(undefined);
  if (!opened) made.current = undefined;
  return (
    <FormDialog<Values, string, Person>
      opened={opened}
      onClose={onClose}
      instead={insteadOfSigning(signing)}
      title={t('newKey.title', { name: person.name })}
      size={560}
      submit={t('newKey.submit')}
      failed={t('newKey.failed')}
      initial={{
        signer: { person_id: id, passphrase: '' },
        passphrase: '',
        again: '',
      }}
      bodyOf={() => id}
      check={(values) => ({ ...signing.check(values.signer), ...checkPassphrase(values) })}
      send={async (_id, idempotencyKey, { signer, passphrase }) => {
        if (made.current?.passphrase !== passphrase) {
          const key = await createNewKey(id, passphrase, new Date().toISOString());
          made.current = { passphrase, key };
        }
        const { vkey, sealed, signer: signature } = made.current.key;
        return send({
          act: {
            method: 'POST',
            path: `/people/${encodeURIComponent(id)}/key`,
            body: JSON.stringify({ vkey, sealed }),
            idempotencyKey,
          },
          signers: async () => ({ signature, approval: await signing.open(signer) }),
          shown: [shownNewKey(person, vkey)],
          post: (act) => changing.mutateAsync(act),
        });
      }}
      told={({ name }) => t('newKey.done', { name })}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('newKey.text')}</p>
          <SignerFields
            signing={signing}
            text={form.values.signer}
            fieldOf={(path) => form.getInputProps(path)}
            onChange={(signer) => form.setFieldValue('signer', signer)}
            legend={t('newKey.old')}
            isFirst
          />
          <NewPassphrase getInputProps={form.getInputProps} />
        </>
      )}
    </FormDialog>
  );
}
