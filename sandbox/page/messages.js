// The log of one channel: building, grouping, scrolling, what is new.

import { h, add, icon, $, cmpId, when, clock, longDate, full, dayOf, readable, announce, calm } from './dom.js';
import { state, book, find, loadNewest, loadOlder, nameOf, colorOf, channelName, isDm, isThread, markRead, mentionsMe, on, emit, EPHEMERAL, LOADING } from './store.js';
import { content, emojiNode } from './markdown.js';
import { avatar, components, attachments, embeds, words, dots } from './components.js';
import { failed, locals, forget, names } from './interactions.js';
import { post, tell } from './api.js';
import { popupOf, closePopup } from './popup.js';

const KEEP = 300;
const places = new Map();  // channel id -> where we were in it
const nodes = new Map();   // message id -> li
let scroller, intro, list, tail, content_;
let atBottom = true;
let below = 0;             // messages that came while we were reading further up
let firstUnread = null;
let opening = null;
let loadingOlder = false;

export function setup() {
  scroller = $('scroller');
  intro = h('div', { id: 'intro' });
  list = h('ol', { id: 'log', 'aria-label': 'Messages' });
  tail = h('ul', { id: 'locals', 'aria-label': 'Commands under way', hidden: true });
  content_ = h('div', { id: 'log-in' }, h('h2', { class: 'sr' }, 'Messages'), intro, list, tail);
  scroller.append(content_);
  scroller.addEventListener('scroll', scrolled, { passive: true });
  const watch = new ResizeObserver(() => { shake(); if (atBottom) toBottom(); });
  watch.observe(content_);
  watch.observe(scroller);
  $('new-pill').addEventListener('click', () => { atBottom = true; toBottom(); $('composer-input').focus({ preventScroll: true }); });
  $('unread-pill').addEventListener('click', () => { const n = nodes.get(firstUnread); if (n) { reveal(n); } $('unread-pill').hidden = true; });
  scroller.addEventListener('keydown', walk);
  hands();
  document.addEventListener('visibilitychange', readIt);
  addEventListener('focus', readIt);
  on('message', ({ channel_id, id }) => { if (channel_id === state.current) redraw(id); });
  on('locals', (id) => { if (id === state.current) drawLocals(); });
}

// Scrolling.

function toBottom() {
  scroller.scrollTo({ top: scroller.scrollHeight, behavior: 'instant' });
}

// A message that shrinks and grows again moves everything, too: for a moment nobody has scrolled.
const SHAKING = 150;  // milliseconds
let calmAt = 0;
function shake() { calmAt = performance.now() + SHAKING; }

let lastTop = 0;
let lastHeight = 0;
function scrolled() {
  // We leave the bottom only by scrolling up; a message that grows or shrinks is no reason.
  const isOurs = performance.now() < calmAt || scroller.scrollHeight !== lastHeight;
  const isUp = scroller.scrollTop < lastTop - 1 && !isOurs;
  if (scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 48) atBottom = true;
  else if (isUp) atBottom = false;
  else if (atBottom) toBottom();
  lastTop = scroller.scrollTop;
  lastHeight = scroller.scrollHeight;
  if (atBottom) { below = 0; readIt(); }
  pill();
  if (firstUnread && !$('unread-pill').hidden) {
    const node = nodes.get(firstUnread);
    if (node && node.getBoundingClientRect().top >= scroller.getBoundingClientRect().top) $('unread-pill').hidden = true;
  }
  if (scroller.scrollTop < 400) older();
}

function pill() {
  const p = $('new-pill');
  p.hidden = atBottom;
  if (atBottom) return;
  p.replaceChildren();
  add(p, below ? `${below} new message${below > 1 ? 's' : ''}` : 'Jump to the newest', icon('down', 16));
  p.classList.toggle('quiet', !below);
}

function readIt() {
  const b = state.current && book(state.current);
  if (!b || !b.loaded || document.hidden || !atBottom || !document.hasFocus() || opening) return;
  if (!$('chat').checkVisibility()) return;
  const last = b.list[b.list.length - 1];
  const c = state.channels.get(state.current);
  const id = last && c && cmpId(c.last_message_id, last.id) > 0 ? c.last_message_id : last && last.id;
  markRead(state.current, id || (c && c.last_message_id));
}

function anchor() {
  const top = scroller.getBoundingClientRect().top;
  for (const li of list.children) {
    const r = li.getBoundingClientRect();
    if (r.bottom > top) return { id: li.dataset.id, offset: r.top - top };
  }
  return null;
}

function hold(spot) {
  const node = spot && nodes.get(spot.id);
  if (!node) return false;
  scroller.scrollTop += node.getBoundingClientRect().top - scroller.getBoundingClientRect().top - spot.offset;
  return true;
}

async function older() {
  const id = state.current;
  const b = id && book(id);
  if (!b || !b.loaded || b.complete || loadingOlder || b.loading) return;
  loadingOlder = true;
  try {
    await loadOlder(id);
    if (id === state.current) { const spot = anchor(); rebuild(); hold(spot); }
  } catch { /* the next scroll tries again */ } finally { loadingOlder = false; }
}

function reveal(node) {
  node.scrollIntoView({ block: 'center', behavior: calm() ? 'instant' : 'smooth' });
  node.focus({ preventScroll: true });
  node.classList.add('flash');
  setTimeout(() => node.classList.remove('flash'), 2000);
}

export async function jumpTo(id) {
  const channel = state.current;
  await opening;
  for (let i = 0; i < 12 && channel === state.current && !find(channel, id) && !book(channel).complete; i++) {
    if (!(await tell(loadOlder(channel)))) break;
  }
  if (channel !== state.current) return;
  if (!nodes.has(id)) rebuild();
  const node = nodes.get(id);
  if (node) { atBottom = false; reveal(node); }
}

// Arrow keys walk from message to message.
function walk(e) {
  if (e.altKey || e.ctrlKey || e.metaKey || !['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(e.key)) return;
  const here = e.target.closest && e.target.closest('#log > li');
  if (e.target !== scroller && e.target !== here) return;
  const all = [...list.children];
  if (!all.length) return;
  const i = here ? all.indexOf(here) : all.length;
  const next = e.key === 'Home' ? all[0] : e.key === 'End' ? all[all.length - 1] : all[Math.max(0, Math.min(all.length - 1, i + (e.key === 'ArrowUp' ? -1 : 1)))];
  e.preventDefault();
  next.focus();
  next.scrollIntoView({ block: 'nearest' });
}

// Opening a channel.

export function leave() {
  if (!state.current) return;
  places.set(state.current, atBottom ? null : anchor());
}

export function show(channelId) {
  closePopup('gone');
  state.current = channelId;
  atBottom = true;
  below = 0;
  firstUnread = null;
  $('unread-pill').hidden = true;
  const b = book(channelId);
  const channel = state.channels.get(channelId);
  scroller.setAttribute('aria-label', `Messages in ${channelName(channel)}`);
  const spot = places.get(channelId);
  const work = async () => {
    if (!b.loaded) {
      nodes.clear();
      list.replaceChildren();
      tail.replaceChildren();
      intro.replaceChildren(h('p', { class: 'muted loading' }, 'Loading…'));
      try { await loadNewest(channelId); } catch (error) {
        if (state.current === channelId) intro.replaceChildren(h('p', { class: 'error' }, error.message, ' ', h('button', { type: 'button', class: 'btn s2', on: { click: () => show(channelId) } }, 'Try again')));
        return;
      }
    }
    if (state.current !== channelId) return;
    const readTo = state.read[channelId];
    const fresh = b.list.filter((m) => cmpId(m.id, readTo) > 0 && m.author && m.author.id !== state.me.id);
    firstUnread = readTo && fresh.length ? fresh[0].id : null;
    rebuild();
    drawLocals();
    if (!spot || !hold(spot)) toBottom();
    else atBottom = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 48;
    if (!atBottom && firstUnread) below = fresh.length;
    pill();
    const node = nodes.get(firstUnread);
    if (node && atBottom && node.getBoundingClientRect().top < scroller.getBoundingClientRect().top) {
      const p = $('unread-pill');
      p.replaceChildren();
      add(p, icon('up', 16), `${fresh.length} new since ${clock(new Date(fresh[0].timestamp))}`);
      p.hidden = false;
    }
  };
  opening = work().finally(() => { if (state.current === channelId) { opening = null; readIt(); } });
  return opening;
}

// After the connection was lost: what is open is read again.
export async function refresh() {
  const id = state.current;
  if (!id) return;
  const spot = atBottom ? null : anchor();
  try { await loadNewest(id); } catch { return; }
  if (id !== state.current) return;
  rebuild();
  drawLocals();
  if (!spot || !hold(spot)) toBottom();
  readIt();
}

// Building.

function rebuild() {
  const focus = remembered();
  nodes.clear();
  const b = book(state.current);
  const frag = document.createDocumentFragment();
  b.list.forEach((m, i) => { const li = build(m, b.list[i - 1]); nodes.set(m.id, li); frag.append(li); });
  list.replaceChildren(frag);
  drawIntro(b);
  refocus(focus);
}

function drawIntro(b) {
  const c = state.channels.get(state.current);
  if (!b.complete) { intro.replaceChildren(b.list.length ? h('p', { class: 'muted loading' }, 'Loading earlier messages…') : ''); return; }
  intro.replaceChildren(h('div', { class: 'intro' },
    h('p', { class: 'intro-name' }, isDm(c) ? channelName(c) : `${isThread(c) ? '' : '#'}${channelName(c)}`),
    h('p', { class: 'muted' }, isDm(c) ? `This is the beginning of your direct messages with ${channelName(c)}.` : isThread(c) ? 'This is the beginning of this thread.' : `This is the beginning of #${channelName(c)}.`)));
}

// Where the focus is, so that an edit of the message does not lose it.
function remembered() {
  const el = document.activeElement;
  const li = el && el.closest && el.closest('#log > li');
  if (!li) return null;
  return { id: li.dataset.id, cid: el.dataset.cid, self: el === li, at: [...li.querySelectorAll('[data-cid]')].indexOf(el) };
}

function refocus(focus) {
  if (!focus || popupOf()) return;
  const li = nodes.get(focus.id);
  if (!li) { scroller.focus({ preventScroll: true }); return; }
  const all = [...li.querySelectorAll('[data-cid]')];
  const same = focus.cid !== undefined && all.find((x) => x.dataset.cid === focus.cid && !x.disabled);
  (focus.self ? li : same || li).focus({ preventScroll: true });
}

const TOGETHER = 7 * 60 * 1000;
const SYSTEM = new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 18]);
const usedBy = (m) => (m.interaction_metadata && m.interaction_metadata.type === 2 && m.interaction_metadata) || (m.interaction && m.interaction.type === 2 && m.interaction) || null;

function joined(m, prev) {
  if (!prev || !m.author || !prev.author || prev.author.id !== m.author.id) return false;
  if (SYSTEM.has(m.type) || SYSTEM.has(prev.type) || usedBy(m) || m.type === 19) return false;
  if (((m.flags ^ prev.flags) & EPHEMERAL) || m.id === firstUnread) return false;
  const a = new Date(prev.timestamp);
  const z = new Date(m.timestamp);
  return z - a < TOGETHER && dayOf(a) === dayOf(z);
}

// One message that cannot be shown must not take the others with it.
function build(m, prev) {
  try { return make(m, prev); } catch (error) {
    console.error(error);
    return h('li', { class: 'msg', data: { id: m.id }, tabindex: -1 }, h('div', { class: 'line' }, h('div', { class: 'gutter' }), h('div', { class: 'body muted' }, '(This message could not be shown.)')));
  }
}

function make(m, prev) {
  const date = new Date(m.timestamp);
  const together = joined(m, prev);
  const mine = m.flags & EPHEMERAL;
  const author = m.author || { id: '0', username: 'Unknown' };
  const name = nameOf(state.people.get(author.id) || author);
  const li = h('li', { class: `msg${together ? ' together' : ''}${mine ? ' ephemeral' : ''}${mentionsMe(m) ? ' mentioned' : ''}`, data: { id: m.id }, tabindex: -1 });
  if (!prev || dayOf(new Date(prev.timestamp)) !== dayOf(date)) li.append(h('div', { class: 'rule' }, h('span', null, longDate(date))));
  if (m.id === firstUnread) li.append(h('div', { class: 'rule new' }, h('span', null, 'New messages')));
  if (SYSTEM.has(m.type)) { li.append(system(m, name, date)); return li; }

  const used = usedBy(m);
  if (used) {
    const who = used.user ? state.people.get(used.user.id) || used.user : state.people.get(used.user_id) || null;
    const cmd = used.name || used.command_name || (m.interaction && m.interaction.name) || names.get(String(used.id));
    li.append(h('div', { class: 'above' }, icon('reply', 18), who && avatar(who, 18), h('span', { class: 'who', style: { color: readable(colorOf(who || {})) } }, who ? nameOf(who) : 'Somebody'), h('span', null, ' used '), h('span', { class: 'mention' }, cmd ? `/${cmd}` : 'a command')));
  } else if (m.type === 19 || (m.type === 23 && m.referenced_message)) {
    const r = m.referenced_message;
    li.append(h('div', { class: 'above' }, icon('reply', 18), r
      ? [r.author && avatar(r.author, 18), h('span', { class: 'who' }, nameOf(r.author)), h('button', { type: 'button', class: 'quoted', data: { cid: 'reply' }, on: { click: () => emit('goto', { channel: m.channel_id, message: r.id }) } }, words(r).slice(0, 140) || 'Attachment')]
      : h('span', { class: 'muted' }, 'The original message was deleted')));
  }
  const stamp = h('time', { class: 'time', datetime: m.timestamp, title: full(date) }, together ? clock(date) : when(date));
  const body = h('div', { class: 'body' });
  if (together) body.append(h('span', { class: 'sr' }, `${name}: `));
  else {
    body.append(h('div', { class: 'head' }, h('span', { class: 'name', style: { color: readable(colorOf(author)) } }, name),
      author.bot && h('span', { class: 'app' }, 'APP'), stamp));
  }
  const inner = m.type === 21 && m.referenced_message ? m.referenced_message : m;
  if (m.flags & LOADING) body.append(h('div', { class: 'thinking' }, dots(), h('span', null, `${name} is thinking…`)));
  else {
    if (inner.content) body.append(content(inner.content));
    add(body, attachments(inner), embeds(inner));
    if (inner.components && inner.components.length) body.append(add(h('div', { class: 'parts' }), components(inner.components, { message: inner })));
    if (m.edited_timestamp) {
      const mark = h('span', { class: 'edited', title: full(new Date(m.edited_timestamp)) }, '(edited)');
      const last = body.lastElementChild;
      if (last && last.classList.contains('md') && inner.content && !last.lastElementChild?.matches('pre,ul,ol,blockquote')) add(last, ' ', mark); else body.append(mark);
    }
    if (!body.querySelector('.md,.parts,.files,.embed')) body.append(h('div', { class: 'muted' }, '(empty message)'));
  }
  if (m.reactions && m.reactions.length) body.append(h('div', { class: 'reactions' }, m.reactions.map((r) => h('span', { class: 'reaction' }, emojiNode(r.emoji), ` ${r.count}`))));
  const thread = m.thread || state.channels.get(m.id);
  if (thread && thread.id !== state.current) body.append(threadCard(thread));
  const trouble = failed.get(m.id);
  if (trouble) body.append(h('div', { class: 'failed' }, icon('warn', 16), h('span', null, trouble.text), trouble.reason && trouble.reason !== trouble.text && h('span', { class: 'muted' }, ` · ${trouble.reason}`)));
  if (mine) {
    body.append(h('div', { class: 'only' }, icon('eye', 16), h('span', null, 'Only you can see this'), h('span', { 'aria-hidden': 'true' }, '·'),
      h('button', { type: 'button', class: 'linklike', data: { cid: 'dismiss' }, 'aria-label': 'Dismiss message', on: { click: () => dismiss(m) } }, 'Dismiss message')));
  }
  li.append(h('div', { class: 'line' }, h('div', { class: 'gutter' }, together ? stamp : avatar(author)), body));
  return li;
}

function threadCard(thread) {
  const known = state.channels.get(thread.id) || thread;
  return h('a', { class: 'thread-card', href: `#/c/${thread.id}`, data: { cid: 'thread' } }, icon('thread', 18), h('span', { class: 'nm' }, known.name || 'Thread'),
    h('span', { class: 'muted' }, Number.isFinite(known.message_count) ? `${known.message_count} message${known.message_count === 1 ? '' : 's'}` : 'Thread'), icon('right', 16));
}

function system(m, name, date) {
  const who = h('span', { class: 'name', style: { color: readable(colorOf(m.author)) } }, name);
  const threadId = m.message_reference && m.message_reference.channel_id;
  let text;
  if (m.type === 18) text = [who, ' started a thread: ', threadId ? h('a', { class: 'md-link', href: `#/c/${threadId}` }, m.content || 'thread') : m.content];
  else if (m.type === 7) text = [who, ' joined the server.'];
  else if (m.type === 6) text = [who, ' pinned a message to this channel.'];
  else if (m.type === 4) text = [who, ` changed the channel name: ${m.content}`];
  else if (m.type === 1) text = [who, ' added ', nameOf((m.mentions || [])[0]), ' to the thread.'];
  else if (m.type === 2) text = [who, ' removed ', nameOf((m.mentions || [])[0]), ' from the thread.'];
  else text = [who, ' ', m.content || 'did something.'];
  return h('div', { class: 'line system' }, h('div', { class: 'gutter' }, icon('right', 18)), h('div', { class: 'body' }, text, ' ', h('time', { class: 'time', datetime: m.timestamp, title: full(date) }, when(date))));
}

async function dismiss(m) {
  const done = await tell(post('dismiss', { message_id: m.id }).then(() => true));
  if (done) emit('gone', { id: m.id, channel_id: m.channel_id });
}

// While a button is held down its message is left alone, or the click would be lost.
let held = null;
let due = new Set();
function hands() {
  list.addEventListener('pointerdown', (e) => { held = e.target.closest('#log > li')?.dataset.id || null; });
  for (const name of ['pointerup', 'pointercancel']) {
    addEventListener(name, () => { if (held) setTimeout(() => { held = null; const ids = due; due = new Set(); for (const id of ids) redraw(id); }); });
  }
}

function redraw(id) {
  if (id === held) { due.add(id); return; }
  const b = book(state.current);
  const i = b.list.findIndex((m) => m.id === id);
  const old = nodes.get(id);
  if (i < 0 || !old) return;
  const focus = remembered();
  const spot = atBottom ? null : anchor();
  const li = build(b.list[i], b.list[i - 1]);
  keepPictures(old, li);
  shake();
  old.replaceWith(li);
  nodes.set(id, li);
  if (focus && focus.id === id) refocus(focus);
  const open = popupOf();
  if (open && open.key && open.key.startsWith(`${id}:`)) {
    queueMicrotask(() => { if (popupOf() === open && !open.anchor.isConnected) closePopup('gone'); });
  }
  if (spot) hold(spot); else if (atBottom) toBottom();
}

// A picture that stays is not drawn again, so nothing flickers.
function keepPictures(old, fresh) {
  const was = new Map([...old.querySelectorAll('.shot > img')].map((img) => [img.src, img]));
  for (const img of fresh.querySelectorAll('.shot > img')) {
    const kept = was.get(img.src);
    if (kept && kept.alt === img.alt && !kept.closest('.broken')) { img.replaceWith(kept); was.delete(img.src); }
  }
}

// Events.

export function created(m) {
  if (m.channel_id !== state.current || !book(m.channel_id).loaded || nodes.has(m.id)) return;
  const b = book(m.channel_id);
  const i = b.list.findIndex((x) => x.id === m.id);
  if (i < 0) return;
  const away = document.hidden || !document.hasFocus();
  if ((away || !atBottom) && !firstUnread && m.author && m.author.id !== state.me.id) firstUnread = m.id;
  const spot = atBottom ? null : anchor();
  const li = build(m, b.list[i - 1]);
  nodes.set(m.id, li);
  const next = b.list[i + 1];
  if (next && nodes.get(next.id)) { nodes.get(next.id).before(li); redraw(next.id); } else list.append(li);
  if (atBottom && b.list.length > KEEP) {
    for (const gone of b.list.splice(0, b.list.length - KEEP + 50)) { nodes.get(gone.id)?.remove(); nodes.delete(gone.id); }
    b.complete = false;
    drawIntro(b);
  }
  const own = m.author && m.author.id === state.me.id;
  if (own) { firstUnread = null; list.querySelector('.rule.new')?.remove(); }
  if (spot && !own) { hold(spot); below++; pill(); } else toBottom();
  if (!own && !(m.flags & LOADING)) announce(`${nameOf(m.author)}: ${words(m) || 'a message'}`);
  if (atBottom || own) readIt();
}

export function updated(m, was, answered) {
  if (m.channel_id !== state.current) return;
  redraw(m.id);
  const b = book(m.channel_id);
  const i = b.list.findIndex((x) => x.id === m.id);
  if (was && was.flags & LOADING && b.list[i + 1]) redraw(b.list[i + 1].id);
  if (answered || (was && (was.flags & LOADING) && !(m.flags & LOADING))) announce(`${nameOf(m.author)}: ${words(m)}`);
}

export function deleted(channelId, id) {
  if (channelId !== state.current) return;
  const li = nodes.get(id);
  if (!li) return;
  const inside = li.contains(document.activeElement);
  const spot = atBottom ? null : anchor();
  const next = li.nextElementSibling;
  li.remove();
  nodes.delete(id);
  const open = popupOf();
  if (open && open.key && open.key.startsWith(`${id}:`)) closePopup('gone');
  if (next) redraw(next.dataset.id);
  if (inside) $('composer-input')?.focus({ preventScroll: true });
  if (spot) hold(spot);
}

// Commands this tab has sent and that have no message yet.
const known = new WeakSet();
function drawLocals() {
  const entries = locals.get(state.current) || [];
  tail.hidden = !entries.length;
  tail.replaceChildren();
  for (const e of entries) {
    const bot = state.bot || { id: '0', username: 'The bot' };
    const text = e.step === 'failed' ? h('div', { class: 'failed' }, icon('warn', 16), h('span', null, 'The application did not respond'), e.reason && e.reason !== 'The application did not respond' && h('span', { class: 'muted' }, ` · ${e.reason}`))
      : h('div', { class: 'thinking' }, dots(), h('span', null, e.step === 'sending' ? 'Sending command…' : `${nameOf(bot)} is thinking…`));
    tail.append(h('li', { class: `msg${e.step === 'failed' ? ' ephemeral' : ''}` },
      h('div', { class: 'above' }, icon('reply', 18), avatar(state.me, 18), h('span', { class: 'who', style: { color: readable(colorOf(state.me)) } }, nameOf(state.me)), h('span', null, ' used '), h('span', { class: 'mention' }, `/${e.name}`)),
      h('div', { class: 'line' }, h('div', { class: 'gutter' }, avatar(bot)), h('div', { class: 'body' },
        h('div', { class: 'head' }, h('span', { class: 'name', style: { color: readable(colorOf(bot)) } }, nameOf(bot)), h('span', { class: 'app' }, 'APP'), h('time', { class: 'time', datetime: e.at.toISOString() }, when(e.at))),
        text,
        e.step === 'failed' && h('div', { class: 'only' }, icon('eye', 16), h('span', null, 'Only you can see this'), h('span', { 'aria-hidden': 'true' }, '·'),
          h('button', { type: 'button', class: 'linklike', 'aria-label': 'Dismiss message', on: { click: () => forget(state.current, e) } }, 'Dismiss message'))))));
  }
  // One's own new command is where one looks next.
  const fresh = entries.some((e) => e.step === 'sending' && !known.has(e));
  for (const e of entries) known.add(e);
  if (fresh) atBottom = true;
  if (atBottom) toBottom();
}

