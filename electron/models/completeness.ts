/** What a card states of what is asked of it: the specification's fields and EU AI Act Annex IV. */
import type {
  CompletenessGroup,
  CompletenessItem,
  CreateModel,
  ModelCompleteness,
} from '../../shared/contract/models.ts';

type Member = Exclude<keyof CreateModel, 'model_id' | 'version'>;

/** The optional fields of a card; the specification asks for hash, use and limitations by name. */
const specificationFields = [
  ['model_hash', 'Artifact hash, for verification'],
  ['training_date', 'Training date'],
  ['framework', 'Training framework'],
  ['performance', 'Performance metrics'],
  ['fairness', 'Fairness metrics'],
  ['intended_use', 'Intended use'],
  ['limitations', 'Limitations'],
] as const satisfies readonly (readonly [Member, string])[];

interface AnnexPoint {
  readonly item: string;
  readonly title: string;
  /** Members that state a part of the point. None: a card cannot state it. */
  readonly sources: readonly (Member | 'version')[];
  /** What they leave open in any case. */
  readonly open: string;
}

/**
 * The points of Annex IV (Regulation (EU) 2024/1689), each with the members of a card that speak of
 * it. A free text is not read for meaning, and no member states a whole point: what a card has to say
 * of a point makes it partial.
 */
const annexPoints: readonly AnnexPoint[] = [
  {
    item: '1(a)',
    title: 'Intended purpose, provider, version',
    sources: ['intended_use', 'version'],
    open: 'Name the provider, and how this version relates to earlier ones.',
  },
  {
    item: '1(b)',
    title: 'Interaction with hardware and software that is not part of the system',
    sources: [],
    open: 'State other systems it interacts with.',
  },
  {
    item: '1(c)',
    title: 'Versions of software or firmware and requirements for updates',
    sources: ['framework'],
    open: 'State versions of the software needed and what updates require.',
  },
  {
    item: '1(d)',
    title: 'Forms in which the system is placed on the market',
    sources: [],
    open: 'State the forms: package, download, API, embedded.',
  },
  {
    item: '1(e)',
    title: 'Hardware on which the system is to run',
    sources: [],
    open: 'Describe the hardware.',
  },
  {
    item: '1(f)',
    title: 'Photographs or illustrations of a product that contains it',
    sources: [],
    open: 'Needed only where the system is part of a product.',
  },
  {
    item: '1(g)',
    title: 'User interface provided to the deployer',
    sources: [],
    open: 'Describe the user interface.',
  },
  {
    item: '1(h)',
    title: 'Instructions for use',
    sources: ['intended_use'],
    open: 'Attach the instructions for use for the deployer.',
  },
  {
    item: '2(a)',
    title: 'Methods and steps of development, pre-trained systems and third-party tools',
    sources: ['framework'],
    open: 'Describe the steps, and pre-trained parts used.',
  },
  {
    item: '2(b)',
    title: 'Design specifications: logic, key choices, what is optimised for',
    sources: [],
    open: 'Describe the general logic, the assumptions and the trade-offs.',
  },
  {
    item: '2(c)',
    title: 'System architecture and computational resources',
    sources: [],
    open: 'Describe the architecture and the resources used.',
  },
  {
    item: '2(d)',
    title: 'Data requirements: training data, provenance, labelling, cleaning',
    sources: ['training_date'],
    open: 'Attach datasheets of the training data.',
  },
  {
    item: '2(e)',
    title: 'Human oversight measures',
    sources: [],
    open: 'Assess the oversight needed under Article 14.',
  },
  {
    item: '2(f)',
    title: 'Pre-determined changes to the system and its performance',
    sources: [],
    open: 'State planned changes, or that there are none.',
  },
  {
    item: '2(g)',
    title: 'Validation and testing: data, metrics for accuracy, robustness, discriminatory impact',
    sources: ['performance', 'fairness'],
    open: 'Attach the test data description, and test logs dated and signed.',
  },
  {
    item: '2(h)',
    title: 'Cybersecurity measures',
    sources: ['model_hash'],
    open: 'Describe the measures beyond the hash of the artifact.',
  },
  {
    item: '3',
    title: 'Monitoring, functioning and control: capabilities, limitations, foreseeable risks',
    sources: ['limitations', 'performance'],
    open: 'State foreseeable unintended outcomes and sources of risk.',
  },
  {
    item: '4',
    title: 'Appropriateness of the performance metrics',
    sources: ['performance'],
    open: 'Say why these metrics are the right ones.',
  },
  {
    item: '5',
    title: 'Risk management system (Article 9)',
    sources: [],
    open: 'Describe the risk management system.',
  },
  {
    item: '6',
    title: 'Relevant changes made through the lifecycle',
    sources: ['version'],
    open: 'List what changed between versions.',
  },
  {
    item: '7',
    title: 'Harmonised standards applied',
    sources: [],
    open: 'List the standards, or the solutions adopted instead.',
  },
  {
    item: '8',
    title: 'EU declaration of conformity',
    sources: [],
    open: 'Attach a copy (Article 47).',
  },
  {
    item: '9',
    title: 'Post-market monitoring plan (Article 72)',
    sources: [],
    open: 'Attach the plan.',
  },
];

/** Answers of the card to each thing asked. A blank text and an empty set of metrics state nothing. */
export function completenessOf(card: CreateModel): ModelCompleteness {
  return {
    model_id: card.model_id,
    version: card.version,
    specification: groupOf(
      specificationFields.map(([field, title]): CompletenessItem => {
        const present = states(card, field);
        return {
          item: field,
          title,
          status: present ? 'present' : 'unknown',
          sources: present ? [field] : [],
          note: present ? null : `The card has no ${field}.`,
        };
      }),
    ),
    annex_iv: groupOf(annexPoints.map((point) => annexItem(card, point))),
  };
}

function annexItem(
  card: CreateModel,
  { item, title, sources, open }: AnnexPoint,
): CompletenessItem {
  // Every card has a version: by itself it states nothing of a point.
  const stated = sources.filter((source) => source === 'version' || states(card, source));
  const known = stated.some((source) => source !== 'version');
  return known
    ? { item, title, status: 'partial', sources: [...stated], note: open }
    : { item, title, status: 'unknown', sources: [], note: open };
}

function states(card: CreateModel, member: Member): boolean {
  const value = card[member];
  if (value === undefined) return false;
  return typeof value === 'string' ? value.trim() !== '' : Object.keys(value).length > 0;
}

function groupOf(items: readonly CompletenessItem[]): CompletenessGroup {
  const count = (status: CompletenessItem['status']) =>
    items.filter((each) => each.status === status).length;
  return {
    items: [...items],
    present: count('present'),
    partial: count('partial'),
    unknown: count('unknown'),
    total: items.length,
  };
}
