/** A link in a cell of a grid, for the pointer (a new tab, its address); keys open the row that the cursor is on. */
import { showHidden } from '../../../shared/hidden-text.ts';

export function CellLink({
  href,
  about,
  children,
}: {
  href: string;
  /** On hover; what it says unless told. */
  about?: string;
  children: string;
}) {
  return (
    <a className="pd-cell-link" href={href} tabIndex={-1} title={showHidden(about ?? children)}>
      <bdi>{showHidden(children)}</bdi>
    </a>
  );
}
