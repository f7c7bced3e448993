/** This is loaded before the server (`--import`); the parent process says how far the clock is ahead. */
const now = Date.now;
let ahead = Number(process.env.GUILDE_CLOCK_AHEAD ?? 0);
Date.now = () => now() + ahead;
process.on('message', (said) => {
  if (typeof said !== 'number') return;
  ahead = said;
  process.send?.(said);
});
// The channel must not keep the process alive.
process.channel?.unref();
