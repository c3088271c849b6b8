# SPDX-License-Identifier: MIT
# What a program that is no browser makes of an SVG.
#
#     drawn_on_white FILE.svg   white ground, curves in several colours, text; skipped without
#                               rsvg-convert (make deps-test)
drawn_on_white() {
    if ! command -v rsvg-convert >/dev/null; then
        echo "rsvg-convert is not installed (make deps-test): nothing was drawn"
        return 0
    fi
    rsvg-convert "$1" -o "$work/drawn.png" && python3 - "$work/drawn.png" <<'PYTHON'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
at, packed = 8, b""
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    if kind == b"IHDR":
        wide, high, bits, colour = struct.unpack(">IIBB", data[at + 8:at + 18])
    if kind == b"IDAT":
        packed += data[at + 8:at + 8 + size]
    at += 12 + size
assert bits == 8 and colour in (2, 6), (bits, colour)
step = 3 if colour == 2 else 4
raw, line, before, seen = zlib.decompress(packed), wide * step, bytes(wide * step), {}
for y in range(high):
    way, row = raw[y * (line + 1)], bytearray(raw[y * (line + 1) + 1:(y + 1) * (line + 1)])
    for i in range(line):
        a = row[i - step] if i >= step else 0
        b, c = before[i], before[i - step] if i >= step else 0
        p = a + b - c
        near = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
        row[i] = row[i] + (0, a, b, (a + b) // 2, near)[way] & 255
    before = row
    for x in range(0, line, step):
        seen[bytes(row[x:x + 3])] = seen.get(bytes(row[x:x + 3]), 0) + 1
white = seen.get(b"\xff\xff\xff", 0) / (wide * high)
vivid = sum(n for c, n in seen.items() if max(c) - min(c) > 100)
black = seen.get(b"\0\0\0", 0) / (wide * high)
print(wide, high, "white", white, "black", black, "in colour", vivid)
assert white > 0.8 and black < 0.02 and vivid > 300
PYTHON
}
