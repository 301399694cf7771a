/** A sheet of its own: while it is there, it alone is printed, and on the screen it is not drawn. */
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

export function PrintedSheet({ children }: { readonly children: ReactNode }) {
  return createPortal(<div data-sheet>{children}</div>, document.body);
}
