/** The last word before the signing key is changed. */
import { useTranslation } from 'react-i18next';
import { useChangeKey } from '../../../api/checkpoints.ts';
import {
  ConfirmationField,
  useConfirmation,
  type Confirmation,
} from '../../../ui/confirmation.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import type { Form } from '../../../ui/form/use-api-form.ts';
import { useHeld } from '../../../ui/form/use-held.ts';

export function ChangeKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('checkpoints');
  const changing = useChangeKey();
  const confirmation = useConfirmation();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('keys.change')}
      size={520}
      submit={t('keys.submit')}
      failed={t('keys.failed')}
      initial={{ confirm: '' }}
      bodyOf={({ confirm }) => confirmation.keyIn(confirm)}
      send={(confirm, idempotencyKey) => changing.mutateAsync({ confirm, idempotencyKey })}
      told={() => t('keys.changed')}
    >
      {(form) => <LastWord form={form} confirmation={confirmation} />}
    </FormDialog>
  );
}

/** What the change means; held until it is confirmed. */
function LastWord({
  form,
  confirmation: { way, faultOf },
}: {
  readonly form: Form<{ confirm: string }>;
  readonly confirmation: Confirmation;
}) {
  const { t } = useTranslation('checkpoints');
  useHeld(faultOf(form.values.confirm) !== undefined);
  return (
    <>
      <p className={layout.text}>{t('keys.text')}</p>
      <ConfirmationField way={way} data-autofocus {...form.getInputProps('confirm')} />
    </>
  );
}
