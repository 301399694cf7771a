/** Has the data of a person made: in which language it is to be read. */
import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  createPersonAccessSchema,
  type CreatePersonAccess,
  type PersonRequest,
} from '../../../shared/contract/persons.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import { languages } from '../../../shared/languages.ts';
import { useMakeAccess } from '../../api/persons.ts';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import { formatCount } from '../../ui/format.ts';

export function AccessDialog({
  request,
  ...dialog
}: DialogProps & { readonly request: PersonRequest }) {
  const { t, i18n } = useTranslation('persons');
  const making = useMakeAccess(request.request_id);
  const spoken = languages.find((each) => each === i18n.language) ?? 'en';
  return (
    <FormDialog<CreatePersonAccess, CreatePersonAccess, Job>
      {...dialog}
      title={t('access.title')}
      submit={t('access.submit')}
      failed={t('access.failed')}
      initial={{ language: spoken }}
      bodyOf={(body) => body}
      schema={createPersonAccessSchema}
      send={(body, idempotencyKey) => making.mutateAsync({ body, idempotencyKey })}
      told={() => t('access.begun')}
    >
      {(form) => (
        <>
          <p className={layout.text}>
            {t('access.dialogText', {
              count: request.records,
              formatted: formatCount(request.records),
            })}
          </p>
          <Radio.Group label={t('letter.language')} {...form.getInputProps('language')}>
            <div className={layout.checks}>
              {languages.map((each) => (
                <Radio
                  key={each}
                  value={each}
                  label={t(`letter.languages.${each}`)}
                  data-autofocus={each === form.values.language || undefined}
                />
              ))}
            </div>
          </Radio.Group>
        </>
      )}
    </FormDialog>
  );
}
