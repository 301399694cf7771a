/** A letter that explains one decision: written, looked at as it will be, then signed. */
import { Skeleton, Textarea } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  previewPersonLetterSchema,
  type LetterPart,
  type PersonLetterPreview,
  type PersonRequest,
  type PreviewPersonLetter,
} from '../../../shared/contract/persons.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { languages, type LanguageCode } from '../../../shared/languages.ts';
import {
  letterPreviewKey,
  personRequestPath,
  usePersonLetterPreview,
  usePersonSettings,
  useSignForPerson,
} from '../../api/persons.ts';
import { Select } from '../../ui/form/choices.tsx';
import { FormDialog, type DialogProps } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import type { Form } from '../../ui/form/use-api-form.ts';
import { useHeld } from '../../ui/form/use-held.ts';
import { keyed } from '../../ui/keyed.ts';
import { insteadOfSigning, SignerFields } from '../../ui/signing/signer-fields.tsx';
import { useSignedAct } from '../../ui/signing/use-signed-act.ts';
import { useSigning, type SignerText } from '../../ui/signing/use-signing.ts';
import { isReviewer } from '../../ui/signing/who-may.ts';
import { QueryError } from '../../ui/states.tsx';
import { shownLetter } from './shown-acts.ts';
import classes from './persons.module.css';

interface LetterText {
  readonly record_id: string;
  readonly language: LanguageCode;
  readonly sender: string;
  readonly objection_to: string;
  readonly authority: string;
  readonly opening: string;
  readonly reasons: string;
  readonly closing: string;
  readonly signer: SignerText;
}

/** How each part of a letter is set. */
const looks: Readonly<Record<LetterPart['kind'], string | undefined>> = {
  sender: classes.sender,
  recipient: 'pd-medium',
  title: classes.title,
  heading: classes.heading,
  text: undefined,
  item: classes.item,
  small: classes.small,
};

const optional = ['authority', 'opening', 'reasons', 'closing'] as const;

/** The letter as it is sent; empty parts are left out. */
function bodyOf(text: LetterText, today: string): PreviewPersonLetter {
  const written = optional.flatMap((name) =>
    text[name].trim() === '' ? [] : [[name, text[name].trim()] as const],
  );
  return {
    record_id: text.record_id,
    language: text.language,
    dated_on: today,
    sender: text.sender.trim(),
    objection_to: text.objection_to.trim(),
    ...Object.fromEntries(written),
  };
}

export function LetterDialog({
  request,
  recordId,
  ...dialog
}: DialogProps & { readonly request: PersonRequest; readonly recordId: string }) {
  const { t, i18n } = useTranslation('persons');
  const queryClient = useQueryClient();
  const signing = useSigning({ among: isReviewer });
  const send = useSignedAct();
  const posting = useSignForPerson();
  const today = new Date().toISOString().slice(0, 10);
  const id = request.request_id;
  const settings = usePersonSettings();
  const { sender = '', objection_to = '', authority = '' } = settings.data ?? {};
  const spoken = languages.find((each) => each === i18n.language) ?? 'en';
  return (
    <FormDialog<LetterText, PreviewPersonLetter, PersonRequest>
      {...dialog}
      title={t('letter.title')}
      size="large"
      instead={
        settings.data === undefined
          ? { children: <Settings query={settings} /> }
          : insteadOfSigning(signing)
      }
      submit={t('letter.look')}
      failed={t('letter.failed')}
      initial={{
        record_id: recordId,
        language: spoken,
        sender,
        objection_to,
        authority,
        opening: '',
        reasons: '',
        closing: '',
        signer: signing.initial,
      }}
      bodyOf={(text) => bodyOf(text, today)}
      schema={previewPersonLetterSchema}
      check={({ signer }) => signing.check(signer)}
      send={(body, idempotencyKey, values) => {
        const preview = queryClient.getQueryData<PersonLetterPreview>(letterPreviewKey(id, body));
        const actor = signing.actorOf(values.signer);
        const signer = signing.isUnsigned ? {} : { signer: values.signer.person_id };
        return send({
          act: {
            method: 'POST',
            path: personRequestPath(id, '/letter'),
            body: JSON.stringify({ ...body, ...signer }),
            idempotencyKey,
          },
          signers: signing.signersOf(values.signer),
          shown:
            preview === undefined || actor === undefined
              ? []
              : shownLetter(request, body, preview, actor),
          post: (act) => posting.mutateAsync(act),
        });
      }}
      told={() => t('letter.done')}
      review={{
        submit: t('letter.sign'),
        icon: <IconSignature size={14} stroke={1.75} />,
        back: t('letter.back'),
        children: (values) => <LetterLook id={id} body={bodyOf(values, today)} />,
      }}
    >
      {(form) => (
        <>
          <LetterFields form={form} request={request} />
          <SignerFields
            signing={signing}
            text={form.values.signer}
            fieldOf={(path) => form.getInputProps(path)}
            onChange={(signer) => form.setFieldValue('signer', signer)}
          />
        </>
      )}
    </FormDialog>
  );
}

function Settings({ query }: { readonly query: ReturnType<typeof usePersonSettings> }) {
  const { t } = useTranslation('persons');
  if (query.isError) return <QueryError query={query} title={t('settings.notRead')} />;
  return <Skeleton height={240} />;
}

const lines = { autosize: true, minRows: 2, maxRows: 6 } as const;

function LetterFields({
  form,
  request,
}: {
  readonly form: Form<LetterText>;
  readonly request: PersonRequest;
}) {
  const { t } = useTranslation('persons');
  return (
    <>
      <p className={layout.text}>{t('letter.text')}</p>
      <div className={layout.row}>
        <Select
          label={t('letter.record')}
          allowDeselect={false}
          data={[...(request.record_ids ?? [])]}
          {...form.getInputProps('record_id')}
        />
        <Select
          label={t('letter.language')}
          allowDeselect={false}
          data={languages.map((value) => ({ value, label: t(`letter.languages.${value}`) }))}
          {...form.getInputProps('language')}
        />
      </div>
      <div className={layout.row}>
        <Textarea
          label={t('letter.sender')}
          description={t('letter.senderHint')}
          required
          data-autofocus
          {...lines}
          {...form.getInputProps('sender')}
        />
        <Textarea
          label={t('letter.objection')}
          description={t('letter.objectionHint')}
          required
          {...lines}
          {...form.getInputProps('objection_to')}
        />
      </div>
      <Textarea label={t('letter.opening')} {...lines} {...form.getInputProps('opening')} />
      <Textarea
        label={t('letter.reasons')}
        description={t('letter.reasonsHint')}
        {...lines}
        {...form.getInputProps('reasons')}
      />
      <Textarea label={t('letter.closing')} {...lines} {...form.getInputProps('closing')} />
      <Textarea label={t('letter.authority')} {...lines} {...form.getInputProps('authority')} />
    </>
  );
}

/** The letter as it will be; it cannot be signed before it was read, nor without reasons. */
function LetterLook({ id, body }: { readonly id: string; readonly body: PreviewPersonLetter }) {
  const { t } = useTranslation('persons');
  const query = usePersonLetterPreview(id, body);
  useHeld(query.data === undefined || query.data.needs_reasons);
  if (query.isError) return <QueryError query={query} title={t('letter.notShown')} />;
  if (query.data === undefined) return <Skeleton height={240} />;
  return (
    <>
      {query.data.needs_reasons && (
        <p className={layout.text} role="alert">
          <strong>{t('letter.needsReasons')}</strong>
        </p>
      )}
      <article className={classes.letter} lang={body.language} aria-label={t('letter.title')}>
        {keyed(query.data.parts, ({ text }) => text).map(({ key, item: { kind, text } }) => (
          <p key={key} className={looks[kind]}>
            {showHidden(text)}
          </p>
        ))}
      </article>
    </>
  );
}
