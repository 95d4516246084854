// The server's door: JSON calls relative to the page, and the stream of events.

import { toast } from './dom.js';

const BASE = new URL('.', document.baseURI);
export const address = (path) => new URL(path, BASE).href;

export async function call(method, path, body) {
  let answer;
  try {
    answer = await fetch(address(`api/${path}`), {
      method, headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Error('The server does not answer.');
  }
  let data = null;
  try { data = await answer.json(); } catch { /* an empty answer is fine */ }
  if (!answer.ok) throw new Error((data && data.message) || `The server says ${answer.status}.`);
  return data;
}

export const get = (path) => call('GET', path);
export const post = (path, body) => call('POST', path, body);

// For calls started by a person: a failure becomes a toast and `undefined`.
export async function tell(promise) {
  try { return await promise; } catch (error) { toast(error.message); return undefined; }
}

// Calls `onEvent(t, d)` for each event and `onState(connected, again)` when the line opens or breaks.
export function listen(onEvent, onState) {
  const url = new URL('api/events', BASE);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  let wait = 500;
  let opened = 0;
  let timer = null;
  let socket = null;
  const open = () => {
    clearTimeout(timer);
    timer = null;
    socket = new WebSocket(url);
    const mine = socket;
    socket.onopen = () => { wait = 500; onState(true, opened++ > 0); };
    socket.onmessage = (event) => {
      let data;
      try { data = JSON.parse(event.data); } catch { return; }
      if (data && typeof data.t === 'string') onEvent(data.t, data.d || {});
    };
    socket.onclose = () => {
      if (mine !== socket) return;
      socket = null;
      onState(false, opened > 0);
      timer = setTimeout(open, wait * (0.8 + Math.random() * 0.4));
      wait = Math.min(wait * 1.8, 10000);
    };
  };
  // Waking up (a phone unlocked, the network back) is a good moment to try at once.
  const wake = () => { if (!socket && !document.hidden) { wait = 500; open(); } };
  document.addEventListener('visibilitychange', wake);
  addEventListener('online', wake);
  open();
}
