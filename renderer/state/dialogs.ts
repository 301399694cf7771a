/** Which dialog is open: one at a time, opened from buttons, keys, the palette and the desktop menu. */
import { create } from 'zustand';

export type OpenDialog =
  | { readonly kind: 'palette' }
  | { readonly kind: 'help' }
  | { readonly kind: 'new-decision' }
  | { readonly kind: 'import'; readonly file: File | null }
  | { readonly kind: 'compare'; readonly ids: readonly [string, string] }
  | { readonly kind: 'reset-demo' };

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
