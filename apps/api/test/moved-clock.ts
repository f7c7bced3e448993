/** Loaded before the server (`--import`): its clock is ahead of the machine's, by what the parent says. */
const now = Date.now;
let ahead = Number(process.env.GUILDE_CLOCK_AHEAD ?? 0);
Date.now = () => now() + ahead;
process.on('message', (said) => {
  if (typeof said !== 'number') return;
  ahead = said;
  process.send?.(said);
});
// It keeps no process alive.
process.channel?.unref();
