/** Why a step cannot be taken; nothing where it can. */
import { useTranslation } from 'react-i18next';
import type { StepFault } from '../../../shared/oversight/request-steps.ts';

export function NotNow({ fault }: { readonly fault: StepFault | undefined }) {
  const { t } = useTranslation('persons');
  return fault === undefined ? null : <p className="pd-note">{t(`notNow.${fault}`)}</p>;
}
