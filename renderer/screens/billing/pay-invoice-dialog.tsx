/** Pays an invoice: what and with which method, a decline at its method, another one right there. */
import { useEffect, useRef, useState } from 'react';
import { Button, Radio, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  createPaymentMethodSchema,
  paymentMethodTypes,
  type Invoice,
  type PaymentMethod,
} from '../../../shared/contract/billing.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useCreatePaymentMethod, usePayInvoice, usePaymentMethods } from '../../api/billing.ts';
import { newIdempotencyKey, toFailure, type ApiFailure } from '../../api/client.ts';
import { notify } from '../../state/notices.ts';
import { formatDay } from '../../ui/format.ts';
import { formatMoney } from '../../ui/money/money.ts';
import { RequestId } from '../../ui/states.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Select } from '../../ui/form/choices.tsx';
import form from '../../ui/form/form.module.css';
import { localFaults, useFormFaults } from '../../ui/form-faults.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { InEnglish } from '../../ui/in-english.tsx';
import classes from '../../ui/money/billing.module.css';

export interface PayInvoiceDialogProps {
  readonly opened: boolean;
  readonly invoice: Invoice;
  readonly onClose: () => void;
}

export function PayInvoiceDialog(props: PayInvoiceDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={t('pay.title')} size={500}>
      <PayForm {...props} />
    </Dialog>
  );
}

function PayForm({ invoice, onClose }: PayInvoiceDialogProps) {
  const { t } = useTranslation(['billing', 'common']);
  const methods = usePaymentMethods();
  const paying = usePayInvoice();
  const [chosen, setChosen] = useState<string>();
  const [key, setKey] = useState(newIdempotencyKey);
  const [failure, setFailure] = useState<{ readonly method: string; readonly why: ApiFailure }>();
  const [adding, setAdding] = useState(false);
  const [missing, setMissing] = useState(false);
  const { invoice_id: id, total, currency, details, customer } = invoice;
  const amount = formatMoney(total, currency);

  const submit = () => {
    if (chosen === undefined) {
      setMissing(true);
      return;
    }
    setFailure(undefined);
    paying.mutate(
      { id, methodId: chosen, key },
      {
        onSuccess: () => {
          notify({ title: t('pay.done', { amount }) });
          onClose();
        },
        onError: (error) => {
          const why = toFailure(error);
          setFailure({ method: chosen, why });
          // Where no answer came the payment may have been made: the same key finds out.
          if (why.status !== 0) setKey(newIdempotencyKey());
        },
      },
    );
  };
  const choose = (method: string) => {
    setChosen(method);
    setMissing(false);
    setKey(newIdempotencyKey());
  };
  return (
    <div className={form.form}>
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
          <dd>{formatDay(invoice.due_date)}</dd>
        </div>
        <div data-strong>
          <dt>{t('document.total')}</dt>
          <dd>{amount}</dd>
        </div>
      </dl>
      <Loaded query={methods} failed={t('pay.methodsFailed')}>
        {(known) => (
          <Radio.Group
            label={t('pay.method')}
            value={chosen ?? ''}
            onChange={choose}
            error={missing ? t('pay.missing') : undefined}
          >
            <div className={classes.methods}>
              {known.map((method) => (
                <MethodChoice
                  key={method.payment_method_id}
                  method={method}
                  why={failure?.method === method.payment_method_id ? failure.why : undefined}
                />
              ))}
              {known.length === 0 && <p className={form.text}>{t('pay.noMethods')}</p>}
            </div>
          </Radio.Group>
        )}
      </Loaded>
      {adding ? (
        <NewMethod
          onCancel={() => setAdding(false)}
          onCreated={({ payment_method_id: method }) => {
            setAdding(false);
            choose(method);
          }}
        />
      ) : (
        <div>
          <Button leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
            {t('pay.add')}
          </Button>
        </div>
      )}
      <div className={form.actions}>
        <span className={form.actionsNote}>{t('pay.note')}</span>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button variant="filled" loading={paying.isPending} disabled={adding} onClick={submit}>
          {t('pay.submit', { amount })}
        </Button>
      </div>
    </div>
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
            <strong>{t(why.code === 'payment_failed' ? 'pay.declined' : 'pay.failed')}</strong>{' '}
            <InEnglish>{why.message}</InEnglish> {why.code === 'payment_failed' && t('pay.another')}
            {why.requestId !== null && <RequestId id={why.requestId} />}
          </div>
        </div>
      )}
    </div>
  );
}

function NewMethod({
  onCancel,
  onCreated,
}: {
  onCancel: () => void;
  onCreated: (method: PaymentMethod) => void;
}) {
  const { t } = useTranslation('billing');
  const creating = useCreatePaymentMethod();
  const { element, faults, failure, refuse, clear, fail } = useFormFaults();
  const [type, setType] = useState<(typeof paymentMethodTypes)[number]>('card');
  const [last4, setLast4] = useState('');
  const [brand, setBrand] = useState('');
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  const submit = () => {
    const body = { type, last4: last4.trim(), brand: brand.trim() };
    const found = localFaults(createPaymentMethodSchema, body);
    if (Object.keys(found).length > 0) {
      refuse(found);
      return;
    }
    clear();
    creating.mutate(body, { onSuccess: onCreated, onError: fail });
  };
  return (
    <form
      ref={element}
      className={form.group}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <FormFailure
        failure={failure}
        title={t('pay.addFailed')}
        shown={['type', 'last4', 'brand']}
      />
      <div className={classes.three}>
        <Select
          label={t('pay.type')}
          allowDeselect={false}
          data={paymentMethodTypes.map((each) => ({
            value: each,
            label: t(`method.type.${each}`),
          }))}
          value={type}
          onChange={(value) => setType(paymentMethodTypes.find((each) => each === value) ?? 'card')}
        />
        <TextInput
          label={t('pay.brand')}
          ref={firstField}
          placeholder={t('pay.brandHint')}
          autoComplete="off"
          value={brand}
          error={faults['brand']}
          onChange={(event) => setBrand(event.currentTarget.value)}
        />
        <TextInput
          label={t('pay.last4')}
          placeholder="4242"
          autoComplete="off"
          inputMode="numeric"
          maxLength={4}
          value={last4}
          error={faults['last4']}
          onChange={(event) => setLast4(event.currentTarget.value)}
        />
      </div>
      <p className={form.hint}>{t('pay.testNote')}</p>
      <div className={form.actions}>
        <Button onClick={onCancel}>{t('pay.discard')}</Button>
        <Button type="submit" loading={creating.isPending}>
          {t('pay.keep')}
        </Button>
      </div>
    </form>
  );
}
