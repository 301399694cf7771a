/** Offers to say what decisions mean that were just imported, of a model whose profile nobody has confirmed. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/capabilities.ts';
import { useProfiles } from '../../../api/profiles.ts';
import { openDialog } from '../../../state/dialogs.ts';
import { StatusShapeMark } from '../../../ui/status-badge.tsx';
import classes from '../../../ui/import/import.module.css';

export function ProfileOffer({ modelId }: { readonly modelId: string | undefined }) {
  const { t } = useTranslation('profiles');
  const may = useMay();
  const profiles = useProfiles(modelId);
  if (modelId === undefined || profiles.data?.data.length !== 0 || !may('createProfile')) {
    return null;
  }
  return (
    <section className={classes.outcome} data-tone="done" aria-label={t('after.title')}>
      <StatusShapeMark shape="dot" className={classes.outcomeMark ?? ''} />
      <div>
        <h3>{t('after.title')}</h3>
        <p>{t('after.text')}</p>
        <p>
          <Button onClick={() => openDialog({ kind: 'decision-profile', modelId })}>
            {t('after.open')}
          </Button>
        </p>
      </div>
    </section>
  );
}
