/** Trust policies: quorums that are met and not met, and the line that is at fault. */
import { describe, expect, it } from 'vitest';
import { isQuorumMet, parsePolicy, PolicyError } from '../../shared/ledger/trust-policy.ts';
import {
  cosignatureAlgorithm,
  noteAlgorithm,
  verifierKey,
} from '../../shared/ledger/verifier-key.ts';
import { sha256 } from '../ledger/sha256.ts';

const witness = (name: string, byte: number) =>
  verifierKey(sha256, name, cosignatureAlgorithm, new Uint8Array(32).fill(byte));
const log = verifierKey(sha256, 'ledger.example/demo', noteAlgorithm, new Uint8Array(32));
const [x1, x2, x3, y1, y2] = ['x1', 'x2', 'x3', 'y1', 'y2'].map((name, index) =>
  witness(`witness.example/${name}`, index + 1),
);
const witnesses = `witness X1 ${x1}\nwitness X2 ${x2}\nwitness X3 ${x3}\nwitness Y1 ${y1}\nwitness Y2 ${y2}\n`;

describe('quorum', () => {
  const two = `${witnesses}group X 2 X1 X2 X3\ngroup Y any Y1 Y2\ngroup both all X Y\nquorum both\n`;
  it.each([
    ['none', 'quorum none\n', [], true],
    ['none, with witnesses', `${witnesses}quorum none\n`, [], true],
    ['one witness', `${witnesses}quorum X1\n`, ['X1'], true],
    ['one witness, another cosigned', `${witnesses}quorum X1\n`, ['X2'], false],
    ['any', `${witnesses}group g any X1 X2\nquorum g\n`, ['X2'], true],
    ['any, none of them', `${witnesses}group g any X1 X2\nquorum g\n`, ['X3'], false],
    ['all', `${witnesses}group g all X1 X2\nquorum g\n`, ['X1', 'X2'], true],
    ['all, one missing', `${witnesses}group g all X1 X2\nquorum g\n`, ['X1'], false],
    ['two of three', `${witnesses}group g 2 X1 X2 X3\nquorum g\n`, ['X1', 'X3'], true],
    ['two of three, one', `${witnesses}group g 2 X1 X2 X3\nquorum g\n`, ['X3'], false],
    ['groups in groups', two, ['X1', 'X2', 'Y2'], true],
    ['groups in groups, one group short', two, ['X1', 'X2', 'X3'], false],
    ['groups in groups, the other short', two, ['X1', 'Y1', 'Y2'], false],
  ] as const)('%s', (_title, text, cosigned, isMet) => {
    expect(isQuorumMet(parsePolicy(sha256, text), new Set(cosigned))).toBe(isMet);
  });
});

it('reads logs, addresses, comments, tabs and empty lines', () => {
  const text = `# who vouches\n\n  log ${log} https://ledger.example\n\twitness\tX1\t${x1}  https://w.example \n   # end\nquorum X1`;
  const policy = parsePolicy(sha256, text);
  expect(policy.logs.map(({ name }) => name)).toEqual(['ledger.example/demo']);
  expect(policy.witnesses).toMatchObject([{ name: 'X1', url: 'https://w.example' }]);
});

/** What is said to be wrong with a text. */
function faultOf(text: string): unknown {
  try {
    return parsePolicy(sha256, text);
  } catch (error) {
    return error instanceof PolicyError ? error.fault : error;
  }
}

describe('refuses', () => {
  it.each([
    ['no quorum', witnesses, 'policy_no_quorum'],
    ['two quorums', `quorum none\nquorum none`, 'policy_quorum_twice', 2],
    ['a quorum of nobody', `quorum X1`, 'policy_name_unknown', 1],
    ['a quorum of two', `${witnesses}quorum X1 X2`, 'policy_quorum', 6],
    ['a quorum without a name', `quorum`, 'policy_quorum', 1],
    ['an unknown word', `witnesses X1 ${x1}\nquorum none`, 'policy_keyword', 1],
    ['a capital letter', `Witness X1 ${x1}\nquorum none`, 'policy_keyword', 1],
    ['a witness without a key', `witness X1\nquorum none`, 'policy_witness', 1],
    ['a witness with too much', `witness X1 ${x1} a b\nquorum none`, 'policy_witness', 1],
    ['the key of a log as a witness', `witness X1 ${log}\nquorum none`, 'policy_witness_key', 1],
    ['the key of a witness as a log', `log ${x1}\nquorum none`, 'policy_log_key', 1],
    [
      'a key with another id',
      `witness X1 ${x1?.replace(/\+[0-9a-f]{8}/, '+00000000')}`,
      'policy_witness_key',
      1,
    ],
    ['a name twice', `witness X1 ${x1}\nwitness X1 ${x2}`, 'policy_name_twice', 2],
    [
      'a key twice',
      `witness X1 ${x1}\nwitness X2 ${witness('other.example', 1)}`,
      'policy_key_twice',
      2,
    ],
    ['a log twice', `log ${log}\nlog ${log}`, 'policy_key_twice', 2],
    ['a witness called none', `witness none ${x1}`, 'policy_name_twice', 1],
    ['a group of nobody', `group g any`, 'policy_group', 1],
    ['a group of what comes later', `group g any X1\nwitness X1 ${x1}`, 'policy_name_unknown', 1],
    ['a group of itself', `${witnesses}group g any g`, 'policy_name_unknown', 6],
    ['a group of none', `${witnesses}group g any none`, 'policy_group_of_none', 6],
    ['a member twice', `${witnesses}group g 2 X1 X1`, 'policy_member_twice', 6],
    [
      'a member of two groups',
      `${witnesses}group g any X1\ngroup h any X1`,
      'policy_member_twice',
      7,
    ],
    ['a group named as a witness', `${witnesses}group X1 any X2`, 'policy_name_twice', 6],
    ['none of the members', `${witnesses}group g 0 X1 X2`, 'policy_threshold', 6],
    ['more than the members', `${witnesses}group g 3 X1 X2`, 'policy_threshold', 6],
    ['a number with a nought before it', `${witnesses}group g 01 X1 X2`, 'policy_threshold', 6],
    ['a share of the members', `${witnesses}group g 1.5 X1 X2`, 'policy_threshold', 6],
    ['a carriage return', `quorum none\r\n`, 'policy_control', 1],
    ['a null', `quorum no\u0000ne`, 'policy_control', 1],
  ])('%s', (_title, text, code, line?: number) => {
    const params = line === undefined ? {} : { line };
    expect(faultOf(text)).toMatchObject({ code, params });
  });
});
