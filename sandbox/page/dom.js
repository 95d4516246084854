// Small helpers: building nodes, icons, colors, ids, addresses. Foreign text only ever becomes a text
// node or an attribute value; nothing here (or anywhere on this page) parses markup.

export function h(tag, props, ...kids) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key === 'on') for (const [name, fn] of Object.entries(value)) node.addEventListener(name, fn);
    else if (key === 'data') Object.assign(node.dataset, value);
    else if (key === 'style') for (const [name, v] of Object.entries(value)) node.style.setProperty(name, v);
    else node.setAttribute(key, value === true ? '' : String(value));
  }
  add(node, kids);
  return node;
}

export function add(node, ...kids) {
  for (const kid of kids.flat(Infinity)) {
    if (kid === null || kid === undefined || kid === false) continue;
    node.append(kid instanceof Node ? kid : String(kid));
  }
  return node;
}

export const $ = (id) => document.getElementById(id);
export const phone = () => matchMedia('(max-width: 720px)').matches;
export const touch = () => matchMedia('(pointer: coarse)').matches;
export const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

let count = 0;
export const uid = (prefix) => `${prefix}-${++count}`;

const ICONS = {
  hash: 'M9 4 7 20M17 4l-2 16M4.5 9h16M3.5 15h16',
  thread: 'M4 5h16v10h-8l-4 4v-4H4zM8 9h8M8 12h5',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z',
  back: 'M15 5l-7 7 7 7',
  people: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-4 3-6 6.5-6s6.5 2 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.3c2.200.8 3.500 2.600 3.500 5.700',
  gear: 'M12 15.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM12 2.500v3M12 18.500v3M2.500 12h3M18.500 12h3M5.300 5.300l2.100 2.100M16.600 16.600l2.100 2.100M5.300 18.700l2.100-2.100M16.600 7.400l2.100-2.100',
  close: 'M6 6l12 12M18 6 6 18',
  send: 'M4 12 3.500 4 21 12 3.500 20 4 12zM4 12h9',
  down: 'M6 9l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  eye: 'M2 12s3.500-6.500 10-6.500S22 12 22 12s-3.500 6.500-10 6.500S2 12 2 12zM12 14.500a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5z',
  warn: 'M12 3 2 20h20zM12 9v5M12 16.800v.4',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  zoom: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500 21 21M7.500 10.500h6M10.500 7.500v6',
  out: 'M10 5H5v14h14v-5M13 4h7v7M20 4l-9 9',
  check: 'M5 12.500 10 17.500 19 7',
  plus: 'M12 5v14M5 12h14',
  reply: 'M4 18v-4a4 4 0 0 1 4-4h12',
  slash: 'M5 4h14v16H5zM13.500 8l-3 8',
};

export function icon(name, size = 20) {
  const NS = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(NS, 'svg');
  const set = { viewBox: '0 0 24 24', width: size, height: size, fill: 'none', stroke: 'currentColor',
    'stroke-width': 2, 'stroke-linecap': 'round', 'stroke-linejoin': 'round', 'aria-hidden': 'true', class: 'icon' };
  for (const [k, v] of Object.entries(set)) svg.setAttribute(k, v);
  const path = document.createElementNS(NS, 'path');
  path.setAttribute('d', ICONS[name] || '');
  svg.append(path);
  return svg;
}

// Ids are snowflakes: digits, compared by length and then by text.
export function cmpId(a, b) {
  a = String(a ?? '0'); b = String(b ?? '0');
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

const LOOPS = ['127.0.0.1', 'localhost'];

// Only addresses a browser may open without running anything; null for all others.
export function safeUrl(text) {
  if (typeof text !== 'string' || !text.trim()) return null;
  try {
    const url = new URL(text, document.baseURI);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
    // Our own server, by whichever of its names: the one this page has.
    if (LOOPS.includes(url.hostname) && LOOPS.includes(location.hostname) && url.port === location.port) url.host = location.host;
    return url.href;
  } catch { return null; }
}

// Links to a message or channel, as Discord writes them: followed inside the page.
export function innerLink(href) {
  try {
    const url = new URL(href, document.baseURI);
    const ours = url.host === location.host || /(^|\.)discord(app)?\.com$/.test(url.hostname);
    const m = ours && /^\/channels\/(@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/.exec(url.pathname);
    return m ? { channel: m[2], message: m[3] || null } : null;
  } catch { return null; }
}

export function hex(number) {
  return '#' + (Number(number) & 0xffffff).toString(16).padStart(6, '0');
}

function rgb(color) {
  const m = /^#?([0-9a-f]{6})$/i.exec(color || '');
  const n = m ? parseInt(m[1], 16) : 0x8a93a5;
  return [n >> 16, (n >> 8) & 255, n & 255];
}

function light([r, g, b]) {
  const f = (v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; };
  return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b);
}

export function contrast(a, b) {
  const [x, y] = [light(rgb(a)), light(rgb(b))].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
}

// The color, mixed with white until it can be read on the dark ground.
export function readable(color, ground = '#2c313b') {
  let [r, g, b] = rgb(color);
  for (let i = 0; i < 20; i++) {
    const c = '#' + [r, g, b].map((v) => Math.round(v).toString(16).padStart(2, '0')).join('');
    if (contrast(c, ground) >= 5) return c;
    [r, g, b] = [r, g, b].map((v) => v + (255 - v) * 0.15);
  }
  return '#ffffff';
}

export const inkOn = (color) => (contrast(color, '#000000') >= contrast(color, '#ffffff') ? '#000000' : '#ffffff');

export function size(bytes) {
  if (!Number.isFinite(bytes)) return '';
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

// Times. The page speaks English, so dates do too, in the reader's flavour of it.
export const LOCALE = (navigator.languages || []).find((l) => /^en\b/i.test(l)) || 'en-GB';
const fmt = (options) => { const f = new Intl.DateTimeFormat(LOCALE, options); return (d) => f.format(d); };
export const clock = fmt({ hour: '2-digit', minute: '2-digit' });
export const longDate = fmt({ dateStyle: 'long' });
export const shortDate = fmt({ day: '2-digit', month: '2-digit', year: 'numeric' });
export const full = fmt({ dateStyle: 'full', timeStyle: 'short' });

export function dayOf(date) { return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`; }

export function when(date) {
  const now = new Date();
  if (dayOf(now) === dayOf(date)) return `Today at ${clock(date)}`;
  if (dayOf(new Date(now.getTime() - 864e5)) === dayOf(date)) return `Yesterday at ${clock(date)}`;
  return `${shortDate(date)} ${clock(date)}`;
}

const STYLES = {
  t: clock, T: fmt({ hour: '2-digit', minute: '2-digit', second: '2-digit' }), d: shortDate, D: longDate,
  f: (d) => `${longDate(d)} at ${clock(d)}`, F: full,
  s: (d) => `${shortDate(d)}, ${clock(d)}`, S: (d) => `${shortDate(d)}, ${STYLES.T(d)}`, R: relative,
};
const rel = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always' });

export function relative(date) {
  const s = Math.round((date - Date.now()) / 1000);
  for (const [unit, n] of [['year', 31536000], ['month', 2592000], ['day', 86400], ['hour', 3600], ['minute', 60]]) {
    if (Math.abs(s) >= n) return rel.format(Math.round(s / n), unit);  // 47 hours are 2 days, as Discord says
  }
  return Math.abs(s) < 2 ? 'now' : rel.format(s, 'second');
}

export function timestamp(unix, style) {
  const date = new Date(Number(unix) * 1000);
  if (Number.isNaN(date.getTime())) return null;
  const form = STYLES[style] ? style : 'f';
  return h('time', { class: 'ts', datetime: date.toISOString(), title: full(date), data: form === 'R' ? { rel: unix } : {} }, STYLES[form](date));
}

setInterval(() => {
  for (const node of document.querySelectorAll('time[data-rel]')) {
    const text = relative(new Date(Number(node.dataset.rel) * 1000));
    if (node.textContent !== text) node.textContent = text;
  }
}, 1000);

export function announce(text) {
  const log = $('announcer');
  log.append(h('p', null, text.length > 600 ? text.slice(0, 600) + '…' : text));
  while (log.childElementCount > 20) log.firstElementChild.remove();
}

export function alarm(text) {
  const box = $('alerts');
  box.textContent = '';
  setTimeout(() => { box.textContent = text; }, 30);
}

export function toast(text, kind = 'error') {
  const box = $('toasts');
  const item = h('div', { class: `toast ${kind}` }, icon(kind === 'error' ? 'warn' : 'check'), h('span', null, text),
    h('button', { type: 'button', class: 'iconbtn', 'aria-label': 'Close this notice', on: { click: () => gone() } }, icon('close', 16)));
  const gone = () => { item.remove(); if (!box.childElementCount && box.matches(':popover-open')) box.hidePopover(); };
  box.append(item);
  while (box.childElementCount > 4) box.firstElementChild.remove();
  // Shown again, so that it is above a dialog opened since.
  if (box.showPopover) { if (box.matches(':popover-open')) box.hidePopover(); box.showPopover(); }
  setTimeout(gone, 8000);
}
