"""Trains the recogniser on strips made from Debian's fonts-ocr-b. One thread, about half an hour, the same every time.

    python train.py [--steps 5000] [--out build]
"""

import argparse
import json
import time
from pathlib import Path

import cv2
import torch
from torch.nn import functional as F

from network import CLASSES, Recogniser, count_parameters, read
from strips import ALPHABET, StripMaker

SEED = 20261121
BATCH = 32
LEARNING_RATE = 2e-3
EVALUATED = 512


def targets_of(texts):
    lengths = torch.tensor([len(text) for text in texts])
    return torch.tensor([ALPHABET.index(c) for text in texts for c in text]), lengths


def loss_of(model, strips, texts):
    logits = model(torch.from_numpy(strips))
    targets, lengths = targets_of(texts)
    times = torch.full((len(texts),), logits.shape[1])
    return F.ctc_loss(
        logits.log_softmax(-1).transpose(0, 1), targets, times, lengths, blank=CLASSES - 1, zero_infinity=True)


def evaluate(model, strips, texts):
    """The share of strips read without any mistake. A part of them is beyond anybody's reading."""
    model.eval()
    with torch.no_grad():
        right = 0
        for start in range(0, len(texts), BATCH):
            readings = read(model(torch.from_numpy(strips[start:start + BATCH])))
            right += sum("".join(ALPHABET[i] for i in got) == text
                         for got, text in zip(readings, texts[start:start + BATCH]))
    model.train()
    return right / len(texts)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--steps", type=int, default=5000)
    options.add_argument("--out", default="build")
    options = options.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(SEED)
    out = Path(options.out)
    out.mkdir(exist_ok=True)
    log = (out / "train.log").open("w", buffering=1)

    def say(text):
        print(text, flush=True)
        log.write(text + "\n")

    held_out = StripMaker(SEED + 1).batch(EVALUATED)
    maker, model = StripMaker(SEED), Recogniser()
    optimizer = torch.optim.AdamW(model.parameters(), lr=LEARNING_RATE, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, LEARNING_RATE, total_steps=options.steps, pct_start=0.04, cycle_momentum=False)
    say(json.dumps({"seed": SEED, "steps": options.steps, "batch": BATCH, "torch": torch.__version__,
                    "opencv": cv2.__version__, "parameters": count_parameters(model)}))
    start, mean = time.time(), 0.0
    for step in range(1, options.steps + 1):
        loss = loss_of(model, *maker.batch(BATCH))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        mean += (loss.item() - mean) / min(step, 100)
        if step % 250 == 0 or step == options.steps:
            say(f"step {step} loss {mean:.4f} exact {evaluate(model, *held_out):.4f} seconds {time.time() - start:.0f}")
            torch.save(model.state_dict(), out / "model.pt")


if __name__ == "__main__":
    main()
