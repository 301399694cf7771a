/** A field as it is asked for, with how it leaves under the policy. */
import { useTranslation } from 'react-i18next';
import type { Policy } from '../../../shared/contract/policies.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { methodOf } from '../../ui/policies/field-methods.ts';

export function FieldWithMethod({
  path,
  policy,
}: {
  readonly path: string;
  /** Undefined while it is not known. */
  readonly policy: Policy | undefined;
}) {
  const { t } = useTranslation('datasets');
  return (
    <>
      <bdi>{showHidden(path)}</bdi>
      {policy !== undefined && (
        <span className="pd-dim"> · {t(`method.${methodOf(policy, path)}`)}</span>
      )}
    </>
  );
}
