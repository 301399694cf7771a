/** Erasing committed values of a row for good: which, on what legal basis, signed where people sign. */
import { Checkbox, TextInput } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CreateRowErasure, ErasureList } from '../../../shared/contract/erasures.ts';
import { isJsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import { erasureType, isEvidenceId } from '../../../shared/ledger/entries.ts';
import { inSentence } from '../../i18n/in-sentence.ts';
import { useEraseInRow } from '../../api/row-proof.ts';
import { notify } from '../../state/notices.ts';
import { FormDialog } from '../form/form-dialog.tsx';
import type { FaultsByField, Form } from '../form/use-api-form.ts';
import { SignerFields, SignsAs } from '../signing/signer-fields.tsx';
import { useSignedAct } from '../signing/use-signed-act.ts';
import { useSigning, type SignerText, type SigningState } from '../signing/use-signing.ts';
import { isAdmin } from '../signing/who-may.ts';
import { useColumnName } from './column-name.ts';
import type { ErasableRow } from './proven-row.ts';
import classes from './row-proof.module.css';

const nothing: readonly string[] = [];

interface ErasureText {
  readonly fields: readonly string[];
  readonly legal_basis: string;
  readonly signer: SignerText;
}

type ErasureBody = Omit<CreateRowErasure, 'prepare' | 'signed'>;

export function EraseRowDialog({
  opened,
  row,
  fields,
  chosen: first = nothing,
  onClose,
}: {
  readonly opened: boolean;
  readonly row: ErasableRow;
  /** Those that have a value still. */
  readonly fields: readonly string[];
  /** Those that are chosen as it opens. */
  readonly chosen?: readonly string[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['proof', 'rows']);
  const erasing = useEraseInRow();
  const signing = useSigning({ among: isAdmin, isCareful: true });
  const sendSigned = useSignedAct();
  return (
    <FormDialog<ErasureText, ErasureBody, ErasureList>
      opened={opened}
      onClose={onClose}
      title={t('erase.title', { what: inSentence(t(`rows:nouns.${row.table}`)) })}
      submit={t('erase.review')}
      failed={t('erase.failed')}
      initial={{ fields: first, legal_basis: '', signer: signing.initial }}
      bodyOf={({ fields: chosen, legal_basis: basis, signer }) => ({
        fields: [...chosen],
        legal_basis: basis.trim(),
        ...(signing.isUnsigned ? { actor: signing.actorOf(signer) } : { signer: signer.person_id }),
      })}
      check={({ fields: chosen, legal_basis: basis, signer }): FaultsByField => ({
        ...(chosen.length === 0 && { fields: t('erase.fieldsMissing') }),
        ...(basis.trim() === '' && { legal_basis: t('erase.basisMissing') }),
        ...signing.check(signer),
      })}
      send={(body, idempotencyKey, { signer }) => {
        const path = `/proof/${row.table}/${encodeURIComponent(row.id)}/erasures`;
        const actor = signing.actorOf(signer);
        return sendSigned({
          act: { method: 'POST', path, body: JSON.stringify(body), idempotencyKey },
          signers: signing.signersOf(signer),
          shown:
            actor === undefined
              ? []
              : [
                  {
                    members: {
                      type: erasureType,
                      targets: (value) => isOfRow(value, row, body.fields),
                      legal_basis: body.legal_basis,
                      actor: { ...actor },
                    },
                    values: {},
                  },
                ],
          post: (act) => erasing.mutateAsync(act),
        });
      }}
      onDone={({ data }) => {
        const gone = data.flatMap(({ targets }) => targets.flatMap((each) => each.fields));
        notify({ title: t('erase.done', { count: gone.length }), detail: row.id });
        onClose();
      }}
      review={{
        submit: t('erase.confirm'),
        icon: <IconEraser size={14} stroke={1.75} />,
        back: t('erase.back'),
        children: (values) => <Consequences values={values} signing={signing} />,
      }}
    >
      {(form) => <Fields form={form} fields={fields} signing={signing} />}
    </FormDialog>
  );
}

/** Each target is an entry about the row, and no other field is erased. */
function isOfRow(value: JsonValue, row: ErasableRow, fields: readonly string[]): boolean {
  if (!Array.isArray(value)) return false;
  // Steps of an alert have its id, and a figure its own.
  const id = isEvidenceId(row.id) ? row.id : `${row.table}/${row.id}`;
  const named = value.flatMap((target) =>
    isJsonObject(target) && target['id'] === id ? [target['fields']] : [],
  );
  const all = new Set(named.flatMap((each) => (Array.isArray(each) ? each.map(String) : ['?'])));
  return (
    named.length === value.length &&
    all.size === fields.length &&
    fields.every((field) => all.has(field))
  );
}

function Fields({
  form,
  fields,
  signing,
}: {
  readonly form: Form<ErasureText>;
  readonly fields: readonly string[];
  readonly signing: SigningState;
}) {
  const { t } = useTranslation('proof');
  const nameOf = useColumnName();
  return (
    <>
      <p className="pd-note">{t('erase.text')}</p>
      <Checkbox.Group label={t('erase.fields')} {...form.getInputProps('fields')}>
        <div className={classes.checks}>
          {fields.map((field, at) => (
            <Checkbox
              key={field}
              data-autofocus={at === 0 || undefined}
              value={field}
              label={nameOf(field)}
            />
          ))}
        </div>
      </Checkbox.Group>
      <TextInput
        label={t('erase.basis')}
        description={t('erase.basisNote')}
        required
        autoComplete="off"
        placeholder={t('erase.basisHint')}
        {...form.getInputProps('legal_basis')}
      />
      <SignerFields
        signing={signing}
        text={form.values.signer}
        fieldOf={(path) => form.getInputProps(path)}
        onChange={(signer) => form.setFieldValue('signer', signer)}
      />
    </>
  );
}

function Consequences({
  values: { fields, legal_basis: basis, signer },
  signing,
}: {
  readonly values: ErasureText;
  readonly signing: SigningState;
}) {
  const { t } = useTranslation('proof');
  const nameOf = useColumnName();
  return (
    <dl className="pd-flush pd-grid pd-gap-12 pd-labelled pd-prose-value">
      <div>
        <dt>{t('erase.isGone')}</dt>
        <dd>
          <strong>{fields.map(nameOf).join(', ')}.</strong> {t('erase.isGoneText')}
        </dd>
      </div>
      <div>
        <dt>{t('erase.basis')}</dt>
        <dd>{basis.trim()}</dd>
      </div>
      <div>
        <dt>{t('erase.who')}</dt>
        <dd>
          <SignsAs signing={signing} text={signer} />
        </dd>
      </div>
    </dl>
  );
}
