/** Imports that are being prepared: what was chosen and typed outlives its dialog, until it is imported. */
import { useEffect, useEffectEvent, useState } from 'react';
import { create } from 'zustand';

/** A chosen file with what was said of it. `turn` tells one choice from the next. */
export interface ImportDraft<Settings> {
  readonly file: File;
  readonly turn: number;
  /** Undefined until its beginning was read. */
  readonly settings: Settings | undefined;
}

/** A place for one draft of each subject, such as a dataset. */
export function draftStore<Settings>() {
  const useStore = create<{
    readonly drafts: ReadonlyMap<string, ImportDraft<Settings>>;
  }>(() => ({ drafts: new Map() }));
  const put = (subject: string, draft: ImportDraft<Settings> | undefined) =>
    useStore.setState(({ drafts }) => {
      const next = new Map(drafts);
      if (draft === undefined) next.delete(subject);
      else next.set(subject, draft);
      return { drafts: next };
    });
  return {
    useDraft: (subject: string) => useStore(({ drafts }) => drafts.get(subject)),
    choose: (subject: string, file: File) => {
      const turn = (useStore.getState().drafts.get(subject)?.turn ?? 0) + 1;
      put(subject, { file, turn, settings: undefined });
    },
    set: (subject: string, settings: Settings) => {
      const draft = useStore.getState().drafts.get(subject);
      if (draft !== undefined) put(subject, { ...draft, settings });
    },
    discard: (subject: string) => put(subject, undefined),
  };
}

/** What `first` says at the first look, and what was kept from then on. */
export function useKept<Value>(
  kept: Value | undefined,
  first: () => Value,
  keep: (value: Value) => void,
): [Value, (value: Value) => void] {
  const [initial] = useState(first);
  return [kept ?? initial, keep];
}

/** Where an attempt at an import is, as far as its draft is concerned. */
interface Attempted {
  readonly kind: string;
  readonly attempt?: { readonly dryRun: boolean };
  readonly result?: { readonly imported: number } | undefined;
}

/**
 * Discards the draft of a dialog that closes once it was imported, or while it is: whoever opens the
 * dialog next would import it twice.
 */
export function useDraftUntil(run: Attempted, discard: () => void): void {
  const isWritten = (run.result?.imported ?? 0) > 0;
  const isUnderWay = run.kind === 'uploading' || run.kind === 'running';
  const isOver = isWritten || (isUnderWay && run.attempt?.dryRun === false);
  const close = useEffectEvent(() => {
    if (isOver) discard();
  });
  useEffect(() => () => close(), []);
}
