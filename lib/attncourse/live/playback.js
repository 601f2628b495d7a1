// Frames that a reader plays, steps through or drags. Nothing moves until the
// reader presses play; where motion is unwanted, slider and steps do all.

import { action, block, slider, within } from "./shared/ui.js";

const WAIT = 250; // milliseconds: four frames a second
const calm = matchMedia("(prefers-reduced-motion: reduce)");

// Counts on from `here` to the last of `count` frames: {toggle, pause}.
function clock(here, count, show, changed) {
  let timer = 0;
  const pause = () => {
    if (!timer) return;
    clearInterval(timer);
    timer = 0;
    changed(false);
  };
  const toggle = () => {
    if (timer || calm.matches) return pause();
    changed(true);
    if (here() === count - 1) show(0);
    timer = setInterval(() => {
      show(here() + 1);
      if (here() === count - 1) pause();
    }, WAIT);
  };
  return { toggle, pause };
}

// Plays `count` frames, which `draw(k)` shows and `said(k)` counts in words;
// `status` is quiet meanwhile. Gives {row, buttons, go, again, rest}: a slider
// labelled `unit`, buttons, what goes to a frame, what draws it again, and what
// stops out of sight of `area`, and gives what ends all.
export function playback(unit, count, said, draw, status) {
  const last = count - 1;
  let here = last;
  const show = (k) => {
    here = within(k, count);
    draw(here);
    control.show(here);
    back.disabled = here === 0;
    forward.disabled = here === last;
  };
  const go = (k) => {
    player.pause();
    show(k);
  };
  const player = clock(() => here, count, show, (playing) => {
    play.textContent = playing ? "pause" : "play";
    status.setAttribute("aria-live", playing ? "off" : "polite");
  });
  const [back, play, forward] = [
    action("step back", () => go(here - 1)),
    action("play", player.toggle),
    action("step forward", () => go(here + 1)),
  ];
  play.classList.add("play");
  const control = slider(unit, { min: 0, max: last }, said, go);
  const rest = (area) => {
    const observer = new IntersectionObserver((seen) => {
      if (!seen.at(-1).isIntersecting) player.pause();
    });
    observer.observe(area);
    calm.addEventListener("change", player.pause);
    return () => {
      player.pause();
      observer.disconnect();
      calm.removeEventListener("change", player.pause);
    };
  };
  const buttons = block("words", back, play, forward);
  return { row: control.row, buttons, go, again: () => draw(here), rest };
}
