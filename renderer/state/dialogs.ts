/** Which dialog is open: one at a time, opened from buttons, keys, the palette and the desktop menu. */
import { create } from 'zustand';
import type { CreateIntervention } from '../../shared/contract/interventions.ts';
import type { RecordFilter } from '../../shared/contract/records.ts';
import type { FactTableName } from '../../shared/ledger/columns.ts';
import type { ProposedCard } from '../../shared/contract/models.ts';

export type OpenDialog =
  | { readonly kind: 'palette' }
  | { readonly kind: 'help' }
  | { readonly kind: 'new-decision' }
  | { readonly kind: 'import'; readonly file: File | null }
  | { readonly kind: 'compare'; readonly ids: readonly [string, string] }
  | {
      readonly kind: 'register-model';
      /** What the form starts with. */
      readonly draft: ProposedCard['card'];
      /** The version that the draft follows; null for a new model. */
      readonly follows: string | null;
    }
  /** What the decisions of a model mean. */
  | { readonly kind: 'decision-profile'; readonly modelId: string }
  | {
      readonly kind: 'open-session';
      /** The dataset that the form starts with; null for none. */
      readonly datasetId: string | null;
    }
  | { readonly kind: 'new-dataset' }
  | { readonly kind: 'new-person-request' }
  | {
      readonly kind: 'intervene';
      readonly recordId: string;
      readonly action: CreateIntervention['action'];
      /** The intervention that is taken back or replaced. */
      readonly supersedes?: string;
      /** Called once it is appended. */
      readonly onDone?: () => void;
    }
  | {
      readonly kind: 'erase';
      readonly recordId: string;
      /** Whose texts are erased, instead of the record's values. */
      readonly interventionId?: string;
    }
  | {
      readonly kind: 'export-bundle';
      /** The filter of the list it was asked from; null where there is none. */
      readonly filter: RecordFilter | null;
      /** Records that were marked; empty for none. */
      readonly recordIds: readonly string[];
      /** The payout that it was asked from. */
      readonly payoutId?: string;
      /** The recorded figure that it was asked from. */
      readonly figure?: { readonly id: string; readonly isFullOffered: boolean };
    }
  | {
      /** Who made and changed a row. */
      readonly kind: 'row-proof';
      readonly table: FactTableName;
      /** Its key, of several columns their JSON array. */
      readonly id: string;
    }
  | {
      readonly kind: 'restore';
      /** The backup it begins with; null for none. */
      readonly backupId: string | null;
    }
  | {
      readonly kind: 'sign-in';
      /** Who is asked for the passphrase; null for nobody in particular. */
      readonly personId: string | null;
    }
  | { readonly kind: 'reset-demo' }
  | {
      readonly kind: 'go-to-row';
      /** Rows of the list. */
      readonly total: number;
      /** Told the row's number, from 1. */
      readonly onGo: (row: number) => void;
    };

interface DialogState {
  readonly open: OpenDialog | null;
}

export const useDialogs = create<DialogState>(() => ({ open: null }));

export function openDialog(dialog: OpenDialog): void {
  useDialogs.setState({ open: dialog });
}

export function closeDialog(): void {
  useDialogs.setState({ open: null });
}
