/** What is refused of an analysis that is asked for: fields that no row has, and a policy that could not be published. */
import type { AnalysisFindings, AskedAnalysis } from '../../shared/contract/analysis.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { FieldError } from '../../shared/contract/errors.ts';
import { incompletePath, type PathProfile } from '../filters/path-profile.ts';
import { Addresses } from '../policies/address.ts';
import { policyFaults } from '../policies/check.ts';

/**
 * Addresses of the rows of a dataset: those that a path leads to, and those with a dot in the name of a member,
 * which only an analysis knows. Undefined where there are more than are kept.
 */
export function knownAddresses(
  profile: PathProfile,
  findings?: Pick<AnalysisFindings, 'is_complete' | 'fields'>,
): Addresses | undefined {
  if (findings?.is_complete === false || profile.has(incompletePath)) return undefined;
  const addresses = new Addresses();
  for (const path of profile.keys()) addresses.add(path);
  for (const { address } of findings?.fields ?? []) addresses.add(address);
  return addresses;
}

/** Faults of what is asked for; none where the addresses are not known. */
export function analysisFaults(
  { quasi_identifiers: named, policy }: AskedAnalysis,
  addresses: Addresses | undefined,
): FieldError[] {
  if (addresses === undefined) return [];
  const chosen = named.flatMap((address, index) => {
    const field = `quasi_identifiers.${index}`;
    const found = addresses.isEmpty
      ? faultAt(field, 'rows_first')
      : addresses.faultOf(address, field);
    return found ?? [];
  });
  const ofPolicy = policy === undefined ? [] : policyFaults(policy, { addresses, versions: [] });
  return [...chosen, ...ofPolicy.map((each) => ({ ...each, field: `policy.${each.field}` }))];
}
