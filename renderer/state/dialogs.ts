/** Which dialog is open: one at a time, opened from buttons, keys, the palette and the desktop menu. */
import { create } from 'zustand';
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
  | { readonly kind: 'workspace'; readonly to: 'local' | 'demo'; readonly reset: boolean };

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
