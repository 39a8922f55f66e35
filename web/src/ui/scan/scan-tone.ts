/** `read` is the click that a scanner makes by itself, and a camera does not. */
const TONES = {
  good: { hertz: 1046, seconds: 0.09 },
  bad: { hertz: 196, seconds: 0.28 },
  read: { hertz: 1568, seconds: 0.04 },
};
const LOUDNESS = 0.08;

let context: AudioContext | undefined;

/** People who scan look at the goods, not at the screen: a short high tone for success, a long low one for errors. */
export function playTone(result: keyof typeof TONES): void {
  try {
    play(TONES[result]);
  } catch {
    // Without an audio device the screen alone shows the result.
    context = undefined;
  }
}

function play({ hertz, seconds }: { hertz: number; seconds: number }): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  oscillator.frequency.value = hertz;
  gain.gain.value = LOUDNESS;
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  oscillator.stop(context.currentTime + seconds);
}
