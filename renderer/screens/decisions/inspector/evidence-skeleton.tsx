/** The wait for evidence: a checkpoint may have to be signed first. */
import { Skeleton } from '@mantine/core';
import classes from './inspector.module.css';

export function EvidenceSkeleton({ label }: { label: string }) {
  return (
    <div className={classes.scroll} role="status" aria-busy="true" aria-label={label}>
      <Skeleton height={72} radius="md" />
      <Skeleton height={168} radius="md" />
    </div>
  );
}
