/** Withdraws the version that is announced, before it holds: signed like its publication. */
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../../shared/contract/json.ts';
import type { DatasetPolicy, PolicyVersion } from '../../../../shared/contract/policy-routes.ts';
import { scheduledPolicyPath, useWithdrawPolicy } from '../../../api/policies.ts';
import { FormDialog, type DialogProps } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import { formatCount } from '../../../ui/format.ts';
import { insteadOfSigning, SignerFields } from '../../../ui/signing/signer-fields.tsx';
import { useSignedAct } from '../../../ui/signing/use-signed-act.ts';
import { useSigning, type SignerText } from '../../../ui/signing/use-signing.ts';
import { shownWithdrawal } from './shown-policy.ts';

interface WithdrawForm {
  readonly signer: SignerText;
}

export function WithdrawPolicyDialog({
  dataset: { dataset_id: id, holder_id: holder },
  announced,
  ...dialog
}: DialogProps & {
  readonly dataset: { readonly dataset_id: string; readonly holder_id: string };
  readonly announced: PolicyVersion;
}) {
  const { t } = useTranslation('protection');
  const signing = useSigning({
    among: ({ role, holder_id: of }) => role === 'data_holder' && of === holder,
  });
  const send = useSignedAct();
  const withdrawing = useWithdrawPolicy();
  return (
    <FormDialog<WithdrawForm, JsonObject, DatasetPolicy>
      {...dialog}
      title={t('withdraw.title')}
      instead={insteadOfSigning(signing)}
      submit={t('withdraw.submit')}
      failed={t('withdraw.failed')}
      initial={{ signer: signing.initial }}
      bodyOf={() => ({})}
      check={({ signer }) => signing.check(signer)}
      send={(_body, idempotencyKey, form) => {
        const actor = signing.actorOf(form.signer);
        return send({
          act: {
            method: 'DELETE',
            path: scheduledPolicyPath(id),
            body: JSON.stringify(signing.isUnsigned ? {} : { signer: form.signer.person_id }),
            idempotencyKey,
          },
          signers: signing.signersOf(form.signer),
          shown: actor === undefined ? [] : [shownWithdrawal(announced, actor, Date.now())],
          post: (act) => withdrawing.mutateAsync(act),
        });
      }}
      told={() => t('withdraw.done')}
    >
      {(form) => (
        <>
          <p className={layout.text}>
            {t('withdraw.text', { version: formatCount(announced.version) })}
          </p>
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
