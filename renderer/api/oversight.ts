/** Figures of oversight: the whole screen of one model, and a row for each. */
import { keepPreviousData } from '@tanstack/react-query';
import {
  oversightModelsSchema,
  oversightSchema,
  type Basis,
  type Oversight,
} from '../../shared/contract/oversight.ts';
import { useAnswer } from './answers.ts';
import { reads } from './client.ts';
import { queryKeys } from './query-keys.ts';

/** Question for figures; members that are not there are left to the engine. */
export interface OversightQuestion {
  readonly model_id: string;
  readonly where: string | undefined;
  readonly basis: Basis;
  /** Names of groups that are crossed. */
  readonly groups: readonly string[];
}

/** How often it is looked how far facts are that are being made. */
const progressMs = 2_000;

/** The figures of a model; those of the filter before stay until the next ones are there. */
export function useOversight(question: OversightQuestion) {
  const { model_id: model, where, basis, groups } = question;
  return useAnswer<Oversight>('getOversight', {
    queryKey: [...queryKeys.oversight, model, where, basis, groups],
    queryFn: reads(oversightSchema, {
      path: '/oversight',
      query: {
        model_id: model,
        where,
        basis,
        groups: groups.length < 2 ? undefined : groups.join(','),
      },
    }),
    placeholderData: (before, query) => (query?.queryKey[1] === model ? before : undefined),
    refetchInterval: ({ state }) =>
      state.data?.profile.being_applied === null ? false : progressMs,
  });
}

/** A row for each model that decides anything; `days` are the newest that are counted. */
export function useOversightModels(question: {
  readonly basis: Basis;
  readonly days?: number | undefined;
}) {
  return useAnswer('listOversightModels', {
    queryKey: [...queryKeys.oversight, 'models', question],
    queryFn: reads(oversightModelsSchema, { path: '/oversight/models', query: question }),
    placeholderData: keepPreviousData,
  });
}
