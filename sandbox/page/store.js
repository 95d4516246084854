// What this tab knows: people, channels, messages, and what has been read. No DOM in here.

import { cmpId } from './dom.js';
import { get } from './api.js';

export const EPHEMERAL = 1 << 6;
export const LOADING = 1 << 7;

export const state = {
  me: null, bot: null, guild: null, people: new Map(), channels: new Map(), commands: [], links: [],
  dmsOpen: true, botOnline: true, connected: true, current: null,
  books: new Map(),     // channel id -> {list, complete, loaded, loading, touched}
  read: {}, badges: {}, // channel id -> last read message id / number of mentions
  typing: new Map(),    // channel id -> Map(user id -> until)
  prefs: { sound: false, people: true },
};

const listeners = new Map();
export function on(topic, fn) {
  if (!listeners.has(topic)) listeners.set(topic, []);
  listeners.get(topic).push(fn);
}
export function emit(topic, data) { for (const fn of listeners.get(topic) || []) fn(data); }

const keyOf = (name) => `sandbox:${state.me ? state.me.id : ''}:${name}`;
export function remember(name, value) {
  try { localStorage.setItem(keyOf(name), JSON.stringify(value)); } catch { /* private mode */ }
}
export function recall(name, fallback) {
  try { return JSON.parse(localStorage.getItem(keyOf(name))) ?? fallback; } catch { return fallback; }
}

const own = (url) => { try { return new URL(url, document.baseURI).pathname === location.pathname; } catch { return false; } };

export function begin(start) {
  const first = !state.me;
  state.me = start.me;
  state.bot = start.bot || null;
  state.guild = start.guild || { id: '0', name: 'Sandbox' };
  state.people = new Map();
  for (const person of [start.me, start.bot, ...(start.people || [])]) {
    if (person && person.id) state.people.set(person.id, { ...(state.people.get(person.id) || {}), ...person });
  }
  state.channels = new Map();
  for (const channel of [...(start.channels || []), ...(start.dms || [])]) state.channels.set(channel.id, channel);
  state.commands = start.commands || [];
  state.links = (start.links || []).filter((l) => !own(l.url));
  state.dmsOpen = start.dms_open !== false;
  const online = start.bot_online ?? (start.bot && start.bot.online);
  if (typeof online === 'boolean') state.botOnline = online;
  if (first) {
    state.read = recall('read', {});
    state.badges = recall('badges', {});
    state.prefs = { ...state.prefs, ...recall('prefs', {}) };
  }
}

// People.

export function learn(user) {
  if (user && user.id && !state.people.has(user.id)) state.people.set(user.id, user);
}
export const nameOf = (user) => (user && (user.global_name || user.username)) || 'Unknown';
export const userOf = (id) => state.people.get(id);
export function colorOf(user) {
  const known = user && state.people.get(user.id);
  const color = (known && known.color) || (user && user.color);
  return /^#[0-9a-f]{6}$/i.test(color || '') ? color : user && user.bot ? '#5b8def' : '#8a93a5';
}

// Channels.

export const isDm = (c) => !!c && (c.type === 1 || c.type === 3);
export const isThread = (c) => !!c && (c.type === 10 || c.type === 11 || c.type === 12);
export const isArchived = (c) => !!(c && (c.thread_metadata ? c.thread_metadata.archived : c.archived));
// Who is at the other end. A channel seen from the bot's side names only us: then it is the bot.
export function partner(c) {
  return (c.recipients || []).find((u) => u.id !== state.me.id) || state.bot || (c.recipients || [])[0];
}
export function channelName(c) {
  if (!c) return 'unknown';
  if (isDm(c)) return c.name || nameOf(partner(c));
  return c.name || 'unnamed';
}

// Messages.

export function book(channelId) {
  if (!state.books.has(channelId)) {
    state.books.set(channelId, { list: [], complete: false, loaded: false, loading: null, touched: null });
  }
  return state.books.get(channelId);
}

export function find(channelId, id) { return book(channelId).list.find((m) => m.id === id); }

function place(list, message) {
  let i = list.length;
  while (i > 0 && cmpId(list[i - 1].id, message.id) > 0) i--;
  if (i > 0 && list[i - 1].id === message.id) { list[i - 1] = message; return false; }
  list.splice(i, 0, message);
  return true;
}

export function put(message) {
  learn(message.author);
  for (const user of message.mentions || []) learn(user);
  const b = book(message.channel_id);
  if (b.touched) b.touched.add(message.id);
  if (!b.loaded && !b.loading) return false;
  return place(b.list, message);
}

export function change(message) {
  const b = book(message.channel_id);
  if (b.touched) b.touched.add(message.id);
  const i = b.list.findIndex((m) => m.id === message.id);
  if (i >= 0) return (b.list[i] = { ...b.list[i], ...message });
  if (b.touched && message.author) place(b.list, message);
  return null;
}

export function drop(channelId, id) {
  const b = book(channelId);
  if (b.touched) b.touched.add(id);
  const i = b.list.findIndex((m) => m.id === id);
  if (i >= 0) b.list.splice(i, 1);
  return i >= 0;
}

const PAGE = 50;

async function fetchInto(channelId, before, fresh) {
  const b = book(channelId);
  b.touched = new Set();
  try {
    const got = await get(`channels/${channelId}/messages?limit=${PAGE}${before ? `&before=${before}` : ''}`);
    for (const m of got) learn(m.author);
    const ids = new Set(got.map((m) => m.id));
    if (fresh) {
      // What we hold and the server no longer names is gone; what came by event meanwhile stays.
      const oldest = got.length ? got[got.length - 1].id : null;
      const overlap = b.list.some((m) => ids.has(m.id));
      b.list = b.list.filter((m) => b.touched.has(m.id)
        || (overlap && got.length === PAGE && cmpId(m.id, oldest) < 0) || ids.has(m.id));
      if (!overlap || got.length < PAGE) b.complete = got.length < PAGE;
      b.loaded = true;
    } else if (got.length < PAGE) b.complete = true;
    for (const m of got) if (!b.touched.has(m.id)) place(b.list, { ...m, channel_id: m.channel_id || channelId });
    return got.length;
  } finally {
    b.touched = null;
  }
}

function locked(channelId, work) {
  const b = book(channelId);
  if (!b.loading) b.loading = work().finally(() => { b.loading = null; });
  return b.loading;
}

export const loadNewest = (channelId) => locked(channelId, () => fetchInto(channelId, null, true));
export function loadOlder(channelId) {
  const b = book(channelId);
  if (b.complete || !b.list.length) return Promise.resolve(0);
  return locked(channelId, () => fetchInto(channelId, b.list[0].id, false));
}

export function stale() {
  for (const id of [...state.books.keys()]) if (id !== state.current) state.books.delete(id);
}

// Reading.

export function mentionsMe(m) {
  if (!state.me || (m.author && m.author.id === state.me.id)) return false;
  return !!m.mention_everyone || (m.mentions || []).some((u) => u.id === state.me.id);
}
export function pings(m) {
  const c = state.channels.get(m.channel_id);
  return (isDm(c) && m.author && m.author.id !== state.me.id) || mentionsMe(m);
}
export function isUnread(c) {
  return !!c.last_message_id && cmpId(c.last_message_id, state.read[c.id]) > 0;
}
export function markRead(channelId, id) {
  if (!id) return;
  const before = state.read[channelId];
  if (cmpId(id, before) <= 0 && !state.badges[channelId]) return;
  if (cmpId(id, before) > 0) state.read[channelId] = id;
  delete state.badges[channelId];
  remember('read', state.read);
  remember('badges', state.badges);
  emit('channels');
}
export function badge(channelId, n) {
  if (n) state.badges[channelId] = n; else delete state.badges[channelId];
  remember('badges', state.badges);
}

// Another tab of the same person has read something.
export function follow() {
  addEventListener('storage', (e) => {
    if (!state.me || (e.key !== keyOf('read') && e.key !== keyOf('badges'))) return;
    state.read = recall('read', state.read);
    state.badges = recall('badges', state.badges);
    emit('channels');
  });
}

// Mentions that came while this tab was closed: counted from the newest page of each unread channel.
export async function countMissed() {
  for (const c of [...state.channels.values()]) {
    if (!isUnread(c) || c.id === state.current) continue;
    try {
      const got = await get(`channels/${c.id}/messages?limit=${PAGE}`);
      const fresh = got.filter((m) => cmpId(m.id, state.read[c.id]) > 0);
      // Nothing new that we may see, or only our own words: read.
      if (fresh.every((m) => m.author && m.author.id === state.me.id)) markRead(c.id, c.last_message_id);
      else if (c.id !== state.current) badge(c.id, fresh.filter((m) => pings({ ...m, channel_id: c.id })).length);
    } catch { /* a channel we may not read any more */ }
  }
  emit('channels');
}
