/** A plain text area for a JSON object, checked strictly while one types, with the place of a fault. */
import { useId, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../ui/format.ts';
import { WithFault } from '../../../ui/fault-text.tsx';
import { checkJson, formatJson, type JsonCheck, type JsonPart } from '../../../ui/json/draft.ts';
import { examples } from './examples.ts';
import classes from './new-decision.module.css';

export function useCheckWords() {
  const { t } = useTranslation('newDecision');
  return (check: JsonCheck, required: boolean): { text: ReactNode; bad: boolean } => {
    switch (check.kind) {
      case 'empty':
        return { text: required ? t('json.required') : '', bad: required };
      case 'not_object':
        return { text: t('json.notObject'), bad: true };
      case 'bad':
        return {
          text: (
            <WithFault
              fault={check.fault}
              sentence={(message) =>
                t(check.path === '' ? 'json.at' : 'json.within', { ...check, message })
              }
            />
          ),
          bad: true,
        };
      case 'ok':
        return {
          text: t('json.ok', { count: check.members, bytes: formatBytes(check.bytes) }),
          bad: false,
        };
      default:
        return { text: '', bad: false };
    }
  };
}

export function JsonEditor({
  part,
  text,
  required,
  fault,
  actions,
  onChange,
}: {
  part: JsonPart;
  text: string;
  required: boolean;
  /** What the form or the engine said of this part, until it is changed. */
  fault: ReactNode;
  actions?: ReactNode;
  onChange: (text: string) => void;
}) {
  const { t } = useTranslation('newDecision');
  const id = useId();
  const words = useCheckWords();
  const check = checkJson(text);
  const judged = words(check, false);
  const name = t(`parts.${part}`);
  const faulty = judged.bad || fault !== undefined;
  return (
    <div className={classes.editor} data-faulty={faulty || undefined}>
      <div className={classes.editorHead}>
        <label htmlFor={id}>
          {name}
          {required ? (
            <span className="pd-error-text" aria-hidden="true">
              {' '}
              *
            </span>
          ) : (
            <span className="pd-light"> {t('optional')}</span>
          )}
        </label>
        <span className="pd-slim pd-caption pd-clip">{t(`hints.${part}`)}</span>
        <span className="pd-space" />
        {text.trim() === '' ? (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t('exampleNamed', { part: name })}
            onClick={() => onChange(examples[part])}
          >
            {t('example')}
          </Button>
        ) : (
          <Button
            size="compact-xs"
            variant="subtle"
            disabled={check.kind !== 'ok'}
            aria-label={t('formatNamed', { part: name })}
            onClick={() => onChange(formatJson(text))}
          >
            {t('format')}
          </Button>
        )}
        {actions}
      </div>
      <textarea
        id={id}
        className={classes.text}
        value={text}
        required={required}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        placeholder="{ }"
        dir="ltr"
        data-path={part}
        aria-invalid={faulty || undefined}
        aria-describedby={`${id}-state`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div
        id={`${id}-state`}
        className={classes.state}
        data-bad={faulty || undefined}
        role="status"
      >
        {fault ?? judged.text}
      </div>
    </div>
  );
}
