/** Putting off the last day for an answer: once, with a reason that the person is told. */
import { useTranslation } from 'react-i18next';
import { extendPersonRequestSchema, type PersonRequest } from '../../../shared/contract/persons.ts';
import { extendedDay } from '../../../shared/oversight/deadlines.ts';
import { usePersonStep } from '../../api/persons.ts';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import { ReasonField } from '../../ui/form/reason-field.tsx';
import { formatDay } from '../../ui/format.ts';

export function ExtendRequestDialog({
  request: { request_id: id, received_on: received, rule, due },
  ...dialog
}: DialogProps & { readonly request: PersonRequest }) {
  const { t } = useTranslation('persons');
  const extending = usePersonStep(id, 'extension');
  const later = formatDay(extendedDay(received, rule) ?? due);
  return (
    <FormDialog
      {...dialog}
      title={t('extend.title')}
      submit={t('extend.submit')}
      failed={t('extend.failed')}
      initial={{ reason: '' }}
      bodyOf={({ reason }) => ({ reason: reason.trim() })}
      schema={extendPersonRequestSchema}
      send={(body, idempotencyKey) => extending.mutateAsync({ body, idempotencyKey })}
      told={() => t('extend.done', { day: later })}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('extend.text', { day: later, due: formatDay(due) })}</p>
          <ReasonField label={t('extend.reason')} {...form.getInputProps('reason')} />
        </>
      )}
    </FormDialog>
  );
}
