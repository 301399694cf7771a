/** Asks for the number of a row of a long list, and goes there. */
import { useTranslation } from 'react-i18next';
import { closeDialog } from '../state/dialogs.ts';
import { DecimalInput } from '../ui/form/decimal-input.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import type { FaultsByField } from '../ui/form/use-api-form.ts';
import { formatCount } from '../ui/format.ts';
import { numberIn } from '../ui/number-in.ts';

export function GoToRowDialog({
  opened,
  total,
  onGo,
}: {
  readonly opened: boolean;
  readonly total: number;
  /** Told the row's number, from 1. */
  readonly onGo: (row: number) => void;
}) {
  const { t } = useTranslation('tables');
  const range = { total: formatCount(total) };
  const isRow = (row: number) => Number.isInteger(row) && row >= 1 && row <= total;
  return (
    <FormDialog
      worksAway
      opened={opened}
      onClose={closeDialog}
      title={t('goToRow.title')}
      size={360}
      submit={t('goToRow.go')}
      failed={t('goToRow.title')}
      initial={{ row: '' }}
      bodyOf={({ row }) => numberIn(row)}
      check={({ row }): FaultsByField =>
        isRow(numberIn(row)) ? {} : { row: t('goToRow.refused', range) }
      }
      send={(row) => Promise.resolve(row)}
      onDone={(row) => {
        closeDialog();
        onGo(row);
      }}
    >
      {(form) => (
        <DecimalInput
          label={t('goToRow.row')}
          description={t('goToRow.range', range)}
          whole
          step={1}
          min={1}
          max={total}
          data-autofocus
          {...form.getInputProps('row')}
        />
      )}
    </FormDialog>
  );
}
