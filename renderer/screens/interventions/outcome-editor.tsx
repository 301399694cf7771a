/** The output from now on, as JSON text, checked strictly while one types. */
import { useId, type ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../ui/format.ts';
import { checkJson, formatJson } from '../../ui/json/draft.ts';
import { WithFault } from '../../ui/fault-text.tsx';
import classes from './interventions.module.css';

export function OutcomeEditor({
  text,
  fault,
  isFirst = false,
  onChange,
  onReset,
}: {
  text: string;
  /** What is wrong besides its form. */
  fault: ReactNode;
  /** Has the focus when the dialog opens. */
  isFirst?: boolean;
  onChange: (text: string) => void;
  /** Absent where there is nothing to start from again. */
  onReset?: (() => void) | undefined;
}) {
  const { t } = useTranslation('interventions');
  const id = useId();
  const check = checkJson(text);
  let state = fault;
  if (check.kind === 'bad') {
    const { line, column } = check;
    state = (
      <WithFault
        fault={check.fault}
        sentence={(message) => t('act.json.at', { line, column, message })}
      />
    );
  } else if (check.kind === 'not_object') state = t('act.json.notObject');
  const isBad = state !== undefined;
  if (state === undefined && check.kind === 'ok') {
    state = t('act.json.ok', { bytes: formatBytes(check.bytes) });
  }
  return (
    <div className={classes.editor} data-faulty={isBad || undefined}>
      <div className={classes.editorHead}>
        <label htmlFor={id}>
          {t('act.outcome')}
          <span className="pd-error-text" aria-hidden="true">
            {' '}
            *
          </span>
        </label>
        <span className="pd-space" />
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={check.kind !== 'ok'}
          onClick={() => onChange(formatJson(text))}
        >
          {t('act.format')}
        </Button>
        {onReset !== undefined && (
          <Button size="compact-xs" variant="subtle" onClick={onReset}>
            {t('act.outcomeReset')}
          </Button>
        )}
      </div>
      <textarea
        id={id}
        className={classes.json}
        value={text}
        required
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        placeholder="{ }"
        dir="ltr"
        data-autofocus={isFirst || undefined}
        data-path="outcome"
        aria-invalid={isBad || undefined}
        aria-describedby={`${id}-state`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div id={`${id}-state`} className={classes.editorState} data-bad={isBad || undefined}>
        {state ?? t('act.outcomeHint')}
      </div>
    </div>
  );
}
