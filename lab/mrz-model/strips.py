"""Makes training strips: short pieces of a machine readable zone, as a bad photo and the strip cutter leave them.

Everything is drawn from one numpy generator, so the same seed gives the same strips.
"""

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

# ICAO Doc 9303-3 §4.3: the only characters of a machine readable zone. The CTC blank comes after them.
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<"
FONT_FOLDER = "/usr/share/fonts/opentype/ocr-b/"
FONTS = ("OCRB.otf", "OCRBS.otf")
HEIGHT = 32  # of a strip, in pixels
GLYPH = 20  # the height of a glyph in a strip when the cutter measured it right
WIDTH = 288
DRAWN = 40  # the height that glyphs are drawn with before the photo is imitated

CONFUSABLE = ["O0QD", "I1", "B8", "S5", "Z2", "G6", "UV", "MN", "K<", "L<", "C<", "7T", "EF", "A4", "PR"]
NAMES = ["ERIKSSON", "MUSTERMANN", "MARTIN", "SPECIMEN", "ANNA", "MARIA", "VAN", "DER", "MULLER", "SILVA", "NGUYEN"]


def draw_atlas(font_name):
    """Each character as ink (1 is black) on one cell, the digits' feet at the same height in all of them."""
    font = ImageFont.truetype(FONT_FOLDER + font_name, round(DRAWN * 48 / 37))
    atlas = {}
    for character in ALPHABET:
        cell = Image.new("L", (64, 72), 0)
        width = font.getlength(character)
        ImageDraw.Draw(cell).text((32 - width / 2, 64), character, font=font, fill=255, anchor="ls")
        atlas[character] = np.asarray(cell, np.float32) / 255
    return atlas


class StripMaker:
    def __init__(self, seed):
        self.random = np.random.default_rng(seed)
        self.atlases = [draw_atlas(name) for name in FONTS]

    def between(self, low, high):
        return self.random.uniform(low, high)

    def chance(self, share):
        return self.random.random() < share

    def text(self, count):
        kind = self.random.random()
        anything = [ALPHABET[i] for i in self.random.integers(0, 37, count)]
        if kind < 0.34:
            return "".join(anything)
        if kind < 0.54:  # digits, as in dates and numbers, with a few letters between
            return "".join(c if self.chance(0.12) else str(self.random.integers(0, 10)) for c in anything)
        if kind < 0.74:  # names and runs of fillers
            out = ""
            while len(out) < count:
                out += str(self.random.choice(NAMES)) if self.chance(0.4) else "".join(
                    ALPHABET[i] for i in self.random.integers(10, 36, self.random.integers(2, 8)))
                out += "<" * int(self.random.choice([1, 1, 2, 2, 5, 9, 14]))
            start = int(self.random.integers(0, len(out) - count + 1))
            return out[start:start + count]
        if kind < 0.92:  # what is easily mistaken for something else
            pool = "".join(self.random.choice(CONFUSABLE, 3))
            return "".join(str(self.random.choice(list(pool))) for _ in range(count))
        return "".join(c if self.chance(0.15) else "<" for c in anything)

    def weighted(self, atlas):
        """One printer: stroke weight, and how tall its capitals are beside its digits (fonts differ in this)."""
        taller, wider = self.between(1.0, 1.12), self.between(0.92, 1.08)
        weight = int(self.random.integers(-1, 3)) if self.chance(0.6) else 0
        cells = {}
        for character, cell in atlas.items():
            grow = taller if character > "9" or character == "<" else 1.0
            matrix = np.float32([[wider, 0, 32 - 32 * wider], [0, grow, 64 - 64 * grow]])
            cell = cv2.warpAffine(cell, matrix, (64, 72))
            kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (1 + abs(weight), 1 + abs(weight)))
            if weight > 0:
                cell = cv2.dilate(cell, kernel)
            elif weight < 0:
                cell = cv2.erode(cell, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2, 2)))
            cells[character] = cell
        return cells

    def ink(self, lines, pitch, spacing):
        """Lines of text one below the other; the middle one is the strip's own."""
        cells = self.weighted(self.atlases[self.random.integers(0, 2)])
        columns = max(len(line) for line in lines)
        sheet = np.zeros((int(spacing * 2 + 160), int(columns * pitch + 120)), np.float32)
        for row, line in enumerate(lines):
            foot = sheet.shape[0] / 2 + DRAWN / 2 + (row - 1) * spacing
            for column, character in enumerate(line):
                left, top = int(60 + column * pitch + pitch / 2 - 32), int(foot - 64 + self.between(-0.7, 0.7))
                if top < 0 or left < 0 or top + 72 > sheet.shape[0] or left + 64 > sheet.shape[1]:
                    continue
                place = sheet[top:top + 72, left:left + 64]
                np.maximum(place, cells[character], out=place)
        return sheet

    def paper(self, height, width):
        """Background: an uneven light, the guilloche of security paper, rough fibres."""
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        light = 1 + self.between(-0.3, 0.3) * (x / width - 0.5) + self.between(-0.2, 0.2) * (y / height - 0.5)
        page = np.full((height, width), 1.0, np.float32)
        if self.chance(0.6):
            depth = self.between(0.02, 0.3)
            for _ in range(int(self.random.integers(1, 8))):
                points = np.arange(-10, width + 10, 6)
                curve = self.between(0, height) + self.between(2, height / 2) * np.sin(
                    points / self.between(8, 60) + self.between(0, 6.3)) + points * self.between(-0.3, 0.3)
                line = np.stack([points, curve], 1).astype(np.int32)
                shade = np.zeros_like(page)
                cv2.polylines(shade, [line], False, 1.0, int(self.random.integers(1, 3)), cv2.LINE_AA)
                page -= depth * shade
        if self.chance(0.5):
            rough = self.random.normal(0, 1, (height // 3 + 2, width // 3 + 2)).astype(np.float32)
            page += cv2.resize(rough, (width, height)) * self.between(0, 0.06)
        return page * light

    def degrade(self, photo, glyph):
        """The lens, the hand, the sensor and the file format. Blurs are in units of the glyph's height."""
        if self.chance(0.75):
            photo = cv2.GaussianBlur(photo, (0, 0), max(0.25, glyph * abs(self.random.normal(0, 0.062))))
        if self.chance(0.2):
            length = max(2, int(glyph * self.between(0.05, 0.28)))
            kernel = np.zeros((length, length), np.float32)
            kernel[length // 2] = 1 / length
            turn = cv2.getRotationMatrix2D(((length - 1) / 2, (length - 1) / 2), self.between(0, 180), 1)
            kernel = cv2.warpAffine(kernel, turn, (length, length))
            photo = cv2.filter2D(photo, -1, kernel / max(kernel.sum(), 1e-3))
        bright, contrast = self.between(90, 235), self.between(0.12, 0.95)
        photo = bright * (1 - contrast * (1 - photo)) if self.chance(0.3) else photo * bright
        photo = photo + self.random.normal(0, 1, photo.shape) * abs(self.random.normal(0, 9))
        if self.chance(0.1):
            photo = photo + self.between(60, 200) * self.glare(photo.shape)
        photo = np.clip(photo, 0, 255).astype(np.uint8)
        if self.chance(0.75):
            quality = int(self.between(18, 90))
            photo = cv2.imdecode(cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 0)
        return photo

    def glare(self, shape):
        y, x = np.mgrid[0:shape[0], 0:shape[1]].astype(np.float32)
        middle, reach = self.between(0, shape[1]), self.between(20, 90)
        return np.exp(-((x - middle) / reach) ** 2 - ((y - shape[0] / 2) / (reach * 0.7)) ** 2)

    def strip(self):
        """One strip (HEIGHT x WIDTH, 1 is ink) and the text in it."""
        pitch_share = self.between(0.78, 1.3) if self.chance(0.35) else self.between(0.95, 1.18)
        height_share = self.between(0.68, 1.24) if self.chance(0.5) else self.between(0.85, 1.1)
        step = GLYPH * height_share * pitch_share  # in strip pixels
        count = int(np.clip(self.between(0.72, 0.98) * WIDTH / step, 5, 19))
        lines = [self.text(count) for _ in range(3)]
        sheet = self.ink(lines, DRAWN * pitch_share, DRAWN * self.between(1.5, 2.9))
        if self.chance(0.35):  # the first or last line of the zone
            sheet[: int(sheet.shape[0] / 2 - DRAWN * 0.7)] = 0
        if self.chance(0.35):
            sheet[int(sheet.shape[0] / 2 + DRAWN * 0.7):] = 0
        if self.chance(0.25):  # the document's edge, or print beside the zone
            edge = int(30 * self.random.random())
            side = sheet[:, :edge] if self.chance(0.5) else sheet[:, sheet.shape[1] - edge:]
            side[:] = self.between(0.2, 1)
        # The photo: glyphs of `seen` pixels.
        seen = float(np.exp(self.between(np.log(7), np.log(34))))
        scale = seen / DRAWN
        turn, shear = np.deg2rad(self.random.normal(0, 0.7)), self.random.normal(0, 0.05)
        rows, columns = int(seen * 3.2), int(sheet.shape[1] * scale)
        sheet = cv2.GaussianBlur(sheet, (0, 0), max(0.3, 0.35 / scale))
        a, b = scale * np.cos(turn), scale * (np.sin(turn) + shear)
        c, d = -scale * np.sin(turn), scale * np.cos(turn)
        mid_x, mid_y = sheet.shape[1] / 2, sheet.shape[0] / 2
        matrix = np.float32([[a, b, columns / 2 - a * mid_x - b * mid_y], [c, d, rows / 2 - c * mid_x - d * mid_y]])
        ink = cv2.warpAffine(sheet, matrix, (columns, rows), flags=cv2.INTER_LINEAR)
        strength = self.between(0.3, 1.0)
        photo = self.degrade(self.paper(rows, columns) * (1 - strength * ink), seen)
        return self.cut(photo, GLYPH * height_share / seen), lines[1]

    def cut(self, photo, zoom):
        """What the strip cutter does: to the strip's scale, and stretched from paper to ink."""
        size = (max(8, int(photo.shape[1] * zoom)), max(8, int(photo.shape[0] * zoom)))
        image = cv2.resize(photo, size, interpolation=cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR)
        top = int((image.shape[0] - HEIGHT) / 2 + np.clip(self.random.normal(0, 1.6), -4, 4))
        spare = WIDTH - image.shape[1]
        left = int(spare * self.random.random()) if spare > 0 else int(spare / 2)
        border = 64
        image = cv2.copyMakeBorder(image, border, border, border, border, cv2.BORDER_REPLICATE)
        whole = cv2.copyMakeBorder(image, 0, 0, WIDTH, WIDTH, cv2.BORDER_REPLICATE)
        x = WIDTH + border - left
        strip = whole[border + top: border + top + HEIGHT, x: x + WIDTH].astype(np.float32)
        black, white = np.percentile(strip, 1), np.percentile(strip, 90)
        return np.clip(1 - (strip - black) / max(white - black, 8), -0.5, 1)

    def batch(self, count):
        strips, texts = zip(*(self.strip() for _ in range(count)))
        return np.stack(strips)[:, None].astype(np.float32), list(texts)
