/** A little form that changes one filter: sent by Enter or its button. */
import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './filter-editors.module.css';

export function EditorForm({
  onApply,
  onClear,
  children,
}: {
  readonly onApply: () => void;
  readonly onClear?: () => void;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('decisions');
  return (
    <form
      className={`pd-column pd-gap-8 ${classes.narrow}`}
      onSubmit={(event) => {
        event.preventDefault();
        onApply();
      }}
    >
      {children}
      <div className="pd-ending pd-gap-8 pd-wraps">
        {onClear !== undefined && <Button onClick={onClear}>{t('editor.clear')}</Button>}
        <Button type="submit" variant="filled">
          {t('editor.apply')}
        </Button>
      </div>
    </form>
  );
}
