/** A fault in the language of the console, by its code; one whose code it does not know is told in English. */
import type { ReactNode } from 'react';
import i18next from 'i18next';
import {
  faultNames,
  faultUnits,
  isFaultCode,
  type Fault,
  type FaultCode,
} from '../../shared/contract/faults.ts';
import type { FieldError } from '../../shared/contract/errors.ts';
import { showHidden } from '../../shared/hidden-text.ts';
import { formatExact } from './format.ts';
import { InEnglish, WithEnglish } from './in-english.tsx';

/** A fault as it came: an older program tells its message alone. */
export interface ToldFault {
  readonly message: string;
  readonly code?: string | undefined;
  readonly params?: Fault['params'] | undefined;
}

/** Words of the fault; undefined where the console has none for it in its language. */
export function faultWords({ code = '', params = {}, message }: ToldFault): string | undefined {
  const { language, isInitialized } = i18next;
  // What another program said in words of its own is English in any console.
  const isOurs = isFaultCode(code) && code !== 'in_words' && isInitialized;
  const words: unknown = isOurs ? i18next.getResource(language, 'faults', code) : undefined;
  const values = isOurs ? valuesOf(code, params) : undefined;
  if (typeof words !== 'string' || values === undefined) {
    return !isInitialized || language === 'en' ? showHidden(message) : undefined;
  }
  // In one go: what is filled in is text, whatever it looks like.
  const filled = words.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  return showHidden(filled);
}

/** What is filled in, as the language writes it; undefined where a parameter is missing or unknown. */
function valuesOf(
  code: FaultCode,
  params: Fault['params'],
): Readonly<Record<string, string>> | undefined {
  const values: Record<string, string> = {};
  for (const name of faultNames(code)) {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value === undefined) return undefined;
    if (name === 'unit') {
      const unit = faultUnits.find((each) => each === value);
      if (unit === undefined) return undefined;
      values[name] = i18next.t(`faults:units.${unit}`);
    } else values[name] = typeof value === 'number' ? formatExact(value) : value;
  }
  return values;
}

export function faultText(fault: ToldFault): ReactNode {
  return faultWords(fault) ?? <InEnglish>{fault.message}</InEnglish>;
}

/** The same at a field that the fault is a part of: the part is named. */
export function partFaultText(fault: FieldError): ReactNode {
  return (
    <>
      <code>{fault.field}</code> {faultText(fault)}
    </>
  );
}

/** A sentence of the console with a fault in it: `sentence` is given its words. */
export function WithFault({
  sentence,
  fault,
  titled = false,
}: {
  readonly sentence: (words: string) => string;
  readonly fault: ToldFault;
  /** Shows all of the fault on hover too, where its place may cut it. */
  readonly titled?: boolean;
}): ReactNode {
  const words = faultWords(fault);
  if (words === undefined) {
    return (
      <WithEnglish sentence={sentence} titled={titled}>
        {fault.message}
      </WithEnglish>
    );
  }
  return titled ? <span title={words}>{sentence(words)}</span> : sentence(words);
}
