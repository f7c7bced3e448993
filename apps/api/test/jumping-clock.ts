import { randomsFrom } from './random.ts';

/** This is loaded before the server (`--import`); the clock jumps to and fro by up to half an hour. */
const JUMP_MS = 30 * 60_000;
const JUMP_EVERY_MS = 100;

const random = randomsFrom(Number(process.env.GUILDE_SEED ?? 0));
const now = Date.now;
let offset = 0;
Date.now = () => now() + offset;
setInterval(() => {
  offset = Math.round((random() * 2 - 1) * JUMP_MS);
}, JUMP_EVERY_MS).unref();
