import { Counter, Histogram, Registry } from 'prom-client';

/** The registry is global, since a Prometheus target is a process. */
export const registry = new Registry();
const registers = [registry];
let isRecording = false;

const requests = new Histogram({
  name: 'guilde_http_request_seconds',
  help: 'Time to answer a request, by method, route pattern and status; its count is the number of requests',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
});
const messages = new Counter({
  name: 'guilde_messages_total',
  help: 'Messages stored and acknowledged',
  registers,
});
const socketMessages = new Histogram({
  name: 'guilde_socket_message_seconds',
  help: 'Time to answer a message sent on a live socket, by what came of it: stored, again, refused, failed',
  labelNames: ['outcome'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
});
const commitSeconds = new Histogram({
  name: 'guilde_commit_seconds',
  help: 'Time of one durable commit, with all the writes that share it',
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
  registers,
});
const commitWrites = new Histogram({
  name: 'guilde_commit_writes',
  help: 'Writes that shared one durable commit',
  buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
  registers,
});

const aiCalls = new Counter({
  name: 'guilde_ai_calls_total',
  help: 'Calls to the paid model, by what came of them',
  labelNames: ['outcome'] as const,
  registers,
});
const aiCost = new Counter({
  name: 'guilde_ai_cost_dollars_total',
  help: 'What the paid model cost, with what is kept aside for calls that broke off',
  registers,
});
const aiSeconds = new Histogram({
  name: 'guilde_ai_call_seconds',
  help: 'Time of a call to the paid model',
  buckets: [0.5, 1, 2, 5, 10, 20, 30, 60, 120],
  registers,
});

const mails = new Counter({
  name: 'guilde_mails_total',
  help: 'Attempts to send an e-mail, by what came of them: sent, bounced, withheld (the address bounces), failed, or fault (the operator has to act)',
  labelNames: ['outcome'] as const,
  registers,
});

export function setRecording(isOn: boolean): void {
  isRecording = isOn;
}

export function isRecordingRequests(): boolean {
  return isRecording;
}

export function recordRequest(method: string, route: string, status: number, milliseconds: number): void {
  if (isRecording) requests.observe({ method, route, status }, milliseconds / 1000);
}

export function recordMessage(): void {
  if (isRecording) messages.inc();
}

export function recordSocketMessage(
  outcome: 'stored' | 'again' | 'refused' | 'failed',
  milliseconds: number,
): void {
  if (isRecording) socketMessages.observe({ outcome }, milliseconds / 1000);
}

export function recordCommit(writes: number, milliseconds: number): void {
  if (!isRecording) return;
  commitWrites.observe(writes);
  commitSeconds.observe(milliseconds / 1000);
}

export function recordAiCall(outcome: string, cost: number, milliseconds: number): void {
  if (!isRecording) return;
  aiCalls.inc({ outcome });
  aiCost.inc(cost);
  aiSeconds.observe(milliseconds / 1000);
}

export function recordMail(outcome: 'sent' | 'bounced' | 'withheld' | 'failed' | 'fault'): void {
  if (isRecording) mails.inc({ outcome });
}
