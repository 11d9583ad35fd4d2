"""Wants the number doubled, and that again as often as an argument says."""

import pathlib
import sys

feedback = pathlib.Path(sys.argv[3])
passes = feedback / "passes"
done = int(passes.read_text()) if passes.exists() else 1
number = int(pathlib.Path(sys.argv[1]).read_text())
said = sys.stdin.read().split()
if int(said[-1]) != 2 * number:
    sys.exit(43)
if done < int(sys.argv[4]):
    (feedback / "nextpass.in").write_text(f"{said[-1]}\n")
passes.write_text(str(done + 1))
sys.exit(42)
