/** The address of the figures: whose they are, what they are narrowed to, by what they are counted. */
import { bases } from '../../../shared/contract/oversight.ts';
import { addressOf, oneOf, someText } from '../../ui/list/list-search.ts';

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
});

export type OversightSearch = ReturnType<typeof parseOversightSearch>;
