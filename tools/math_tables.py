#!/usr/bin/env python3
"""Computes src/math/portable/tables.h: constants, tables and polynomials of the portable functions.
Needs mpmath (python3-mpmath). The output is a pure function of this file.

    tools/math_tables.py > src/math/portable/tables.h
"""
from mpmath import mp, mpf, log, atan, pi, sqrt, sin, cos, floor, chebyfit

mp.prec = 1400  # bits; 2/pi is needed to 1,216


def bits(x, count):
    """x rounded to so many significant bits."""
    mp_prec, mp.prec = mp.prec, count
    rounded = +x
    mp.prec = mp_prec
    return rounded


def text(x):
    return float(x).hex()


def pair(x, hi_bits=53):
    hi = bits(x, hi_bits)
    return hi, bits(x - hi, 53)


def row(name, values, comment=''):
    print(f'inline constexpr double {name} = {text(values)};{"  // " + comment if comment else ""}')


def constants():
    ln2 = log(mpf(2))
    # Multiples up to 2^11 of the first part are exact, also when an entry of the log table, a multiple
    # of the same bit, is added.
    hi = floor(ln2 * mpf(2) ** 42) / mpf(2) ** 42
    row('kLn2Hi', hi, '42 bits behind the point')
    row('kLn2Lo', bits(ln2 - hi, 53))
    row('kExpSteps', bits(128 / ln2, 53))
    hi = bits(ln2 / 128, 34)
    row('kStepHi', hi, 'ln 2 / 128, 34 bits: multiples up to 2^19 are exact')
    row('kStepLo', bits(ln2 / 128 - hi, 53))
    row('kLn2', bits(ln2, 53))
    for name, value in [('InvLn2', 1 / ln2), ('InvLn10', 1 / log(mpf(10))), ('HalfPi', pi / 2), ('Pi', pi),
                        ('TwoOverSqrtPi', 2 / sqrt(pi)), ('InvSqrtPi', 1 / sqrt(pi)), ('Third', mpf(1) / 3)]:
        hi, lo = pair(value)
        row(f'k{name}Hi', hi)
        row(f'k{name}Lo', lo)
    row('kInvHalfPi', bits(2 / pi, 53))
    rest = pi / 2
    for name in 'ABC':  # Cody and Waite: multiples up to 2^20 of the first two parts are exact
        part = bits(rest, 33 if name != 'C' else 53)
        row(f'kHalfPi{name}', part)
        rest -= part


def polynomial(name, function, high, count):
    """Near the best polynomial of an even series in z = x^2 up to high, lowest power first."""
    mp_prec, mp.prec = mp.prec, 400
    coefficients = chebyfit(function, [mpf(2) ** -60, high], count)[::-1]
    mp.prec = mp_prec
    print(f'inline constexpr double {name}[{count}] = {{{", ".join(text(c) for c in coefficients)}}};')


def log_table():
    """Entry i serves z = the interval i of 128 in [0.705, 1.41): 1/c with 12 bits behind the point, and
    -log of it in two parts. The interval around 1 has c = 1."""
    print('struct LogEntry {\n  double inv, log_hi, log_lo;\n};')
    print('inline constexpr LogEntry kLog[128] = {')
    first = 0x3FE6900000000000
    for i in range(128):
        ends = []
        for j in (i, i + 1):
            word = first + (j << 45)
            exponent, mantissa = (word >> 52) - 1023, word & ((1 << 52) - 1)
            ends.append((1 + mpf(mantissa) / 2 ** 52) * mpf(2) ** exponent)
        middle = (ends[0] + ends[1]) / 2
        inv = mpf(1) if ends[0] < 1 < ends[1] else floor(4096 / middle + mpf(1) / 2) / 4096
        value = -log(inv)
        hi = floor(value * mpf(2) ** 42 + mpf(1) / 2) / mpf(2) ** 42
        print(f'    {{{text(inv)}, {text(hi)}, {text(bits(value - hi, 53))}}},')
    print('};')


def exp_table():
    """2^(i/128): rounded, and what is missing as a fraction of it."""
    print('struct ExpEntry {\n  double value, missing;\n};')
    print('inline constexpr ExpEntry kExp[128] = {')
    for i in range(128):
        value = mpf(2) ** (mpf(i) / 128)
        hi = bits(value, 53)
        print(f'    {{{text(hi)}, {text(bits((value - hi) / hi, 53))}}},')
    print('};')


def atan_table():
    print('struct AtanEntry {\n  double hi, lo;\n};')
    print('inline constexpr AtanEntry kAtan[65] = {  // of i/64')
    for i in range(65):
        hi, lo = pair(atan(mpf(i) / 64))
        print(f'    {{{text(hi)}, {text(lo)}}},')
    print('};')


def two_over_pi():
    words = 20
    digits = int(floor(2 / pi * mpf(2) ** (64 * words)))
    print(f'inline constexpr uint64_t kTwoOverPi[{words}] = {{  // 2/pi, {64 * words} bits behind the point')
    for i in range(words):
        print(f'    0x{digits >> (64 * (words - 1 - i)) & (2 ** 64 - 1):016x},')
    print('};')


print('// Made by tools/math_tables.py; do not edit.')
print('// clang-format off')
print('#pragma once\n#include <cstdint>\n\nnamespace hadal::portable::tables {\n')
constants()
quarter = (pi / 4) ** 2 * mpf('1.001')
polynomial('kSin', lambda z: (sin(sqrt(z)) / sqrt(z) - 1) / z, quarter, 6)
polynomial('kCos', lambda z: (cos(sqrt(z)) - 1 + z / 2) / z ** 2, quarter, 6)
log_table()
exp_table()
atan_table()
two_over_pi()
print('\n}  // namespace hadal::portable::tables')
