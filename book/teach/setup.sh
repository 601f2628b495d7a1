#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image. Beside it in the zip: run_autograder, and instructor/,
# of which assignment.json and the notebook are needed.
set -euo pipefail
cd /autograder
python3 -m pip install uv
python3 -m uv venv --python 3.11 venv
release=$(grep -oh 'git+https://[^ "\]*' source/instructor/*.ipynb | head -n 1)
python3 -m uv pip install --python venv/bin/python "attnbook[grading] @ $release"
rm source/instructor/*.ipynb
