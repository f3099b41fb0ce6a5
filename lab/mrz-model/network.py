"""The recogniser: a strip of 32 rows in, one distribution over 37 characters and the CTC blank for every 4 columns out."""

import torch
from torch import nn
from torch.nn import functional as F

CLASSES = 38  # 37 characters and the blank, which is the last

# name, in, out, kernel height and width, padding of height and width, dilation of width, pooling after it
LAYERS = [
    ("c1", 1, 16, 3, 3, 1, 1, 1, (2, 2)),
    ("c2", 16, 32, 3, 3, 1, 1, 1, (2, 2)),
    ("c3", 32, 48, 3, 3, 1, 1, 1, (2, 1)),
    ("c4", 48, 64, 3, 3, 1, 1, 1, None),
    ("c5", 64, 96, 4, 3, 0, 1, 1, None),  # takes the height from 4 to 1
    ("r1", 96, 96, 1, 5, 0, 2, 1, None),  # added to its input
    ("r2", 96, 96, 1, 3, 0, 2, 2, None),  # added to its input, dilated
]


class Recogniser(nn.Module):
    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleDict()
        self.norms = nn.ModuleDict()
        for name, inside, outside, kh, kw, ph, pw, dilation, _ in LAYERS:
            self.convs[name] = nn.Conv2d(
                inside, outside, (kh, kw), padding=(ph, pw), dilation=(1, dilation), bias=False)
            self.norms[name] = nn.BatchNorm2d(outside)
        self.out = nn.Conv2d(96, CLASSES, 1)

    def forward(self, strips):
        """(batch, 1, 32, width) to logits (batch, width / 4, CLASSES)."""
        x = strips
        for name, *_, pool in LAYERS:
            y = F.relu(self.norms[name](self.convs[name](x)))
            x = x + y if name.startswith("r") else y
            if pool:
                x = F.max_pool2d(x, pool)
        return self.out(x)[:, :, 0].transpose(1, 2)


def read(logits):
    """The usual greedy CTC reading, as class numbers."""
    best = logits.argmax(-1)
    out = []
    for row in best.tolist():
        kept, last = [], CLASSES - 1
        for symbol in row:
            if symbol not in (last, CLASSES - 1):
                kept.append(symbol)
            last = symbol
        out.append(kept)
    return out


def count_parameters(model):
    return sum(p.numel() for p in model.parameters())


def folded(model):
    """Weights and biases with the batch normalisation folded in: what the product computes with."""
    layers = []
    with torch.no_grad():
        for name, *_ in LAYERS:
            norm, weight = model.norms[name], model.convs[name].weight
            scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            layers.append((name, weight * scale[:, None, None, None], norm.bias - norm.running_mean * scale))
        layers.append(("out", model.out.weight.clone(), model.out.bias.clone()))
    return layers
