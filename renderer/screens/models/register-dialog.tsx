/** Registering a card: the form, the faults at their fields, a last look before what cannot be undone. */
import { Activity, useEffect, useRef, useState } from 'react';
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { createModelSchema, type ModelCard } from '../../../shared/contract/models.ts';
import { fieldErrors, oncePerField } from '../../../shared/contract/intake.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { newIdempotencyKey, toFailure, type ApiFailure } from '../../api/client.ts';
import { useModelNames, useRegisterModel } from '../../api/models.ts';
import { notify } from '../../state/notices.ts';
import { showFaults } from '../../ui/form-faults.ts';
import { RequestId } from '../../ui/states.tsx';
import { CardFileButton } from './card-file.tsx';
import {
  bodyOf,
  formOf,
  metricGroups,
  rowFaults,
  sortFaults,
  textFields,
  withDraft,
  type CardDraft,
  type CardForm,
  type SortedFaults,
  type TextField,
} from './card-form.ts';
import { MetricsEditor } from './metrics-editor.tsx';
import { showProse } from './prose.ts';
import { ChangedMeanwhile } from '../../ui/form/changed-meanwhile.tsx';
import { isOvertaken, useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { faultText } from '../../ui/fault-text.tsx';
import { InEnglish } from '../../ui/in-english.tsx';
import classes from './register.module.css';

const noFaults: SortedFaults = sortFaults([]);
const proseFields: ReadonlySet<TextField> = new Set(['intended_use', 'limitations']);

export interface RegisterDialogProps {
  readonly opened: boolean;
  readonly draft: CardDraft;
  /** The version that the draft follows; null for a new model. */
  readonly follows: string | null;
  readonly onClose: () => void;
  readonly onRegistered: (card: ModelCard) => void;
}

export function RegisterModelDialog(props: RegisterDialogProps) {
  const { t } = useTranslation(['models', 'common']);
  const { draft, follows } = props;
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title={
        follows === null
          ? t('register.title')
          : t('register.versionTitle', { id: draft.model_id ?? '', version: follows })
      }
      size={720}
    >
      <RegisterForm {...props} />
    </Dialog>
  );
}

/** The same rules as the API's, so that a fault is at its field before anything is sent. */
function localFaults(body: Readonly<Record<string, unknown>>): SortedFaults {
  const result = createModelSchema.safeParse(body);
  if (result.success) return noFaults;
  return sortFaults(oncePerField(fieldErrors(result.error.issues, body, 'member')));
}

const hasFaults = ({ texts, metrics, others }: SortedFaults) =>
  Object.keys(texts).length +
    Object.keys(metrics.performance).length +
    Object.keys(metrics.fairness).length +
    others.length >
  0;

function RegisterForm({ draft, follows, onClose, onRegistered }: RegisterDialogProps) {
  const { t } = useTranslation(['models', 'common']);
  const element = useRef<HTMLFormElement>(null);
  const [form, setForm] = useState<CardForm>(() => formOf(draft));
  const [faults, setFaults] = useState<SortedFaults>(noFaults);
  const [asking, setAsking] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const register = useRegisterModel();
  const names = useModelNames().data;
  const meanwhile = useMeanwhile({
    current: { version: names?.find(({ model_id: id }) => id === draft.model_id)?.version ?? null },
    isOpen: follows !== null && names !== undefined,
    isPending: register.isPending,
    lines: ({ version }) => [{ label: t('register.highest'), text: version ?? '' }],
  });

  const change = (part: Partial<CardForm>) => {
    setForm((before) => ({ ...before, ...part }));
    setFailure(undefined);
  };
  const refuse = (found: SortedFaults) =>
    showFaults(element, () => {
      setFaults(found);
      setAsking(false);
    });
  const review = () => {
    const found = localFaults(bodyOf(form));
    const unclear = metricGroups.some((group) => rowFaults(form[group]).size > 0);
    if (hasFaults(found) || unclear) refuse(found);
    else {
      setFaults(noFaults);
      setAsking(true);
    }
  };
  const send = () =>
    register.mutate(
      {
        body:
          follows === null || names === undefined
            ? bodyOf(form)
            : { ...bodyOf(form), if_previous: meanwhile.previous },
        idempotencyKey: newIdempotencyKey(),
      },
      {
        onSuccess: (card) => {
          notify({
            title: t('register.done', { id: card.model_id, version: card.version }),
          });
          onRegistered(card);
        },
        onError: (error) => {
          if (isOvertaken(error)) {
            setAsking(false);
            return;
          }
          const failed = toFailure(error);
          setFailure(failed);
          refuse(sortFaults(failed.fields));
        },
      },
    );

  const text = (field: TextField) => ({
    label: t(`field.${field}`),
    value: form[field],
    error: faults.texts[field],
    onChange: (event: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [field]: event.currentTarget.value }),
  });
  const plain = { spellCheck: false, autoComplete: 'off' } as const;
  return (
    <>
      <Activity mode={asking ? 'hidden' : 'visible'}>
        <form
          className={classes.form}
          ref={element}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            review();
          }}
        >
          <div className={classes.intro}>
            <p>{t(follows === null ? 'register.text' : 'register.versionText')}</p>
            {follows === null && (
              <CardFileButton
                icon={<IconFileImport size={14} stroke={1.75} />}
                onDraft={(found) => change(withDraft(form, found))}
              />
            )}
          </div>
          <ChangedMeanwhile {...meanwhile} />
          {failure !== undefined && (
            <div className={classes.failure} role="alert">
              <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
              <div>
                <strong>
                  {t(failure.code === 'conflict' ? 'register.conflict' : 'register.failed')}
                </strong>
                <p>
                  <InEnglish>{failure.message}</InEnglish>
                </p>
                {failure.requestId !== null && <RequestId id={failure.requestId} />}
              </div>
            </div>
          )}
          {faults.others.length > 0 && (
            <ul className={classes.others} role="alert">
              {faults.others.map((each) => (
                <li key={each.field}>
                  <code>{each.field}</code> {faultText(each)}
                </li>
              ))}
            </ul>
          )}
          <div className={classes.row}>
            <TextInput
              {...text('model_id')}
              {...plain}
              required
              readOnly={follows !== null}
              placeholder="credit-scorer"
              {...(follows === null ? { 'data-autofocus': true } : {})}
            />
            <TextInput
              {...text('version')}
              {...plain}
              required
              placeholder="1.0.0"
              {...(follows === null ? {} : { 'data-autofocus': true })}
            />
          </div>
          <div className={classes.row}>
            <TextInput {...text('framework')} {...plain} placeholder="scikit-learn 1.7" />
            <TextInput {...text('training_date')} {...plain} placeholder="2026-01-31" />
          </div>
          <TextInput
            {...text('model_hash')}
            {...plain}
            classNames={{ input: classes.mono ?? '' }}
            placeholder={t('form.hashHint')}
          />
          <div className={classes.row}>
            {metricGroups.map((group) => (
              <MetricsEditor
                key={group}
                group={group}
                rows={form[group]}
                faults={faults.metrics[group]}
                groupFault={faults.texts[group]}
                onChange={(rows) => change({ [group]: rows })}
              />
            ))}
          </div>
          <Textarea
            {...text('intended_use')}
            placeholder={t('form.intendedHint')}
            autosize
            minRows={2}
            maxRows={8}
          />
          <Textarea
            {...text('limitations')}
            placeholder={t('form.limitationsHint')}
            autosize
            minRows={2}
            maxRows={8}
          />
          <div className={classes.actions}>
            <span className={classes.hint}>{t('form.unknownHint')}</span>
            <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
            <Button type="submit" variant="filled">
              {t('register.review')}
            </Button>
          </div>
        </form>
      </Activity>
      {asking && (
        <Review
          form={form}
          busy={register.isPending}
          onBack={() => setAsking(false)}
          onConfirm={send}
        />
      )}
    </>
  );
}

/** What will be registered, and what stays unknown, before it is for good. */
function Review({
  form,
  busy,
  onBack,
  onConfirm,
}: {
  form: CardForm;
  busy: boolean;
  onBack: () => void;
  onConfirm: () => void;
}) {
  const { t } = useTranslation('models');
  const confirmButton = useRef<HTMLButtonElement>(null);
  useEffect(() => confirmButton.current?.focus(), []);
  const body = bodyOf(form);
  const unknown = [...textFields, ...metricGroups].filter((field) => body[field] === undefined);
  const metricNames = (group: 'performance' | 'fairness') =>
    form[group]
      .filter((row) => row.name.trim() !== '')
      .map((row) => `${row.name.trim()} ${row.value.trim()}`)
      .join(', ');
  return (
    <div className={classes.form}>
      <p className={classes.reviewText}>{t('review.text')}</p>
      <dl className={classes.review}>
        {textFields
          .filter((field) => body[field] !== undefined)
          .map((field) => (
            <div key={field}>
              <dt>{t(`field.${field}`)}</dt>
              <dd
                data-mono={field === 'model_hash' || undefined}
                data-prose={proseFields.has(field) || undefined}
              >
                {showProse(form[field])}
              </dd>
            </div>
          ))}
        {metricGroups
          .filter((group) => body[group] !== undefined)
          .map((group) => (
            <div key={group}>
              <dt>{t(`field.${group}`)}</dt>
              <dd>{showHidden(metricNames(group))}</dd>
            </div>
          ))}
      </dl>
      {unknown.length > 0 && (
        <p className={classes.reviewUnknown}>
          {t('review.unknown', { list: unknown.map((field) => t(`field.${field}`)).join(', ') })}
        </p>
      )}
      <div className={classes.actions}>
        <Button onClick={onBack} disabled={busy}>
          {t('review.back')}
        </Button>
        <Button variant="filled" loading={busy} onClick={onConfirm} ref={confirmButton}>
          {t('review.confirm')}
        </Button>
      </div>
    </div>
  );
}
