# Decodes a DDS file from standard input with Pillow and writes its texels, as many bytes each as the mode in the first line has letters.
import io
import sys

from PIL import Image

image = Image.open(io.BytesIO(sys.stdin.buffer.read()))
sys.stdout.buffer.write(image.mode.encode() + b"\n" + image.tobytes())
