/** What was found at a place: in one line, with a way to choose another, and the columns that are left out. */
import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LeftOut } from '../../../../shared/contract/sources.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import layout from '../../../ui/form/form.module.css';
import classes from './source.module.css';

/** Takes the focus as it appears: the button that was pressed is gone then. */
function focusAtOnce(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

export function FoundHead({
  again,
  onAgain,
  children,
}: {
  /** Words of the button that leads back. */
  readonly again: string;
  readonly onAgain: () => void;
  readonly children: ReactNode;
}) {
  return (
    <div className="pd-between pd-wraps">
      <p ref={focusAtOnce} tabIndex={-1} className={`${layout.text} ${classes.told}`}>
        {children}
      </p>
      <Button size="compact-xs" variant="subtle" onClick={onAgain}>
        {again}
      </Button>
    </div>
  );
}

export function LeftOutNote({ columns }: { readonly columns: readonly LeftOut[] }) {
  const { t } = useTranslation('sources');
  if (columns.length === 0) return null;
  return (
    <p className={layout.hint}>
      {t('found.leftOut', {
        count: columns.length,
        columns: columns.map(({ name, type }) => showHidden(`${name} (${type})`)).join(', '),
      })}
    </p>
  );
}
