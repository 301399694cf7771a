/** The values of a field in the first rows, as they are and as they would leave. */
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../../shared/contract/json.ts';
import type { DatasetPreview } from '../../../../shared/contract/policy-routes.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { valuesAtAddress } from '../../../../shared/policies/addresses.ts';
import { cellText, recordIdOf } from '../../../ui/rows/row-values.ts';
import classes from './protection.module.css';

/** Values of a row at a field, arrays and all; empty where it has none. */
export function textAt(row: JsonObject, address: string): string {
  return valuesAtAddress(row, address).map(cellText).join(', ');
}

export function BeforeAfter({
  address,
  preview: { before, after },
}: {
  readonly address: string;
  readonly preview: DatasetPreview;
}) {
  const { t } = useTranslation('protection');
  const pairs = before.map((row, at) => {
    const seen = after[at] ?? {};
    const isThere = valuesAtAddress(seen, address).length > 0;
    return {
      id: recordIdOf(row),
      was: textAt(row, address),
      is: isThere ? textAt(seen, address) : undefined,
    };
  });
  if (pairs.every(({ was }) => was === '')) return null;
  if (pairs.every(({ is }) => is === undefined)) {
    const all = pairs.map(({ was }) => was).join(' · ');
    return (
      <span className={classes.pair}>
        <bdi className="pd-dim pd-clip" title={showHidden(all)}>
          {showHidden(all)}
        </bdi>
        <span aria-hidden="true">→</span>
        <span className="pd-dim pd-italic">{t('nothing')}</span>
      </span>
    );
  }
  return (
    <span className="pd-grid">
      {pairs.map(({ id, was, is }) => (
        <span key={id} className={classes.pair}>
          <bdi className="pd-dim pd-clip" title={showHidden(was)}>
            {showHidden(was)}
          </bdi>
          <span aria-hidden="true">→</span>
          {is === undefined ? (
            <span className="pd-dim pd-italic">{t('nothing')}</span>
          ) : (
            <bdi className="pd-clip" title={showHidden(is)}>
              {is === was ? t('same') : showHidden(is)}
            </bdi>
          )}
        </span>
      ))}
    </span>
  );
}
