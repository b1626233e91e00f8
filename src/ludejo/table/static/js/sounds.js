/** Short sounds made on the spot; off unless wished for. */

import { preference } from "./preferences.js";

let context = null;
const NOTES = {
  place: [[330, 0, 0.08]],
  roll: [
    [180, 0, 0.05],
    [210, 0.08, 0.05],
    [190, 0.16, 0.05],
  ],
  end: [
    [392, 0, 0.18],
    [523, 0.16, 0.3],
  ],
  offer: [
    [440, 0, 0.1],
    [440, 0.14, 0.1],
  ],
};

/** Play one of the sounds. */
export function sound(name) {
  if (!preference("sounds")) return;
  context ??= new AudioContext();
  for (const [pitch, start, length] of NOTES[name] ?? []) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const from = context.currentTime + start;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.15, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + length);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}
