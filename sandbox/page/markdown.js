// Discord's markdown, read by hand and built as nodes.

import { h, add, timestamp, safeUrl, innerLink } from './dom.js';
import { state, nameOf, channelName, isDm, isThread, emit } from './store.js';

const DEEP = 10;

export function markdown(text, options = {}) {
  const out = document.createDocumentFragment();
  blocks(out, String(text ?? '').replace(/\r\n?/g, '\n'), 0, options);
  return out;
}

// The words alone, for announcements and one-line previews.
export function plain(text) {
  const box = h('div');
  box.append(markdown(text, { plain: true }));
  for (const br of box.querySelectorAll('br')) br.replaceWith(' ');
  for (const block of box.querySelectorAll('li,h3,h4,h5,blockquote,pre,small')) block.append(' ');
  return box.textContent.replace(/\s+/g, ' ').trim();
}

const FENCE = /```(?:([\w+\-.#]{1,20})\n)?\n?([\s\S]*?)\n?```/y;
const QUOTE = /> [^\n]*(?:\n>(?: [^\n]*)?(?=\n|$))*(?:\n|$)/y;
const HEAD = /(#{1,3})[ \t]+([^\n]+?)[ \t]*(?:\n|$)/y;
const SUB = /-#[ \t]+([^\n]+)(?:\n|$)/y;
const LIST = /(?: *(?:[-*]|\d{1,9}\.) +[^\n]+(?:\n|$)(?: {2,}(?! *(?:[-*]|\d{1,9}\.) )[^\n]+(?:\n|$))*)+/y;

function at(re, s, i) { re.lastIndex = i; return re.exec(s); }

function blocks(parent, s, depth, o) {
  let text = '';
  let i = 0;
  const flush = (beforeBlock) => {
    if (beforeBlock && text.endsWith('\n')) text = text.slice(0, -1);
    if (text) inline(parent, text, depth, o);
    text = '';
  };
  while (i < s.length) {
    const start = i === 0 || s[i - 1] === '\n';
    let m = null;
    if (start && depth < DEEP) {
      if (s.startsWith('>>> ', i)) {
        flush(true);
        const q = h('blockquote');
        blocks(q, s.slice(i + 4), depth + 1, o);
        parent.append(q);
        return;
      }
      if ((m = at(QUOTE, s, i))) {
        flush(true);
        const q = h('blockquote');
        blocks(q, m[0].replace(/\n$/, '').split('\n').map((l) => l.replace(/^> ?/, '')).join('\n'), depth + 1, o);
        parent.append(q);
      } else if ((m = at(HEAD, s, i))) {
        flush(true);
        const head = h(`h${m[1].length + 2}`, { class: `md-h md-h${m[1].length}` });
        inline(head, m[2], depth + 1, o);
        parent.append(head);
      } else if ((m = at(SUB, s, i))) {
        flush(true);
        const sub = h('small', { class: 'md-sub' });
        inline(sub, m[1], depth + 1, o);
        parent.append(sub);
      } else if ((m = at(LIST, s, i))) {
        flush(true);
        list(parent, m[0], depth + 1, o);
      }
      if (m) { i += m[0].length; continue; }
    }
    if (s.startsWith('```', i) && (m = at(FENCE, s, i)) && m[2].trim()) {
      flush(true);
      parent.append(h('pre', { tabindex: o.plain ? null : 0, role: 'group', 'aria-label': 'Code' }, h('code', null, m[2])));
      i += m[0].length;
      if (s[i] === '\n') i++;
      continue;
    }
    // Everything up to the end of the line, or to a fence inside it, is running text.
    let end = s.indexOf('\n', i);
    end = end < 0 ? s.length : end + 1;
    const fence = s.indexOf('```', i + (s.startsWith('```', i) ? 3 : 0));
    if (fence > i && fence < end) end = fence;
    text += s.slice(i, end);
    i = end;
  }
  flush(false);
}

function list(parent, s, depth, o) {
  const stack = [];
  for (const line of s.replace(/\n$/, '').split('\n')) {
    const m = /^( *)([-*]|\d{1,9}\.) +(.*)$/.exec(line);
    if (!m) {
      const item = stack.length && stack[stack.length - 1].node.lastElementChild;
      if (item) { item.append(h('br')); inline(item, line.trim(), depth, o); }
      continue;
    }
    const indent = m[1].length;
    while (stack.length > 1 && indent < stack[stack.length - 1].indent) stack.pop();
    const numbered = m[2].length > 1;
    const deeper = stack.length && indent > stack[stack.length - 1].indent + 1 && stack.length < DEEP;
    // A list of the other kind at the same depth is a new list.
    const other = stack.length && !deeper && (stack[stack.length - 1].node.localName === 'ol') !== numbered;
    if (other) stack.pop();
    if (!stack.length || deeper || other) {
      const node = h(numbered ? 'ol' : 'ul', { class: 'md-list', start: numbered ? parseInt(m[2], 10) : null });
      const above = stack.length && stack[stack.length - 1].node.lastElementChild;
      (above || parent).append(node);
      stack.push({ indent, node });
    }
    const item = h('li');
    inline(item, m[3], depth, o);
    stack[stack.length - 1].node.append(item);
  }
}

// Inline code that opens at `i`: {inner, length}; or only the length of the run of backticks that opens nothing.
function code(s, i) {
  const run = (k) => { let n = k; while (s[n] === '`') n++; return n - k; };
  const n = run(i);
  for (let k = s.indexOf('`', i + n); k >= 0; k = s.indexOf('`', k)) {
    const m = run(k);
    if (m === n) return { inner: s.slice(i + n, k), length: k + m - i };
    k += m;
  }
  return { inner: null, length: n };
}

const LINK = /\[([^[\]\n]{1,1000})\]\(<?(https?:\/\/[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"\n]*")?\)/y;
const URLS = /https?:\/\/[^\s<>]*[^\s<>.,:;"'\]!?|*~]/y;
const ANGLE = /<(https?:\/\/[^\s<>]+)>/y;
const USER = /<@!?(\d+)>/y;
const ROLE = /<@&(\d+)>/y;
const CHANNEL = /<#(\d+)>/y;
const SLASH = /<\/([-\w\p{L}\p{N}]+(?: [-\w\p{L}\p{N}]+){0,2}):(\d+)>/uy;
const TIME = /<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y;
const EMOJI = /<(a?):(\w{2,32}):(\d+)>/y;
const EVERYONE = /@(everyone|here)\b/y;

// Where `mark` closes, beyond code and escapes; -1 if it never does.
function close(s, from, mark) {
  for (let i = from; i < s.length; i++) {
    if (s[i] === '\\') { i++; continue; }
    if (s[i] === '`' && mark[0] !== '`') {
      i += code(s, i).length - 1;
      continue;
    }
    if (!s.startsWith(mark, i)) continue;
    if (mark.length === 1) {
      if (s[i + 1] === mark) { i++; continue; }
      if (mark === '*' && /\s/.test(s[i - 1])) continue;
      if (mark === '_' && /[A-Za-z0-9]/.test(s[i + 1] || '')) continue;
    } else if (s[i + mark.length] === mark[0] && mark[0] !== '|' && mark[0] !== '~') continue;
    return i;
  }
  return -1;
}

const PAIRS = [['||', 'spoiler'], ['**', 'strong'], ['__', 'u'], ['~~', 's'], ['*', 'em'], ['_', 'em']];

function inline(parent, s, depth, o) {
  let buf = '';
  let i = 0;
  const open = new Set();
  const push = (node, length) => {
    if (buf) parent.append(buf);
    buf = '';
    if (node) parent.append(node);
    i += length;
  };
  scan: while (i < s.length) {
    const c = s[i];
    let m;
    if (c === '\n') { push(h('br'), 1); continue; }
    if (c === '\\' && i + 1 < s.length && /[^\sA-Za-z0-9]/.test(s[i + 1])) { buf += s[i + 1]; i += 2; continue; }
    if (c === '`') {
      const found = code(s, i);
      if (found.inner !== null) push(h('code', { class: 'md-code' }, found.inner.replace(/^ (?=`)|(?<=`) $/g, '')), found.length);
      else { buf += s.slice(i, i + found.length); i += found.length; }
      continue;
    }
    if ((c === '*' || c === '_' || c === '~' || c === '|') && depth < DEEP) {
      for (const [mark, tag] of PAIRS) {
        if (!s.startsWith(mark, i)) continue;
        if (mark.length === 1 && (/\s/.test(s[i + 1] || ' ') || s[i + 1] === mark)) continue;
        if (mark[0] === '_' && mark.length === 1 && /[A-Za-z0-9]/.test(s[i - 1] || '')) continue;
        if (open.has(mark)) continue;
        const end = close(s, i + mark.length, mark);
        if (end < 0) open.add(mark);   // what never closes from here never closes further on
        if (end <= i + mark.length - 1 || end === i + mark.length) continue;
        const inner = s.slice(i + mark.length, end);
        let node;
        if (tag === 'spoiler') node = spoiler(inner, depth, o);
        else { node = h(tag); inline(node, inner, depth + 1, o); }
        push(node, end + mark.length - i);
        continue scan;
      }
    }
    if (c === '[' && depth < DEEP && (m = at(LINK, s, i))) {
      const node = link(m[2], null, o);
      if (node) { inline(node, m[1], depth + 1, { ...o, plain: true }); push(node, m[0].length); continue; }
    }
    if (c === '<') {
      const found = angle(s, i, o);
      if (found) { push(found.node, found.length); continue; }
    }
    if (c === '@' && (m = at(EVERYONE, s, i))) { push(h('span', { class: 'mention me' }, m[0]), m[0].length); continue; }
    if (c === 'h' && depth < DEEP && !/\w/.test(s[i - 1] || '') && (m = at(URLS, s, i))) {
      let url = m[0];
      while (url.endsWith(')') && url.split(')').length > url.split('(').length) url = url.slice(0, -1);
      const node = link(url, url, o);
      if (node) { push(node, url.length); continue; }
    }
    buf += c;
    i++;
  }
  push(null, 0);
}

function link(url, text, o) {
  const href = safeUrl(url);
  if (!href) return null;
  if (o.plain) return h('span', null, text);
  const inner = innerLink(href);
  const channel = inner && state.channels.get(inner.channel);
  if (channel) {
    return h('a', { class: text ? 'mention' : 'md-link', href: `#/c/${channel.id}`,
      on: { click: (e) => { e.preventDefault(); emit('goto', inner); } } },
    text && `${isDm(channel) ? '@' : '#'}${channelName(channel)}${inner.message ? ' › message' : ''}`);
  }
  return h('a', { class: 'md-link', href, target: '_blank', rel: 'noopener noreferrer nofollow', title: text ? null : href }, text);
}

function angle(s, i, o) {
  let m;
  if ((m = at(USER, s, i))) return { node: userMention(m[1], o), length: m[0].length };
  if ((m = at(ROLE, s, i))) {
    const role = ((state.guild && state.guild.roles) || []).find((r) => r.id === m[1]);
    return { node: h('span', { class: 'mention' }, `@${role ? role.name : state.guild && m[1] === state.guild.id ? 'everyone' : 'unknown-role'}`), length: m[0].length };
  }
  if ((m = at(CHANNEL, s, i))) return { node: channelMention(m[1], o), length: m[0].length };
  if ((m = at(SLASH, s, i))) {
    const [, name, id] = m;
    const node = o.plain ? h('span', null, `/${name}`)
      : h('button', { type: 'button', class: 'mention', on: { click: () => emit('command', { name, id }) } }, `/${name}`);
    return { node, length: m[0].length };
  }
  if ((m = at(TIME, s, i))) {
    const node = timestamp(m[1], m[2]);
    if (node) return { node, length: m[0].length };
  }
  if ((m = at(EMOJI, s, i))) return { node: customEmoji({ id: m[3], name: m[2] }), length: m[0].length };
  if ((m = at(ANGLE, s, i))) {
    const node = link(m[1], m[1], o);
    if (node) return { node, length: m[0].length };
  }
  return null;
}

function userMention(id) {
  const user = state.people.get(id);
  const me = state.me && id === state.me.id;
  return h('span', { class: me ? 'mention me' : 'mention', title: user ? user.username : null }, `@${user ? nameOf(user) : 'unknown-user'}`);
}

function channelMention(id, o) {
  const channel = state.channels.get(id);
  if (!channel) return h('span', { class: 'mention' }, '#unknown');
  const name = `${isThread(channel) ? '🧵 ' : '#'}${channelName(channel)}`;
  return o.plain ? h('span', null, name) : h('a', { class: 'mention', href: `#/c/${id}` }, name);
}

// A custom emoji's picture comes from our server; where there is none its name stands in.
const missing = new Set();
export function customEmoji(emoji) {
  const name = `:${emoji.name || 'emoji'}:`;
  if (missing.has(emoji.id)) return h('span', { class: 'emoji-name' }, name);
  const img = h('img', { class: 'emoji', alt: name, title: name, src: `/cdn/emojis/${encodeURIComponent(emoji.id)}.png`, draggable: 'false' });
  img.addEventListener('error', () => { missing.add(emoji.id); img.replaceWith(h('span', { class: 'emoji-name' }, name)); }, { once: true });
  return img;
}

// For buttons and options: {id, name} is custom, {name} alone is unicode. Beside words that say it all it is not read out.
export function emojiNode(emoji, label) {
  if (!emoji) return null;
  const node = emoji.id ? customEmoji(emoji) : h('span', { class: 'emoji-u' }, emoji.name || '');
  return label && emoji.id ? h('span', { class: 'emoji-box', 'aria-hidden': 'true' }, node) : node;
}

function spoiler(inner, depth, o) {
  if (o.plain) return h('span', null, 'spoiler');
  const words = h('span', { 'aria-hidden': 'true' }, plain(inner));
  const node = h('span', { class: 'spoiler', role: 'button', tabindex: 0, 'aria-label': 'Spoiler, press to reveal' }, words);
  const reveal = (event) => {
    if (event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    node.removeEventListener('click', reveal);
    node.removeEventListener('keydown', reveal);
    for (const name of ['role', 'aria-label']) node.removeAttribute(name);
    node.setAttribute('tabindex', '-1');
    node.classList.add('shown');
    node.replaceChildren();
    inline(node, inner, depth + 1, o);
  };
  node.addEventListener('click', reveal);
  node.addEventListener('keydown', reveal);
  return node;
}

const ONLY_EMOJI = /^(?:\s|<a?:\w{2,32}:\d+>|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f\u20e3])+$/u;

export function content(text) {
  const jumbo = text.length < 400 && ONLY_EMOJI.test(text);
  return add(h('div', { class: jumbo ? 'md jumbo' : 'md' }), markdown(text));
}
