/** Closing a request: answered, or refused with the reason. */
import { Radio, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  closePersonRequestSchema,
  requestEndings,
  type PersonRequest,
} from '../../../shared/contract/persons.ts';
import { usePersonStep } from '../../api/persons.ts';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';

type Ending = (typeof requestEndings)[number];

export function CloseRequestDialog({
  request: { request_id: id, number },
  ...dialog
}: DialogProps & { readonly request: PersonRequest }) {
  const { t } = useTranslation('persons');
  const closing = usePersonStep(id, 'closing');
  const initial: { as: Ending; note: string } = { as: 'closed', note: '' };
  return (
    <FormDialog
      {...dialog}
      title={t('close.title')}
      submit={t('close.submit')}
      failed={t('close.failed')}
      initial={initial}
      bodyOf={({ as, note }) => ({ as, ...(note.trim() === '' ? {} : { note: note.trim() }) })}
      schema={closePersonRequestSchema}
      send={(body, idempotencyKey) => closing.mutateAsync({ body, idempotencyKey })}
      told={() => t('close.done', { number })}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('close.text')}</p>
          <Radio.Group label={t('close.as')} {...form.getInputProps('as')}>
            <div className={layout.checks}>
              {requestEndings.map((each) => (
                <Radio key={each} value={each} label={t(`event.${each}`)} />
              ))}
            </div>
          </Radio.Group>
          <Textarea
            label={t('close.note')}
            description={t('close.noteHint')}
            data-autofocus
            autosize
            minRows={2}
            maxRows={6}
            {...form.getInputProps('note')}
          />
        </>
      )}
    </FormDialog>
  );
}
