// Dialogs: the bot's modals, the lightbox, settings. All are native <dialog>s, with a Tab that goes round.

import { h, add, icon, uid, safeUrl, toast, alarm, $ } from './dom.js';
import { markdown } from './markdown.js';
import { post } from './api.js';
import { submit as submitModal } from './interactions.js';
import { select, preset } from './components.js';
import { closePopup } from './popup.js';
import { state, remember, emit } from './store.js';

const STOPS = 'a[href],button:not([disabled]),input:not([disabled]),textarea:not([disabled]),[tabindex="0"]';

export function dialog(cls, label, fill, onClose) {
  const opener = document.activeElement;
  const home = opener && opener.closest && opener.closest('[data-id]');
  const cid = opener && opener.dataset && opener.dataset.cid;
  const node = h('dialog', { class: `dialog ${cls}`, 'aria-label': label });
  const close = () => node.close();
  node.addEventListener('keydown', (e) => {
    if (e.key !== 'Tab' || e.defaultPrevented) return;
    const stops = [...node.querySelectorAll(STOPS)].filter((x) => x.offsetParent !== null && !x.closest('[inert]'));
    if (!stops.length) return;
    const first = stops[0];
    const last = stops[stops.length - 1];
    if (e.shiftKey && (document.activeElement === first || document.activeElement === node)) { e.preventDefault(); last.focus(); }
    else if (!e.shiftKey && document.activeElement === last) { e.preventDefault(); first.focus(); }
  });
  node.addEventListener('close', () => {
    closePopup('gone');
    node.remove();
    if (onClose) onClose();
    // Back to where we came from, or to what stands there now.
    let back = opener && opener.isConnected && opener !== document.body ? opener : null;
    if (!back && home && cid !== undefined) {
      back = [...document.querySelectorAll(`li[data-id="${CSS.escape(home.dataset.id)}"] [data-cid]`)].find((x) => x.dataset.cid === cid);
    }
    (back || $('composer-input') || document.body).focus({ preventScroll: true });
  });
  let downOutside = false;
  node.addEventListener('pointerdown', (e) => { downOutside = e.target === node; });
  node.addEventListener('click', (e) => { if (e.target === node && downOutside && cls !== 'form') close(); });
  fill(node, close);
  document.body.append(node);
  node.showModal();
  return node;
}

const head = (text, close, id) => h('div', { class: 'dialog-head' }, h('h2', { id }, text),
  h('button', { type: 'button', class: 'iconbtn', 'aria-label': 'Close', on: { click: close } }, icon('close')));

// The bot's modal.

let openForm = null;

export function modal({ interaction_id: interactionId, data }) {
  if (openForm) openForm.close();
  closePopup('cancel');
  const fields = [];
  openForm = dialog('form', data.title || 'Form', (node, close) => {
    const error = h('p', { class: 'error', role: 'alert' });
    const send = h('button', { type: 'submit', class: 'btn s1' }, h('span', { class: 'face' }, 'Submit'));
    const form = h('form', { novalidate: true }, head(data.title || 'Form', close),
      h('div', { class: 'dialog-body' }, (data.components || []).map((part) => formPart(part, fields)), error),
      h('div', { class: 'dialog-foot' }, h('button', { type: 'button', class: 'btn s2', on: { click: close } }, 'Cancel'), send));
    const busy = (on) => { send.classList.toggle('busy', on); send.toggleAttribute('aria-busy', on); send.disabled = on; };
    form.addEventListener('submit', async (e) => {
      e.preventDefault();
      if (send.disabled) return;
      error.textContent = '';
      const wrong = fields.filter((f) => !f.check());
      if (wrong.length) { wrong[0].focus(); return; }
      busy(true);
      const bad = (why) => { busy(false); error.textContent = `Something went wrong. Try again.${why ? ` (${why})` : ''}`; };
      try {
        await submitModal(interactionId, { custom_id: data.custom_id, components: answers(data.components, fields) }, close, bad);
      } catch (problem) { bad(problem.message); }
    });
    node.append(form);
  }, () => { openForm = null; });
  const first = fields.find((f) => f.focus);
  if (first) first.focus();
}

const withId = (part, rest) => (part.id === undefined || part.id === null ? rest : { type: rest.type, id: part.id, ...rest });

function answers(list, fields) {
  return (list || []).map((part) => {
    if (part.type === 18) return withId(part, { type: 18, component: answers([part.component], fields)[0] });
    if (part.type === 1) return withId(part, { type: 1, components: answers(part.components, fields) });
    const field = fields.find((f) => f.part === part);
    return withId(part, field ? { type: part.type, custom_id: part.custom_id, ...field.value() } : { type: part.type });
  });
}

function formPart(part, fields) {
  if (part.type === 10) return add(h('div', { class: 'md' }), markdown(part.content));
  if (part.type === 18) return formField(part.component, part.label, part.description, fields);
  if (part.type === 1) return (part.components || []).map((c) => formField(c, c.label || c.placeholder || 'Answer', c.description, fields));
  return h('p', { class: 'muted' }, `(a component of type ${part.type} that this page does not know)`);
}

function formField(part, label, description, fields) {
  const id = uid('field');
  const error = h('p', { class: 'error', id: `${id}-e`, role: 'alert' });
  const about = description && h('p', { class: 'muted', id: `${id}-d` }, description);
  const described = [description && `${id}-d`, `${id}-e`].filter(Boolean).join(' ');
  const required = part.required !== false;
  const star = required ? h('span', { class: 'req' }, ' (required)') : null;
  const say = (text) => { error.textContent = text; return !text; };
  const wrap = (tag, ...kids) => h(tag, { class: 'form-field' }, ...kids, error);
  if (part.type === 4) {
    const input = part.style === 2 ? h('textarea', { id, rows: 5 }) : h('input', { id, type: 'text' });
    input.value = part.value || '';
    if (part.placeholder) input.placeholder = part.placeholder;
    if (part.max_length) input.maxLength = part.max_length;
    input.autocomplete = 'off';
    input.setAttribute('aria-describedby', described);
    if (required) input.setAttribute('aria-required', 'true');
    const left = part.max_length ? h('span', { class: 'count muted', 'aria-hidden': 'true' }) : null;
    const tally = () => { if (left) left.textContent = `${input.value.length}/${part.max_length}`; };
    tally();
    input.addEventListener('input', () => { tally(); if (error.textContent) say(''); input.removeAttribute('aria-invalid'); });
    fields.push({ part, value: () => ({ value: input.value }), focus: () => input.focus(), check: () => {
      const n = input.value.length;
      let text = '';
      if (required && !input.value.trim()) text = 'This field is required.';
      else if (n && part.min_length && n < part.min_length) text = `At least ${part.min_length} characters.`;
      input.toggleAttribute('aria-invalid', !!text);
      if (text) input.setAttribute('aria-invalid', 'true');
      return say(text);
    } });
    return wrap('div', h('label', { for: id }, label, star), about, h('div', { class: 'with-count' }, input, left));
  }
  if ([3, 5, 6, 7, 8].includes(part.type)) {
    const low = part.min_values ?? (required ? 1 : 0);
    const s = select({ ...part, min_values: required ? Math.max(1, low) : 0 }, { values: preset(part), label, describedby: described, set: () => say('') });
    fields.push({ part, value: () => ({ values: s.values() }), focus: () => s.node.focus(), check: () => {
      const n = s.values().length;
      return say(required && !n ? 'Please choose.' : n && n < low ? `Choose at least ${low}.` : '');
    } });
    return wrap('div', h('div', { class: 'label', 'aria-hidden': 'true' }, label, star), about, s.node);
  }
  if (part.type === 21 || part.type === 22) {
    const kind = part.type === 21 ? 'radio' : 'checkbox';
    const boxes = (part.options || []).map((o, i) => {
      const input = h('input', { type: kind, name: id, id: `${id}-${i}`, value: o.value });
      input.checked = !!o.default;
      return { o, input, node: h('label', { class: 'tickline', for: `${id}-${i}` }, input, h('span', null, o.label, o.description && h('span', { class: 'muted block' }, o.description))) };
    });
    const got = () => boxes.filter((b) => b.input.checked).map((b) => b.o.value);
    const low = part.min_values ?? (required ? 1 : 0);
    fields.push({ part, value: () => (kind === 'radio' ? { value: got()[0] ?? null } : { values: got() }), focus: () => boxes[0] && boxes[0].input.focus(),
      check: () => say(required && got().length < Math.max(1, low) ? 'Please choose.' : part.max_values && kind === 'checkbox' && got().length > part.max_values ? `At most ${part.max_values}.` : '') });
    return wrap('fieldset', h('legend', null, label, star), about, boxes.map((b) => b.node));
  }
  if (part.type === 23) {
    const input = h('input', { type: 'checkbox', id, 'aria-describedby': described });
    input.checked = !!part.default;
    fields.push({ part, value: () => ({ value: input.checked }), focus: () => input.focus(), check: () => true });
    return wrap('div', h('label', { class: 'tickline', for: id }, input, h('span', null, label)), about);
  }
  return h('p', { class: 'muted' }, `${label}: (a field of type ${part.type} that this page does not know)`);
}

// The lightbox.

export function lightbox(pics, index) {
  const good = pics.filter((p) => p.url);
  let at = Math.max(0, good.indexOf(pics[index]));
  let large = false;
  dialog('light', 'Picture', (node, close) => {
    const img = h('img', { draggable: 'false' });
    const frame = h('div', { class: 'light-frame', tabindex: 0, role: 'group', 'aria-label': 'Picture, scrolls when enlarged' }, img);
    const alt = h('p', { class: 'light-alt', tabindex: 0 });
    const zoom = h('button', { type: 'button', class: 'iconbtn', 'aria-pressed': 'false', 'aria-label': 'Full size', title: 'Full size (Z)' }, icon('zoom'));
    const original = h('a', { class: 'iconbtn', target: '_blank', rel: 'noopener noreferrer', 'aria-label': 'Open the original in a new tab', title: 'Open the original' }, icon('out'));
    const which = h('span', { class: 'light-which', role: 'status' });
    const step = (n) => { at = (at + n + good.length) % good.length; show(); };
    const nav = good.length > 1 && [
      h('button', { type: 'button', class: 'iconbtn light-nav', 'aria-label': 'Previous picture', on: { click: () => step(-1) } }, icon('left')),
      h('button', { type: 'button', class: 'iconbtn light-nav', 'aria-label': 'Next picture', on: { click: () => step(1) } }, icon('right'))];
    const setLarge = (on, x = 0.5, y = 0.5) => {
      const fit = img.getBoundingClientRect().width;
      large = on;
      frame.classList.toggle('large', on);
      zoom.setAttribute('aria-pressed', String(on));
      if (on) {
        // Its own size; a picture that is shown whole in it already, half as large again.
        img.style.width = `${fit < img.naturalWidth * 0.95 ? img.naturalWidth : fit * 1.5}px`;
        frame.scrollLeft = x * img.offsetWidth - frame.clientWidth / 2;
        frame.scrollTop = y * img.offsetHeight - frame.clientHeight / 2;
      } else img.style.width = '';
    };
    const show = () => {
      const pic = good[at];
      setLarge(false);
      img.src = pic.url;
      img.alt = pic.alt || pic.name || 'Picture';
      alt.textContent = pic.alt || '';
      alt.hidden = !pic.alt;
      original.href = safeUrl(pic.url);
      which.textContent = good.length > 1 ? `${at + 1} of ${good.length}` : '';
    };
    zoom.addEventListener('click', () => setLarge(!large));
    let drag = null;
    frame.addEventListener('pointerdown', (e) => { if (e.pointerType === 'mouse' && e.button === 0) drag = { x: e.clientX, y: e.clientY, l: frame.scrollLeft, t: frame.scrollTop, moved: false }; });
    frame.addEventListener('pointermove', (e) => {
      if (!drag || !large) return;
      if (Math.abs(e.clientX - drag.x) + Math.abs(e.clientY - drag.y) > 4) drag.moved = true;
      frame.scrollLeft = drag.l - (e.clientX - drag.x);
      frame.scrollTop = drag.t - (e.clientY - drag.y);
    });
    addEventListener('pointerup', () => setTimeout(() => { drag = null; }), { passive: true });
    frame.addEventListener('click', (e) => {
      if (drag && drag.moved) return;
      if (e.target !== img) { close(); return; }
      const r = img.getBoundingClientRect();
      setLarge(!large, (e.clientX - r.left) / r.width, (e.clientY - r.top) / r.height);
    });
    node.addEventListener('keydown', (e) => {
      if (e.key === 'z' || e.key === 'Z' || e.key === '+' || e.key === '-') { e.preventDefault(); setLarge(e.key === '+' ? true : e.key === '-' ? false : !large); }
      else if (good.length > 1 && !large && e.key === 'ArrowLeft') { e.preventDefault(); step(-1); }
      else if (good.length > 1 && !large && e.key === 'ArrowRight') { e.preventDefault(); step(1); }
    });
    add(node, h('div', { class: 'light-bar' }, which, nav, zoom, original, h('button', { type: 'button', class: 'iconbtn', 'aria-label': 'Close', autofocus: true, on: { click: close } }, icon('close'))), frame, alt);
    show();
  });
}

// Settings.

function toggle(label, about, on, change) {
  const id = uid('switch');
  const button = h('button', { type: 'button', role: 'switch', id, class: 'switch', 'aria-checked': String(on), 'aria-describedby': `${id}-d`, 'aria-labelledby': `${id}-l` },
    h('span', { class: 'knob', 'aria-hidden': 'true' }));
  const paint = (value) => { button.setAttribute('aria-checked', String(value)); word.textContent = value ? 'On' : 'Off'; };
  const word = h('span', { class: 'switch-word muted', 'aria-hidden': 'true' }, on ? 'On' : 'Off');
  button.addEventListener('click', async () => {
    const next = button.getAttribute('aria-checked') !== 'true';
    paint(next);
    if ((await change(next)) === false) paint(!next);
  });
  return h('div', { class: 'setting' }, h('div', null, h('div', { id: `${id}-l`, class: 'setting-name' }, label), h('p', { id: `${id}-d`, class: 'muted' }, about)), word, button);
}

export function settings() {
  dialog('settings', 'Settings', (node, close) => {
    add(node, head('Settings', close), h('div', { class: 'dialog-body' },
      toggle('Allow direct messages', 'If this is off, the bot and other people cannot write to you directly.', state.dmsOpen, async (open) => {
        try { await post('dms', { open }); state.dmsOpen = open; return true; } catch (error) { toast(error.message); alarm(error.message); return false; }
      }),
      toggle('Notification sound', 'A short beep when you are mentioned or written to.', state.prefs.sound, (on) => {
        state.prefs.sound = on;
        remember('prefs', state.prefs);
        if (on) beep();
        return true;
      }),
      state.links.length ? h('div', { class: 'others' }, h('h3', null, 'Play as somebody else'), h('p', { class: 'muted' }, 'Each opens in a tab of its own.'), otherLinks()) : null));
  });
}

export function otherLinks() {
  return h('ul', { class: 'links' }, state.links.map((l) => h('li', null, h('a', { href: safeUrl(l.url) || '#', target: '_blank', rel: 'noopener' },
    h('span', { class: 'dot', 'aria-hidden': 'true', style: { background: /^#[0-9a-f]{6}$/i.test(l.color || '') ? l.color : '#8a93a5' } }), h('span', { class: 'nm' }, l.name), icon('out', 16), h('span', { class: 'sr' }, ' (opens a new tab)')))));
}

let audio = null;
export function beep() {
  try {
    audio = audio || new AudioContext();
    if (audio.state === 'suspended') audio.resume();
    const t = audio.currentTime;
    for (const [pitch, at] of [[660, 0], [880, 0.11]]) {
      const tone = audio.createOscillator();
      const gain = audio.createGain();
      tone.type = 'sine';
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(0.0001, t + at);
      gain.gain.exponentialRampToValueAtTime(0.14, t + at + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.0001, t + at + 0.16);
      tone.connect(gain).connect(audio.destination);
      tone.start(t + at);
      tone.stop(t + at + 0.18);
    }
  } catch { /* no sound here */ }
  emit('beep');
}

// A plain list of threads.
export function threadList(threads, describe, go) {
  dialog('settings', 'Threads', (node, close) => {
    add(node, head('Threads', close), h('div', { class: 'dialog-body' }, threads.length
      ? h('ul', { class: 'links' }, threads.map((c) => h('li', null, h('a', { href: `#/c/${c.id}`, on: { click: (e) => { e.preventDefault(); close(); go(c.id); } } }, icon(c.type === 12 ? 'lock' : 'thread'), h('span', { class: 'nm' }, c.name), h('span', { class: 'muted' }, describe(c))))))
      : h('p', { class: 'muted' }, 'There are no threads here.')));
  });
}
