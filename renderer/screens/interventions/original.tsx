/** What the model answered, whatever is in effect now: in sight of everybody who acts on it. */
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../shared/hidden-text.ts';
import type { RecordRow } from '../../api/records.ts';
import classes from './interventions.module.css';

export function Original({ record, isShort = false }: { record: RecordRow; isShort?: boolean }) {
  const { t } = useTranslation('interventions');
  return (
    <div className={classes.original}>
      <h3 className={classes.caption}>{t('act.original')}</h3>
      <pre
        className={classes.pre}
        data-short={isShort || undefined}
        tabIndex={0}
        role="region"
        aria-label={t('act.original')}
      >
        {JSON.stringify(record.output, null, 2).split('\n').map(showHidden).join('\n')}
      </pre>
    </div>
  );
}
