/** Props of the row browser: how rows are read, and what the address says of them. */
import type { ReactNode } from 'react';
import type { DatasetField } from '../../../shared/contract/datasets.ts';
import type { JsonObject } from '../../../shared/contract/json.ts';
import type { RowBatch, RowLists } from './row-pages.ts';

/** One batch; all but `cursor` is as it was for the batch before. */
export interface RowPageRequest {
  readonly batchSize: number;
  readonly cursor?: string | undefined;
  readonly filter?: JsonObject | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly sort?: string | undefined;
}

/** Words of the button that reads rows. */
export interface ReadingWords {
  readonly words: string;
  /** The price to the last place; undefined where it is not known. */
  readonly exact: string | undefined;
  readonly isReady: boolean;
}

export interface RowBrowserProps {
  /** Rows are named `<id>-row-<index>` in the page; what is remembered of the columns goes by it. */
  readonly id: string;
  readonly label: string;
  readonly readBatch: (page: RowPageRequest) => Promise<RowBatch>;
  /** What was read before: it is shown again without being read again. */
  readonly lists: RowLists;
  /** Draws the button that reads the next rows, at most so many, with words that tell what they cost. */
  readonly renderReading: (rows: number, button: (words: ReadingWords) => ReactNode) => ReactNode;
  /** Said where nothing of a list was read yet. */
  readonly unread: { readonly title: string; readonly text: string };
  /** All that makes it another list, besides filter, order and fields. */
  readonly identity: string;
  readonly fields: readonly DatasetField[];
  readonly filter: JsonObject | undefined;
  /** `field`, or `-field` for descending; undefined for the order of arrival. */
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  /** The fields that are read, `record_id` apart; undefined for all. */
  readonly shown: readonly string[] | undefined;
  readonly onShown: (shown: readonly string[] | undefined) => void;
  /** Rows of the filter; null while unknown. */
  readonly total: number | null;
  readonly selected: ReadonlySet<string>;
  readonly onSelected: (selected: ReadonlySet<string>) => void;
  /** What to do where a filter selects nothing. */
  readonly emptyAction?: ReactNode;
  /** Offers "only rows with this value" where given. */
  readonly onFilterBy?: (filter: JsonObject) => void;
  /** More buttons in the bar above the rows. */
  readonly actions?: ReactNode;
}
