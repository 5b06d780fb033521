#!/usr/bin/env python3
"""No function of the C library's mathematics with a rounding of its own is left in a program or
library: libm_test.py NM FILE... Exact ones may be: their result is the same everywhere."""
import subprocess
import sys

EXACT = {name + suffix for suffix in ('', 'f') for name in (
    'ceil copysign fabs fdim floor fma fmax fmin fmod frexp ilogb ldexp llrint llround logb lrint lround '
    'modf nan nearbyint nextafter nexttoward remainder remquo rint round scalbln scalbn sqrt trunc').split()}


def functions(arguments):
    lines = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout.splitlines()
    return {line.split()[-1].split('@')[0] for line in lines if line.strip()}


def main():
    nm, files = sys.argv[1], sys.argv[2:]
    libm = functions([nm, '-D', '--defined-only', '/lib/x86_64-linux-gnu/libm.so.6'])
    if len(libm) < 500 or not files:
        sys.exit('libm_test: libm or no file to look at is not what was expected')
    # The check itself: libmujoco has such calls.
    if '--expect-some' in files:
        files.remove('--expect-some')
        return 0 if all((functions([nm, '-D', '--undefined-only', f]) & libm) - EXACT for f in files) else 1
    failed = False
    for file in files:
        left = (functions([nm, '-D', '--undefined-only', file]) & libm) - EXACT
        print(f'{file}: {" ".join(sorted(left)) or "only exact functions of libm"}')
        failed = failed or bool(left)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
