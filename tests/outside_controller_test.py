#!/usr/bin/env python3
"""examples/outside_controller.py against a served run: the ROV ends at its depth, heading and speed, and the run replays.

    outside_controller_test.py PROGRAM SOURCE_DIR
"""
import csv
import pathlib
import re
import signal
import subprocess
import sys
import tempfile


def main():
    program, source = sys.argv[1], pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="hadal_outside_") as folder:
        out = pathlib.Path(folder, "run")
        run = subprocess.Popen([program, "run", source / "examples/outside_controller.yaml", "--serve", "127.0.0.1:0", "--out", out],
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            address = next(m.group() for line in run.stdout if (m := re.search(r"http://\S+", line)))
            subprocess.run([sys.executable, source / "examples/outside_controller.py", address, "30"], check=True, timeout=90)
        finally:
            run.send_signal(signal.SIGINT)
            run.communicate(timeout=30)
        log = out / "log.mcap"
        subprocess.run([program, "replay", log, "--verify"], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([program, "export", log, "--topic", "/rov/ground_truth", "--csv", "-o", out / "truth.csv"], check=True,
                       stdout=subprocess.DEVNULL)
        with open(out / "truth.csv", newline="") as file:
            last = list(csv.DictReader(file))[-1]
        depth, heading, surge = (float(last[k]) for k in ("depth_m", "heading_deg", "twist.twist.linear.x"))
        print(f"at {float(last['stamp_s']):.1f} s: {depth:.2f} m deep, heading {heading:.1f}, {surge:.2f} m/s ahead")
        assert abs(depth - 5) < 0.15 and abs(heading - 60) < 2 and abs(surge - 0.3) < 0.05
    return 0


if __name__ == "__main__":
    sys.exit(main())
