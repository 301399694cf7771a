/** Props of every little form that changes one filter. */
import type { RecordFilter } from '../../../shared/contract/records.ts';

export interface EditorProps {
  readonly filter: RecordFilter;
  readonly onChange: (filter: RecordFilter) => void;
  /** The choice is made: close what the editor is in. */
  readonly onDone: () => void;
}
