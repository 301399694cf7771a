/** Words of rules and of their alerts: what is watched, and what was found. */
export const rules = {
  title: {
    impact_ratio: 'Impact ratio by {{groups}} below {{below}}',
    drift: 'Drift of {{field}} above {{above}}',
    changed_rate: 'More than {{above}} changed by people',
    rate_above: '{{name}} above {{above}}',
    rate_below: '{{name}} below {{below}}',
    rate_outside: '{{name}} outside {{below}} to {{above}}',
    silence_one: 'No decision for {{hours}} hour',
    silence_other: 'No decision for {{hours}} hours',
  },
  class: { favourable: 'Favourable', adverse: 'Adverse', undecided: 'Undecided' },
  found: {
    impact_ratio:
      '{{group}}: favourable {{ratio}} times as often as {{reference}} (95 % {{low}} to {{high}}, n {{n}}).',
    incomparable: 'There are not enough decisions to compare.',
    drift:
      'PSI {{psi}}; chance alone exceeds {{mark}} in one case of twenty (n {{current}} against {{baseline}}).',
    few: 'Fewer than a hundred in either window (n {{current}} against {{baseline}}).',
    changed_rate: 'People changed {{changed}} of {{reviewed}} that they looked at, {{share}}.',
    unreviewed: 'Nobody has looked at any.',
    outcome_rate: '{{name}}: {{amount}} of {{n}}, {{share}} (95 % {{low}} to {{high}}).',
    undecided: 'None is decided.',
    silence: 'The last decision was made on {{at}}.',
    never: 'There is no decision.',
  },
  window: { days: '{{first}} to {{last}}', upTo: 'up to {{last}}' },
} as const;
