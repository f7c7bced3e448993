// Preloaded in every journey on a real Electron: the app becomes ready once Playwright has attached. Playwright preloads the
// same where it looks for Electron itself, not where it is told the program; a window that opens and navigates while it
// attaches can keep the launch waiting without end.
const { app } = require('electron');
const reallyReady = app.whenReady();
const emit = app.emit.bind(app);
const attached = Promise.withResolvers();
let isReady = false;
let given = [];
app.emit = (event, ...args) => {
  if (event !== 'ready') return emit(event, ...args);
  given = args;
  return app.listenerCount('ready') > 0;
};
app.isReady = () => isReady;
app.whenReady = () => attached.promise;
globalThis.__playwright_run = async () => {
  await reallyReady;
  isReady = true;
  attached.resolve();
  emit('ready', ...given);
};
