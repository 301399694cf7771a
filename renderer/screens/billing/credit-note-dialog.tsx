/** Takes back of a paid invoice: lines, why, who bears it, and what each holder gets less in that case. */
import { useDeferredValue } from 'react';
import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { createCreditNoteSchema } from '../../../shared/contract/billing-credit-notes.ts';
import { creditBearers, type CreditBearer } from '../../../shared/billing/credits.ts';
import type { Invoice } from '../../../shared/contract/billing.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import {
  useCreateCreditNote,
  useCreditNotePreview,
  type NewCreditNote,
} from '../../api/credit-notes.ts';
import { toFailure } from '../../api/client.ts';
import { SegmentedControl, Select } from '../../ui/form/choices.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import { ReasonField } from '../../ui/form/reason-field.tsx';
import type { Form } from '../../ui/form/use-api-form.ts';
import layout from '../../ui/form/form.module.css';
import { InEnglish } from '../../ui/in-english.tsx';
import { keyed } from '../../ui/keyed.ts';
import { formatMoney } from '../../ui/money/money.ts';
import { MoneyText } from '../../ui/money/money-text.tsx';
import { numberIn } from '../../ui/number-in.ts';
import classes from '../../ui/money/billing.module.css';
import { Unprintable } from '../../ui/money/unprintable.tsx';

interface Values {
  readonly lines: readonly { readonly line: string; readonly amount: string }[];
  readonly reason: string;
  readonly reference: string;
  /** Empty until it is chosen: there is no usual one. */
  readonly borne_by: CreditBearer | '';
}

/** Lines that can be taken back, each with its place from 1. */
function takenBack(invoice: Invoice): { readonly value: string; readonly label: string }[] {
  return (invoice.details?.lines ?? []).flatMap(({ kind, amount, description }, index) =>
    kind === 'prepayment' || amount <= 0
      ? []
      : [
          {
            value: String(index + 1),
            label: `${showHidden(description)} · ${formatMoney(amount, invoice.currency)}`,
          },
        ],
  );
}

function bodyOf({ lines, reason, reference, borne_by }: Values): Partial<NewCreditNote> {
  return {
    lines: lines.map(({ line, amount }) => ({ line: Number(line), amount: numberIn(amount) })),
    reason: reason.trim(),
    reference: reference.trim(),
    ...(borne_by === '' ? {} : { borne_by }),
  };
}

export function CreditNoteDialog({
  opened,
  invoice,
  onClose,
}: DialogProps & { readonly invoice: Invoice }) {
  const { t } = useTranslation('billing');
  const creating = useCreateCreditNote();
  const lines = takenBack(invoice);
  const initial: Values = {
    lines: [{ line: lines[0]?.value ?? '', amount: '' }],
    reason: '',
    reference: '',
    borne_by: '',
  };
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('creditNote.title')}
      size={560}
      submit={t('creditNote.submit')}
      failed={t('creditNote.failed')}
      note={t('creditNote.note')}
      initial={initial}
      bodyOf={bodyOf}
      schema={createCreditNoteSchema}
      send={(body, idempotencyKey) =>
        creating.mutateAsync({
          id: invoice.invoice_id,
          body: createCreditNoteSchema.parse(body),
          idempotencyKey,
        })
      }
      told={({ credit_note_number: name, total, currency }) =>
        t('creditNote.done', { name, amount: formatMoney(total, currency) })
      }
    >
      {(form) => (
        <>
          <Lines form={form} lines={lines} />
          <ReasonField
            label={t('cancel.reason')}
            placeholder={t('creditNote.reasonHint')}
            {...form.getInputProps('reason')}
          />
          <Unprintable texts={[form.getValues().reason]} />
          <TextInput
            label={t('creditNote.reference')}
            required
            {...form.getInputProps('reference')}
          />
          <div className={layout.row}>
            <Input.Wrapper
              label={t('creditNote.borneBy')}
              labelElement="div"
              required
              error={form.errors['borne_by']}
            >
              <SegmentedControl
                aria-label={t('creditNote.borneBy')}
                data={creditBearers.map((value) => ({ value, label: t(`creditNote.${value}`) }))}
                {...form.getInputProps('borne_by')}
              />
            </Input.Wrapper>
          </div>
          <Effect invoice={invoice} values={form.values} />
        </>
      )}
    </FormDialog>
  );
}

function Lines({
  form,
  lines,
}: {
  readonly form: Form<Values>;
  readonly lines: readonly { readonly value: string; readonly label: string }[];
}) {
  const { t } = useTranslation('billing');
  return (
    <fieldset className={layout.group} data-path="lines">
      <legend className={layout.legend}>{t('creditNote.lines')}</legend>
      {keyed(form.values.lines, () => 'line').map(({ key, place }) => (
        <div key={key} className={layout.row}>
          <Select
            aria-label={t('creditNote.line', { place: place + 1 })}
            allowDeselect={false}
            data={lines}
            {...form.getInputProps(`lines.${place}.line`)}
          />
          <DecimalInput
            aria-label={t('creditNote.amount', { place: place + 1 })}
            placeholder={t('creditNote.amountHint')}
            data-autofocus={place === 0 || undefined}
            {...form.getInputProps(`lines.${place}.amount`)}
            rightSection={
              form.values.lines.length > 1 && (
                <ActionIcon
                  aria-label={t('creditNote.remove', { place: place + 1 })}
                  onClick={() => form.removeListItem('lines', place)}
                >
                  <IconTrash size={15} stroke={1.6} />
                </ActionIcon>
              )
            }
          />
        </div>
      ))}
      {form.values.lines.length < lines.length && (
        <div>
          <Button
            leftSection={<IconPlus size={14} />}
            onClick={() =>
              form.insertListItem('lines', { line: unused(form.values, lines), amount: '' })
            }
          >
            {t('creditNote.add')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** The first line that is not taken back yet. */
function unused({ lines }: Values, all: readonly { readonly value: string }[]): string {
  return all.find(({ value }) => lines.every(({ line }) => line !== value))?.value ?? '';
}

/** What is paid back, and what each holder gets less where holders bear it. */
function Effect({ invoice, values }: { readonly invoice: Invoice; readonly values: Values }) {
  const { t } = useTranslation('billing');
  const asked = useDeferredValue(
    JSON.stringify(bodyOf({ ...values, reason: 'x', reference: 'x' })),
  );
  const body = createCreditNoteSchema.safeParse({ ...JSON.parse(asked), borne_by: 'HOLDERS' });
  const preview = useCreditNotePreview(invoice.invoice_id, body.success ? body.data : undefined);
  if (!body.success) return <p className={layout.hint}>{t('creditNote.type')}</p>;
  if (preview.isError) {
    return (
      <p className={layout.fault} role="alert">
        <InEnglish>{toFailure(preview.error).message}</InEnglish>
      </p>
    );
  }
  const note = preview.data;
  if (note === undefined) return <p className={layout.hint}>{t('loading')}</p>;
  const shares = note.shares ?? [];
  return (
    <section className={layout.group} aria-label={t('creditNote.effect')}>
      <span className={layout.legend}>{t('creditNote.effect')}</span>
      <p>
        {t('creditNote.paidBack', {
          total: formatMoney(note.total, note.currency),
          tax: formatMoney(note.tax, note.currency),
        })}
      </p>
      <p className={layout.hint}>{t('creditNote.ofPlatform')}</p>
      {shares.length === 0 ? (
        <p className={layout.hint}>{t('creditNote.noShares')}</p>
      ) : (
        <>
          <p className={layout.hint}>{t('creditNote.ofHolders')}</p>
          <ul className={classes.rows}>
            {shares.map(({ dataset_id: dataset, holder_id: holder, net }) => (
              <li key={`${dataset} ${holder}`}>
                <span>
                  {showHidden(holder)}
                  <small>{showHidden(dataset)}</small>
                </span>
                <MoneyText value={net} currency={note.currency} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
