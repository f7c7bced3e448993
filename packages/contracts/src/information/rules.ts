import type { z } from 'zod';
import type { companyOutput, figuresOutput } from './output.ts';

/** The configuration gives the fields; the pages say so when one is null. */
export type Company = z.infer<typeof companyOutput>;

/** A smaller figure would say something about single people. */
export const FIGURES_FROM = 10;
export const FIRST_HELPER_AMONG = 200;

/** A figure is null below `FIGURES_FROM`. */
export type Figures = z.infer<typeof figuresOutput>;
