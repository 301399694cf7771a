/** The wait for evidence: a checkpoint may have to be signed first. */
import { Skeleton } from '@mantine/core';

export function EvidenceSkeleton({ label }: { label: string }) {
  return (
    <div className="pd-pane-body" role="status" aria-busy="true" aria-label={label}>
      <Skeleton height={72} radius="md" />
      <Skeleton height={168} radius="md" />
    </div>
  );
}
