/** Asks for the number of a row of a long list, and goes there. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { closeDialog } from '../state/dialogs.ts';
import { formatCount } from '../ui/format.ts';
import { DecimalInput } from '../ui/form/decimal-input.tsx';
import { numberIn } from '../ui/number-in.ts';
import { Dialog } from '../ui/form/dialog.tsx';
import classes from '../ui/form/form.module.css';

interface GoToRowProps {
  readonly total: number;
  /** Told the row's number, from 1. */
  readonly onGo: (row: number) => void;
}

export function GoToRowDialog({ opened, ...props }: GoToRowProps & { readonly opened: boolean }) {
  const { t } = useTranslation(['tables', 'common']);
  return (
    <Dialog opened={opened} onClose={closeDialog} title={t('goToRow.title')} size={360}>
      <GoToRow {...props} />
    </Dialog>
  );
}

function GoToRow({ total, onGo }: GoToRowProps) {
  const { t } = useTranslation(['tables', 'common']);
  const [text, setText] = useState('');
  const [isRefused, setRefused] = useState(false);
  const row = numberIn(text);
  const isRow = Number.isInteger(row) && row >= 1 && row <= total;
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setRefused(!isRow);
        if (!isRow) return;
        closeDialog();
        onGo(row);
      }}
    >
      <DecimalInput
        label={t('goToRow.row')}
        description={t('goToRow.range', { total: formatCount(total) })}
        whole
        step={1}
        min={1}
        max={total}
        data-autofocus
        value={text}
        error={
          isRefused && !isRow ? t('goToRow.refused', { total: formatCount(total) }) : undefined
        }
        onChange={setText}
      />
      <div className={classes.actions}>
        <Button onClick={closeDialog}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled">
          {t('goToRow.go')}
        </Button>
      </div>
    </form>
  );
}
