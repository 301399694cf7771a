/** State of a form whose values become the body of one request: values, faults, sending, refusal. */
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useReducer,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { FieldError } from '../../../shared/contract/errors.ts';
import { bodyFaults } from '../../../shared/contract/intake.ts';
import { isAbort, newIdempotencyKey, toFailure, type ApiFailure } from '../../api/client.ts';
import { useUnsent } from '../../state/unsent.ts';
import { faultText, partFaultText } from '../fault-text.tsx';
import { isOvertaken, takenOver } from './use-meanwhile.ts';

/** Words at a field, by the path of its value: `address.line1`, `tiers.0.up_to`. */
export type FaultsByField = Readonly<Record<string, ReactNode>>;

/** The fields that a form draws, as it hands them to its children. */
export type Form<Values> = UseFormReturnType<Values>;

export interface ApiFormOptions<Values, Body, Answer> {
  /**
   * Values the form begins with. Their paths are the API's names of fields. Where others may change
   * them meanwhile they are the newest ones; the form follows them by `takeOver` alone.
   */
  readonly initial: Values;
  readonly bodyOf: (values: Values) => Body;
  /** The API's own rules for the body, so that a fault is at its field before anything is sent. */
  readonly schema?: z.ZodType | undefined;
  /** Rules that only this form has, and its own words for what the schema found. */
  readonly check?: ((values: Values, found: readonly FieldError[]) => FaultsByField) | undefined;
  /**
   * The key stays the same as long as the body does: sent twice, it has one effect. The values hold
   * what is sent beside the body.
   */
  readonly send: (body: Body, idempotencyKey: string, values: Values) => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
  /** Is told what was typed, and keeps it beyond the form. */
  readonly keep?: ((values: Values) => void) | undefined;
  /** What another person changed is told beside the form: being overtaken by that is no news. */
  readonly isFollowed?: boolean;
  /** It is looked at once more before it is sent, or even first. */
  readonly review?: { readonly isFirst?: boolean } | undefined;
}

export interface ApiForm<Values> {
  readonly form: Form<Values>;
  /** The form's element, where faults are looked for. */
  readonly element: React.RefObject<HTMLElement | null>;
  /** The ref of that element. */
  readonly attach: (element: HTMLElement | null) => void;
  readonly isSending: boolean;
  /** A part of it is not ready. */
  readonly isHeld: boolean;
  /** Counts the parts that are not ready. */
  readonly hold: (by: 1 | -1) => void;
  /** The last look is taken in place of the fields. */
  readonly isReviewing: boolean;
  readonly failure: ApiFailure | undefined;
  /** Faults at fields that the form does not draw. */
  readonly others: readonly FieldError[];
  /** Judges the values, then sends them or has them looked at; does nothing while they are being sent. */
  readonly submit: () => void;
  /** Leads from the last look to the fields. */
  readonly back: () => void;
  /** Takes back the words of a refusal whose reason was seen to. */
  readonly settle: () => void;
  /** Judges the values, puts what is wrong at its fields, and sends nothing. */
  readonly validate: () => boolean;
  /** Shows why something else that was asked with these values was refused. */
  readonly fail: (error: unknown) => void;
  /** Puts the newest initial values where nothing else was typed. */
  readonly takeOver: () => void;
  /** Begins anew with these values: nothing is typed, nothing wrong. */
  readonly begin: (values: Values) => void;
}

/** Faults as they were found, so that they can be told again in another language. */
interface Refused<Values> {
  readonly found: readonly FieldError[];
  /** What the form itself judged; undefined where something else refused. */
  readonly judged: Values | undefined;
}

function isWithin(field: string, path: string): boolean {
  return field === path || field.startsWith(`${path}.`) || field.startsWith(`${path}[`);
}

/** The drawn field that a fault belongs to: itself, or the list or object it is part of. */
function drawnPath(element: HTMLElement | null, field: string): string | undefined {
  return [...(element?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]
    .map((each) => each.dataset['path'] ?? '')
    .filter((path) => isWithin(field, path))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** What is at a path of the values, as one text. */
function textAt(values: unknown, path: string): string | undefined {
  let value = values;
  for (const name of path.split('.')) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }
  return JSON.stringify(value);
}

function focusFault(element: HTMLElement | null): void {
  const field = element?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error]');
  if (field === null || field === undefined) return;
  const isControl = field.matches('input, textarea, button, select, [tabindex]');
  (isControl ? field : field.querySelector<HTMLElement>('input, textarea, button'))?.focus();
}

/** Tells whether the API will not take it as it is; what it could not do may be sent again. */
function isRefused(failure: ApiFailure | undefined): boolean {
  return failure !== undefined && failure.status >= 400 && failure.status < 500;
}

export function useApiForm<Values extends object, Body, Answer>(
  options: ApiFormOptions<Values, Body, Answer>,
): ApiForm<Values> {
  const element = useRef<HTMLElement>(null);
  const attach = useCallback((attached: HTMLElement | null) => {
    element.current = attached;
  }, []);
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: options.initial,
    onValuesChange: (values, before) => {
      options.keep?.(values);
      // The error of a group goes with the change of any field in it.
      for (const path of Object.keys(form.errors)) {
        if (textAt(values, path) !== textAt(before, path)) form.clearFieldError(path);
      }
    },
  });
  const [upon, setUpon] = useState(options.initial);
  useUnsent(() => form.isDirty());
  const [failure, setFailure] = useState<ApiFailure>();
  const [others, setOthers] = useState<readonly FieldError[]>([]);
  const [isSending, setSending] = useState(false);
  const [holds, hold] = useReducer((count: number, by: 1 | -1) => count + by, 0);
  const [isReviewing, setReviewing] = useState(options.review?.isFirst === true);
  const attempt = useRef({ body: '', key: '' });
  /** Keys repeat faster than a state is drawn: a form is sent once. */
  const sending = useRef(false);
  const refused = useRef<Refused<Values>>({ found: [], judged: undefined });
  const { language } = useTranslation().i18n;

  /** The words at each drawn field, and the faults of others. */
  const told = ({ found, judged }: Refused<Values>) => {
    const own = judged === undefined ? undefined : options.check?.(judged, found);
    const words: Record<string, ReactNode> = { ...own };
    const elsewhere: FieldError[] = [];
    for (const fault of found) {
      const path = drawnPath(element.current, fault.field);
      if (path === undefined) elsewhere.push(fault);
      else words[path] ??= path === fault.field ? faultText(fault) : partFaultText(fault);
    }
    return { words, elsewhere };
  };

  const tellAgain = useEffectEvent(() => {
    const { words } = told(refused.current);
    const shown = Object.entries(form.errors);
    if (shown.length === 0) return;
    form.setErrors(Object.fromEntries(shown.map(([path, was]) => [path, words[path] ?? was])));
  });
  useEffect(() => tellAgain(), [language]);

  /** Puts each fault at its field, the others above, and the focus on the first; false where there are none. */
  const refuse = (faults: Refused<Values>, why: ApiFailure | undefined): boolean => {
    refused.current = faults;
    const { words, elsewhere } = told(faults);
    flushSync(() => {
      form.setErrors(words);
      setOthers(elsewhere);
      setFailure(why);
      if (Object.keys(words).length > 0 || isRefused(why)) setReviewing(false);
    });
    focusFault(element.current);
    return Object.keys(words).length + elsewhere.length > 0;
  };

  const fail = (error: unknown): void => {
    const failed = toFailure(error);
    refuse({ found: failed.fields, judged: undefined }, failed);
  };

  const send = async (body: Body, values: Values): Promise<void> => {
    const text = JSON.stringify(body);
    if (attempt.current.body !== text) attempt.current = { body: text, key: newIdempotencyKey() };
    sending.current = true;
    setSending(true);
    try {
      const answer = await options.send(body, attempt.current.key, values);
      options.onDone(answer);
    } catch (error) {
      if (isAbort(error)) return;
      if (!isOvertaken(error)) fail(error);
      else if (options.isFollowed !== true) setFailure(toFailure(error));
    } finally {
      sending.current = false;
      setSending(false);
    }
  };

  const validate = (): boolean => {
    const values = form.getValues();
    const found =
      options.schema === undefined ? [] : bodyFaults(options.bodyOf(values), options.schema);
    return !refuse({ found, judged: values }, undefined);
  };

  const submit = (): void => {
    if (sending.current || !validate()) return;
    if (options.review !== undefined && !isReviewing) {
      setReviewing(true);
      return;
    }
    const values = form.getValues();
    void send(options.bodyOf(values), values);
  };

  const takeOver = (): void => {
    form.setValues(takenOver(form.getValues(), upon, options.initial));
    form.resetDirty(options.initial);
    setUpon(options.initial);
  };

  const begin = (values: Values): void => {
    form.setValues(values);
    form.resetDirty(values);
    form.clearErrors();
    setUpon(values);
    setOthers([]);
    setFailure(undefined);
  };

  return {
    form,
    element,
    attach,
    isSending,
    isHeld: holds > 0,
    hold,
    isReviewing,
    failure,
    others,
    submit,
    back: () => setReviewing(false),
    settle: () => setFailure(undefined),
    validate,
    fail,
    takeOver,
    begin,
  };
}
