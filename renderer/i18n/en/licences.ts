/** English: whose work is in this program. */
export const licences = {
  title: 'Third-party licences',
  text: 'The packages of others that are part of this build, with the licences they are under.',
  find: 'Find a package or licence',
  bill: 'Bill of materials',
  billFailed: 'The bill of materials could not be saved',
  failed: 'The list of packages could not be read',
  packages: '{{packages}} packages',
  none: 'No package matches.',
  inText: 'see its text',
  textOf: 'Licence of {{name}}',
  noText: 'The package brings no text of its own. Its licence is {{licence}}.',
} as const;
