"""Short sounds, made on the spot by Web Audio, and short vibrations: off until asked for.

A sound is a few strokes: a rustle is a breath of noise through a band-pass filter, as of paper on
cloth; a tone is a plucked sine. Nothing is loaded, and no audio is set up before it is heard.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from pyramid.moves import Draw, Move, Redeal, Remove
from pyramid.position import Outcome
from pyramid.session import Ended, Event, Moved, Refused
from pyramid.settings import Settings
from pyramid.ui.browser import floats, new_audio, vibrate, was_touched


@dataclass(frozen=True, slots=True)
class Stroke:
    """One part of a sound.

    Attributes:
        at, length: seconds from the sound's start, and until it has died away.
        pitch, to: its frequency in hertz at its start and its end.
        gain: its loudest, of 1.
        is_tone: a plucked sine; else a rustle.
    """

    at: float
    length: float
    pitch: float
    to: float
    gain: float
    is_tone: bool = False


def _tones(
    *pitches: float, at: float = 0.0, apart: float = 0.09, gain: float = 0.12
) -> list[Stroke]:
    return [
        Stroke(at + number * apart, 0.5, pitch, pitch, gain, is_tone=True)
        for number, pitch in enumerate(pitches)
    ]


SLIDE: Final = Stroke(0, 0.11, 1400, 3200, 0.16)
SOUNDS: Final[dict[str, tuple[Stroke, ...]]] = {
    "slide": (SLIDE,),
    "draw": (Stroke(0, 0.09, 2600, 1200, 0.2), Stroke(0.08, 0.04, 500, 300, 0.3)),
    "redeal": tuple(Stroke(n * 0.028, 0.05, 1800 + 90 * n, 1500, 0.13) for n in range(12)),
    "pair": (SLIDE, Stroke(0.05, 0.11, 1700, 3600, 0.14), *_tones(659.3, 880.0, at=0.05)),
    "king": (SLIDE, *_tones(440.0, 659.3, 1108.7, at=0.03, apart=0.03)),
    "refused": (Stroke(0, 0.14, 150, 95, 0.3, is_tone=True), Stroke(0, 0.05, 300, 200, 0.2)),
    "win": tuple(_tones(523.3, 659.3, 784.0, 1046.5, 784.0, 1046.5, 1318.5, at=0.3, apart=0.12)),
    "stuck": tuple(_tones(392.0, 329.6, 261.6, at=0.3, apart=0.2)),
}
VIBRATIONS: Final[dict[str, tuple[int, ...]]] = {
    "pair": (15,),
    "king": (15,),
    "redeal": (10, 30, 10),
    "refused": (30, 40, 30),
    "win": (30, 60, 30, 60, 90),
    "stuck": (120,),
}
"""Milliseconds on, off, on…"""

NOISE: Final = 0.25
"""Seconds of noise, made once and played from the start each time."""


class Sound:
    """Lets what happens be heard and felt."""

    def __init__(self) -> None:
        self._audio: Any = None
        self._noise: Any = None

    def heard(self, events: Sequence[Event], settings: Settings) -> None:
        """Sound and vibrate for what one input did, as far as the settings want it."""
        for name in sounds_of(events):
            # A browser lets nothing be heard or felt before the player has touched the page.
            if settings.sound and was_touched():
                self._play(SOUNDS[name])
            if settings.vibration and was_touched() and name in VIBRATIONS:
                vibrate(VIBRATIONS[name])

    def _play(self, sound: Sequence[Stroke]) -> None:
        if self._audio is None:
            self._audio = new_audio()
            self._noise = self._new_noise()
        if self._audio.state == "suspended":
            self._audio.resume()
        start = self._audio.currentTime + 0.01
        for stroke in sound:
            self._strike(stroke, start + stroke.at)

    def _strike(self, stroke: Stroke, start: float) -> None:
        audio, end = self._audio, start + stroke.length
        loudness = audio.createGain()
        loudness.gain.setValueAtTime(0, start)
        loudness.gain.linearRampToValueAtTime(stroke.gain, start + min(0.01, stroke.length / 4))
        loudness.gain.exponentialRampToValueAtTime(0.0005, end)
        loudness.connect(audio.destination)
        if stroke.is_tone:
            source = swept = audio.createOscillator()
            source.connect(loudness)
        else:
            source, swept = audio.createBufferSource(), audio.createBiquadFilter()
            source.buffer = self._noise
            swept.type = "bandpass"
            source.connect(swept)
            swept.connect(loudness)
        swept.frequency.setValueAtTime(stroke.pitch, start)
        swept.frequency.exponentialRampToValueAtTime(stroke.to, end)
        source.start(start)
        source.stop(end)

    def _new_noise(self) -> Any:
        rate = int(self._audio.sampleRate)
        noise = self._audio.createBuffer(1, int(rate * NOISE), rate)
        samples = array("f", (random.uniform(-1, 1) for _ in range(int(rate * NOISE))))
        noise.copyToChannel(floats(samples), 0)
        return noise


def sounds_of(events: Sequence[Event]) -> tuple[str, ...]:
    """The names of the sounds that what happened makes, each once; a refusal is all that is heard
    of its input."""
    if any(isinstance(event, Refused) for event in events):
        return ("refused",)
    return tuple(dict.fromkeys(_names(events)))


def _names(events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case Moved(move):
                yield _name(move)
            case Ended(Outcome.WON, is_led=True):
                pass
            case Ended(outcome):
                yield "win" if outcome is Outcome.WON else "stuck"
            case _:
                yield "slide"


def _name(move: Move) -> str:
    match move:
        case Remove((_,)):
            return "king"
        case Remove():
            return "pair"
        case Draw():
            return "draw"
        case Redeal():
            return "redeal"
