/** What usage says where there is none, with what the person here can do next. */
import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { sessionsAddress } from '../../ui/addresses.ts';
import { EmptyState } from '../../ui/states.tsx';
import type { TabProps } from './tab-props.ts';

export function NothingUsed({
  icon,
  title,
  search,
  show,
}: TabProps & { readonly icon: ReactNode; readonly title: string }) {
  const { t } = useTranslation('billing');
  const may = useMay();
  const { from, to, account, dataset, model } = search;
  const isNarrowed = [from, to, account, dataset, model].some((each) => each !== undefined);
  return (
    <EmptyState
      compact
      icon={icon}
      title={title}
      actions={
        <>
          {isNarrowed && (
            <Button
              leftSection={<IconX size={14} />}
              onClick={() =>
                show({
                  from: undefined,
                  to: undefined,
                  account: undefined,
                  dataset: undefined,
                  model: undefined,
                })
              }
            >
              {t('usage.all')}
            </Button>
          )}
          {may('createSession') ? (
            <Button
              leftSection={<IconPlus size={14} />}
              onClick={() => openDialog({ kind: 'open-session', datasetId: dataset ?? null })}
            >
              {t('usage.openSession')}
            </Button>
          ) : (
            <Button component={PlaceWay} href={sessionsAddress}>
              {t('usage.toSessions')}
            </Button>
          )}
        </>
      }
    >
      {t('usage.noneText')}
    </EmptyState>
  );
}
