/** Goes to a data session, or to an evidence in the session that it belongs to. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toFailure } from '../api/client.ts';
import { evidenceQuery } from '../api/sessions.ts';
import { notify } from '../state/notices.ts';
import type { SessionLookup } from './palette-matches.ts';

/** The way there; an evidence that is not found is told as a notice. */
export function useSessionOpener() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const openEvidence = async (id: string) => {
    try {
      const evidence = await queryClient.fetchQuery(evidenceQuery(id));
      await navigate({
        to: '/sessions/$id',
        params: { id: evidence.session_id },
        search: { tab: 'evidence', evidence: id },
      });
    } catch (error) {
      const failure = toFailure(error);
      notify({
        tone: 'warn',
        title: t('palette.noEvidence'),
        detail: failure.message,
        requestId: failure.requestId,
      });
    }
  };
  return ({ kind, id }: SessionLookup): void => {
    if (kind === 'evidence') void openEvidence(id);
    else void navigate({ to: '/sessions/$id', params: { id }, search: {} });
  };
}
