#!/usr/bin/env bash
# Gradescope runs this once, when the image of the autograder is made: it installs the compilers that the course needs. `referee`
# itself needs nothing. Remove the languages that your course does not have.
set -euo pipefail

apt-get update
DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
    g++ \
    python3 \
    default-jdk-headless
rm -rf /var/lib/apt/lists/*
