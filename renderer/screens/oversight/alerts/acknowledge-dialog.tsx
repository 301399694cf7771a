/** Acknowledging an alert: somebody says what they found out, and what follows. */
import { useTranslation } from 'react-i18next';
import { acknowledgeAlertSchema, type Alert } from '../../../../shared/contract/alerts.ts';
import { useAcknowledgeAlert } from '../../../api/alerts.ts';
import { FormDialog, type DialogProps } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import { ReasonField } from '../../../ui/form/reason-field.tsx';
import { useFindingWords, useRuleTitle } from '../../../ui/rules/rule-words.ts';

export function AcknowledgeDialog({ alert, ...dialog }: DialogProps & { readonly alert: Alert }) {
  const { t } = useTranslation('rules');
  const acknowledging = useAcknowledgeAlert(alert.alert_id);
  const titleOf = useRuleTitle();
  const found = useFindingWords();
  const { rule, finding, model_id: model } = alert;
  return (
    <FormDialog
      {...dialog}
      title={t('acknowledge.title')}
      submit={t('acknowledge.submit')}
      failed={t('acknowledge.failed')}
      initial={{ note: '' }}
      bodyOf={({ note }) => ({ note: note.trim() })}
      schema={acknowledgeAlertSchema}
      send={(body, idempotencyKey) => acknowledging.mutateAsync({ body, idempotencyKey })}
      told={() => t('acknowledge.done', { model })}
    >
      {(form) => (
        <>
          <p className={layout.text}>
            <bdi className="pd-medium">{model}</bdi>: {rule === null ? t('gone') : titleOf(rule)}.
          </p>
          {finding !== null && <p className={layout.hint}>{found(finding)}</p>}
          <ReasonField
            label={t('acknowledge.note')}
            description={t('acknowledge.noteText')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...form.getInputProps('note')}
          />
        </>
      )}
    </FormDialog>
  );
}
