/** Imports that are being prepared or are under way: file, settings and attempt outlive their dialog. */
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import type { ApiFailure } from '../../api/client.ts';

/** An attempt to import the file: its upload, then its job. */
export interface Attempted<Attempt> {
  readonly attempt: Attempt;
  /** Ends the upload. */
  readonly abort: AbortController;
  /** Known once the upload was answered. */
  readonly jobId?: string;
  /** Why the upload was refused. */
  readonly failure?: ApiFailure;
}

/** A chosen file with what was said of it. `turn` tells one choice from the next. */
export interface ImportDraft<Settings, Attempt> {
  readonly file: File;
  readonly turn: number;
  /** Undefined until something was said of it. */
  readonly settings: Settings | undefined;
  /** The newest attempt; undefined before one, and after one that was left. */
  readonly attempted: Attempted<Attempt> | undefined;
}

/** Tells whether something was said of the file that the host has not got yet. */
export function isUnsent({ settings, attempted }: ImportDraft<unknown, unknown>): boolean {
  return settings !== undefined && attempted?.jobId === undefined;
}

/** A place for one draft of each subject, such as a dataset. */
export function draftStore<Settings, Attempt>() {
  type Draft = ImportDraft<Settings, Attempt>;
  const useStore = create<{ readonly drafts: ReadonlyMap<string, Draft> }>(() => ({
    drafts: new Map(),
  }));
  const put = (subject: string, next: (draft: Draft | undefined) => Draft | undefined) =>
    useStore.setState(({ drafts }) => {
      const changed = new Map(drafts);
      const draft = next(drafts.get(subject));
      if (draft === undefined) changed.delete(subject);
      else changed.set(subject, draft);
      return { drafts: changed };
    });
  return {
    useDraft: (subject: string) => useStore(({ drafts }) => drafts.get(subject)),
    choose: (subject: string, file: File) =>
      put(subject, (before) => ({
        file,
        turn: (before?.turn ?? 0) + 1,
        settings: undefined,
        attempted: undefined,
      })),
    set: (subject: string, settings: Settings) =>
      put(subject, (draft) => draft && { ...draft, settings }),
    attempt: (subject: string, next: ChangeAttempt<Attempt>) =>
      put(subject, (draft) => draft && { ...draft, attempted: next(draft.attempted) }),
    /** Nothing where another file was chosen since. */
    discard: (subject: string, turn: number) =>
      put(subject, (draft) => (draft?.turn === turn ? undefined : draft)),
  };
}

/** Next state of an attempt, given where it is. */
export type ChangeAttempt<Attempt> = (
  now: Attempted<Attempt> | undefined,
) => Attempted<Attempt> | undefined;

/** Discards the draft when its dialog closes over what was imported: the next one starts anew. */
export function useDiscardImported(
  result: { readonly imported: number } | undefined,
  discard: () => void,
): void {
  const close = useEffectEvent(() => {
    if ((result?.imported ?? 0) > 0) discard();
  });
  useEffect(() => () => close(), []);
}
