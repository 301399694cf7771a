/** Signing in: a person of the list, and the passphrase that opens their key for this window. */
import { Button, Skeleton } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { settingsAddress } from '../addresses.ts';
import { FormDialog, type DialogProps, type InsteadOfForm } from '../form/form-dialog.tsx';
import layout from '../form/form.module.css';
import { PlaceWay } from '../places/place-link.tsx';
import { EmptyState, QueryError } from '../states.tsx';
import { SignerFields } from './signer-fields.tsx';
import { useSigning, type SignerText, type SigningState } from './use-signing.ts';

interface Values {
  readonly signer: SignerText;
}

export interface SignInDialogProps extends DialogProps {
  /** Who is asked first; null for nobody in particular. */
  readonly personId: string | null;
}

export function SignInDialog({ opened, onClose, personId }: SignInDialogProps) {
  const { t } = useTranslation('signing');
  const signing = useSigning({});
  const only = signing.people.length === 1 ? signing.people[0] : undefined;
  return (
    <FormDialog<Values, string, string>
      worksAway
      opened={opened}
      onClose={onClose}
      title={t('signIn.title')}
      size={520}
      instead={useInstead(signing, onClose)}
      submit={t('signIn.submit')}
      failed={t('signIn.failed')}
      initial={{ signer: { person_id: personId ?? only?.person_id ?? '', passphrase: '' } }}
      bodyOf={({ signer }) => signer.person_id}
      check={({ signer }) => signing.check(signer)}
      send={async (_personId, _key, { signer }) => {
        await signing.open(signer);
        return signing.personOf(signer)?.name ?? '';
      }}
      told={(name) => t('signIn.done', { name })}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('signIn.text')}</p>
          <SignerFields
            signing={signing}
            text={form.values.signer}
            fieldOf={(path) => form.getInputProps(path)}
            onChange={(signer) => form.setFieldValue('signer', signer)}
            isFirst
          />
        </>
      )}
    </FormDialog>
  );
}

/** Stands there where nobody can be chosen. */
function useInstead(
  { query, isWaiting, isUnsigned, isShut }: SigningState,
  onClose: () => void,
): InsteadOfForm | undefined {
  const { t } = useTranslation('signing');
  if (query.isError && query.data === undefined) return { children: <QueryError query={query} /> };
  if (isWaiting) return { children: <Skeleton height={120} /> };
  if (!isUnsigned && !isShut) return undefined;
  const close = (
    <Button data-autofocus onClick={onClose}>
      {t('signIn.close')}
    </Button>
  );
  const enrol = isUnsigned && (
    <Button
      variant="filled"
      component={PlaceWay}
      href={settingsAddress('people')}
      onClick={onClose}
    >
      {t('enrolSomebody')}
    </Button>
  );
  return {
    children: (
      <EmptyState
        compact
        icon={<IconUserPlus size={20} stroke={1.6} />}
        title={t('signIn.nobody')}
        actions={
          <>
            {close}
            {enrol}
          </>
        }
      >
        {t(isUnsigned ? 'signIn.nobodyText' : 'signIn.shutText')}
      </EmptyState>
    ),
  };
}
