/** A new request of a person: the day it came, what is asked for, who it is about. */
import { Checkbox, Radio, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  createPersonRequestSchema,
  type CreatePersonRequest,
  type PersonRequest,
} from '../../../shared/contract/persons.ts';
import { deadlineRules, dueDay, type DeadlineRule } from '../../../shared/oversight/deadlines.ts';
import { personAsks, type PersonAsk } from '../../../shared/oversight/request-steps.ts';
import { useCreatePersonRequest } from '../../api/persons.ts';
import { notify } from '../../state/notices.ts';
import { TagsInput } from '../../ui/form/choices.tsx';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import { formatDay } from '../../ui/format.ts';

interface RequestForm {
  readonly received_on: string;
  readonly asks: PersonAsk[];
  readonly identifiers: string[];
  readonly contact: string;
  readonly rule: DeadlineRule;
  readonly note: string;
}

type Body = Omit<CreatePersonRequest, 'rule'> & { readonly rule: DeadlineRule };

const plain = { spellCheck: false, autoComplete: 'off' } as const;

function bodyOf({ received_on: received, contact, note, ...rest }: RequestForm): Body {
  return {
    ...rest,
    received_on: received.trim(),
    ...(contact.trim() === '' ? {} : { contact: contact.trim() }),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
  };
}

export function NewRequestDialog({
  onCreated,
  ...dialog
}: DialogProps & { readonly onCreated: (request: PersonRequest) => void }) {
  const { t } = useTranslation('persons');
  const creating = useCreatePersonRequest();
  const initial: RequestForm = {
    received_on: new Date().toISOString().slice(0, 10),
    asks: [],
    identifiers: [],
    contact: '',
    rule: 'month',
    note: '',
  };
  return (
    <FormDialog<RequestForm, Body, PersonRequest>
      {...dialog}
      title={t('new.title')}
      size={600}
      submit={t('new.submit')}
      failed={t('new.failed')}
      initial={initial}
      bodyOf={bodyOf}
      schema={createPersonRequestSchema}
      send={(body, idempotencyKey) => creating.mutateAsync({ body, idempotencyKey })}
      onDone={(made) => {
        notify({ title: t('new.done', { number: made.number, day: formatDay(made.due) }) });
        onCreated(made);
      }}
    >
      {(form) => (
        <>
          <p className={layout.text}>{t('new.text')}</p>
          <TagsInput
            label={t('new.identifiers')}
            description={t('new.identifiersHint')}
            required
            data-autofocus
            {...plain}
            {...form.getInputProps('identifiers')}
          />
          <Checkbox.Group label={t('new.asks')} required {...form.getInputProps('asks')}>
            <div className={layout.checks}>
              {personAsks.map((each) => (
                <Checkbox key={each} value={each} label={t(`ask.${each}`)} />
              ))}
            </div>
          </Checkbox.Group>
          <div className={layout.row}>
            <TextInput
              label={t('new.received')}
              description={t('new.receivedHint')}
              required
              {...plain}
              placeholder="2026-01-31"
              {...form.getInputProps('received_on')}
            />
            <TextInput
              label={t('new.contact')}
              description={t('new.contactHint')}
              {...plain}
              {...form.getInputProps('contact')}
            />
          </div>
          <Radio.Group
            label={t('column.rule')}
            description={<Due day={form.values.received_on} rule={form.values.rule} />}
            {...form.getInputProps('rule')}
          >
            <div className={layout.checks}>
              {deadlineRules.map((each) => (
                <Radio key={each} value={each} label={t(`rule.${each}`)} />
              ))}
            </div>
          </Radio.Group>
          <Textarea
            label={t('new.note')}
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

/** The last day for an answer, as soon as the day of receipt is one. */
function Due({ day, rule }: { readonly day: string; readonly rule: DeadlineRule }) {
  const { t } = useTranslation('persons');
  const isDay = createPersonRequestSchema.shape.received_on.safeParse(day.trim()).success;
  return isDay ? t('new.due', { day: formatDay(dueDay(day.trim(), rule)) }) : t('new.dueUnknown');
}
