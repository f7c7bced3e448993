import type { z } from 'zod';
import type { companyOutput, figuresOutput } from './output.ts';

/** From the configuration. Null: not configured; the pages then say so. */
export type Company = z.infer<typeof companyOutput>;

/** A smaller figure would say something about single people. */
export const FIGURES_FROM = 10;
export const FIRST_HELPER_AMONG = 200;

/** Null below `FIGURES_FROM`. */
export type Figures = z.infer<typeof figuresOutput>;
