/** Which accounts ask for a field of a dataset, or have it: by grants that wait and that are active. */
import { useGrants } from '../../../api/grants.ts';

export function useAskedFields(datasetId: string): (address: string) => readonly string[] {
  const choice = { dataset_id: datasetId };
  const waiting = useGrants({ ...choice, status: 'requested' }, 0).data?.data ?? [];
  const active = useGrants({ ...choice, status: 'active' }, 0).data?.data ?? [];
  const grants = [...waiting, ...active];
  return (address) => {
    const accounts = grants
      .filter(
        ({ terms: { fields } }) => fields === null || fields.some((each) => meets(each, address)),
      )
      .map(({ account_id: account }) => account);
    return [...new Set(accounts)].toSorted();
  };
}

/** One is the other, or lies inside of it. */
function meets(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}
