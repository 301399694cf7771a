/** Faults of a form: those its own rules find and those the API names, each at its field. */
import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import type { FieldError } from '../../shared/contract/errors.ts';
import { bodyFaults } from '../../shared/contract/intake.ts';
import { toFailure, type ApiFailure } from '../api/client.ts';
import { faultText } from './fault-text.tsx';

export type Faults = Readonly<Record<string, ReactNode>>;

function faultsOf(errors: readonly FieldError[]): Faults {
  const faults: Record<string, ReactNode> = {};
  for (const each of errors) faults[each.field] ??= faultText(each);
  return faults;
}

/** The same rules as the API's, so that a fault is at its field before anything is sent. */
export function localFaults(schema: z.ZodType, body: unknown): Faults {
  return faultsOf(bodyFaults(body, schema));
}

/** Shows faults by `set`, and puts the focus where the first of them is before the next key. */
export function showFaults(form: RefObject<HTMLElement | null>, set: () => void): void {
  flushSync(set);
  form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

/** Faults of a form, and where the focus goes because of it. */
export function useFormFaults() {
  const element = useRef<HTMLFormElement>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [failure, setFailure] = useState<ApiFailure>();
  const refuse = (found: Faults) => showFaults(element, () => setFaults(found));
  return {
    element,
    faults,
    failure,
    refuse,
    clear: () => {
      setFaults({});
      setFailure(undefined);
    },
    /** Shows why the API refused. */
    fail: (error: unknown): ApiFailure => {
      const failed = toFailure(error);
      setFailure(failed);
      refuse(faultsOf(failed.fields));
      return failed;
    },
  };
}
