/** Every field of a source with its type there and its form in JSON. A column can be read as text instead. */
import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SourceColumn } from '../../../../shared/contract/sources.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import classes from './source.module.css';

/** Forms whose values no other text is made of. */
const fixedForms: ReadonlySet<string> = new Set(['text', 'list', 'struct', 'json']);

export function FieldChoices({
  fields,
  asText,
  isLooking,
  onTurn,
}: {
  readonly fields: readonly SourceColumn[];
  /** Columns that are read as text. */
  readonly asText: readonly string[];
  /** All of it is looked at again. */
  readonly isLooking: boolean;
  readonly onTurn: (asText: readonly string[]) => void;
}) {
  const { t } = useTranslation('sources');
  const turn = (name: string, isText: boolean) => {
    const others = asText.filter((each) => each !== name);
    onTurn(isText ? [...others, name] : others);
  };
  return (
    <div className={classes.fields} aria-busy={isLooking || undefined}>
      <PlainTable
        label={t('found.fields')}
        columns={[
          { label: t('found.field') },
          { label: t('found.type') },
          { label: t('found.form') },
          { label: t('found.asText') },
        ]}
      >
        {fields.map(({ path, type, form, column }) => (
          <tr key={path}>
            <th scope="row">
              <code className="pd-mono">{showHidden(path)}</code>
            </th>
            <td>
              <code className="pd-mono pd-dim">{showHidden(type)}</code>
            </td>
            <td>{t(`form.${form}`)}</td>
            <td>
              {(asText.includes(path) || (column && !fixedForms.has(form))) && (
                <Checkbox
                  size="xs"
                  aria-label={t('found.asTextOf', { field: showHidden(path) })}
                  checked={asText.includes(path)}
                  disabled={isLooking}
                  onChange={(event) => turn(path, event.currentTarget.checked)}
                />
              )}
            </td>
          </tr>
        ))}
      </PlainTable>
    </div>
  );
}
