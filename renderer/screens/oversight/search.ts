/** The addresses of oversight: figures with whose they are, what they are narrowed to and counted by; rules; alerts. */
import { alertStates } from '../../../shared/contract/alerts.ts';
import { figureMeasures } from '../../../shared/contract/figures.ts';
import { bases } from '../../../shared/contract/oversight.ts';
import { addressOf, listSearch, oneOf, someText } from '../../ui/list/list-search.ts';

export const parseOversightSearch = addressOf({
  /** Absent means a row for each model. */
  model: someText,
  /** A filter as `GET /records` takes it. */
  where: someText,
  /** Absent means the model's answer. */
  basis: oneOf(bases),
  /** The group whose table is shown; absent means the first. */
  group: someText,
  /** Groups that it is crossed with, with commas. */
  crossed: someText,
  /** Absent means the figures. */
  tab: oneOf(['rules']),
});

/** The list of recorded figures, and the one that is open beside it. */
export const parseFiguresSearch = listSearch({ measure: oneOf(figureMeasures), figure: someText });

export type OversightSearch = ReturnType<typeof parseOversightSearch>;

/** The list of alerts. */
export const parseAlertsSearch = listSearch({ state: oneOf(alertStates), model: someText });
