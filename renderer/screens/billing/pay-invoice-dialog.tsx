/** Pays an invoice: what and with which method, a decline at its method, another one right there. */
import { useState } from 'react';
import { Button, Radio, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  createPaymentMethodSchema,
  paymentMethodTypes,
  type Invoice,
  type Payment,
  type PaymentMethod,
} from '../../../shared/contract/billing.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useCreatePaymentMethod, usePayInvoice, usePaymentMethods } from '../../api/billing.ts';
import { toFailure, type ApiFailure } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';
import { Select } from '../../ui/form/choices.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { FormPart } from '../../ui/form/form-part.tsx';
import layout from '../../ui/form/form.module.css';
import type { FaultsByField, Form } from '../../ui/form/use-api-form.ts';
import { formatDay } from '../../ui/format.ts';
import { InEnglish } from '../../ui/in-english.tsx';
import { formatMoney } from '../../ui/money/money.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { RequestId } from '../../ui/states.tsx';
import classes from '../../ui/money/billing.module.css';

interface Values {
  readonly payment_method_id: string;
  /** Another method is being added, in a form of its own. */
  readonly isAdding: boolean;
}

/** A method that was declined; the other refusals stand above the fields. */
interface Decline {
  readonly method: string;
  readonly why: ApiFailure;
}

export interface PayInvoiceDialogProps {
  readonly opened: boolean;
  readonly invoice: Invoice;
  readonly onClose: () => void;
}

export function PayInvoiceDialog({ opened, invoice, onClose }: PayInvoiceDialogProps) {
  const { t } = useTranslation('billing');
  const paying = usePayInvoice();
  const [declines, setDeclines] = useState<readonly Decline[]>([]);
  const { invoice_id: id, total, currency } = invoice;
  const amount = formatMoney(total, currency);
  const close = () => {
    onClose();
    setDeclines([]);
  };
  return (
    <FormDialog<Values, Values & { readonly declined: number }, Payment | Decline>
      opened={opened}
      onClose={close}
      title={t('pay.title')}
      size={500}
      submit={t('pay.submit', { amount })}
      failed={t('pay.failed')}
      note={t('pay.note')}
      initial={{ payment_method_id: '', isAdding: false }}
      // A decline ends an attempt: the next one is another, with a key of its own.
      bodyOf={(values) => ({ ...values, declined: declines.length })}
      check={({ payment_method_id: method }): FaultsByField =>
        method === '' ? { payment_method_id: t('pay.missing') } : {}
      }
      send={async ({ payment_method_id }, idempotencyKey) => {
        try {
          return await paying.mutateAsync({ id, body: { payment_method_id }, idempotencyKey });
        } catch (error) {
          const why = toFailure(error);
          if (why.code !== 'payment_failed') throw error;
          return { method: payment_method_id, why };
        }
      }}
      onDone={(answer) => {
        if ('why' in answer) {
          setDeclines([...declines, answer]);
          return;
        }
        notify({ title: t('pay.done', { amount }) });
        close();
      }}
    >
      {(form) => <PayFields form={form} invoice={invoice} decline={declines.at(-1)} />}
    </FormDialog>
  );
}

function PayFields({
  form,
  invoice: { invoice_id: id, total, currency, details, customer, due_date: due },
  decline,
}: {
  readonly form: Form<Values>;
  readonly invoice: Invoice;
  readonly decline: Decline | undefined;
}) {
  const { t } = useTranslation('billing');
  const methods = usePaymentMethods();
  return (
    <>
      <dl className={classes.summary}>
        <div>
          <dt>{t('invoice.title')}</dt>
          <dd>{details?.invoice_number ?? id}</dd>
        </div>
        <div>
          <dt>{t('document.to')}</dt>
          <dd>{showHidden(customer.name)}</dd>
        </div>
        <div>
          <dt>{t('document.due')}</dt>
          <dd>{formatDay(due)}</dd>
        </div>
        <div data-strong>
          <dt>{t('document.total')}</dt>
          <dd>{formatMoney(total, currency)}</dd>
        </div>
      </dl>
      <Loaded query={methods} failed={t('pay.methodsFailed')}>
        {(known) => (
          <Radio.Group label={t('pay.method')} {...form.getInputProps('payment_method_id')}>
            <div className={classes.methods}>
              {known.map((method) => (
                <MethodChoice
                  key={method.payment_method_id}
                  method={method}
                  why={decline?.method === method.payment_method_id ? decline.why : undefined}
                />
              ))}
              {known.length === 0 && <p className={layout.text}>{t('pay.noMethods')}</p>}
            </div>
          </Radio.Group>
        )}
      </Loaded>
      {form.values.isAdding ? (
        <NewMethod
          onClose={() => form.setFieldValue('isAdding', false)}
          onCreated={({ payment_method_id }) =>
            form.setValues({ payment_method_id, isAdding: false })
          }
        />
      ) : (
        <div>
          <Button
            leftSection={<IconPlus size={14} />}
            onClick={() => form.setFieldValue('isAdding', true)}
          >
            {t('pay.add')}
          </Button>
        </div>
      )}
    </>
  );
}

function MethodChoice({ method, why }: { method: PaymentMethod; why: ApiFailure | undefined }) {
  const { t } = useTranslation('billing');
  const { payment_method_id: id, brand, last4, type } = method;
  return (
    <div className={classes.method} data-failed={why !== undefined || undefined}>
      <Radio
        value={id}
        label={t('method.name', { brand, last4 })}
        description={t(`method.type.${type}`, { defaultValue: type })}
      />
      {why !== undefined && (
        <div className={classes.declined} role="alert">
          <IconAlertTriangle size={15} stroke={1.7} aria-hidden="true" />
          <div>
            <strong>{t('pay.declined')}</strong> <InEnglish>{why.message}</InEnglish>{' '}
            {t('pay.another')}
            {why.requestId !== null && <RequestId id={why.requestId} />}
          </div>
        </div>
      )}
    </div>
  );
}

function NewMethod({
  onClose,
  onCreated,
}: {
  readonly onClose: () => void;
  readonly onCreated: (method: PaymentMethod) => void;
}) {
  const { t } = useTranslation('billing');
  const creating = useCreatePaymentMethod();
  return (
    <FormPart
      label={t('pay.add')}
      submit={t('pay.keep')}
      failed={t('pay.addFailed')}
      leave={{ words: t('pay.discard'), onLeave: onClose }}
      initial={{ type: 'card', brand: '', last4: '' }}
      bodyOf={({ type, brand, last4 }) => ({ type, brand: brand.trim(), last4: last4.trim() })}
      schema={createPaymentMethodSchema}
      send={(body, idempotencyKey) => creating.mutateAsync({ body, idempotencyKey })}
      onDone={onCreated}
    >
      {(form) => (
        <>
          <div className={classes.three}>
            <Select
              label={t('pay.type')}
              allowDeselect={false}
              data={paymentMethodTypes.map((each) => ({
                value: each,
                label: t(`method.type.${each}`),
              }))}
              {...form.getInputProps('type')}
            />
            <TextInput
              label={t('pay.brand')}
              data-autofocus
              placeholder={t('pay.brandHint')}
              autoComplete="off"
              {...form.getInputProps('brand')}
            />
            <TextInput
              label={t('pay.last4')}
              placeholder="4242"
              autoComplete="off"
              inputMode="numeric"
              maxLength={4}
              {...form.getInputProps('last4')}
            />
          </div>
          <p className={layout.hint}>{t('pay.testNote')}</p>
        </>
      )}
    </FormPart>
  );
}
