/**
 * What the service wrote and nobody translated: messages, findings, documents. It says that it is English, so
 * that it is read aloud as such within a console of another language (WCAG 2.2, 3.1.2).
 */
import type { ReactNode } from 'react';
import { showHidden } from '../../shared/hidden-text.ts';

export function InEnglish({
  children,
  titled = false,
}: {
  children: string;
  /** Shows all of it on hover too, where its place may cut it. */
  titled?: boolean;
}) {
  const text = showHidden(children);
  return (
    <span lang="en" title={titled ? text : undefined}>
      {text}
    </span>
  );
}

/** Stands for the text while a sentence is made; no catalogue and no message has it. */
const place = '\uE000';

/** A sentence of the console with such a text in it: `sentence` is given what stands for it. */
export function WithEnglish({
  sentence,
  children,
  titled = false,
}: {
  sentence: (text: string) => string;
  children: string;
  titled?: boolean;
}): ReactNode {
  const [before = '', after = ''] = sentence(place).split(place);
  return (
    <>
      {before}
      <InEnglish titled={titled}>{children}</InEnglish>
      {after}
    </>
  );
}
