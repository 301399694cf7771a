/** A new connection to a database server. The server is asked before anything is kept; the password is sent once and never read back. */
import { Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  createSourceConnectionSchema,
  tlsModes,
  type SourceConnection,
} from '../../../shared/contract/source-connections.ts';
import { useCreateSourceConnection } from '../../api/sources.ts';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import { NativeSelect } from '../../ui/form/choices.tsx';
import layout from '../../ui/form/form.module.css';

const empty = {
  name: '',
  host: '',
  port: '5432',
  database: '',
  user: '',
  password: '',
  tls: 'verify-full',
  ca: '',
  holder_id: '',
  accept_writable_role: false,
};

/** What is typed where a number is wanted stays as it is, so that the schema can say what is wrong with it. */
const numberOr = (text: string) => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : text);

const bodyOf = ({ ca, holder_id: holder, port, ...values }: typeof empty) => ({
  ...values,
  name: values.name.trim(),
  host: values.host.trim(),
  port: numberOr(port),
  ...(ca.trim() === '' ? {} : { ca }),
  ...(holder.trim() === '' ? {} : { holder_id: holder.trim() }),
});

const plain = { spellCheck: false, autoComplete: 'off' } as const;

export function DatabaseDialog({ opened, onClose }: DialogProps) {
  const { t } = useTranslation('sources');
  const creating = useCreateSourceConnection();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('database.newTitle')}
      size={560}
      submit={t('database.submit')}
      failed={t('database.failed')}
      note={t('database.note')}
      told={({ name }: SourceConnection) => t('database.done', { name })}
      initial={empty}
      bodyOf={bodyOf}
      schema={createSourceConnectionSchema}
      send={(body, idempotencyKey) =>
        creating.mutateAsync({ body: createSourceConnectionSchema.parse(body), idempotencyKey })
      }
    >
      {(form) => (
        <>
          <TextInput
            label={t('database.name')}
            required
            data-autofocus
            placeholder={t('database.nameHint')}
            {...form.getInputProps('name')}
          />
          <div className={layout.row}>
            <TextInput
              label={t('database.host')}
              required
              {...plain}
              {...form.getInputProps('host')}
            />
            <TextInput
              label={t('database.port')}
              inputMode="numeric"
              {...plain}
              {...form.getInputProps('port')}
            />
          </div>
          <div className={layout.row}>
            <TextInput
              label={t('database.database')}
              required
              {...plain}
              {...form.getInputProps('database')}
            />
            <TextInput
              label={t('database.user')}
              required
              {...plain}
              {...form.getInputProps('user')}
            />
          </div>
          <PasswordInput
            label={t('database.password')}
            description={t('database.passwordHint')}
            {...plain}
            visibilityToggleButtonProps={{ 'aria-label': t('database.show') }}
            {...form.getInputProps('password')}
          />
          <NativeSelect
            label={t('database.tls')}
            data={tlsModes.map((value) => ({ value, label: t(`database.tlsMode.${value}`) }))}
            {...form.getInputProps('tls')}
          />
          {form.values.tls === 'verify-full' && (
            <Textarea
              label={t('database.ca')}
              description={t('database.caHint')}
              autosize
              minRows={1}
              maxRows={4}
              classNames={{ input: 'pd-mono' }}
              {...plain}
              {...form.getInputProps('ca')}
            />
          )}
          <TextInput
            label={t('database.holder')}
            description={t('database.holderHint')}
            {...plain}
            {...form.getInputProps('holder_id')}
          />
          <Checkbox
            label={t('database.writable')}
            description={t('database.writableHint')}
            {...form.getInputProps('accept_writable_role', { type: 'checkbox' })}
          />
        </>
      )}
    </FormDialog>
  );
}
