/** The last look before decisions are appended: what, how many, under which model; it cannot be undone. */
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportResult } from '../../../../shared/contract/imports.ts';
import { formatBytes, formatCount } from '../../../ui/format.ts';
import type { ImportAttempt } from './run-view.tsx';
import classes from '../../../ui/import/import.module.css';

export function ConfirmView({
  attempt,
  checked,
}: {
  attempt: ImportAttempt;
  /** The result of a dry run of the same settings, if there was one. */
  checked: ImportResult | undefined;
}) {
  const { t } = useTranslation('imports');
  const { file, mapping, onError } = attempt;
  const column = mapping?.columns.find((each) => each.target === 'model_id')?.column;
  let model: string = t('confirm.fromLines');
  if (mapping?.constants.model_id !== undefined) model = mapping.constants.model_id;
  else if (column !== undefined) model = t('confirm.fromColumn', { column });
  const facts: [string, string][] = [
    [t('confirm.file'), `${file.name} · ${formatBytes(file.size)}`],
    [
      t('confirm.decisions'),
      checked === undefined
        ? t('confirm.unchecked')
        : t('confirm.checked', { amount: formatCount(checked.accepted) }),
    ],
    [t('confirm.model'), model],
    [t('confirm.refused'), t(`onError.${onError}`)],
  ];
  return (
    <div className={classes.confirm}>
      <span className={classes.dropIcon}>
        <IconLock size={24} stroke={1.5} />
      </span>
      <h3>{t('confirm.title')}</h3>
      <p>{t('confirm.text')}</p>
      <dl className="pd-pairs">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
