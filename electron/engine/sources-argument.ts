/** Argument by which the entry knows that it is the process that reads files. */
export const sourcesArgument = 'sources';
