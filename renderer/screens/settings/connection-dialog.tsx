/** A new connection, or a change of one: name, address, key. The key is sent once and never read back. */
import { useState } from 'react';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  changeConnectionSchema,
  createConnectionSchema,
  type ChangeConnection,
  type Connection,
} from '../../../shared/contract/connections.ts';
import {
  useChangeConnection,
  useCheckConnection,
  useConnections,
  useCreateConnection,
} from '../../api/connections.ts';
import { notify } from '../../state/notices.ts';
import { localFaults, useFormFaults } from '../../ui/form-faults.ts';
import { ChangedMeanwhile } from '../../ui/form/changed-meanwhile.tsx';
import { isOvertaken, useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import form from '../../ui/form/form.module.css';
import { CheckResult } from './check-result.tsx';
import { useConnectionWords } from './connection-words.ts';

export function ConnectionDialog({
  connection,
  onClose,
}: {
  /** Null for a new one, undefined for no dialog. */
  connection: Connection | null | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation(['connections', 'common']);
  return (
    <Dialog
      opened={connection !== undefined}
      onClose={onClose}
      title={
        connection == null ? t('form.newTitle') : t('form.changeTitle', { name: connection.name })
      }
      size={520}
    >
      {connection !== undefined && <ConnectionForm connection={connection} onClose={onClose} />}
    </Dialog>
  );
}

const fields = ['name', 'base_url', 'api_key'];

function ConnectionForm({
  connection,
  onClose,
}: {
  connection: Connection | null;
  onClose: () => void;
}) {
  const { t } = useTranslation(['connections', 'common']);
  const creating = useCreateConnection();
  const changing = useChangeConnection();
  const checking = useCheckConnection();
  const { element, faults, failure, refuse, clear, fail } = useFormFaults();
  const [name, setName] = useState(connection?.name ?? '');
  const [address, setAddress] = useState(connection?.base_url ?? '');
  const [key, setKey] = useState('');
  const kept = useConnections(connection !== null).data?.find(
    (each) => each.connection_id === connection?.connection_id,
  );
  const words = useConnectionWords();
  const meanwhile = useMeanwhile({
    current: {
      name: (kept ?? connection)?.name ?? '',
      base_url: (kept ?? connection)?.base_url ?? '',
    },
    isPending: changing.isPending,
    lines: words,
    onSeen: (now, before) => {
      if (name === before.name) setName(now.name);
      if (address === before.base_url) setAddress(now.base_url);
    },
  });
  const upon = meanwhile.previous;
  const isMoved = connection !== null && address.trim() !== upon.base_url;
  const isNew = connection === null;

  const changes = (): ChangeConnection => ({
    ...(name.trim() === upon.name ? {} : { name: name.trim() }),
    ...(isMoved ? { base_url: address.trim() } : {}),
    ...(key === '' ? {} : { api_key: key.trim() }),
  });
  /** Faults that can be known here; true when there is none. */
  const isSound = (): boolean => {
    const found = {
      ...localFaults(
        isNew ? createConnectionSchema : changeConnectionSchema,
        isNew ? { name, base_url: address.trim(), api_key: key.trim() } : changes(),
      ),
      ...((isNew || isMoved) && key.trim() === ''
        ? { api_key: t(isMoved ? 'form.keyNeeded' : 'form.keyMissing') }
        : {}),
    };
    if (Object.keys(found).length > 0) {
      refuse(found);
      return false;
    }
    clear();
    return true;
  };
  const settled = (word: 'form.done' | 'form.changed') => ({
    onSuccess: (kept: Connection) => {
      notify({ title: t(word, { name: kept.name }) });
      onClose();
    },
    onError: (error: unknown) => {
      if (!isOvertaken(error)) fail(error);
    },
  });
  const submit = () => {
    if (!isSound()) return;
    if (isNew) {
      creating.mutate(
        { name: name.trim(), base_url: address.trim(), api_key: key.trim() },
        settled('form.done'),
      );
    } else {
      const body = { ...changes(), if_previous: upon };
      changing.mutate({ id: connection.connection_id, body }, settled('form.changed'));
    }
  };
  const test = () => {
    if (!isSound()) return;
    checking.mutate(
      isNew || key.trim() !== ''
        ? { base_url: address.trim(), api_key: key.trim() }
        : { connection_id: connection.connection_id },
      { onError: fail },
    );
  };
  return (
    <form
      ref={element}
      className={form.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ChangedMeanwhile {...meanwhile} />
      <FormFailure failure={failure} title={t('form.failed')} shown={fields} />
      <TextInput
        label={t('form.name')}
        description={t('form.nameHint')}
        required
        data-autofocus
        value={name}
        error={faults['name']}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={t('form.address')}
        description={t('form.addressHint')}
        placeholder="https://proofdesk.example.org/v1"
        required
        inputMode="url"
        spellCheck={false}
        value={address}
        error={faults['base_url']}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <PasswordInput
        label={t('form.key')}
        description={isMoved ? t('form.keyNeeded') : t(isNew ? 'form.keyHint' : 'form.keyKept')}
        required={isNew || isMoved}
        autoComplete="off"
        spellCheck={false}
        visibilityToggleButtonProps={{ 'aria-label': t('form.show') }}
        value={key}
        error={faults['api_key']}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      {checking.data !== undefined && (
        <CheckResult name={checking.data.base_url} check={checking.data} />
      )}
      <div className={form.actions}>
        <Button loading={checking.isPending} onClick={test}>
          {t('form.test')}
        </Button>
        <span className={form.actionsNote} />
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled" loading={creating.isPending || changing.isPending}>
          {t(isNew ? 'form.submit' : 'form.submitChange')}
        </Button>
      </div>
    </form>
  );
}
