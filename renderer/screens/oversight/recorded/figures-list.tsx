/** The list of recorded figures: columns, order, search, and how each cell is drawn. */
import type { TFunction } from 'i18next';
import { figureMeasures, type FigureSummary } from '../../../../shared/contract/figures.ts';
import { bases } from '../../../../shared/contract/oversight.ts';
import { defineList } from '../../../ui/list/define-list.ts';

type Translate = TFunction<'figures'>;

export const figuresList = defineList<FigureSummary, Translate>()(
  {
    id: 'figures',
    noun: 'figures',
    rowId: (row) => row.figure_id,
    idColumn: 'id',
    first: { sort: 'created', order: 'desc' },
    filters: { measure: figureMeasures },
    columns: {
      measure: {
        path: '/measure',
        form: 'status',
        width: 190,
        codes: figureMeasures,
        narrows: 'measure',
      },
      model: { path: '/model_id', width: 190, long: true, searched: true, narrows: 'q' },
      basis: { path: '/basis', form: 'status', width: 140, codes: bases },
      count: { path: '/count', form: 'count', width: 110 },
      created: { path: '/created_at', form: 'instant', width: 150 },
      actor: { path: '/actor/id', width: 170, long: true, searched: true },
      sequence: { path: '/sequence', form: 'count', width: 90 },
      hash: { path: '/hash', form: 'id', width: 170, dim: true, long: true, sort: false },
      profile: { path: '/profile_n', form: 'count', width: 80, hiddenAtFirst: true },
      id: {
        path: '/figure_id',
        form: 'id',
        width: 200,
        dim: true,
        long: true,
        sort: false,
        searched: true,
        hiddenAtFirst: true,
      },
    },
  },
  (t, key, values) => t(key, values),
);
