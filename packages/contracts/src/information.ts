import type { z } from 'zod';
import type { companyOutput, figuresOutput } from './information-output.ts';

/**
 * Who runs this installation, for the legal pages, from its configuration. Null is not known: the pages then say so
 * and print nothing false.
 */
export type Company = z.infer<typeof companyOutput>;

/** From how many on a figure about the community is told: less would say something about single people. */
export const FIGURES_FROM = 10;
/** How many of the newest SOS with a helper the median is about. */
export const FIRST_HELPER_AMONG = 200;

/** What visitors read about the community; null below `FIGURES_FROM`. */
export type Figures = z.infer<typeof figuresOutput>;
