/** The task that reads a card of another format: what a program of elsewhere wrote is never read beside requests. */
import type { ProposedCard } from '../../../shared/contract/models.ts';
import type { ForeignTask } from '../../foreign/foreign-task.ts';
import { readCycloneDx } from './cyclonedx.ts';
import { readHuggingFaceCard } from './hugging-face.ts';

export interface ForeignCard {
  readonly format: 'cyclonedx' | 'huggingface';
  readonly text: string;
}

/** Megabytes that it may take. */
export const cardMemory = 1_024;

export const readCardTask: ForeignTask<ForeignCard, ProposedCard, never> = {
  name: 'read-card',
  run: async ({ format, text }) =>
    format === 'cyclonedx' ? readCycloneDx(text) : readHuggingFaceCard(text),
};
