// Writing: plain messages, mentions, and slash commands with their options one after another.

import { h, add, icon, uid, touch } from './dom.js';
import { post, tell } from './api.js';
import { state, on, nameOf, channelName, isDm, isThread, partner, emit } from './store.js';
import { command as sendCommand } from './interactions.js';
import { avatar } from './components.js';

let root, area, sendButton, line, note, cmd = null;
const drafts = new Map();

// One list above the box, shared by everything that suggests.
const suggest = {
  box: null, list: null, head: null, items: [], active: 0, owner: null, choose: null, id: 'suggest-list',
  make() {
    this.head = h('div', { class: 'suggest-head' });
    this.list = h('div', { role: 'listbox', id: this.id, tabindex: 0, 'aria-label': 'Suggestions' });
    this.box = h('div', { class: 'suggest', hidden: true }, this.head, this.list);
    this.box.addEventListener('mousedown', (e) => e.preventDefault());
    this.list.addEventListener('click', (e) => { const n = e.target.closest('[data-i]'); if (n) this.take(Number(n.dataset.i)); });
    this.list.addEventListener('keydown', (e) => { const owner = this.owner; if (this.key(e) && !this.open && document.activeElement === document.body) owner.focus(); });
    this.list.addEventListener('blur', () => setTimeout(() => { if (document.activeElement !== this.owner) this.hide(); }, 120));
    return this.box;
  },
  get open() { return !this.box.hidden; },
  show(owner, title, items, choose, empty) {
    this.owner = owner;
    this.items = items;
    this.choose = choose;
    this.active = 0;
    this.head.replaceChildren();
    add(this.head, title);
    this.list.replaceChildren();
    items.forEach((item, i) => this.list.append(h('div', { role: 'option', id: `${this.id}-${i}`, class: 'option', 'aria-selected': 'false', data: { i } },
      item.lead, h('span', { class: 'what' }, h('span', { class: 'label' }, item.label), item.description && h('span', { class: 'desc' }, item.description)), item.tail && h('span', { class: 'muted tail' }, item.tail))));
    this.list.hidden = !items.length;
    if (!items.length && empty) add(this.head, h('span', { class: 'muted' }, ` · ${empty}`));
    this.box.hidden = false;
    owner.setAttribute('aria-controls', this.id);
    if (owner.getAttribute('role') === 'combobox') owner.setAttribute('aria-expanded', String(!!items.length));
    this.mark();
  },
  mark() {
    [...this.list.children].forEach((n, i) => { n.classList.toggle('active', i === this.active); n.setAttribute('aria-selected', String(i === this.active)); });
    const n = this.list.children[this.active];
    if (n) { this.owner.setAttribute('aria-activedescendant', n.id); n.scrollIntoView({ block: 'nearest' }); } else this.owner.removeAttribute('aria-activedescendant');
  },
  hide() {
    if (!this.box || this.box.hidden) return;
    this.box.hidden = true;
    this.items = [];
    if (this.owner) {
      this.owner.removeAttribute('aria-activedescendant');
      if (this.owner.getAttribute('role') === 'combobox') this.owner.setAttribute('aria-expanded', 'false');
    }
  },
  take(i) { const item = this.items[i]; if (item) { const choose = this.choose; this.hide(); choose(item); } },
  // True if the key was for the list.
  key(e) {
    if (!this.open) return false;
    if (e.key === 'Escape') { this.hide(); e.preventDefault(); e.stopPropagation(); return true; }
    const n = this.items.length;
    if (!n) return false;
    if (e.key === 'ArrowDown') this.active = (this.active + 1) % n;
    else if (e.key === 'ArrowUp') this.active = (this.active + n - 1) % n;
    else if (e.key === 'PageDown') this.active = Math.min(n - 1, this.active + 6);
    else if (e.key === 'PageUp') this.active = Math.max(0, this.active - 6);
    else if ((e.key === 'Enter' || e.key === 'Tab') && !e.shiftKey) { e.preventDefault(); this.take(this.active); return true; }
    else return false;
    e.preventDefault();
    this.mark();
    return true;
  },
};

export function setup(node) {
  root = node;
  area = h('textarea', { id: 'composer-input', rows: 1, 'aria-label': 'Message', 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox', maxlength: 2000, autocomplete: 'off', enterkeyhint: touch() ? 'enter' : 'send' });
  sendButton = h('button', { type: 'submit', class: 'iconbtn send', 'aria-label': 'Send message', title: 'Send' }, icon('send'));
  const slash = h('button', { type: 'button', class: 'iconbtn', 'aria-label': 'Commands', title: 'Commands', on: { click: () => { leaveCommand(); area.value = '/'; area.focus(); grow(); look(); } } }, icon('slash'));
  line = h('div', { class: 'compose-line' }, slash, area, sendButton);
  line.addEventListener('keydown', (e) => {
    if (cmd && e.key === 'Escape' && !e.defaultPrevented) { e.preventDefault(); leaveCommand(); area.focus(); }
  });
  // Whoever types on behind a command means its options, not the button that has the focus;
  // and the space that finished the command's name comes up here without having gone down.
  let wentDown = false;
  sendButton.addEventListener('keydown', (e) => {
    wentDown = true;
    const option = cmd && e.key === ' ' && optionsLeft()[0];
    if (option) { e.preventDefault(); openField(option); }
  });
  sendButton.addEventListener('keyup', (e) => { if (!wentDown) e.preventDefault(); wentDown = false; });
  sendButton.addEventListener('blur', () => { wentDown = false; });
  note = h('p', { class: 'compose-note error', role: 'alert' });
  const form = h('form', { 'aria-label': 'Write a message' }, suggest.make(), line, note);
  root.append(form);
  form.addEventListener('submit', (e) => { e.preventDefault(); if (cmd) runCommand(); else send(); });
  area.addEventListener('input', () => { grow(); look(); typing(); });
  area.addEventListener('click', look);
  area.addEventListener('blur', () => setTimeout(() => { if (suggest.owner === area && document.activeElement !== area && document.activeElement !== suggest.list) suggest.hide(); }, 120));
  area.addEventListener('keydown', (e) => {
    if (e.isComposing || suggest.key(e)) return;
    if (e.key === 'Enter' && !e.shiftKey && !touch()) { e.preventDefault(); send(); }
  });
  on('command', ({ name, id }) => pickByName(name, id));
  on('commands', () => { if (!cmd && suggest.open && suggest.owner === area) look(); });
}

export function channelChanged(before, now) {
  if (before) drafts.set(before, cmd ? '' : area.value);
  leaveCommand();
  suggest.hide();
  note.textContent = '';
  const c = state.channels.get(now);
  area.value = drafts.get(now) || '';
  const to = !c ? 'Message' : isDm(c) ? `Message @${channelName(c)}` : isThread(c) ? `Message ${channelName(c)}` : `Message #${channelName(c)}`;
  area.placeholder = to;
  area.setAttribute('aria-label', to);
  grow();
}

export function focus() { (cmd ? cmd.fields[0]?.input || sendButton : area).focus({ preventScroll: true }); }

// A key pressed anywhere else on the page goes into the box.
export function adopt(e) {
  if (cmd || e.ctrlKey || e.metaKey || e.altKey || e.key.length !== 1 || e.key === ' ') return false;
  area.focus();
  return true;
}

function grow() {
  area.style.height = 'auto';
  area.style.height = `${Math.min(area.scrollHeight, 220)}px`;
  sendButton.classList.toggle('ready', !!(cmd || area.value.trim()));
}

let typedAt = 0;
function typing() {
  if (!area.value || area.value[0] === '/' || Date.now() - typedAt < 8000) return;
  typedAt = Date.now();
  post('typing', { channel_id: state.current }).catch(() => {});
}

// "@Name" and "#channel" become mentions on the way out.
function outgoing(text) {
  const names = [
    ...[...state.people.values()].flatMap((u) => [nameOf(u), u.username].map((n) => [`@${n}`, `<@${u.id}>`])),
    ...[...state.channels.values()].filter((c) => !isDm(c)).map((c) => [`#${channelName(c)}`, `<#${c.id}>`]),
  ].filter(([n]) => n.length > 1).sort((a, b) => b[0].length - a[0].length);
  let out = '';
  let i = 0;
  while (i < text.length) {
    const c = text[i];
    if ((c === '@' || c === '#') && !/[\p{L}\p{N}<]/u.test(text[i - 1] || '')) {
      const hit = names.find(([n]) => text.startsWith(n, i) && !/[\p{L}\p{N}]/u.test(text[i + n.length] || ''));
      if (hit) { out += hit[1]; i += hit[0].length; continue; }
    }
    out += c;
    i++;
  }
  return out;
}

async function send() {
  const text = area.value.trim();
  const channel = state.current;
  if (!text || !channel) return;
  area.value = '';
  suggest.hide();
  grow();
  typedAt = 0;
  const message = await tell(post(`channels/${channel}/messages`, { content: outgoing(text) }));
  if (message) emit('sent', { channel_id: channel, ...message });
  else if (state.current === channel && !area.value) { area.value = text; grow(); }
  else if (state.current !== channel) drafts.set(channel, text);
}

// Suggestions while writing.

function look() {
  if (cmd) return;
  const value = area.value;
  if (value.startsWith('/') && !value.includes('\n')) { lookCommands(value.slice(1)); return; }
  const before = value.slice(0, area.selectionStart);
  const m = /(^|\s)([@#])([^\s@#]{0,30})$/.exec(before);
  if (!m) { if (suggest.owner === area) suggest.hide(); return; }
  const q = m[3].toLowerCase();
  const put = (name) => {
    const at = before.length - m[3].length - 1;
    area.value = `${value.slice(0, at)}${name} ${value.slice(before.length)}`;
    area.selectionStart = area.selectionEnd = at + name.length + 1;
    grow();
  };
  const items = m[2] === '@' ? peopleItems(q) : channelItems(q);
  if (m[2] === '@' && 'everyone'.startsWith(q)) items.push({ label: '@everyone', description: 'Notify everybody here', name: '@everyone' });
  if (!items.length) { suggest.hide(); return; }
  suggest.show(area, m[2] === '@' ? 'People' : 'Channels', items, (item) => put(item.name || item.label));
}

const fits = (text, q) => !q || text.toLowerCase().includes(q);

function peopleItems(q) {
  return [...state.people.values()].filter((u) => fits(nameOf(u), q) || fits(u.username || '', q)).slice(0, 25)
    .map((u) => ({ label: nameOf(u), description: u.bot ? 'App' : `@${u.username}`, lead: avatar(u, 24), value: u.id, name: `@${nameOf(u)}` }));
}

function channelItems(q, types) {
  return [...state.channels.values()].filter((c) => !isDm(c) && fits(channelName(c), q) && (!types || !types.length || types.includes(c.type))).slice(0, 25)
    .map((c) => ({ label: channelName(c), lead: h('span', { class: 'lead' }, icon(isThread(c) ? 'thread' : 'hash', 18)), value: c.id, name: `#${channelName(c)}` }));
}

// Commands, flattened: one entry for each that can be run.

function entries() {
  const c = state.channels.get(state.current);
  const place = !isDm(c) ? 0 : state.bot && partner(c) && partner(c).id === state.bot.id ? 1 : 2;
  const out = [];
  for (const command of state.commands) {
    if ((command.type ?? 1) !== 1) continue;
    if (command.contexts ? !command.contexts.includes(place) : place === 2 || (place === 1 && command.dm_permission === false)) continue;
    const walk = (node, path) => {
      const subs = (node.options || []).filter((o) => o.type === 1 || o.type === 2);
      if (subs.length) for (const sub of subs) walk(sub, [...path, sub]);
      else out.push({ command, path, name: [command.name, ...path.map((p) => p.name)].join(' '), description: node.description || '', options: node.options || [] });
    };
    walk(command, []);
  }
  return out;
}

function lookCommands(text) {
  const q = text.toLowerCase().replace(/\s+/g, ' ');
  const all = entries();
  const exact = all.find((e) => q === `${e.name.toLowerCase()} ` || (q.startsWith(`${e.name.toLowerCase()} `) && !all.some((o) => o !== e && o.name.toLowerCase().startsWith(`${e.name.toLowerCase()} `))));
  if (exact && !all.some((o) => o !== exact && o.name.toLowerCase().startsWith(q))) { enterCommand(exact, q.slice(exact.name.length + 1)); return; }
  const rank = (e) => { const n = e.name.toLowerCase(); return n.startsWith(q) ? 0 : n.split(' ').some((w) => w.startsWith(q)) ? 1 : n.includes(q) ? 2 : q.length > 2 && e.description.toLowerCase().includes(q) ? 3 : 9; };
  const items = all.map((e) => ({ e, r: rank(e) })).filter((x) => x.r < 9).sort((a, b) => a.r - b.r || (a.e.name < b.e.name ? -1 : 1)).slice(0, 50)
    .map(({ e }) => ({ label: `/${e.name}`, description: e.description, tail: e.options.filter((o) => o.required).map((o) => o.name).join(' '), entry: e }));
  if (!items.length) { suggest.hide(); if (q === '') suggest.show(area, 'Commands', [], () => {}, 'there are no commands here'); return; }
  suggest.show(area, 'Commands', items, (item) => enterCommand(item.entry));
}

function pickByName(name, id) {
  const found = entries().find((e) => e.name === name && (!id || e.command.id === id)) || entries().find((e) => e.name === name);
  if (found) { enterCommand(found); return; }
  leaveCommand();
  area.value = `/${name}`;
  area.focus();
  grow();
  look();
}

function enterCommand(entry, rest) {
  suggest.hide();
  leaveCommand();
  area.value = '';
  area.hidden = true;
  note.textContent = '';
  const box = h('div', { class: 'cmd', role: 'group', 'aria-label': `Command /${entry.name}` });
  cmd = { entry, box, fields: [], busy: false };
  const cancel = h('button', { type: 'button', class: 'cmd-x', 'aria-label': 'Cancel this command', on: { click: () => { leaveCommand(); area.focus(); } } }, icon('close', 16));
  cmd.more = h('span', { class: 'cmd-more' });
  add(box, h('span', { class: 'cmd-name' }, `/${entry.name}`), entry.options.length ? null : h('span', { class: 'muted cmd-desc' }, entry.description), cmd.more, cancel);
  for (const o of entry.options) if (o.required) addField(o);
  // With nothing required, the first option still gets its field: that is what one came for.
  if (!cmd.fields.length && entry.options.length === 1) addField(entry.options[0]);
  drawMore();
  line.insertBefore(box, sendButton);
  sendButton.setAttribute('aria-label', 'Send command');
  grow();
  if (cmd.fields[0]) {
    if (rest && rest.trim()) { cmd.fields[0].input.value = rest; }
    cmd.fields[0].input.focus();
  } else sendButton.focus();
}

function leaveCommand() {
  if (!cmd) return;
  cmd.box.remove();
  cmd = null;
  suggest.hide();
  note.textContent = '';
  area.hidden = false;
  sendButton.setAttribute('aria-label', 'Send message');
  grow();
}

function optionsLeft() { return cmd.entry.options.filter((o) => !cmd.fields.some((f) => f.option === o)); }

function openField(option) { const f = addField(option); drawMore(); f.input.focus(); }

function drawMore() {
  cmd.more.replaceChildren();
  for (const o of optionsLeft()) {
    cmd.more.append(h('button', { type: 'button', class: 'cmd-add', title: o.description, 'aria-label': `Add option ${o.name}: ${o.description}`, on: { click: () => openField(o) } }, icon('plus', 14), o.name));
  }
}

const TYPE_WORDS = { 3: 'text', 4: 'whole number', 5: 'true or false', 6: 'person', 7: 'channel', 8: 'role', 9: 'person or role', 10: 'number', 11: 'file' };

function addField(option) {
  const id = uid('opt');
  const listy = option.autocomplete || (option.choices && option.choices.length) || [5, 6, 7, 8, 9].includes(option.type);
  const input = h('input', { id, type: 'text', class: 'cmd-input', autocomplete: 'off', spellcheck: 'false', inputmode: option.type === 4 ? 'numeric' : option.type === 10 ? 'decimal' : null,
    role: listy ? 'combobox' : null, 'aria-expanded': listy ? 'false' : null, 'aria-autocomplete': listy ? 'list' : null, 'aria-required': option.required ? 'true' : null,
    'aria-label': `${option.name}, ${TYPE_WORDS[option.type] || 'value'}${option.required ? ', required' : ''}: ${option.description || ''}`, maxlength: option.type === 3 && option.max_length ? option.max_length : 6000, enterkeyhint: 'next' });
  const field = { option, input, listy, picked: null, seq: 0 };
  field.node = h('span', { class: 'cmd-field' }, h('label', { for: id }, option.name), input);
  input.addEventListener('input', () => { field.picked = null; widen(field); note.textContent = ''; suggestFor(field); });
  input.addEventListener('focus', () => suggestFor(field));
  input.addEventListener('blur', () => { field.seq++; setTimeout(() => { if (suggest.owner === input && document.activeElement !== input && document.activeElement !== suggest.list) suggest.hide(); }, 120); });
  input.addEventListener('keydown', (e) => {
    if (e.isComposing) return;
    if (suggest.key(e)) return;
    if (e.key === 'Enter') { e.preventDefault(); goOn(field); return; }
    if (e.key === 'Backspace' && !input.value) {
      e.preventDefault();
      const i = cmd.fields.indexOf(field);
      if (!option.required) removeField(field);
      if (i > 0) cmd.fields[i - 1].input.focus();
      else if (option.required || !cmd.fields.length) { const name = cmd.entry.name; leaveCommand(); area.value = `/${name}`; area.focus(); grow(); look(); } else cmd.fields[0].input.focus();
    }
  });
  cmd.fields.push(field);
  cmd.box.insertBefore(field.node, cmd.more);
  widen(field);
  return field;
}

function removeField(field) {
  suggest.hide();
  field.node.remove();
  cmd.fields = cmd.fields.filter((f) => f !== field);
  drawMore();
}

function widen(field) { field.input.style.width = `${Math.max(6, Math.min(36, field.input.value.length + 2))}ch`; }

// Enter in a field: to the next one that must be filled, or off it goes.
function goOn(field) {
  if (complain(field)) return;
  const i = cmd.fields.indexOf(field);
  const next = [...cmd.fields.slice(i + 1), ...cmd.fields.slice(0, i)].find((f) => !f.input.value && f.option.required);
  if (next) next.input.focus(); else runCommand();
}

function takeItem(field, item) {
  field.picked = { text: item.label, value: item.value };
  field.input.value = item.label;
  widen(field);
  const i = cmd.fields.indexOf(field);
  const next = cmd.fields.slice(i + 1).find((f) => !f.input.value);
  if (next) next.input.focus();
}

function itemsFor(option, q) {
  if (option.choices && option.choices.length) return option.choices.filter((c) => fits(c.name, q)).slice(0, 25).map((c) => ({ label: c.name, value: c.value }));
  switch (option.type) {
    case 5: return [['True', true], ['False', false]].filter(([n]) => fits(n, q)).map(([label, value]) => ({ label, value }));
    case 6: return peopleItems(q);
    case 7: return channelItems(q, option.channel_types);
    case 8: return roleItems(q);
    case 9: return [...peopleItems(q), ...roleItems(q)];
    default: return [];
  }
}

const roleItems = (q) => ((state.guild && state.guild.roles) || []).filter((r) => fits(r.name, q)).map((r) => ({ label: r.name, value: r.id, description: 'Role' }));

function limits(o) {
  if (o.type === 11) return 'files cannot be sent here';
  const [lo, hi] = o.type === 3 ? [o.min_length, o.max_length] : [o.min_value, o.max_value];
  const has = (x) => x !== undefined && x !== null;
  if (!has(lo) && !has(hi)) return '';
  const unit = o.type === 3 ? ' characters' : '';
  return has(lo) && has(hi) ? `${lo} to ${hi}${unit}` : has(lo) ? `at least ${lo}${unit}` : `at most ${hi}${unit}`;
}

function suggestFor(field) {
  const { option, input } = field;
  const title = [h('b', null, option.name), ` ${option.description || ''}`, h('span', { class: 'muted' }, ` (${[TYPE_WORDS[option.type], limits(option), option.required ? 'required' : 'optional'].filter(Boolean).join(', ')})`)];
  const q = field.picked ? '' : input.value.trim().toLowerCase();
  const mine = ++field.seq;
  if (!option.autocomplete) { suggest.show(input, title, itemsFor(option, q), (item) => takeItem(field, item), field.listy ? 'nothing fits' : ''); return; }
  suggest.show(input, title, [], () => {}, 'looking…');
  const owner = cmd;
  setTimeout(async () => {
    if (field.seq !== mine || cmd !== owner) return;
    let choices = [];
    let trouble = 'no suggestions';
    try {
      const answer = await post('interactions', { type: 4, channel_id: state.current, command_id: owner.entry.command.id, name: owner.entry.command.name, options: nest(owner.entry, leafs(field)) });
      choices = (answer && answer.choices) || [];
    } catch (error) { trouble = error.message || 'Loading options failed'; }
    if (field.seq !== mine || cmd !== owner || document.activeElement !== input) return;
    suggest.show(input, title, choices.slice(0, 25).map((c) => ({ label: c.name, value: c.value })), (item) => takeItem(field, item), trouble);
  }, input.value ? 180 : 0);
}

// Reading the fields.

function valueOf(field) {
  const { option, input } = field;
  const text = input.value.trim();
  const lower = text.toLowerCase();
  if (field.picked) return { value: field.picked.value };
  if (!text) return { empty: true };
  if (option.choices && option.choices.length) {
    const hit = option.choices.find((c) => c.name.toLowerCase() === lower || String(c.value).toLowerCase() === lower);
    return hit ? { value: hit.value } : { wrong: 'choose one of the list' };
  }
  switch (option.type) {
    case 3:
      if (option.min_length && text.length < option.min_length) return { wrong: limits(option) };
      return { value: text };
    case 4: case 10: {
      const n = Number(text.replace(',', '.'));
      if (!/^[-+]?(\d+([.,]\d*)?|[.,]\d+)$/.test(text) || (option.type === 4 && !Number.isSafeInteger(n))) return { wrong: option.type === 4 ? 'a whole number, please' : 'a number, please' };
      if ((option.min_value ?? n) > n || (option.max_value ?? n) < n) return { wrong: limits(option) };
      return { value: n };
    }
    case 11: return { wrong: 'files cannot be sent here' };
    default: {
      const all = itemsFor(option, lower.replace(/^[@#]/, ''));
      const hit = all.find((x) => x.label.toLowerCase().replace(/^[@#]/, '') === lower.replace(/^[@#]/, '')) || (all.length === 1 ? all[0] : null);
      return hit ? { value: hit.value } : { wrong: 'choose one of the list' };
    }
  }
}

function leafs(focused) {
  const out = [];
  for (const f of cmd.fields) {
    const { name, type } = f.option;
    if (f === focused) { out.push({ name, type, value: f.input.value, focused: true }); continue; }
    const got = valueOf(f);
    if (got.value !== undefined) out.push({ name, type, value: got.value });
  }
  return out;
}

function nest(entry, options) {
  return entry.path.reduceRight((inner, sub) => [{ name: sub.name, type: sub.type, options: inner }], options);
}

// True if the field cannot be sent as it is, and says why.
function complain(f) {
  const got = valueOf(f);
  const wrong = got.wrong || (got.empty && f.option.required ? 'this option is required' : '');
  f.input.removeAttribute('aria-invalid');
  if (!wrong) return false;
  f.input.setAttribute('aria-invalid', 'true');
  f.input.focus();
  note.textContent = `${f.option.name}: ${wrong}`;
  return true;
}

async function runCommand() {
  const me = cmd;
  if (!me || me.busy) return;
  for (const f of me.fields) {
    if (complain(f)) return;
  }
  const channel = state.current;
  const payload = { command_id: me.entry.command.id, name: me.entry.command.name, options: nest(me.entry, leafs(null)) };
  me.busy = true;
  suggest.hide();
  leaveCommand();
  area.focus({ preventScroll: true });
  await tell(sendCommand(channel, payload, me.entry.name));
}
