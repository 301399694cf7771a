/** How the demo's people are enrolled: the first admin by the person at the machine, all others by that admin. */
import type { DemoPeople, DemoPerson } from './demo-people.ts';
import type { StoryStep } from './story-step.ts';

const day = 24 * 60;

export function peopleStory({ head, deputy, officer, colleague }: DemoPeople): StoryStep[] {
  const enrol = (at: number, person: DemoPerson, approver?: DemoPerson): StoryStep => ({
    at,
    operation: 'createPerson',
    body: {
      person_id: person.personId,
      name: person.name,
      role: person.role,
      vkey: person.vkey,
      sealed: person.sealed,
    },
    signed: { by: person, approver },
  });
  return [
    enrol(56 * day, head),
    enrol(55 * day, deputy, head),
    enrol(54 * day, officer, head),
    enrol(54 * day - 20, colleague, head),
  ];
}
