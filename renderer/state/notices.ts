/** Toasts and their history: what was said stays readable after it left the screen. */
import { notifications } from '@mantine/notifications';
import { create } from 'zustand';
import { showHidden, showHiddenInLines } from '../../shared/hidden-text.ts';
import {
  mostNotices,
  storedNotices,
  storeNotices,
  type KeptNotice,
  type NoticeTone,
} from './kept-notices.ts';
import { usePreferences } from './preferences.ts';

export type { NoticeTone } from './kept-notices.ts';

/** `requestId` is the request behind an error, for support and logs; `at` is ms since the epoch. */
export interface Notice extends Readonly<KeptNotice> {
  /** Takes a local action back; gone once used. */
  readonly undo: (() => void) | null;
}

interface NoticeState {
  readonly history: readonly Notice[];
}

const shownMs = 4_000;
const shownWithUndoMs = 8_000;

export const useNotices = create<NoticeState>(() => ({
  history: storedNotices().map((notice) => ({ ...notice, undo: null })),
}));

useNotices.subscribe(({ history }) => storeNotices(history));

let nextNumber = 1;

export interface NoticeInput {
  readonly tone?: NoticeTone;
  readonly title: string;
  readonly detail?: string | null;
  /** What the service says of it, in English. */
  readonly reason?: string | null;
  readonly requestId?: string | null;
  /** `#/…` of what it is about. */
  readonly href?: string | null;
  readonly undo?: () => void;
}

/** Says something to the user: a toast now, a line in the history. Errors stay until dismissed. */
export function notify(input: NoticeInput): string {
  const notice: Notice = {
    // Unlike those of earlier windows.
    id: `notice-${Date.now()}-${nextNumber++}`,
    tone: input.tone ?? 'info',
    title: showHidden(input.title),
    detail: input.detail == null ? null : showHiddenInLines(input.detail),
    reason: input.reason == null ? null : showHiddenInLines(input.reason),
    requestId: input.requestId ?? null,
    href: input.href ?? null,
    at: Date.now(),
    read: false,
    undo: input.undo ?? null,
  };
  useNotices.setState(({ history }) => ({ history: [notice, ...history].slice(0, mostNotices) }));
  let autoClose: number | false = notice.undo === null ? shownMs : shownWithUndoMs;
  if (notice.tone === 'bad') autoClose = false;
  const isQuiet = usePreferences.getState().toasts === 'failures';
  if (!isQuiet || notice.tone === 'bad' || notice.undo !== null) showToast(notice, autoClose);
  return notice.id;
}

type ToastWriter = (notice: Notice) => { title: string; message: React.ReactNode; label: string };
let writeToast: ToastWriter = (notice) => ({
  title: notice.title,
  message: notice.detail,
  label: 'Close',
});

/** Lets the shell decide how a toast looks (its buttons need words and components). */
export function setToastWriter(writer: ToastWriter): void {
  writeToast = writer;
}

function showToast(notice: Notice, autoClose: number | false): void {
  const { title, message, label } = writeToast(notice);
  notifications.show({
    id: notice.id,
    title,
    message,
    autoClose,
    withBorder: true,
    closeButtonProps: { 'aria-label': label },
    className: 'pd-toast',
    attributes: { root: { 'data-tone': notice.tone } },
    role: notice.tone === 'bad' ? 'alert' : 'status',
  });
}

/** Runs the undo of a notice once. */
export function undoNotice(id: string): void {
  const notice = useNotices.getState().history.find((each) => each.id === id);
  if (notice?.undo == null) return;
  useNotices.setState(({ history }) => ({
    history: history.map((each) => (each.id === id ? { ...each, undo: null } : each)),
  }));
  notifications.hide(id);
  notice.undo();
}

/** Takes back the newest local action that still can be; false when there is none. */
export function undoLatest(): boolean {
  const notice = useNotices.getState().history.find((each) => each.undo !== null);
  if (notice === undefined) return false;
  undoNotice(notice.id);
  return true;
}

export function markNoticesRead(): void {
  useNotices.setState(({ history }) => ({
    history: history.map((each) => (each.read ? each : { ...each, read: true })),
  }));
}

/** Takes one out of the history. */
export function dismissNotice(id: string): void {
  useNotices.setState(({ history }) => ({ history: history.filter((each) => each.id !== id) }));
  notifications.hide(id);
}

export function clearNotices(): void {
  useNotices.setState({ history: [] });
  notifications.clean();
}
