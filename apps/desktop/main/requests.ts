import { CLIENT_FRAME_MAX } from '@guilde/contracts/live/protocol.ts';
import { THEMES } from '@guilde/contracts/settings/rules.ts';
import type { IpcMainEvent, IpcMainInvokeEvent } from 'electron';
import { z } from 'zod';
import { type DesktopState, REQUESTS } from '../bridge.ts';
import { ORIGIN } from './addresses.ts';
import type { DesktopElectron } from './electron.ts';

const id = z.number().int().nonnegative();

const schemas = {
  [REQUESTS.ready]: z.undefined(),
  [REQUESTS.openSocket]: z.strictObject({ id, path: z.literal('/api/live') }),
  [REQUESTS.sendFrame]: z.strictObject({ id, frame: z.string().max(CLIENT_FRAME_MAX) }),
  [REQUESTS.closeSocket]: z.strictObject({ id }),
  [REQUESTS.openExternal]: z.strictObject({ url: z.string().max(4096) }),
  [REQUESTS.openOnWeb]: z.strictObject({ path: z.string().max(500) }),
  [REQUESTS.setStartAtLogin]: z.strictObject({ wanted: z.boolean() }),
  [REQUESTS.restartToUpdate]: z.undefined(),
  [REQUESTS.showDownload]: z.strictObject({ id }),
  [REQUESTS.setTheme]: z.strictObject({ theme: z.enum(THEMES.map(({ id }) => id)) }),
  [REQUESTS.saveStorage]: z.undefined(),
  [REQUESTS.tryNotification]: z.strictObject({
    title: z.string().max(100),
    body: z.string().max(300),
    silent: z.boolean(),
  }),
};

type Schemas = typeof schemas;
export type RequestHandlers = { [K in keyof Schemas]: (value: z.output<Schemas[K]>) => void } & {
  [REQUESTS.state]: () => DesktopState;
};

/** Ignores requests that are not from our page's top frame or do not fit their schema. */
export function answerRequests(ipcMain: DesktopElectron['ipcMain'], handlers: RequestHandlers): void {
  for (const channel of Object.keys(schemas) as (keyof Schemas)[]) {
    ipcMain.on(channel, (event, ...values) => {
      const parsed = isOurPage(event) && values.length <= 1 ? schemas[channel].safeParse(values[0]) : null;
      if (parsed?.success) (handlers[channel] as (value: unknown) => void)(parsed.data);
    });
  }
  ipcMain.handle(REQUESTS.state, (event) => {
    if (!isOurPage(event)) throw new Error('Not for this page');
    return handlers[REQUESTS.state]();
  });
}

/** `senderFrame` is null when the frame is gone. */
function isOurPage({ senderFrame }: Pick<IpcMainEvent | IpcMainInvokeEvent, 'senderFrame'>): boolean {
  return senderFrame !== null && senderFrame.parent === null && senderFrame.origin === ORIGIN;
}
