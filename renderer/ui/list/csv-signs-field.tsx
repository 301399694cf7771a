/** Which list separator and decimal sign a CSV file has: those of the console's formats first, or the others. */
import { Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { CsvSigns } from '../../../shared/csv.ts';
import { numberSigns } from '../money/money.ts';

const choices: readonly CsvSigns[] = [
  { separator: ',', decimal: '.' },
  { separator: ';', decimal: ',' },
];

/** Signs that a spreadsheet in the language of the formats takes: where decimals have a comma, lists have semicolons. */
export function usualCsvSigns(): CsvSigns {
  return numberSigns().decimal === ','
    ? { separator: ';', decimal: ',' }
    : { separator: ',', decimal: '.' };
}

export function CsvSignsField({
  signs,
  onSigns,
}: {
  signs: CsvSigns;
  onSigns: (signs: CsvSigns) => void;
}) {
  const { t } = useTranslation('tables');
  return (
    <Radio.Group
      label={t('export.signs')}
      description={t('export.signsHint')}
      value={signs.separator}
      onChange={(value) => onSigns(choices.find(({ separator }) => separator === value) ?? signs)}
    >
      {choices.map(({ separator }) => (
        <Radio
          key={separator}
          size="xs"
          mt={8}
          value={separator}
          label={t(separator === ',' ? 'export.commaPoint' : 'export.semicolonComma')}
        />
      ))}
    </Radio.Group>
  );
}
