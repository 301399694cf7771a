/** What is drawn in a cell or a badge: text of others never hides or reorders what it says. */
import type { ReactNode } from 'react';
import { showHidden } from '../../shared/hidden-text.ts';

export function shown(content: ReactNode): ReactNode {
  return typeof content === 'string' ? showHidden(content) : content;
}
