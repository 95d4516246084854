// The page as a whole: start, sidebar, header, routes and the stream of events.

import { h, add, icon, $, cmpId, phone, toast, inkOn, readable, announce } from './dom.js';
import { get, tell, listen } from './api.js';
import { state, begin, on, emit, remember, recall, learn, nameOf, colorOf, isDm, isThread, isArchived, partner, channelName, put, change, drop, find, book, stale,
  isUnread, pings, badge, markRead, countMissed, follow } from './store.js';
import * as log from './messages.js';
import * as composer from './composer.js';
import * as interactions from './interactions.js';
import { avatar } from './components.js';
import { modal, settings, otherLinks, beep, threadList, dialog } from './modal.js';

let ready = false;
let loading = false;
const waiting = [];

// Sidebar.

function badgeOf(c) {
  const n = state.badges[c.id] || 0;
  return n ? h('span', { class: 'badge' }, n > 99 ? '99+' : String(n), h('span', { class: 'sr' }, isDm(c) ? ' unread' : ` mention${n > 1 ? 's' : ''}`)) : null;
}

function row(c, lead, extra) {
  const here = c.id === state.current;
  const unread = !here && isUnread(c);
  return h('li', { class: extra || null }, h('a', { href: `#/c/${c.id}`, class: `chan${unread ? ' unread' : ''}`, 'aria-current': here ? 'page' : null, data: { id: c.id } },
    h('span', { class: 'mark', 'aria-hidden': 'true' }), lead, h('span', { class: 'nm' }, channelName(c)),
    unread && !state.badges[c.id] && h('span', { class: 'sr' }, ' (unread)'), badgeOf(c)));
}

let sidebarKey = '';
function drawSidebar() {
  const nav = $('channels');
  // Only when something in it has changed: a click under way keeps its link.
  const key = JSON.stringify([state.current, state.links, [...state.channels.values()].map((c) => [c.id, c.name, c.type, c.position, c.parent_id, isArchived(c), isUnread(c), state.badges[c.id], isDm(c) && c.last_message_id])]);
  if (key === sidebarKey) { drawTitle(); return; }
  sidebarKey = key;
  const focused = nav.contains(document.activeElement) ? document.activeElement.dataset.id : null;
  const top = nav.scrollTop;
  const all = [...state.channels.values()];
  const order = (a, b) => (a.position ?? 0) - (b.position ?? 0) || cmpId(a.id, b.id);
  const texts = all.filter((c) => !isDm(c) && !isThread(c) && c.type !== 4).sort(order);
  const threads = all.filter((c) => isThread(c) && (!isArchived(c) || c.id === state.current)).sort((a, b) => cmpId(a.id, b.id));
  const dms = all.filter(isDm).sort((a, b) => cmpId(b.last_message_id, a.last_message_id));
  const lost = threads.filter((t) => !texts.some((c) => c.id === t.parent_id));
  const threadRow = (t) => row(t, icon(t.type === 12 ? 'lock' : 'thread', 16), 'sub');
  nav.replaceChildren();
  add(nav,
    h('h2', { id: 'h-channels' }, 'Channels'),
    h('ul', { 'aria-labelledby': 'h-channels' }, texts.map((c) => {
      const item = row(c, icon('hash', 18));
      const own = threads.filter((t) => t.parent_id === c.id);
      if (own.length) item.append(h('ul', { class: 'subs', 'aria-label': `Threads in ${c.name}` }, own.map(threadRow)));
      return item;
    }), lost.map(threadRow)),
    h('h2', { id: 'h-dms' }, 'Direct messages'),
    dms.length ? h('ul', { 'aria-labelledby': 'h-dms' }, dms.map((c) => row(c, avatar(partner(c) || {}, 28), 'dm'))) : h('p', { class: 'muted empty' }, 'None yet'),
    state.links.length ? [h('h2', null, 'Play as somebody else'), otherLinks()] : null);
  nav.scrollTop = top;
  if (focused) nav.querySelector(`a[data-id="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  drawTitle();
}

function drawMine() {
  $('server-name').textContent = state.guild.name;
  $('mine').replaceChildren();
  add($('mine'), avatar(state.me, 36), h('div', { class: 'me' }, h('div', { class: 'nm' }, nameOf(state.me)), h('div', { class: 'muted' }, 'This tab is you')),
    h('button', { type: 'button', class: 'iconbtn', 'aria-label': 'Settings', title: 'Settings', 'aria-haspopup': 'dialog', on: { click: settings } }, icon('gear')));
}

function personRow(u) {
  const dm = [...state.channels.values()].find((c) => isDm(c) && partner(c) && partner(c).id === u.id);
  const inside = [avatar(u, 32), h('span', { class: 'nm', style: { color: readable(colorOf(u)) } }, nameOf(u)), u.bot && h('span', { class: 'app' }, 'APP'), u.id === state.me.id && h('span', { class: 'muted' }, 'you')];
  return h('li', null, dm ? h('a', { href: `#/c/${dm.id}`, title: 'Open the direct messages' }, inside) : h('span', { class: 'person' }, inside));
}

function peopleNodes() {
  const all = [...state.people.values()];
  return [h('h2', null, `People — ${all.filter((u) => !u.bot).length}`), h('ul', null, all.filter((u) => !u.bot).map(personRow)),
    h('h2', null, 'Apps'), h('ul', null, all.filter((u) => u.bot).map(personRow)),
    !state.botOnline && h('p', { class: 'muted' }, 'The bot is offline')];
}

const narrow = () => matchMedia('(max-width: 1020px)').matches;

function drawPeople() {
  const open = state.prefs.people && !narrow();
  $('people').hidden = !open;
  $('people-btn').setAttribute('aria-pressed', String(open));
  $('people').replaceChildren();
  if (open) add($('people'), peopleNodes());
}

function togglePeople() {
  if (narrow()) {
    dialog('settings people', 'People', (node, close) => {
      node.append(h('div', { class: 'dialog-head' }, h('h2', null, 'People'), h('button', { type: 'button', class: 'iconbtn', 'aria-label': 'Close', on: { click: close } }, icon('close'))),
        add(h('div', { class: 'dialog-body' }), peopleNodes()));
      node.addEventListener('click', (e) => { if (e.target.closest('a[href^="#"]')) close(); });
    });
    return;
  }
  state.prefs.people = !state.prefs.people;
  remember('prefs', state.prefs);
  drawPeople();
}

function drawHead() {
  const c = state.channels.get(state.current);
  $('channel-name').textContent = c ? channelName(c) : '…';
  $('channel-icon').replaceChildren();
  if (c) add($('channel-icon'), isDm(c) ? avatar(partner(c) || {}, 26) : icon(c.type === 12 ? 'lock' : isThread(c) ? 'thread' : 'hash', 22));
  const parent = c && isThread(c) && state.channels.get(c.parent_id);
  $('topic').replaceChildren();
  if (parent) add($('topic'), 'in ', h('a', { class: 'md-link', href: `#/c/${parent.id}` }, `#${channelName(parent)}`), isArchived(c) && ' · archived');
  else if (c && c.topic) { $('topic').textContent = c.topic; $('topic').title = c.topic; }
  $('threads-btn').hidden = !c || isDm(c) || isThread(c);
  $('people-btn').hidden = !c || isDm(c);
  drawTitle();
}

function drawTitle() {
  const c = state.channels.get(state.current);
  const n = Object.entries(state.badges).reduce((sum, [id, k]) => sum + (state.channels.has(id) ? k : 0), 0);
  document.title = `${n ? `(${n}) ` : ''}${c ? `${isDm(c) ? '@' : '#'}${channelName(c)}` : state.guild.name} · ${nameOf(state.me)}`;
  drawIcon(n);
  const back = $('back');
  let mark = back.querySelector('.badge');
  if (!mark) { mark = h('span', { class: 'badge', hidden: true }); back.append(mark); }
  mark.hidden = !n;
  mark.textContent = n ? String(n) : '';
  back.setAttribute('aria-label', `Back to the channel list${n ? `, ${n} mentions` : ''}`);
}

// The tab's icon: this person's color and first letter, so that several tabs can be told apart.
let iconKey = '';
function drawIcon(n) {
  const color = colorOf(state.me);
  const key = `${color}${n > 0}`;
  if (key === iconKey) return;
  iconKey = key;
  const canvas = h('canvas', { width: 32, height: 32 });
  const g = canvas.getContext('2d');
  g.fillStyle = color;
  g.beginPath();
  g.arc(16, 16, 15, 0, 7);
  g.fill();
  g.fillStyle = inkOn(color);
  g.font = 'bold 19px sans-serif';
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  g.fillText(([...nameOf(state.me)][0] || '?').toUpperCase(), 16, 17);
  if (n) { g.fillStyle = '#111'; g.beginPath(); g.arc(25, 7, 7, 0, 7); g.fill(); g.fillStyle = '#ff6b75'; g.beginPath(); g.arc(25, 7, 5, 0, 7); g.fill(); }
  $('favicon').href = canvas.toDataURL();
}

function drawBanners() {
  const box = $('banners');
  box.replaceChildren();
  if (!state.connected) box.append(h('div', { class: 'banner' }, icon('warn', 18), 'Reconnecting…'));
  if (!state.botOnline) box.append(h('div', { class: 'banner' }, icon('warn', 18), 'The bot is offline'));
}

// Typing.

function drawTyping() {
  const box = $('typing');
  const now = Date.now();
  const who = [...(state.typing.get(state.current) || new Map())].filter(([, until]) => until > now).map(([id]) => nameOf(state.people.get(id)));
  const text = !who.length ? '' : who.length === 1 ? `${who[0]} is typing…` : who.length < 4 ? `${who.slice(0, -1).join(', ')} and ${who[who.length - 1]} are typing…` : 'Several people are typing…';
  if (box.dataset.text === text) return;
  box.dataset.text = text;
  box.replaceChildren();
  if (text) add(box, h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i')), h('span', null, text));
}
setInterval(() => { if (ready) drawTyping(); }, 1000);

function stopTyping(channelId, userId) {
  state.typing.get(channelId)?.delete(userId);
  if (channelId === state.current) drawTyping();
}

// Routes: #/c/<channel> is a channel, no hash is the list (which a desktop always shows anyway).

function firstChannel() {
  const last = recall('last', null);
  if (last && state.channels.has(last)) return last;
  const texts = [...state.channels.values()].filter((c) => !isDm(c) && !isThread(c) && c.type !== 4).sort((a, b) => (a.position ?? 0) - (b.position ?? 0) || cmpId(a.id, b.id));
  return (texts[0] || [...state.channels.values()][0] || {}).id;
}

// On the first visit a phone, too, begins where something was said, not with a bare list.
function arrive() {
  const first = state.channels.get(firstChannel());
  if (phone() && !location.hash && !recall('last', null) && first?.last_message_id) history.replaceState(null, '', `#/c/${first.id}`);
}

function route(focusToo = true) {
  const m = /^#\/c\/(\d+)$/.exec(location.hash);
  let id = m && m[1];
  if (id && !state.channels.has(id)) { toast('That channel is not here, or you may not see it.'); id = null; history.replaceState(null, '', '#'); }
  const listShown = !id;
  $('app').dataset.pane = listShown ? 'list' : 'chat';
  landmarks();
  if (!id && phone()) {
    if (state.current) { log.leave(); const was = state.current; composer.channelChanged(was, null); state.current = null; drawSidebar(); if (focusToo) $('channels').querySelector(`a[data-id="${CSS.escape(was)}"]`)?.focus(); }
    drawTitle();
    return;
  }
  id = id || firstChannel();
  if (!id) return;
  const moved = id !== state.current;
  if (moved) {
    log.leave();
    const before = state.current;
    log.show(id);
    composer.channelChanged(before, id);
    remember('last', id);
    drawSidebar();
    drawHead();
    drawTyping();
    if (focusToo && ready) {
      if (phone()) $('back').focus({ preventScroll: true }); else composer.focus();
      announceChannel();
    }
  }
}

function announceChannel() { const c = state.channels.get(state.current); announce(`${isDm(c) ? 'Direct messages with' : isThread(c) ? 'Thread' : 'Channel'} ${channelName(c)}`); }

function go(id) { if (location.hash === `#/c/${id}`) route(); else location.hash = `#/c/${id}`; }

on('goto', async ({ channel, message }) => {
  if (!state.channels.has(channel)) { toast('That channel is not here, or you may not see it.'); return; }
  if (channel !== state.current) { history.pushState(null, '', `#/c/${channel}`); route(false); }
  if (message) await log.jumpTo(message); else composer.focus();
});

// Events.

// On a phone one pane is all there is: it is the main part, and its title the first heading.
function landmarks() {
  const alone = phone();
  const list = $('app').dataset.pane === 'list';
  $('sidebar').setAttribute('role', alone && list ? 'main' : 'region');
  const title = $('channel-name');
  if (alone) { title.setAttribute('role', 'heading'); title.setAttribute('aria-level', '1'); } else { title.removeAttribute('role'); title.removeAttribute('aria-level'); }
}

let lost = null;
function gotMessage(m) {
  const c = state.channels.get(m.channel_id);
  // A channel nobody told us of (we were just let into it): ask once.
  if (!c && !lost) lost = setTimeout(() => { lost = null; inTurn(async () => { await tell(load()); drawAll(); catchUp(); }); }, 300);
  if (c && cmpId(m.id, c.last_message_id) > 0) c.last_message_id = m.id;
  if (m.author) stopTyping(m.channel_id, m.author.id);
  interactions.seen(m, true);
  const fresh = put(m);
  const own = m.author && m.author.id === state.me.id;
  const here = m.channel_id === state.current;
  const watched = here && !document.hidden && document.hasFocus();
  if (own && !here) markRead(m.channel_id, m.id);
  if (c && pings(m) && !watched) {
    badge(m.channel_id, (state.badges[m.channel_id] || 0) + 1);
    if (state.prefs.sound) beep();
  }
  if (c && !here && pings(m)) announce(`${nameOf(m.author)} in ${channelName(c)}`);
  if (fresh || here) log.created(m);
  drawSidebar();
}

const handlers = {
  MESSAGE_CREATE: gotMessage,
  MESSAGE_UPDATE(m) {
    learn(m.author);
    const was = find(m.channel_id, m.id);
    const answered = interactions.seen({ ...was, ...m }, false);
    const now = change(m);
    if (now) log.updated(now, was, answered);
  },
  MESSAGE_DELETE({ id, channel_id }) { if (drop(channel_id, id)) log.deleted(channel_id, id); },
  CHANNEL_CREATE(c) {
    for (const u of c.recipients || []) learn(u);
    state.channels.set(c.id, { ...(state.channels.get(c.id) || {}), ...c });
    drawSidebar();
    if (isDm(c)) drawPeople();
    if (c.id === state.current) drawHead();
    if (book(state.current || '0').list.some((m) => m.id === c.id)) emit('message', { channel_id: state.current, id: c.id });
  },
  CHANNEL_DELETE({ id }) {
    state.channels.delete(id);
    state.books.delete(id);
    badge(id, 0);
    if (id === state.current) {
      state.current = null;
      toast('This channel was deleted.');
      if (location.hash) location.hash = '#'; else route();
    }
    drawSidebar();
  },
  COMMANDS_UPDATE({ commands }) { state.commands = commands || []; emit('commands'); },
  TYPING_START({ channel_id, user_id }) {
    if (user_id === state.me.id) return;
    if (!state.typing.has(channel_id)) state.typing.set(channel_id, new Map());
    state.typing.get(channel_id).set(user_id, Date.now() + 10000);
    if (channel_id === state.current) drawTyping();
  },
  INTERACTION_ACK: (d) => interactions.handle('INTERACTION_ACK', d),
  INTERACTION_FAILED: (d) => interactions.handle('INTERACTION_FAILED', d),
  MODAL: (d) => interactions.handle('MODAL', d),
  BOT_STATUS({ online }) { state.botOnline = online !== false; drawBanners(); drawPeople(); },
};
handlers.CHANNEL_UPDATE = handlers.THREAD_CREATE = handlers.THREAD_UPDATE = handlers.CHANNEL_CREATE;
handlers.THREAD_DELETE = handlers.CHANNEL_DELETE;

function dispatch(t, d) {
  if (!ready || loading) { waiting.push([t, d]); return; }
  try { handlers[t]?.(d); } catch (error) { console.error(t, error); }
}

on('sent', (m) => { if (!find(m.channel_id, m.id)) gotMessage(m); });
on('gone', (d) => handlers.MESSAGE_DELETE(d));
on('modal', modal);
on('channels', () => { if (ready) drawSidebar(); });

// Start.

function drawAll() { drawMine(); drawSidebar(); drawPeople(); drawBanners(); if (state.current) drawHead(); }

// Reads everything again. What happens until the answer arrives waits for `catchUp`.
async function load() {
  loading = true;
  try { begin(await get('start')); } finally { loading = false; }
}

function catchUp() {
  for (const [t, d] of waiting.splice(0)) dispatch(t, d);
  countMissed();
}

// One load after another: an older answer never replaces a newer one.
let turn = Promise.resolve();
const inTurn = (work) => { turn = turn.then(work); };

async function start() {
  await load();
  ready = true;
  drawAll();
  arrive();
  route(false);
  catchUp();
}

async function again() {
  interactions.reset();
  await tell(load());
  stale();
  drawAll();
  catchUp();
  if (state.current && !state.channels.has(state.current)) handlers.CHANNEL_DELETE({ id: state.current });
  else await tell(log.refresh());
}

let timer = null;
function lineState(connected, before) {
  clearTimeout(timer);
  if (connected) {
    state.connected = true;
    drawBanners();
    inTurn(() => (ready ? again() : tryStart()));
  } else {
    // A blink of the line is not worth a banner.
    if (ready) timer = setTimeout(() => { state.connected = false; drawBanners(); }, before ? 300 : 2000);
    else inTurn(tryStart);
  }
}

async function tryStart() {
  if (ready) return;
  try { await start(); } catch (error) {
    $('channel-name').textContent = 'Not connected';
    $('banners').replaceChildren(h('div', { class: 'banner' }, icon('warn', 18), error.message, h('button', { type: 'button', class: 'btn s2', on: { click: () => location.reload() } }, 'Try again')));
    $('app').dataset.pane = 'chat';
  }
}

add($('back'), icon('back'));
add($('threads-btn'), icon('thread'));
add($('people-btn'), icon('people'));
$('people-btn').addEventListener('click', togglePeople);
$('threads-btn').addEventListener('click', () => threadList(
  [...state.channels.values()].filter((c) => isThread(c) && c.parent_id === state.current).sort((a, b) => cmpId(b.last_message_id || b.id, a.last_message_id || a.id)),
  (c) => (isArchived(c) ? 'archived' : isUnread(c) ? 'unread' : ''), go));
$('back').addEventListener('click', (e) => { e.preventDefault(); location.hash = '#/'; });
$('skip').addEventListener('click', (e) => { e.preventDefault(); composer.focus(); });
addEventListener('hashchange', () => { if (ready) route(); });
addEventListener('popstate', () => { if (ready) route(); });
addEventListener('resize', () => { if (ready) { landmarks(); drawPeople(); if (!state.current && !phone()) route(false); } });
document.addEventListener('keydown', (e) => {
  if (!ready || e.defaultPrevented || document.querySelector('dialog[open]') || document.querySelector('.popup')) return;
  if (e.key === 'Escape' && !e.target.closest('#composer')) { composer.focus(); return; }
  if (e.target.closest('input,textarea,select,button,a,[role=button],[contenteditable]')) return;
  if (state.current) composer.adopt(e);
});

follow();
log.setup();
composer.setup($('composer'));
listen(dispatch, lineState);  // the page starts when the line is open, so that it misses nothing
