#!/usr/bin/env python3
"""The same state hash whatever the processor: runs scenarios natively, with the C library, Embree and
Highway limited to older instruction sets, and in emulated processors (qemu-user-static).

    bits_test.py HADAL SOURCE_DIR LIMIT_PROCESSOR_SO [--full] [--only SETTING,...] [--table FILE]

A handful of short runs; --full: every shipped scenario for 3 s, in emulation for 0.3 s. A setting that
this machine cannot have (no AVX-512, no qemu) is named and not counted. Fails when a hash differs, and
when nothing could be compared."""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SHORT = ['inspection_dive', 'remus_survey', 'boat_sea_state_4', 'local_search', 'lidar_on_wreck',
         'sonar_suite', 'deep_wreck']
SLOW = ['vision_check']  # minutes each, and nothing that others have not
NO_FMA = {'GLIBC_TUNABLES': 'glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX512DQ,-AVX512CD,'
                            '-AVX2,-FMA,-FMA4'}
QEMU = 'qemu-x86_64-static'


def settings(limit):
    """(name, environment, words before the program, what the processor must have)"""
    preload = {'LD_PRELOAD': limit}
    return [
        ('C library without FMA and AVX2', NO_FMA, [], None),
        ('Embree sse2', preload | {'LIMIT_EMBREE': 'sse2'}, [], None),
        ('Embree sse4.2', preload | {'LIMIT_EMBREE': 'sse4.2'}, [], None),
        ('Embree avx2', preload | {'LIMIT_EMBREE': 'avx2'}, [], 'avx2'),
        ('Embree avx512', preload | {'LIMIT_EMBREE': 'avx512'}, [], 'avx512vl'),
        ('Highway SSE4', preload | {'LIMIT_HIGHWAY': 'sse4'}, [], None),
        ('Highway baseline', preload | {'LIMIT_HIGHWAY': 'baseline'}, [], None),
        # Highway's AVX2 code gives other pictures in qemu 7.2 than on hardware; SSE4 does not.
        ('qemu Haswell', preload | {'LIMIT_HIGHWAY': 'sse4'}, [QEMU, '-cpu', 'Haswell'], QEMU),
        ('qemu Nehalem', {}, [QEMU, '-cpu', 'Nehalem'], QEMU),
    ]


def available(need):
    if need is None:
        return True
    if need == QEMU:
        return shutil.which(QEMU) is not None
    return f' {need} ' in pathlib.Path('/proc/cpuinfo').read_text().replace('\n', ' ')


def state_hash(hadal, source, scenario, duration, environment, before, cache):
    """Of a run with its own cache, so that nothing computed under another setting is read."""
    with tempfile.TemporaryDirectory() as out:
        run = subprocess.run(before + [hadal, 'run', scenario, '--duration', str(duration), '--out', out],
                             env=os.environ | {'XDG_CACHE_HOME': cache} | environment, cwd=source,
                             capture_output=True, text=True)
        summary = pathlib.Path(out, 'summary.json')
        if not summary.exists():
            return f'no summary (exit code {run.returncode}): {run.stderr[-300:]}'
        return json.loads(summary.read_text())['state_hash']


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('hadal')
    parser.add_argument('source')
    parser.add_argument('limit')
    parser.add_argument('--full', action='store_true')
    parser.add_argument('--only', help='settings, by the beginning of their names, comma between them')
    parser.add_argument('--scenarios', help='comma between them')
    parser.add_argument('--table', help='appends lines of a Markdown table')
    args = parser.parse_args()
    hadal = os.path.abspath(args.hadal)
    names = SHORT
    if args.full:
        names = sorted(p.stem for p in pathlib.Path(args.source, 'scenarios').glob('*.yaml') if p.stem not in SLOW)
    if args.scenarios:
        names = args.scenarios.split(',')
    compared = different = 0
    native = {}
    with tempfile.TemporaryDirectory() as caches:
        def cache(name):
            folder = pathlib.Path(caches, name.replace(' ', '_'))
            folder.mkdir(exist_ok=True)
            return str(folder)

        for name, environment, before, need in settings(os.path.abspath(args.limit)):
            if args.only and not any(name.startswith(word) for word in args.only.split(',')):
                continue
            if not available(need):
                print(f'{name}: not possible here, not compared', flush=True)
                continue
            duration = (0.3 if before else 3) if args.full else (0.1 if before else 0.5)
            equal = []
            for scenario in names:
                if (scenario, duration) not in native:
                    native[scenario, duration] = state_hash(hadal, args.source, scenario, duration, {}, [],
                                                            cache('native'))
                own = native[scenario, duration]
                other = state_hash(hadal, args.source, scenario, duration, environment, before, cache(name))
                compared += 1
                if len(own) == 16 and other == own:
                    equal.append(scenario)
                else:
                    different += 1
                    print(f'{name}: {scenario} differs: {own} natively, {other}', flush=True)
            line = f'| {name} | {len(names)}, {duration} s | {len(equal)} |'
            print(line, flush=True)
            if args.table:
                with open(args.table, 'a') as table:
                    table.write(line + '\n')
    print(f'{compared} runs compared, {different} differ')
    return 1 if different or not compared else 0


if __name__ == '__main__':
    sys.exit(main())
