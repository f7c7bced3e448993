/** The program finds other programs and loads our sources, but gets all its settings from the test. */
export const BARE_ENVIRONMENT = {
  PATH: process.env.PATH ?? '',
  NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
};
