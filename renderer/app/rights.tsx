/** Tells everything below what is to be had here, from one place. */
import type { ReactNode } from 'react';
import { RightsContext, useRights } from '../api/capabilities.ts';

export function Rights({ children }: { children: ReactNode }) {
  return <RightsContext value={useRights()}>{children}</RightsContext>;
}
