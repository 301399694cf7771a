/** Recorded figures: what was counted as evidence, with the entry and the bundle of each. */
import { IconRubberStamp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFigures } from '../../../api/figures.ts';
import { ListScreen } from '../../../ui/list/list-screen.tsx';
import { wholeRows } from '../../../ui/list/row-source.ts';
import { useList, useListAddress } from '../../../ui/list/use-list.ts';
import { RecordedFigurePane } from './figure-pane.tsx';
import { figuresList } from './figures-list.tsx';
import { parseFiguresSearch } from '../search.ts';

export function RecordedFiguresScreen() {
  const { t } = useTranslation('figures');
  const address = useListAddress(parseFiguresSearch);
  const list = useList(figuresList, wholeRows(useFigures()), { t, ...address, stays: ['figure'] });
  const { figure } = address.search;
  const close = () => list.change({ figure: undefined });
  return (
    <ListScreen
      list={list}
      icon={IconRubberStamp}
      empty={{ title: t('empty.title'), text: t('empty.text') }}
      onOpen={({ figure_id: id }) => list.change({ figure: id })}
      beside={{
        id: figure,
        label: t('pane'),
        pane: figure === undefined ? null : <RecordedFigurePane id={figure} onClose={close} />,
        onClose: close,
      }}
    />
  );
}
