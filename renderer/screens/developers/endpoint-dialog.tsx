/** An endpoint that is added or changed: its address and its events; of a new one its secret, once. */
import { useState } from 'react';
import { Checkbox, Radio, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  changeWebhookSchema,
  chosenEventTypes,
  type ChosenEventType,
  createWebhookSchema,
  type CreateWebhook,
  type Webhook,
  type WebhookWithSecret,
} from '../../../shared/contract/webhooks.ts';
import { useChangeWebhook, useCreateWebhook } from '../../api/webhooks.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { Form } from '../../ui/form/use-api-form.ts';
import { SecretOnce } from './secret-once.tsx';

interface Draft {
  readonly url: string;
  /** null for all. */
  readonly events: readonly ChosenEventType[] | null;
}

const none: Draft = { url: '', events: null };

function chosenOf(names: readonly string[] | null): Draft['events'] {
  return names === null ? null : chosenEventTypes.filter((each) => names.includes(each));
}

interface DialogProps {
  readonly opened: boolean;
  /** undefined for a new one. */
  readonly endpoint: Webhook | undefined;
  readonly onClose: () => void;
}

export function EndpointDialog({ endpoint, ...props }: DialogProps) {
  return endpoint === undefined ? (
    <AddEndpoint {...props} />
  ) : (
    <ChangeEndpoint {...props} endpoint={endpoint} />
  );
}

function AddEndpoint({ opened, onClose }: Omit<DialogProps, 'endpoint'>) {
  const { t } = useTranslation('developers');
  const creating = useCreateWebhook();
  const [made, setMade] = useState<WebhookWithSecret>();
  const close = () => {
    onClose();
    setMade(undefined);
  };
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('form.newTitle')}
      submit={t('form.add')}
      failed={t('form.notAdded')}
      initial={none}
      bodyOf={({ url, events }): CreateWebhook => ({
        url: url.trim(),
        ...(events === null ? {} : { events: [...events] }),
      })}
      schema={createWebhookSchema}
      send={async (body: CreateWebhook, idempotencyKey) => {
        try {
          return await creating.mutateAsync({ body, idempotencyKey });
        } finally {
          // The answer holds the secret: it lives in this dialog alone.
          creating.reset();
        }
      }}
      onDone={setMade}
      instead={
        made && {
          title: t('secret.title'),
          isShownOnce: true,
          children: <SecretOnce endpoint={made} onClose={close} />,
        }
      }
    >
      {(form) => <Fields form={form} />}
    </FormDialog>
  );
}

function ChangeEndpoint({
  opened,
  endpoint,
  onClose,
}: DialogProps & { readonly endpoint: Webhook }) {
  const { t } = useTranslation('developers');
  const changing = useChangeWebhook();
  const { endpoint_id: id, url, events, status } = endpoint;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('form.changeTitle')}
      submit={t('form.save')}
      failed={t('form.notSaved')}
      told={() => t('form.saved')}
      initial={{ url, events: chosenOf(events) }}
      bodyOf={(draft) => ({
        url: draft.url.trim(),
        events: draft.events === null ? null : [...draft.events],
        status,
        if_previous: { url, events: events === null ? null : [...events] },
      })}
      schema={changeWebhookSchema}
      send={(body) => changing.mutateAsync({ id, ...body })}
    >
      {(form) => <Fields form={form} />}
    </FormDialog>
  );
}

function Fields({ form }: { form: Form<Draft> }) {
  const { t } = useTranslation('developers');
  const { events } = form.values;
  return (
    <>
      <TextInput
        label={t('form.url')}
        description={t('form.urlHint')}
        required
        data-autofocus
        {...form.getInputProps('url')}
      />
      <Radio.Group
        label={t('form.events')}
        value={events === null ? 'all' : 'some'}
        onChange={(value) => form.setFieldValue('events', value === 'all' ? null : [])}
      >
        <div className="pd-row pd-gap-12">
          <Radio size="xs" value="all" label={t('form.all')} />
          <Radio size="xs" value="some" label={t('form.some')} />
        </div>
      </Radio.Group>
      {events !== null && (
        <Checkbox.Group
          label={t('form.which')}
          {...form.getInputProps('events')}
          value={[...events]}
          onChange={(chosen) => form.setFieldValue('events', chosenOf(chosen))}
        >
          <div className="pd-grid pd-gap-8">
            {chosenEventTypes.map((type) => (
              <Checkbox
                key={type}
                size="xs"
                value={type}
                label={t(`event.${type}`)}
                description={<code>{type}</code>}
              />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </>
  );
}
