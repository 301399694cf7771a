/** The ways from the figures on screen to evidence: recording one, and the list of those that were recorded. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconRubberStamp } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/capabilities.ts';
import { useOversight, type OversightQuestion } from '../../../api/oversight.ts';
import { figuresAddress } from '../../../ui/addresses.ts';
import { PlaceWay } from '../../../ui/places/place-link.tsx';
import { RecordFigureDialog } from './record-figure-dialog.tsx';

/** The list of recorded figures, for those who may read it. */
export function RecordedFiguresLink() {
  const { t } = useTranslation('figures');
  if (!useMay()('listFigures')) return null;
  return (
    <Button component={PlaceWay} variant="subtle" href={figuresAddress}>
      {t('all')}
    </Button>
  );
}

/** Opens the form for the figures of one model, as they are on screen. */
export function ExportEvidence({ question }: { readonly question: OversightQuestion }) {
  const { t } = useTranslation('figures');
  const navigate = useNavigate();
  const may = useMay();
  const [opened, setOpened] = useState(false);
  const { data } = useOversight(question);
  const close = () => setOpened(false);
  const [first] = data?.profile.groups ?? [];
  const shown =
    question.groups.length > 0 ? question.groups : first === undefined ? [] : [first.name];
  if (!may('createFigure')) return null;
  return (
    <>
      <Button
        leftSection={<IconRubberStamp size={15} stroke={1.75} />}
        disabled={data === undefined}
        onClick={() => setOpened(true)}
      >
        {t('action')}
      </Button>
      {data !== undefined && (
        <RecordFigureDialog
          opened={opened}
          onClose={close}
          oversight={data}
          groups={shown}
          onRecorded={({ figure_id: figure }) => {
            close();
            void navigate({ to: '/oversight/figures', search: { figure } });
          }}
        />
      )}
    </>
  );
}
