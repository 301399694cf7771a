/** A text from outside, pasted or read from a file: the answer of a witness, a policy, certificates. */
import { useRef } from 'react';
import { Button, Textarea } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { voucherLimits } from '../../../../shared/contract/vouchers.ts';
import { FormDialog, type DialogProps } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import type { FaultsByField, Form } from '../../../ui/form/use-api-form.ts';

/** The API calls the whole of an upload its body. */
interface Values {
  readonly body: string;
}

export interface TextDialogProps<Answer> extends DialogProps {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly submit: string;
  readonly failed: string;
  readonly told: (answer: Answer) => string;
  /** What the field begins with. */
  readonly begin?: string;
  readonly send: (content: Blob, idempotencyKey: string) => Promise<Answer>;
}

export function TextDialog<Answer>({ begin = '', ...words }: TextDialogProps<Answer>) {
  const { t } = useTranslation('vouchers');
  return (
    <FormDialog
      opened={words.opened}
      onClose={words.onClose}
      title={words.title}
      size={680}
      submit={words.submit}
      failed={words.failed}
      told={words.told}
      initial={{ body: begin }}
      bodyOf={({ body }: Values) => new Blob([body])}
      check={({ body }): FaultsByField => (body.trim() === '' ? { body: t('text.missing') } : {})}
      send={(content, idempotencyKey) => words.send(content, idempotencyKey)}
      renderTools={(form) => <FileChoice form={form} />}
    >
      {(form) => (
        <>
          <p className={layout.text}>{words.text}</p>
          <Textarea
            label={words.label}
            required
            data-autofocus
            autosize
            minRows={6}
            maxRows={14}
            spellCheck={false}
            autoComplete="off"
            classNames={{ input: 'pd-code' }}
            {...form.getInputProps('body')}
          />
        </>
      )}
    </FormDialog>
  );
}

function FileChoice({ form }: { readonly form: Form<Values> }) {
  const { t } = useTranslation('vouchers');
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    if (file.size > voucherLimits.bodyBytes) form.setFieldError('body', t('text.tooLarge'));
    else form.setFieldValue('body', await file.text());
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('text.file')}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button
        leftSection={<IconFileText size={14} stroke={1.75} />}
        onClick={() => input.current?.click()}
      >
        {t('text.file')}
      </Button>
    </>
  );
}
