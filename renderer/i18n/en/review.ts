/** Words of the review queue. */
export const review = {
  title: 'Review',
  grid: 'Decisions that wait for a person, {{total}} rows',
  segment: {
    label: 'Why they wait',
    waiting: 'All',
    policy: 'Policy',
    escalated: 'Escalated',
    second_actor: 'Second person',
  },
  column: {
    why: 'Waits for',
    since: 'Since ({{zone}})',
    sinceShort: 'Since',
    who: 'Asked by',
    effect: 'In effect',
  },
  why: {
    policy: 'Review',
    escalated: 'A decision',
    second_actor: 'A second person',
  },
  byPolicy: 'policy',
  announce: '{{total}} decisions wait',
  count: 'Decisions that wait for a person',
  empty: {
    title: 'Nothing waits',
    text: 'Decisions come here when a policy asks for a review, when somebody escalates one, and when a proposal needs its second person.',
    show: 'Show all decisions',
  },
  noResult: {
    title: 'Nothing waits under this filter',
    text: 'Other decisions may wait.',
    all: 'Show all that wait',
  },
  loadFailed: 'The queue could not be loaded',
  keys: 'Keys of the queue',
  hint: {
    next: 'next',
    approve: 'approve',
    override: 'override',
    escalate: 'escalate',
    annotate: 'annotate',
    inspect: 'read',
  },
  policies: 'Policies…',
} as const;
