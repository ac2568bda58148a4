// Moderating by keyboard, with clocks. Every page works without this file, by plain forms.

const announcer = document.getElementById("announcer");
const offset = Date.parse(document.querySelector("[data-now]")?.dataset.now) - Date.now() || 0;
const left = (until) => Math.max(0, Math.ceil((Date.parse(until) - Date.now() - offset) / 1000));
const say = (text) => { announcer.textContent = ""; setTimeout(() => { announcer.textContent = text; }, 60); };

/* Keys: an element names its own in data-key. An open layer (a list of reasons) goes before the page below it. */

const visible = (element) => element.checkVisibility?.() ?? element.offsetParent !== null;
const layer = () => document.querySelector("details[data-layer][open]");

function keyed(key) {
  const named = [...document.querySelectorAll("[data-key]")].filter((element) => element.dataset.key.split(" ").includes(key) && visible(element));
  return named.find((element) => layer()?.contains(element)) ?? named[0];
}

function close(opened) {
  opened.open = false;
  opened.querySelector("summary").focus();
}

const firstField = (details) => details.querySelector("[aria-invalid=true]") ?? details.querySelector("textarea, input:not([type=hidden])");

// The key of a field that is open already leads there: it must not hide what is written in it.
function press(element) {
  const opened = element.matches("summary") && element.closest("details[data-layer=type][open]");
  if (opened) return firstField(opened).focus();
  element.focus();
  element.click();
}

// What comes back with an error has the focus there; the bar of votes must not lie over it.
document.querySelector("[autofocus]")?.focus();
document.querySelector("[autofocus]")?.scrollIntoView({ block: "center" });

// Ctrl+Enter (or Command+Enter) sends what is written; words for a vote wait for the vote.
document.addEventListener("keydown", (event) => {
  const form = event.target.matches("textarea") && event.target.form;
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !form) return;
  const votes = form.querySelector(".ballot");
  if (!votes) return form.requestSubmit();
  votes.focus();
  say("Now vote: 1 to 4.");
});

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches("textarea, select, input");
  if (event.key === "Escape") {
    if (typing) event.target.blur();
    else if (layer()) close(layer());
    return;
  }
  if (typing || (event.key === "Enter" && event.target.matches("a, button, summary, [tabindex='0']"))) return;
  const element = keyed(event.key.length === 1 ? event.key.toLowerCase() : event.key);
  if (!element) return;
  event.preventDefault();
  press(element);
});

// One layer at a time; what opens takes the focus, so that Tab and a screen reader go on inside it.
document.addEventListener("toggle", ({ target }) => {
  if (!target.matches?.("[data-layer]") || !target.open) return;
  for (const other of document.querySelectorAll("details[data-layer][open]")) if (other !== target) other.open = false;
  if (target.dataset.layer === "type") firstField(target)?.focus();
}, true);

/* The lease: a clock, and renewed by itself while its holder is at work */

const LOST = [403, 404, 409, 410], AGAIN = 60000, SOON = 10000;
const lease = document.querySelector("[data-lease]");
let active = Date.now(), asked = 0, warned = false, over = false;
for (const kind of ["keydown", "pointerdown", "scroll"]) addEventListener(kind, () => { active = Date.now(); }, { passive: true });

async function renew(form) {
  asked = Date.now();
  try {
    const reply = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } });
    if (LOST.includes(reply.status)) return lose();
    if (!reply.ok) throw new Error(`renew: ${reply.status}`);
    lease.dataset.lease = (await reply.json()).until;
    warned = false;
  } catch { // The platform may answer again before the lease ends; the clock says how long that may take.
    asked = Date.now() - AGAIN + SOON;
  }
}

function lose() {
  over = true;
  document.getElementById("lost").hidden = false;
  lease.closest(".lease").hidden = true;
  say(document.getElementById("lost").textContent);
}

function tickLease() {
  if (!lease || over) return;
  const seconds = left(lease.dataset.lease), form = lease.closest(".lease").querySelector("form");
  lease.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  lease.classList.toggle("low", seconds <= 60);
  const working = Date.now() - active < 60000;
  if (working && seconds < Number(lease.dataset.length) - 120 && Date.now() - asked > AGAIN) renew(form);
  else if (seconds === 60 && !warned) { warned = true; say("One minute left with this case."); }
  if (seconds === 0) lose();
}

document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-renew]")) return;
  event.preventDefault();
  renew(event.target);
});

/* The ten seconds in which a vote can be taken back; then what the judges said is shown in place */

let undo = document.querySelector("[data-undo]");
function tickUndo() {
  if (!undo) return;
  const milliseconds = Date.parse(undo.dataset.undo) - Date.now() - offset;
  undo.querySelector("[data-seconds]").textContent = `(${Math.max(0, Math.ceil(milliseconds / 1000))})`;
  const bar = document.getElementById("undo-left");
  if (bar) bar.value = Math.max(0, milliseconds / 1000);
  if (milliseconds > 0) return;
  const inReveal = undo.closest("#reveal");
  if (!inReveal) undo.parentElement.hidden = true;
  undo = null;
  if (inReveal) setTimeout(reveal, 100, 5);
}

// A vote is settled a moment after it counts, so it is asked for a few times.
async function reveal(times) {
  const old = document.getElementById("reveal");
  try {
    const reply = await fetch(location.href, { cache: "no-store" });
    const fresh = new DOMParser().parseFromString(await reply.text(), "text/html").getElementById("reveal");
    if (!fresh) return;
    const hadFocus = old.contains(document.activeElement), first = old.querySelector("[data-undo]");
    if (old.querySelector("form[data-sent]")) return; // She is on her way already.
    old.replaceWith(document.importNode(fresh, true));
    if (hadFocus) document.getElementById("voted-title").focus();
    if (first) say("Your vote counts. What the judges said is shown below.");
    if (times > 0 && (fresh.querySelector("[data-undo]") || "open" in fresh.dataset)) setTimeout(reveal, 3000, times - 1);
  } catch { /* Reloading the page shows it too. */ }
}

function tick() {
  tickLease();
  tickUndo();
}
if (lease || undo) {
  tick();
  setInterval(tick, 200);
}

/* A link that is shown once */
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
    say(button.textContent = "Copied");
  } catch {
    field.select();
    say("Press Control+C to copy the link.");
  }
});
