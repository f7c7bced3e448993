/**
 * How client and server speak with each other. Raised when one side changes in a way that the other cannot bear; a new
 * route or field needs none. The web client comes with its server; an installed desktop app may be older or newer.
 */
export const PROTOCOL = 1;
/** The oldest client that this server still serves. */
export const OLDEST_CLIENT = 1;
/** The oldest server that this client can work with. */
export const OLDEST_SERVER = 1;

/** What a server says of itself at `/api/health/live`. */
export type ServerProtocol = { protocol: number; oldestClient: number };

export type Compatibility = 'compatible' | 'client-too-old' | 'server-too-old';

/** Whether a client and a server understand each other, and which of them must be replaced if not. */
export function compatibility(
  server: ServerProtocol,
  client: { protocol: number; oldestServer: number } = { protocol: PROTOCOL, oldestServer: OLDEST_SERVER },
): Compatibility {
  if (client.protocol < server.oldestClient) return 'client-too-old';
  return server.protocol < client.oldestServer ? 'server-too-old' : 'compatible';
}
