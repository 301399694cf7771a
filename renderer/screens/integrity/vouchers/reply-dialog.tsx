/** The reply of a time-stamping authority: a file that is sent as it is. */
import { useRef } from 'react';
import { Button, TextInput } from '@mantine/core';
import { IconFile } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAddTimestamp } from '../../../api/vouchers.ts';
import { formatCount } from '../../../ui/format.ts';
import { FormDialog, type DialogProps } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import type { FaultsByField, Form } from '../../../ui/form/use-api-form.ts';

interface Values {
  readonly body: File | null;
}
const initial: Values = { body: null };

export function ReplyDialog({ opened, onClose }: DialogProps) {
  const { t } = useTranslation('vouchers');
  const adding = useAddTimestamp();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('reply.title')}
      size={560}
      submit={t('reply.submit')}
      failed={t('reply.failed')}
      initial={initial}
      bodyOf={({ body }): Blob => body ?? new Blob()}
      check={({ body }): FaultsByField => (body === null ? { body: t('reply.missing') } : {})}
      send={(content, idempotencyKey) => adding.mutateAsync({ content, idempotencyKey })}
      told={({ authority, size }) =>
        t('reply.done', { authority, count: size, size: formatCount(size) })
      }
    >
      {(form) => <Reply form={form} />}
    </FormDialog>
  );
}

function Reply({ form }: { readonly form: Form<Values> }) {
  const { t } = useTranslation('vouchers');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <p className={layout.text}>{t('reply.text')}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".tsr,application/timestamp-reply"
        aria-label={t('reply.choose')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          if (file !== undefined) form.setFieldValue('body', file);
          event.currentTarget.value = '';
        }}
      />
      <TextInput
        label={t('reply.label')}
        required
        readOnly
        data-autofocus
        value={form.values.body?.name ?? ''}
        error={form.errors['body']}
      />
      <Button
        leftSection={<IconFile size={14} stroke={1.75} />}
        onClick={() => input.current?.click()}
      >
        {t('reply.choose')}
      </Button>
    </>
  );
}
