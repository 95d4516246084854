// Interactions this tab has started, from the press to the bot's answer.

import { alarm, toast } from './dom.js';
import { post } from './api.js';
import { state, emit, LOADING } from './store.js';

const open = new Map();      // interaction id -> what it was about
const early = new Map();     // events that came before the call returned its id
let calls = 0;
const answered = new Set();  // interactions whose message has come
export const names = new Map(); // interaction id -> the command it was, for messages that do not say

export const pressed = new Set();   // "message:custom_id" waiting for an answer
export const failed = new Map();    // message id -> what to say under it
export const chosen = new Map();    // "message:custom_id" -> values picked here, until the bot edits
export const locals = new Map();    // channel id -> commands under way, [{id, name, step, reason}]

const PATIENCE = 10000;
const SILENT = 'The application did not respond';
const keyOf = (messageId, customId) => `${messageId}:${customId}`;

async function start(payload, about) {
  calls++;
  try {
    const answer = await post('interactions', payload);
    about.id = String(answer.id);
    open.set(about.id, about);
    if (about.entry) names.set(about.id, about.entry.name);
    about.answered = answered.has(about.id);
    about.timer = setTimeout(() => fail(about, ''), PATIENCE);
    return about.id;
  } finally {
    calls--;
    const kept = about.id && early.get(about.id);
    if (about.id) early.delete(about.id);
    if (!calls) setTimeout(() => { if (!calls) early.clear(); }, 0);
    for (const [t, d] of kept || []) handle(t, d);
  }
}

function finish(about) {
  clearTimeout(about.timer);
  if (about.kind === 'component') {
    pressed.delete(about.key);
    emit('message', { channel_id: about.channel, id: about.message });
  }
}

function fail(about, reason) {
  finish(about);
  open.delete(about.id);
  if (about.kind === 'component') {
    failed.set(about.message, { text: 'This interaction failed', reason: reason === SILENT ? '' : reason });
    chosen.delete(about.key);
    emit('message', { channel_id: about.channel, id: about.message });
    alarm('This interaction failed');
  } else if (about.kind === 'command') {
    about.entry.step = 'failed';
    about.entry.reason = reason;
    emit('locals', about.channel);
    alarm(SILENT);
  } else if (about.onFail) about.onFail(reason);
}

export async function component(message, part, values) {
  const key = keyOf(message.id, part.custom_id);
  if (pressed.has(key)) return;
  const about = { kind: 'component', channel: message.channel_id, message: message.id, key };
  pressed.add(key);
  failed.delete(message.id);
  if (values) chosen.set(key, values);
  emit('message', { channel_id: message.channel_id, id: message.id });
  const payload = { type: 3, channel_id: message.channel_id, message_id: message.id, component_type: part.type, custom_id: part.custom_id };
  if (values) payload.values = values;
  try {
    await start(payload, about);
  } catch (error) {
    toast(error.message);
    fail(about, error.message);
  }
}

export async function command(channelId, payload, name) {
  const entry = { id: `local-${Date.now()}-${Math.random()}`, name, step: 'sending', reason: '', at: new Date() };
  const about = { kind: 'command', channel: channelId, entry };
  const list = locals.get(channelId) || [];
  locals.set(channelId, [...list, entry]);
  emit('locals', channelId);
  try {
    await start({ type: 2, channel_id: channelId, ...payload }, about);
  } catch (error) {
    forget(channelId, entry);
    throw error;
  }
}

export async function submit(interactionId, data, onDone, onFail) {
  const about = { kind: 'modal', onDone, onFail };
  await start({ type: 5, interaction_id: interactionId, ...data }, about);
}

export function forget(channelId, entry) {
  locals.set(channelId, (locals.get(channelId) || []).filter((e) => e !== entry));
  emit('locals', channelId);
}

export function handle(t, d) {
  const id = String(t === 'MODAL' ? d.interaction_id : d.id);
  const about = open.get(id);
  if (!about) {
    // Not ours yet: perhaps the call is still on its way; otherwise another tab's.
    if (calls) early.set(id, [...(early.get(id) || []), [t, d]]);
    return;
  }
  if (t === 'INTERACTION_FAILED') { fail(about, d.reason || ''); return; }
  finish(about);
  if (t === 'MODAL') {
    open.delete(id);
    if (about.kind === 'command') forget(about.channel, about.entry);
    if (about.kind === 'component') chosen.delete(about.key);
    emit('modal', d);
    return;
  }
  if (about.kind === 'modal') { if (about.onDone) about.onDone(); }
  if (about.kind === 'command') {
    if (d.deferred && !about.answered) {
      about.entry.step = 'thinking';
      emit('locals', about.channel);
      return;
    }
    forget(about.channel, about.entry);
  }
  open.delete(id);
}

// A message came or changed: what waited for it is answered.
export function seen(message, fresh) {
  const meta = message.interaction_metadata || message.interaction;
  const id = meta && meta.id && String(meta.id);
  if (id) answered.add(id);
  const mine = [...open.values()].filter((a) => a.channel === message.channel_id);
  for (const about of mine) {
    if (about.kind === 'component' && about.message === message.id) { finish(about); continue; }
    if (about.kind !== 'command') continue;
    const byBot = state.bot && message.author && message.author.id === state.bot.id;
    const hit = id ? id === about.id : byBot && fresh && about.entry.step === 'thinking';
    if (!hit) continue;
    about.answered = true;
    forget(about.channel, about.entry);
    if (!(message.flags & LOADING)) open.delete(about.id);
    clearTimeout(about.timer);
  }
  if (fresh) return false;
  let touched = false;
  for (const key of [...pressed]) if (key.startsWith(`${message.id}:`)) { pressed.delete(key); touched = true; }
  for (const key of [...chosen.keys()]) if (key.startsWith(`${message.id}:`)) chosen.delete(key);
  failed.delete(message.id);
  return touched;
}

// The line broke: answers may have been missed, so nothing is left hanging.
export function reset() {
  for (const about of open.values()) {
    finish(about);
    if (about.kind === 'command') forget(about.channel, about.entry);
    if (about.kind === 'modal' && about.onFail) about.onFail('');
  }
  open.clear();
  pressed.clear();
}

export { keyOf };
