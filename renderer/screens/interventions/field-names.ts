/** The names of committed fields as a person reads them. */
import { useTranslation } from 'react-i18next';
import { interventionFields } from '../../../shared/contract/interventions.ts';
import { committedFields } from '../../../shared/contract/records.ts';
import { formatList } from '../../ui/format.ts';

const known = [...committedFields, ...interventionFields];

/** Several fields as one text, "Input and Context"; an unknown one stands as it is. */
export function useFieldNames(): (fields: readonly string[]) => string {
  const { t } = useTranslation('interventions');
  return (fields) =>
    formatList(
      fields.map((field) => {
        const name = known.find((each) => each === field);
        return name === undefined ? field : t(`erase.fieldNames.${name}`);
      }),
    );
}
