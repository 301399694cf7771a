/** Fields of a connection to a database server: its address, its user, and how the way to it is kept safe. */
import type { ReactNode } from 'react';
import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { tlsModes } from '../../../shared/contract/source-connections.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useSourcePlaces } from '../../api/sources.ts';
import { NativeSelect } from '../form/choices.tsx';
import type { Form } from '../form/use-api-form.ts';
import { PasswordField } from '../form/password-field.tsx';
import layout from '../form/form.module.css';
import type { DatabaseForm } from './database-form.ts';

const plain = { spellCheck: false, autoComplete: 'off' } as const;

export function DatabaseFields({
  form,
  choose,
}: {
  readonly form: Form<DatabaseForm>;
  /** A way to where servers are allowed; none where that is on the same page. */
  readonly choose?: ReactNode;
}) {
  const { t } = useTranslation('sources');
  return (
    <>
      <Address form={form} choose={choose} />
      <div className={layout.row}>
        <TextInput
          label={t('database.database')}
          required
          {...plain}
          {...form.getInputProps('database')}
        />
        <TextInput label={t('database.user')} required {...plain} {...form.getInputProps('user')} />
      </div>
      <DatabasePassword form={form} />
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
  );
}

/** Its name, and the server, of those that the machine allows. */
function Address({
  form,
  choose,
}: {
  readonly form: Form<DatabaseForm>;
  readonly choose: ReactNode;
}) {
  const { t } = useTranslation('sources');
  const places = useSourcePlaces().data;
  const servers = [...(places?.given_servers ?? []), ...(places?.servers ?? [])];
  return (
    <>
      {places !== undefined && servers.length === 0 && (
        <p className={layout.hint}>
          {t(places.managed ? 'database.noneHere' : 'database.noneGiven')}{' '}
          {places.managed && choose}
        </p>
      )}
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
          description={
            servers.length === 0
              ? undefined
              : t('database.allowed', { servers: showHidden(servers.join(', ')) })
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
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
    </>
  );
}

export function DatabasePassword<Values extends { readonly password: string }>({
  form,
  isFirst = false,
}: {
  readonly form: Form<Values>;
  /** Has the focus as the form opens. */
  readonly isFirst?: boolean;
}) {
  const { t } = useTranslation('sources');
  return (
    <PasswordField
      data-autofocus={isFirst || undefined}
      label={t('database.password')}
      description={t('database.passwordHint')}
      spellCheck={false}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t('database.show') }}
      {...form.getInputProps('password')}
    />
  );
}
