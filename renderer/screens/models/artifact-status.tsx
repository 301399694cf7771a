/** What is known of an artifact, as shape, word and colour. */
import { useTranslation } from 'react-i18next';
import type { ModelOverview } from '../../../shared/contract/models.ts';
import { StatusBadge, type StatusShape, type StatusTone } from '../../ui/status-badge.tsx';

export type ArtifactState = ModelOverview['artifact'];

const looks: Readonly<Record<ArtifactState, readonly [StatusTone, StatusShape]>> = {
  match: ['ok', 'dot'],
  mismatch: ['bad', 'diamond'],
  unchecked: ['mute', 'ring'],
  no_hash: ['warn', 'triangle'],
};

/** A card without a hash can match nothing, whether or not an artifact was ever hashed. */
export function artifactState(
  modelHash: string | null | undefined,
  newest: ArtifactState,
): ArtifactState {
  return modelHash == null ? 'no_hash' : newest;
}

export function ArtifactBadge({ state, title }: { state: ArtifactState; title?: string }) {
  const { t } = useTranslation('models');
  const [tone, shape] = looks[state];
  return (
    <StatusBadge tone={tone} shape={shape} {...(title === undefined ? {} : { title })}>
      {t(`artifactState.${state}`)}
    </StatusBadge>
  );
}
