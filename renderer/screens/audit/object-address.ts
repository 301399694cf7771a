/** Where an object of the audit log is shown in this console. */
import {
  datasetAddress,
  decisionsAddress,
  invoiceAddress,
  jobsAddress,
  payoutsAddress,
  sessionAddress,
} from '../../ui/addresses.ts';

const addresses: Readonly<Record<string, (id: string) => string>> = {
  rec: (id) => decisionsAddress({ record: id }),
  sess: (id) => sessionAddress(id),
  ds: (id) => datasetAddress(id),
  inv: (id) => invoiceAddress(id),
  job: (id) => `${jobsAddress}?job=${encodeURIComponent(id)}`,
  payout: (id) => `${payoutsAddress}?payout=${encodeURIComponent(id)}`,
};

/** Undefined where no screen shows it. */
export function objectAddress(id: string): string | undefined {
  const prefix = /^([a-z]+)_/.exec(id)?.[1];
  return prefix === undefined ? undefined : addresses[prefix]?.(id);
}
