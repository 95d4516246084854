// A list to pick from: opened by a select's button, near it on a desktop, from below on a phone.

import { h, add, icon, uid, phone } from './dom.js';
import { emojiNode } from './markdown.js';

let current = null;
export const closePopup = (how) => { if (current) current.close(how); };
export const popupOf = () => current;

// options: [{value, label, description, emoji, lead}]; onDone(values) is called once, or never.
export function openPopup({ anchor, key, label, options, selected, min, max, search, onDone }) {
  closePopup('cancel');
  const host = anchor.closest('dialog') || document.body;
  const multi = max > 1;
  const before = new Set(selected);
  const picked = new Set(selected);
  const listId = uid('list');
  let shown = options;
  let active = Math.max(0, options.findIndex((o) => picked.has(o.value)));

  const list = h('div', { id: listId, class: 'options', role: 'listbox', tabindex: search ? null : 0, 'aria-label': label,
    'aria-multiselectable': multi ? 'true' : null });
  const input = search && h('input', { class: 'search', type: 'text', role: 'combobox', placeholder: 'Search', 'aria-label': `Search: ${label}`,
    'aria-expanded': 'true', 'aria-controls': listId, 'aria-autocomplete': 'list', autocomplete: 'off', spellcheck: 'false' });
  const count = h('span', { class: 'muted', role: 'status' });
  const done = h('button', { type: 'button', class: 'btn s1', on: { click: () => close('done') } }, 'Done');
  const foot = h('div', { class: 'popup-foot' }, count, done);
  const box = h('div', { class: 'popup', role: 'dialog', 'aria-label': label },
    h('div', { class: 'popup-head' }, h('span', null, label),
      h('button', { type: 'button', class: 'iconbtn', 'aria-label': 'Close', on: { click: () => close('cancel') } }, icon('close', 18))),
    input, list, multi && foot);
  const veil = h('div', { class: 'popup-veil' });
  const focusHere = () => (input || list).focus({ preventScroll: true });
  const keeper = input || list;

  const draw = () => {
    list.replaceChildren();
    shown.forEach((o, i) => {
      const on = picked.has(o.value);
      add(list, h('div', { id: `${listId}-${i}`, role: 'option', class: i === active ? 'option active' : 'option', 'aria-selected': on ? 'true' : 'false', data: { i } },
        o.lead || (o.emoji && h('span', { class: 'lead' }, emojiNode(o.emoji, o.label))),
        h('span', { class: 'what' }, h('span', { class: 'label' }, o.label), o.description && h('span', { class: 'desc' }, o.description)),
        h('span', { class: on ? 'tick on' : 'tick' }, on && icon('check', 16))));
    });
    if (!shown.length) add(list, h('div', { class: 'none', role: 'option', 'aria-disabled': 'true', 'aria-selected': 'false' }, 'Nothing found'));
    if (multi) {
      const range = min === max ? `${min}` : `${min}–${max}`;
      count.textContent = `${picked.size} chosen (${range})`;
      done.disabled = picked.size < min || picked.size > max;
    }
    mark();
  };
  const mark = () => {
    for (const node of list.children) node.classList.toggle('active', Number(node.dataset.i) === active);
    const node = list.children[active];
    if (shown.length && node) { keeper.setAttribute('aria-activedescendant', node.id); node.scrollIntoView({ block: 'nearest' }); }
    else keeper.removeAttribute('aria-activedescendant');
  };
  const pick = (i) => {
    const o = shown[i];
    if (!o) return;
    if (!multi) {
      if (picked.has(o.value) && min === 0) picked.clear();
      else { picked.clear(); picked.add(o.value); }
      close('done', true);
      return;
    }
    if (picked.has(o.value)) picked.delete(o.value);
    else if (picked.size < max) picked.add(o.value);
    active = i;
    draw();
  };
  const same = () => picked.size === before.size && [...picked].every((v) => before.has(v));
  const fine = () => picked.size >= min && picked.size <= max;
  const close = (how, always) => {
    if (current !== me) return;
    current = null;
    box.remove();
    veil.remove();
    removeEventListener('resize', placeBox);
    document.removeEventListener('scroll', placeBox, true);
    me.anchor.setAttribute('aria-expanded', 'false');
    if (how !== 'gone' && me.anchor.isConnected) me.anchor.focus({ preventScroll: true });
    if (how === 'done' && fine() && (always || !same())) {
      onDone(options.filter((o) => picked.has(o.value)).map((o) => o.value));
    }
  };
  const placeBox = () => {
    if (phone()) { box.classList.add('sheet'); box.style.cssText = ''; return; }
    box.classList.remove('sheet');
    const r = me.anchor.getBoundingClientRect();
    const below = innerHeight - r.bottom - 12;
    const above = r.top - 12;
    const up = below < 240 && above > below;
    box.style.width = `${Math.max(240, Math.min(r.width, 460))}px`;
    box.style.left = `${Math.max(8, Math.min(r.left, innerWidth - box.offsetWidth - 8))}px`;
    box.style.maxHeight = `${Math.max(140, Math.min(380, up ? above : below))}px`;
    box.style.top = up ? 'auto' : `${r.bottom + 4}px`;
    box.style.bottom = up ? `${innerHeight - r.top + 4}px` : 'auto';
  };

  let typed = '';
  let typedAt = 0;
  box.addEventListener('keydown', (e) => {
    const n = shown.length;
    const inButton = e.target.closest('button');
    if (e.key === 'Escape') { e.preventDefault(); e.stopPropagation(); close('cancel'); return; }
    if (e.key === 'Tab') {
      // Stays inside: field or list, Done, close.
      const stops = [keeper, ...(multi && !done.disabled ? [done] : []), box.querySelector('.popup-head button')].filter((x) => x.offsetParent !== null);
      const at = stops.indexOf(document.activeElement);
      e.preventDefault();
      stops[(at + (e.shiftKey ? stops.length - 1 : 1)) % stops.length].focus();
      return;
    }
    if (inButton) return;
    if (e.key === 'ArrowDown' && n) active = (active + 1) % n;
    else if (e.key === 'ArrowUp' && n) active = (active + n - 1) % n;
    else if (e.key === 'Home' && !input && n) active = 0;
    else if (e.key === 'End' && !input && n) active = n - 1;
    else if (e.key === 'Enter' || (e.key === ' ' && !input)) { e.preventDefault(); pick(active); return; }
    else if (!input && e.key.length === 1 && !e.ctrlKey && !e.metaKey) {
      typed = Date.now() - typedAt < 700 ? typed + e.key.toLowerCase() : e.key.toLowerCase();
      typedAt = Date.now();
      const i = shown.findIndex((o) => o.label.toLowerCase().startsWith(typed));
      if (i >= 0) active = i;
    } else return;
    e.preventDefault();
    mark();
  });
  list.addEventListener('click', (e) => {
    const node = e.target.closest('[data-i]');
    if (node) { pick(Number(node.dataset.i)); if (current === me) focusHere(); }
  });
  list.addEventListener('mousemove', (e) => {
    const node = e.target.closest('[data-i]');
    if (node && Number(node.dataset.i) !== active) { active = Number(node.dataset.i); for (const x of list.children) x.classList.toggle('active', x === node); keeper.setAttribute('aria-activedescendant', node.id); }
  });
  if (input) input.addEventListener('input', () => {
    const q = input.value.trim().toLowerCase();
    shown = options.filter((o) => !q || o.label.toLowerCase().includes(q) || (o.description || '').toLowerCase().includes(q));
    active = 0;
    draw();
  });
  veil.addEventListener('click', () => close(multi && fine() ? 'done' : 'cancel'));

  const me = { key, anchor, close, moveTo(node) { me.anchor = node; node.setAttribute('aria-expanded', 'true'); placeBox(); } };
  current = me;
  host.append(veil, box);
  anchor.setAttribute('aria-expanded', 'true');
  placeBox();
  draw();
  addEventListener('resize', placeBox);
  document.addEventListener('scroll', placeBox, true);
  focusHere();
}
