/** The address of the grants; what cannot be read is left out. */
import { grantStatuses } from '../../../shared/contract/grants.ts';
import { listSearch, oneOf, someText } from '../../ui/list/list-search.ts';

export const parseGrantsSearch = listSearch({
  status: oneOf(grantStatuses),
  dataset_id: someText,
  account_id: someText,
  grant: someText,
});
