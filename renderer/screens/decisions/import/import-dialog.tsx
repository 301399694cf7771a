/** Placeholder of the import dialog until its own file lands. */
export function ImportDialog(_props: { opened: boolean; file: File | null; onClose: () => void }) {
  return null;
}
