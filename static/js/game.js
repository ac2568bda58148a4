// The live game page. Everything works without this file; with it the page changes by itself, the clock
// ticks, drafts survive a reload, and a move that the network swallowed can be sent again safely.

const page = document.querySelector("[data-game]");
const id = page.dataset.game;
const announcer = document.getElementById("announcer");
const connection = document.getElementById("connection");
let seq = -1, renderedAt = "", clockOffset = 0, lowSaid = "";
let socket = null, heardAt = Date.now(), failures = 0, polling = null, stopped = false, ending = 0;

// A finished game can still change while its verdicts are under review.
const watched = (root) => root.dataset.live === "yes" || root.dataset.review === "yes";
const fragment = () => document.getElementById("game-fragment");
const say = (text) => { announcer.textContent = ""; setTimeout(() => { announcer.textContent = text; }, 60); };

/* Fragments: replace only the regions whose version changed */

function parse(html) {
  return new DOMParser().parseFromString(html, "text/html").getElementById("game-fragment");
}

function stale(fresh) {
  const number = Number(fresh.dataset.seq);
  return number < seq || (number === seq && fresh.dataset.now < renderedAt);
}

function note(current) {
  seq = Number(current.dataset.seq);
  renderedAt = current.dataset.now;
  clockOffset = Date.parse(renderedAt) - Date.now();
  document.title = current.dataset.title;
}

function swap(old, fresh) {
  const hadFocus = old.contains(document.activeElement) && document.activeElement !== document.body;
  const node = document.importNode(fresh, true);
  old.replaceWith(node);
  if (hadFocus) (node.querySelector("[aria-invalid=true]") || node.querySelector("[data-focus]") || page).focus();
}

function sameLayout(old, fresh) {
  const ids = (root) => [...root.querySelectorAll("[data-region]")].map((region) => region.id).join();
  return ids(old) === ids(fresh);
}

function apply(fresh, { force = "" } = {}) {
  if (!fresh || stale(fresh)) return;
  const old = fragment();
  const decided = verdict(fresh)?.dataset.verdict;
  const verdictIsNew = decided && decided !== verdict(old)?.dataset.verdict;
  const news = fresh.dataset.announce !== old.dataset.announce ? fresh.dataset.announce : "";
  if (sameLayout(old, fresh)) {
    for (const region of fresh.querySelectorAll("[data-region]")) {
      const shown = document.getElementById(region.id);
      if (region.id === force || region.dataset.version !== shown.dataset.version) swap(shown, region);
    }
    for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of [...fresh.attributes]) old.setAttribute(name, value);
  } else {
    swap(old, fresh);
  }
  note(fresh);
  settle();
  if (verdictIsNew) showVerdict();
  if (news) say(news);
  if (watched(fresh)) clearTimeout(ending); else windDown();
}

const verdict = (root) => root.querySelector("[data-verdict]");

// The verdict comes first: the form for the next question waits below it until somebody turns to it.
function showVerdict() {
  if (document.activeElement?.matches("textarea")) return;
  const heading = verdict(page), card = heading.closest("section"), { top, bottom } = card.getBoundingClientRect();
  heading.focus({ preventScroll: true });
  if (top < 0 || bottom > innerHeight) card.scrollIntoView({ block: "start" });
}

// What the websocket pushes was rendered without a request, so its forms lack the token against forgery.
function armForms() {
  for (const form of page.querySelectorAll("form:not(:has([name=csrfmiddlewaretoken]))")) {
    const token = Object.assign(document.createElement("input"), { type: "hidden", name: "csrfmiddlewaretoken" });
    token.value = page.dataset.csrf;
    form.prepend(token);
  }
}

function settle() {
  armForms();
  restoreDrafts();
  tick();
}

/* The socket, and polling while there is none */

const backoff = () => Math.random() * Math.min(15000, 500 * 2 ** failures) + 250;

function connect() {
  if (stopped || socket) return;
  const opened = socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${page.dataset.socket}`);
  opened.addEventListener("open", () => { if (socket === opened) { failures = 0; stopPolling(); show("on"); here(); } });
  opened.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    heardAt = Date.now();
    if (message.type === "game") apply(parse(message.html));
  });
  opened.addEventListener("close", () => lost(opened));
}

function lost(old) {
  if (stopped || !old || socket !== old) return;
  socket = null;
  old.close(); // Offline, it may be alive still, and would come back beside the next one.
  failures += 1;
  startPolling();
  setTimeout(connect, backoff());
}

function here() {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "here" }));
  // A connection can die without a word: after a long silence ask by other means.
  if (socket && Date.now() - heardAt > 45000) poll();
}

async function poll() {
  heardAt = Date.now();
  try {
    const reply = await fetch(page.dataset.state, { headers: { Accept: "application/json" }, cache: "no-store" });
    if (!reply.ok) throw new Error(reply.status);
    apply(parse((await reply.json()).html));
    if (!socket || socket.readyState !== WebSocket.OPEN) show("polling");
  } catch {
    show("off");
  }
}

function startPolling() { if (!polling) { poll(); polling = setInterval(poll, 3000); } }
function stopPolling() { clearInterval(polling); polling = null; }

function show(state) {
  const words = { on: "Live.", polling: "Live updates are slow: asking every few seconds.", off: "No connection. Trying again…", over: "" };
  if (connection.dataset.state === state) return;
  if (state === "off") say(words.off);
  else for (const problem of page.querySelectorAll("[data-problem]")) problem.hidden = true; // It can be sent again.
  connection.dataset.state = state;
  connection.textContent = words[state];
}

// Ratings are computed just after the game, so the page listens a little longer.
function windDown() {
  clearTimeout(ending);
  ending = setTimeout(() => { stopped = true; stopPolling(); socket?.close(); show("over"); }, 20000);
}

/* The clock: the server's deadline on the server's time */

function tick() {
  for (const clock of page.querySelectorAll("[data-deadline]")) {
    const left = Math.max(0, Math.ceil((Date.parse(clock.dataset.deadline) - Date.now() - clockOffset) / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (clock.textContent !== text) clock.textContent = text;
    clock.classList.toggle("low", left <= 20);
    if (left === 30 && clock.dataset.mine === "yes" && lowSaid !== clock.dataset.deadline) {
      lowSaid = clock.dataset.deadline;
      say("30 seconds left.");
    }
  }
}

function explainSlowness() {
  for (const note of page.querySelectorAll("[data-slow-at][hidden]")) {
    if (Date.now() + clockOffset < Date.parse(note.dataset.slowAt)) continue;
    note.hidden = false;
    say(note.textContent);
  }
}

/* Drafts and character counts */

const draftKey = (field) => `agplatform:${id}:${field.form.dataset.round}:${field.name}`;
const length = (text) => [...text.replace(/\r\n?/g, "\n").normalize("NFC").trim()].length;

function count(field) {
  const output = document.getElementById(`${field.id}_count`);
  if (!output) return;
  const used = length(field.value), limit = Number(field.dataset.limit), over = used > limit;
  if (over && !output.classList.contains("over-limit")) say(`Too long: at most ${limit} characters.`);
  output.classList.toggle("over-limit", over);
  output.textContent = over ? `${used - limit} character${used - limit === 1 ? "" : "s"} too many (${used} of ${limit})` : `${used} of ${limit} characters`;
}

function restoreDrafts() {
  const kept = new Set();
  for (const field of page.querySelectorAll("[data-draft]")) {
    const key = draftKey(field);
    kept.add(key);
    try { field.value ||= localStorage.getItem(key) || ""; } catch { /* storage may be forbidden: no drafts then */ }
    count(field);
  }
  try {
    const mine = Object.keys(localStorage).filter((key) => key.startsWith(`agplatform:${id}:`));
    for (const key of mine) if (!kept.has(key)) localStorage.removeItem(key);
  } catch { /* as above */ }
}

page.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-draft]")) return;
  try { localStorage.setItem(draftKey(target), target.value); } catch { /* as above */ }
  count(target);
});

/* Moves: one at a time, and safe to repeat because each form carries its key */

function busy(form, on) {
  form.dataset.busy = on ? "yes" : "";
  const button = form.querySelector("button");
  button.setAttribute("aria-disabled", String(on));
  button.dataset.label ||= button.textContent;
  button.textContent = on ? "Sending…" : button.dataset.label;
}

async function send(form) {
  const problem = form.querySelector("[data-problem]");
  problem.hidden = true;
  try {
    const reply = await fetch(form.action, { method: "POST", body: new FormData(form) });
    const fresh = parse(await reply.text());
    if (!fresh) throw new Error(`answer ${reply.status}`);
    apply(fresh, { force: "game-turn" });
    if (form.isConnected) busy(form, false);
  } catch {
    busy(form, false);
    problem.hidden = false;
    problem.textContent = "That could not be sent. Your text is still here: try again, or reload the page.";
    say(problem.textContent);
  }
}

page.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-move]")) return;
  event.preventDefault();
  if (form.dataset.busy === "yes") return;
  busy(form, true);
  send(form);
});

/* Ctrl+Enter (or Command+Enter) hands in the form that is being written */
page.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.target.form?.requestSubmit();
});

function wake() {
  if (stopped) return;
  here();
  if (!socket) { failures = 0; connect(); }
}

note(fragment());
settle();
setInterval(() => { tick(); explainSlowness(); }, 250);
if (watched(fragment())) {
  connect();
  setInterval(here, 10000);
  for (const [target, name] of [[document, "visibilitychange"], [window, "online"], [window, "pageshow"]]) target.addEventListener(name, wake);
  window.addEventListener("offline", () => lost(socket));
}
