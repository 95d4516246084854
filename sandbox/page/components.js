// Message components (classic rows and V2), embeds and attachments as nodes.

import { h, add, icon, hex, inkOn, safeUrl, innerLink, size, when } from './dom.js';
import { markdown, content, emojiNode, plain } from './markdown.js';
import { state, nameOf, colorOf, channelName, isThread, isDm, emit } from './store.js';
import { component as send, pressed, chosen, keyOf } from './interactions.js';
import { openPopup, popupOf } from './popup.js';
import { lightbox } from './modal.js';

export function avatar(user, px = 40) {
  const color = colorOf(user);
  const letters = [...nameOf(user)];
  return h('span', { class: 'avatar', 'aria-hidden': 'true', style: { background: color, color: inkOn(color), width: `${px}px`, height: `${px}px`, 'font-size': `${Math.round(px * 0.45)}px` } },
    (letters[0] || '?').toUpperCase());
}

// ctx: {message} for a message's own parts.
export function components(list, ctx) {
  const out = document.createDocumentFragment();
  for (const part of list || []) {
    const node = one(part, ctx);
    if (node) out.append(node);
  }
  return out;
}

function one(part, ctx) {
  switch (part && part.type) {
    case 1: return h('div', { class: 'row' }, components(part.components, ctx));
    case 2: return button(part, ctx);
    case 3: case 5: case 6: case 7: case 8: return messageSelect(part, ctx);
    case 9: return section(part, ctx);
    case 10: return add(h('div', { class: 'md' }), markdown(part.content));
    case 11: return thumbnail(part, ctx);
    case 12: return gallery((part.items || []).map((item) => picture(item, ctx)));
    case 13: return fileCard(mediaUrl(part.file, ctx), part.name || nameFrom(part.file, ctx), part.size ?? sizeFrom(part.file, ctx), part.spoiler);
    case 14: return h('hr', { class: `sep ${part.spacing === 2 ? 'large' : ''} ${part.divider === false ? 'blank' : ''}`, 'aria-hidden': part.divider === false ? 'true' : null });
    case 17: return container(part, ctx);
    default: return h('div', { class: 'muted unknown' }, `(a component of type ${part && part.type} that this page does not know)`);
  }
}

// Buttons.

function button(part, ctx) {
  const { message } = ctx;
  const inside = [emojiNode(part.emoji, part.label), part.label && h('span', { class: 'lbl' }, part.label)];
  const bare = !part.label && part.emoji ? part.emoji.name : null;
  if (part.style === 5) {
    const href = safeUrl(part.url);
    const inner = href && innerLink(href);
    const known = inner && state.channels.has(inner.channel);
    if (!href || part.disabled) return h('button', { type: 'button', class: 'btn s5', disabled: true, 'aria-label': bare }, inside, icon('out', 16));
    return h('a', { class: 'btn s5', href: known ? `#/c/${inner.channel}` : href, target: known ? null : '_blank', rel: 'noopener noreferrer', 'aria-label': bare,
      on: known ? { click: (e) => { e.preventDefault(); emit('goto', inner); } } : {} },
    inside, icon(known ? 'right' : 'out', 16), !known && h('span', { class: 'sr' }, ' (opens a new tab)'));
  }
  const busy = pressed.has(keyOf(message.id, part.custom_id));
  return h('button', { type: 'button', class: `btn s${[1, 2, 3, 4].includes(part.style) ? part.style : 2}${busy ? ' busy' : ''}`, disabled: !!part.disabled && !busy,
    'aria-busy': busy ? 'true' : null, 'aria-disabled': busy ? 'true' : null, 'aria-label': bare, data: { cid: part.custom_id || '' },
    on: { click: () => { if (!busy) send(message, part); } } },
  h('span', { class: 'face' }, inside), busy && dots());
}

export const dots = () => h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'));

// Selects.

export function choices(part) {
  const people = () => [...state.people.values()].map((u) => ({ value: u.id, label: nameOf(u), description: u.bot ? 'App' : `@${u.username}`, lead: avatar(u, 24) }));
  const roles = () => ((state.guild && state.guild.roles) || []).map((r) => ({ value: r.id, label: `@${r.name}`.replace(/^@@/, '@'), description: 'Role' }));
  switch (part.type) {
    case 3: return (part.options || []).map((o) => ({ value: o.value, label: o.label, description: o.description, emoji: o.emoji }));
    case 5: return people();
    case 6: return roles();
    case 7: return [...people(), ...roles()];
    case 8: return [...state.channels.values()].filter((c) => !isDm(c) && (!part.channel_types || !part.channel_types.length || part.channel_types.includes(c.type)))
      .map((c) => ({ value: c.id, label: channelName(c), lead: h('span', { class: 'lead' }, icon(isThread(c) ? 'thread' : 'hash', 18)) }));
    default: return [];
  }
}

export function preset(part) {
  if (part.type === 3) return (part.options || []).filter((o) => o.default).map((o) => o.value);
  return (part.default_values || []).map((v) => v.id);
}

const KINDS = { 3: 'Make a selection', 5: 'Choose a person', 6: 'Choose a role', 7: 'Choose a person or role', 8: 'Choose a channel' };

// The closed select. `set(values)` is called with each new choice. Returns {node, values()}.
export function select(part, { values, busy, key, label, describedby, set }) {
  const options = choices(part);
  let now = values;
  const min = part.min_values ?? 1;
  const max = Math.min(part.max_values ?? 1, Math.max(1, options.length));
  const name = part.placeholder || KINDS[part.type] || 'Make a selection';
  const face = h('span', { class: 'chosen' });
  const node = h('button', { type: 'button', class: `select${busy ? ' busy' : ''}`, 'aria-haspopup': 'listbox', 'aria-expanded': 'false', disabled: !!part.disabled && !busy,
    'aria-busy': busy ? 'true' : null, 'aria-disabled': busy ? 'true' : null, 'aria-describedby': describedby, data: { cid: part.custom_id || '' } },
  face, busy ? dots() : icon('down', 18));
  const draw = () => {
    const got = options.filter((o) => now.includes(o.value));
    face.replaceChildren();
    if (!got.length) face.append(h('span', { class: 'muted' }, name));
    got.forEach((o, i) => add(face, h('span', { class: 'one' }, emojiNode(o.emoji, o.label), o.label, i < got.length - 1 && max > 1 && ',')));
    node.setAttribute('aria-label', `${label || name}: ${got.length ? got.map((o) => o.label).join(', ') : label ? name : 'nothing chosen'}`);
  };
  draw();
  node.addEventListener('click', () => {
    if (busy) return;
    openPopup({ anchor: node, key, label: label || name, options, selected: now, min, max, search: part.type !== 3 || options.length > 10,
      onDone: (got) => { now = got; draw(); set(got); } });
  });
  node.addEventListener('keydown', (e) => { if (e.key === 'ArrowDown' || e.key === 'ArrowUp') { e.preventDefault(); node.click(); } });
  const open = popupOf();
  if (open && key && open.key === key && !part.disabled) queueMicrotask(() => { if (popupOf() === open) open.moveTo(node); });
  return { node, values: () => now };
}

function messageSelect(part, { message }) {
  const key = keyOf(message.id, part.custom_id);
  return h('div', { class: 'select-wrap' }, select(part, { values: chosen.get(key) || preset(part), busy: pressed.has(key), key, set: (values) => send(message, part, values) }).node);
}

// Layout.

function section(part, ctx) {
  return h('div', { class: 'section' }, h('div', { class: 'section-text' }, components(part.components, ctx)),
    part.accessory && h('div', { class: 'section-side' }, one(part.accessory, ctx)));
}

const shown = new Set();   // spoilers opened in this tab stay open when the bot edits

function container(part, ctx) {
  const node = h('div', { class: part.accent_color !== null && part.accent_color !== undefined ? 'container accent' : 'container' }, components(part.components, ctx));
  if (node.classList.contains('accent')) node.style.setProperty('--accent', hex(part.accent_color));
  const key = `${ctx.message.id}:c${part.id ?? ''}`;
  return part.spoiler && !shown.has(key) ? veil(node, key, 'Spoiler, press to reveal') : node;
}

function veil(inner, key, label) {
  inner.inert = true;
  const cover = h('button', { type: 'button', class: 'veil', 'aria-label': label }, h('span', null, 'Spoiler'));
  const wrap = h('div', { class: 'veiled' }, inner, cover);
  cover.addEventListener('click', () => {
    shown.add(key);
    inner.inert = false;
    wrap.classList.add('open');
    cover.remove();
    const next = inner.querySelector('button,a[href]') || inner;
    if (next === inner && !inner.matches('button')) inner.tabIndex = -1;
    next.focus({ preventScroll: true });
  });
  return wrap;
}

// Media.

function attachmentOf(url, message) {
  if (!url || !message) return null;
  const name = url.startsWith('attachment://') ? decodeURIComponent(url.slice(13)) : null;
  return (message.attachments || []).find((a) => (name ? a.filename === name : a.url === url)) || null;
}

function mediaUrl(media, ctx) {
  if (!media || !media.url) return null;
  const file = attachmentOf(media.url, ctx.message);
  if (media.url.startsWith('attachment://')) return file ? safeUrl(file.url) : null;
  return safeUrl(media.url);
}

function nameFrom(media, ctx) {
  const file = media && attachmentOf(media.url, ctx.message);
  if (file) return file.filename;
  try { return decodeURIComponent(new URL(media.url, document.baseURI).pathname.split('/').pop()) || 'file'; } catch { return 'file'; }
}
const sizeFrom = (media, ctx) => { const file = media && attachmentOf(media.url, ctx.message); return (file && file.size) ?? (media && media.size); };

function picture(item, ctx) {
  const media = item.media || {};
  const file = attachmentOf(media.url, ctx.message) || {};
  return { url: mediaUrl(media, ctx), alt: item.description || file.description || '', width: media.width || file.width, height: media.height || file.height,
    name: nameFrom(media, ctx), spoiler: item.spoiler, key: `${ctx.message ? ctx.message.id : ''}:${media.url}` };
}

// One picture as a button that opens it large. `all` are its neighbors in the lightbox.
function shot(pic, all, index) {
  if (!pic.url) return h('div', { class: 'shot broken muted' }, `Picture not found: ${pic.name}`);
  const img = h('img', { src: pic.url, alt: pic.alt || `Picture ${pic.name}`, width: pic.width || null, height: pic.height || null, decoding: 'sync', draggable: 'false' });
  if (pic.width && pic.height) img.style.aspectRatio = `${pic.width} / ${pic.height}`;
  img.addEventListener('error', () => { node.classList.add('broken'); });
  const node = h('button', { type: 'button', class: 'shot', title: pic.alt || null, 'aria-haspopup': 'dialog', on: { click: () => lightbox(all, index) } },
    img, pic.alt && h('span', { class: 'alt-badge', 'aria-hidden': 'true' }, 'ALT'), h('span', { class: 'sr' }, ' (opens large)'));
  node.dataset.cid = `pic:${pic.url}`;
  return pic.spoiler && !shown.has(pic.key) ? veil(node, pic.key, `Spoiler picture${pic.alt ? `: ${pic.alt}` : ''}, press to reveal`) : node;
}

function gallery(pics) {
  if (!pics.length) return null;
  return h('div', { class: `gallery n${Math.min(pics.length, 10)}` }, pics.map((pic, i) => shot(pic, pics, i)));
}

function thumbnail(part, ctx) {
  const pic = picture(part, ctx);
  return h('div', { class: 'thumb' }, shot(pic, [pic], 0));
}

function fileCard(url, name, bytes, spoilered) {
  return h('div', { class: 'file' }, icon('file', 28), h('div', { class: 'file-what' },
    url ? h('a', { class: 'md-link', href: url, target: '_blank', rel: 'noopener noreferrer', download: name }, name) : h('span', null, name),
    h('span', { class: 'muted' }, [size(Number(bytes)), spoilered && 'spoiler'].filter(Boolean).join(' · '))));
}

export function attachments(message) {
  const V2 = 1 << 15;
  if (message.flags & V2) return null;
  const inEmbeds = new Set();
  for (const e of message.embeds || []) for (const m of [e.image, e.thumbnail]) {
    const file = m && attachmentOf(m.url, message);
    if (file) inEmbeds.add(file);
  }
  const files = (message.attachments || []).filter((a) => !inEmbeds.has(a));
  if (!files.length) return null;
  const isPic = (a) => /^image\//.test(a.content_type || '') || /\.(png|jpe?g|gif|webp|avif)$/i.test(a.filename || '');
  const pics = files.filter(isPic).map((a) => ({ url: safeUrl(a.url), alt: a.description || '', width: a.width, height: a.height, name: a.filename,
    spoiler: /^SPOILER_/.test(a.filename || ''), key: `${message.id}:${a.id}` }));
  return h('div', { class: 'files' }, gallery(pics), files.filter((a) => !isPic(a)).map((a) => fileCard(safeUrl(a.url), a.filename || 'file', a.size)));
}

// Embeds.

export function embeds(message) {
  return (message.embeds || []).map((e) => embed(e, { message }));
}

function titled(tag, cls, text, url) {
  const href = url && safeUrl(url);
  const node = h(tag, { class: cls });
  if (href) node.append(h('a', { class: 'md-link', href, target: '_blank', rel: 'noopener noreferrer' }, plain(text)));
  else node.append(markdown(text));
  return node;
}

function embed(e, ctx) {
  const image = e.image && picture({ media: e.image, description: e.image.description }, ctx);
  const thumb = e.thumbnail && picture({ media: e.thumbnail, description: e.thumbnail.description }, ctx);
  const node = h('div', { class: 'embed' },
    thumb && h('div', { class: 'thumb' }, shot(thumb, [thumb], 0)),
    e.author && e.author.name && h('div', { class: 'embed-author' }, e.author.name),
    e.title && titled('div', 'embed-title', e.title, e.url),
    e.description && content(e.description),
    e.fields && e.fields.length ? h('div', { class: 'embed-fields' }, e.fields.map((f) => h('div', { class: f.inline ? 'embed-field inline' : 'embed-field' },
      add(h('div', { class: 'embed-name' }), markdown(f.name)), content(f.value || '')))) : null,
    image && gallery([image]),
    (e.footer || e.timestamp) && h('div', { class: 'embed-foot muted' }, [e.footer && e.footer.text, e.timestamp && when(new Date(e.timestamp))].filter(Boolean).join(' • ')));
  if (e.color !== null && e.color !== undefined) node.style.setProperty('--accent', hex(e.color));
  return node;
}

// Everything a message says, as plain words.
export function words(message) {
  const out = [];
  if (message.content) out.push(plain(message.content));
  for (const e of message.embeds || []) out.push(...[e.title, e.description, ...(e.fields || []).flatMap((f) => [f.name, f.value])].filter(Boolean).map(plain));
  const walk = (list) => {
    for (const p of list || []) {
      if (!p) continue;
      if (p.type === 10) out.push(plain(p.content));
      if (p.type === 12) for (const item of p.items || []) out.push(item.description ? `Picture: ${item.description}` : 'Picture');
      if (p.type === 17 && p.spoiler) { out.push('Spoiler'); continue; }
      walk(p.components);
      if (p.accessory) walk([p.accessory]);
    }
  };
  walk(message.components);
  if (!(message.flags & (1 << 15))) for (const a of message.attachments || []) out.push(a.description ? `Picture: ${a.description}` : `File ${a.filename}`);
  return out.filter(Boolean).join('. ');
}

