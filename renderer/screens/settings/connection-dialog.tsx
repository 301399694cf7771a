/** A new connection, or a change of one: name, address, key. The key is sent once and never read back. */
import { Button, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  createConnectionSchema,
  putConnectionSchema,
  type Connection,
  type CreateConnection,
} from '../../../shared/contract/connections.ts';
import {
  useChangeConnection,
  useCheckConnection,
  useConnections,
  useCreateConnection,
} from '../../api/connections.ts';
import { notify } from '../../state/notices.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { FaultsByField } from '../../ui/form/use-api-form.ts';
import { useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { CheckResult } from './check-result.tsx';
import { useConnectionWords } from './connection-words.ts';
import { PasswordField } from '../../ui/form/password-field.tsx';

type Values = Required<CreateConnection>;

const created = ({ name, base_url: address, api_key: key, keep_offline }: Values) => ({
  name: name.trim(),
  base_url: address.trim(),
  api_key: key.trim(),
  keep_offline,
});

export function ConnectionDialog({
  connection,
  onClose,
}: {
  /** Null for a new one, undefined for no dialog. */
  connection: Connection | null | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation('connections');
  const creating = useCreateConnection();
  const changing = useChangeConnection();
  const checking = useCheckConnection();
  const kept = useConnections(connection != null).data?.find(
    (each) => each.connection_id === connection?.connection_id,
  );
  const { name = '', base_url = '', keep_offline = true } = kept ?? connection ?? {};
  const meanwhile = useMeanwhile({
    current: { name, base_url, keep_offline },
    isPending: changing.isPending,
    isOpen: connection !== undefined,
    lines: useConnectionWords(),
  });
  const upon = meanwhile.previous;
  const isNew = connection == null;
  const isMoved = (address: string) => !isNew && address.trim() !== upon.base_url;
  const changed = (values: Values) => {
    const next = created(values);
    return {
      ...(next.name === upon.name ? {} : { name: next.name }),
      ...(isMoved(next.base_url) ? { base_url: next.base_url } : {}),
      ...(values.api_key === '' ? {} : { api_key: next.api_key }),
      ...(next.keep_offline === upon.keep_offline ? {} : { keep_offline: next.keep_offline }),
      if_previous: upon,
    };
  };
  const close = () => {
    onClose();
    checking.reset();
  };
  return (
    <FormDialog
      opened={connection !== undefined}
      onClose={close}
      title={isNew ? t('form.newTitle') : t('form.changeTitle', { name: connection.name })}
      size={520}
      submit={t(isNew ? 'form.submit' : 'form.submitChange')}
      failed={t('form.failed')}
      meanwhile={meanwhile}
      worksAway
      initial={{ name, base_url, api_key: '', keep_offline }}
      bodyOf={(values): object => (isNew ? created(values) : changed(values))}
      schema={isNew ? createConnectionSchema : putConnectionSchema}
      check={({ base_url: address, api_key: key }): FaultsByField =>
        (isNew || isMoved(address)) && key.trim() === ''
          ? { api_key: t(isNew ? 'form.keyMissing' : 'form.keyNeeded') }
          : {}
      }
      send={(_, idempotencyKey, values) =>
        isNew
          ? creating.mutateAsync({ body: created(values), idempotencyKey })
          : changing.mutateAsync({ id: connection.connection_id, body: changed(values) })
      }
      onDone={(done) => {
        notify({ title: t(isNew ? 'form.done' : 'form.changed', { name: done.name }) });
        close();
      }}
      renderTools={({ values }, { validate, fail }) => (
        <Button
          loading={checking.isPending}
          onClick={() => {
            if (!validate()) return;
            const { base_url: address, api_key: key } = created(values);
            checking.mutate(
              isNew || key !== ''
                ? { base_url: address, api_key: key }
                : { connection_id: connection.connection_id },
              { onError: fail },
            );
          }}
        >
          {t('form.test')}
        </Button>
      )}
    >
      {(form) => {
        const needsNewKey = isMoved(form.values.base_url);
        return (
          <>
            <TextInput
              label={t('form.name')}
              description={t('form.nameHint')}
              required
              data-autofocus
              {...form.getInputProps('name')}
            />
            <TextInput
              label={t('form.address')}
              description={t('form.addressHint')}
              placeholder="https://proofdesk.example.org/v1"
              required
              inputMode="url"
              spellCheck={false}
              {...form.getInputProps('base_url')}
            />
            <PasswordField
              label={t('form.key')}
              description={
                needsNewKey ? t('form.keyNeeded') : t(isNew ? 'form.keyHint' : 'form.keyKept')
              }
              required={isNew || needsNewKey}
              autoComplete="off"
              spellCheck={false}
              visibilityToggleButtonProps={{ 'aria-label': t('form.show') }}
              {...form.getInputProps('api_key')}
            />
            <Switch
              label={t('form.offline')}
              description={t('form.offlineHint')}
              {...form.getInputProps('keep_offline', { type: 'checkbox' })}
            />
            {checking.data !== undefined && (
              <CheckResult name={checking.data.base_url} check={checking.data} />
            )}
          </>
        );
      }}
    </FormDialog>
  );
}
