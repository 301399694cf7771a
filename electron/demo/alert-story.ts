/** What the demo's rules found: evaluated twice, the second time for the day that the demo is made; one alert is acknowledged. */
import type { StoryStep, StoryTask } from './story-step.ts';

const day = 24 * 60;

export const alertStory: readonly (StoryStep | StoryTask)[] = [
  { at: 2 * day, task: 'evaluate-rules' },
  {
    at: 2 * day - 95,
    operation: 'acknowledgeAlert',
    about: 'silence',
    parameters: { id: '{silence}' },
    body: {
      note: 'The branches send matches through the new portal since the 1st; the interface to it is being built.',
    },
  },
  { at: 0, task: 'evaluate-rules' },
];
