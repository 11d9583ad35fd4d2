#!/usr/bin/env bash
# Gradescope runs this once, when it builds the image of the autograder. It installs the compilers
# that the course needs; `referee` itself needs nothing. Remove the languages that your course does
# not use.
set -euo pipefail

apt-get update
DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
    g++ \
    python3 \
    default-jdk-headless
rm -rf /var/lib/apt/lists/*
