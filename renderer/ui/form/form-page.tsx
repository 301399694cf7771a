/** A form that is a page, a tab or a step: the form of a dialog, which the page's own buttons send and take back. */
import { useEffect, type ReactNode } from 'react';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import { FormBody } from './form-body.tsx';
import { useApiForm, type ApiForm, type ApiFormOptions, type Form } from './use-api-form.ts';
import type { Meanwhile } from './use-meanwhile.ts';

/** A form as the buttons of its page see it. */
export type PageForm<Values> = Pick<
  ApiForm<Values>,
  'isSending' | 'validate' | 'fail' | 'begin'
> & {
  readonly isChanged: boolean;
};

export interface FormPageProps<Values, Body, Answer> extends ApiFormOptions<Values, Body, Answer> {
  /** Title of a refusal. */
  readonly failed: string;
  /** The values that are in force once it was sent: the form stays, and begins anew with them. */
  readonly saved?: (answer: Answer) => Values;
  /** What another person changed; where nothing was typed, it is simply what there is. */
  readonly meanwhile?:
    | (Pick<Meanwhile<unknown>, 'changed' | 'onSeen'> & {
        /** Something that was asked for here beside the form waits for what others changed to be seen. */
        readonly isAsked?: boolean;
      })
    | undefined;
  /** What it does is done on this computer: also while a server elsewhere does not answer. */
  readonly worksAway?: boolean | undefined;
  readonly className?: string | undefined;
  readonly children: (form: Form<Values>, page: PageForm<Values>) => ReactNode;
}

export function FormPage<Values extends object, Body, Answer>({
  failed,
  saved,
  meanwhile,
  className,
  worksAway,
  children,
  ...options
}: FormPageProps<Values, Body, Answer>) {
  const state: ApiForm<Values> = useApiForm({
    ...options,
    onDone: (answer: Answer) => {
      if (saved !== undefined) state.begin(saved(answer));
      options.onDone(answer);
    },
  });
  const isChanged = state.form.isDirty();
  const isNews = (meanwhile?.changed.length ?? 0) > 0;
  const isTaken = isNews && !isChanged && meanwhile?.isAsked !== true;
  const see = () => {
    state.takeOver();
    meanwhile?.onSeen();
  };
  useEffect(() => {
    if (isTaken) see();
  });
  return (
    <FormBody state={state} failed={failed} className={className} worksAway={worksAway}>
      {meanwhile !== undefined && !isTaken && (
        <ChangedMeanwhile changed={meanwhile.changed} onSeen={see} />
      )}
      {children(state.form, { ...state, isChanged })}
    </FormBody>
  );
}
