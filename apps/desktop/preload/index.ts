import { contextBridge, ipcRenderer } from 'electron';
import { BRIDGE, type Bridge, REPORTS, REQUESTS } from '../bridge.ts';

/** The page must not get Electron's event object. */
function listen<T>(channel: string, listener: (value: T) => void): () => void {
  const onMessage = (_event: unknown, value: T) => listener(value);
  ipcRenderer.on(channel, onMessage);
  return () => ipcRenderer.removeListener(channel, onMessage);
}

const bridge: Bridge = {
  state: () => ipcRenderer.invoke(REQUESTS.state),
  onState: (listener) => listen(REPORTS.state, listener),
  onNavigate: (listener) => {
    const stop = listen(REPORTS.navigate, listener);
    ipcRenderer.send(REQUESTS.ready);
    return stop;
  },
  onWake: (listener) => listen<undefined>(REPORTS.wake, () => listener()),
  openSocket: (id, path) => ipcRenderer.send(REQUESTS.openSocket, { id, path }),
  sendFrame: (id, frame) => ipcRenderer.send(REQUESTS.sendFrame, { id, frame }),
  closeSocket: (id) => ipcRenderer.send(REQUESTS.closeSocket, { id }),
  onSocket: (listener) => listen(REPORTS.socket, listener),
  openExternal: (url) => ipcRenderer.send(REQUESTS.openExternal, { url }),
  openOnWeb: (path) => ipcRenderer.send(REQUESTS.openOnWeb, { path }),
  onPasskeyCode: (listener) => listen(REPORTS.passkeyCode, listener),
  setStartAtLogin: (wanted) => ipcRenderer.send(REQUESTS.setStartAtLogin, { wanted }),
  restartToUpdate: () => ipcRenderer.send(REQUESTS.restartToUpdate),
  onDownloaded: (listener) => listen(REPORTS.downloaded, listener),
  onDiagnosticCopied: (listener) => listen(REPORTS.diagnosticCopied, listener),
  showDownload: (id) => ipcRenderer.send(REQUESTS.showDownload, { id }),
  tryNotification: (trial) => ipcRenderer.send(REQUESTS.tryNotification, trial),
  setTheme: (theme) => ipcRenderer.send(REQUESTS.setTheme, { theme }),
  saveStorage: () => ipcRenderer.send(REQUESTS.saveStorage),
};

contextBridge.exposeInMainWorld(BRIDGE, bridge);
