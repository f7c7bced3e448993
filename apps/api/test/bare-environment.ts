/** Of a program that gets its settings from the test alone: where programs are, and how ours load. */
export const BARE_ENVIRONMENT = {
  PATH: process.env.PATH ?? '',
  NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
};
